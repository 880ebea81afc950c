//go:build unix

package realclient

import (
	"os/exec"
	"syscall"
)

// OwnGroup puts a command's processes into a group of their own, which dies with the command's context.
func OwnGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		KillGroup(cmd)
		return nil
	}
}

// KillGroup ends what is left of the group; mostly nothing is.
func KillGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
