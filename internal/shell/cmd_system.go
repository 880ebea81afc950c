package shell

// systemTools look at and control the machine; they change no documents.
var systemTools = []command{
	{names: "ps|top|htop|btop|pgrep|pkill|killall|pidof|free|vmstat|iostat|lsof|fuser|lsblk|lscpu|lspci|lsusb|lsmod|dmesg|mount|umount|findmnt|blkid|sysctl|systemctl|service|journalctl|loginctl|hostnamectl|timedatectl|localectl|modprobe|ldd|ldconfig|nm|objdump|readelf|size|addr2line|getent|nvidia-smi|sensors"},
	{names: "xset|xrandr|xdotool|wmctrl|notify-send|say|afplay|pbcopy|pbpaste|xclip|xsel|wl-copy|wl-paste|clip|sw_vers|system_profiler|launchctl|otool|mdfind|mdls|reset|clear|tput|tset|infocmp|logger|wall|mesg|last|lsb_release|hostid|dnsdomainname|open|xdg-open"},
	{names: "bc|dc|units|fortune|cmatrix|neofetch|fastfetch|ethtool|iw|nmcli|pactl|amixer|pass|op|bw|security|busctl|gsettings|updatedb|ts|pv|dialog|whiptail|zenity|gum|noclobber"},
	{names: "gpg|gpg2", operands: reads,
		opts: "-o|--output=writes -r|--recipient= -R|--hidden-recipient= -u|--local-user= -N|--set-notation= --passphrase= --passphrase-fd= --passphrase-file=reads --homedir= --default-key="},
	{names: "age", operands: reads, opts: "-o|--output=writes -r|--recipient= -R|--recipients-file=reads -i|--identity=reads"},
	{names: "minisign|signify|b3sum|xxhsum", operands: reads},
	{names: "rhash", operands: reads, opts: "-o|--output=writes -l|--log=writes -u|--update=edits -p|--printf="},
	{names: "sops", operands: reads, when: "-i|--in-place", then: edits, opts: "--output=writes --set= --extract="},
	{names: "patch|gpatch", how: patches,
		opts: "-p|--strip= -d|--directory= -i|--input=reads -o|--output=writes -r|--reject-file=writes -B|--prefix= -z|--suffix= -F|--fuzz= -D|--ifdef= -V|--version-control= -g|--get= -Y= --quoting-style="},
	{names: "apply_patch|applypatch|apply-patch", how: applies},
	{names: "filterdiff|lsdiff|interdiff|combinediff|diffstat|diff-so-fancy", operands: reads},
}
