package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/cli/player"
)

func newDemo(s Streams) *cobra.Command {
	var keep, asJSON bool
	cmd := &cobra.Command{
		Use:     "demo",
		Short:   "show two agents and one journal, without the gate and with it",
		Example: "  noclobber demo",
		Long: `Plays the gaps that agent hosts leave open: two sessions write one journal in a temporary folder, first without the
gate, then through the real hook of this binary. Exit 1 if the guarded half loses anything.`,
		Args: takes(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error { return s.demo(keep, asJSON) },
	}
	cmd.Flags().BoolVar(&keep, "keep", false, "keep the folder, to look at")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// demoReport is what a run of the demo found.
type demoReport struct {
	Scenes  []sceneReport `json:"scenes"`
	Entries int           `json:"entries"` // that were reported as written, in each half
	Without int           `json:"lost_without"`
	With    int           `json:"lost_with"`
	Folder  string        `json:"folder,omitempty"`
}

// sceneReport is one scene in both halves.
type sceneReport struct {
	Title   string   `json:"title"`
	Entries int      `json:"entries"`
	Without int      `json:"lost_without"`
	With    int      `json:"lost_with"`
	Verdict string   `json:"verdict"`        // what the gate did
	Told    string   `json:"told,omitempty"` // what the second agent was told
	Missing []string `json:"missing,omitempty"`
}

func (s Streams) demo(keep, asJSON bool) error {
	stage, err := s.newStage()
	if err != nil {
		return fmt.Errorf("setting the demo up: %w", err)
	}
	report, err := stage.run()
	if keep {
		report.Folder = stage.root
	} else {
		err = errors.Join(err, os.RemoveAll(stage.root))
	}
	if err != nil {
		return err
	}
	if asJSON {
		err = printJSON(s.Out, report)
	} else {
		err = s.print(report.print)
	}
	if err == nil && report.With > 0 {
		err = errFindings
	}
	return err
}

// stage is the temporary folder in which the demo plays.
type stage struct {
	root string
	hook []string
	env  []string
}

const demoPolicy = "version = 1\n\n[[protect]]\nname  = \"journals\"\npaths = [\"**/JOURNAL.md\"]\nmode  = \"append\"\n"

func (s Streams) newStage() (stage, error) {
	self, err := os.Executable()
	if err != nil {
		return stage{}, err
	}
	root, err := os.MkdirTemp("", "noclobber-demo-*")
	if err != nil {
		return stage{}, err
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return stage{}, err
	}
	bin, home := filepath.Join(root, "bin"), filepath.Join(root, "home")
	for _, dir := range []string{bin, home} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return stage{}, err
		}
	}
	if strings.TrimSuffix(filepath.Base(self), ".exe") == "noclobber" {
		bin = filepath.Dir(self)
	} else if err := os.Symlink(self, filepath.Join(bin, "noclobber")); err != nil {
		return stage{}, err
	}
	path := bin + string(os.PathListSeparator) + s.env("PATH")
	env := []string{"HOME=" + home, "USERPROFILE=" + home, "PATH=" + path, "TMPDIR=" + os.TempDir(), "SystemRoot=" + s.env("SystemRoot")}
	return stage{root: root, hook: []string{filepath.Join(bin, "noclobber"), "hook", "claude"}, env: env}, nil
}

func (st stage) run() (demoReport, error) {
	var r demoReport
	for i, scene := range scenes() {
		done, err := st.play(scene, i+1)
		if err != nil {
			return r, fmt.Errorf("scene %d, %s: %w", i+1, scene.title, err)
		}
		r.Scenes = append(r.Scenes, done)
		r.Entries += done.Entries
		r.Without += done.Without
		r.With += done.With
	}
	return r, nil
}

// play runs a scene twice, in folders of its own.
func (st stage) play(sc scene, number int) (sceneReport, error) {
	r := sceneReport{Title: sc.title}
	bare, err := st.half(sc, number, false)
	if err != nil {
		return r, err
	}
	guarded, err := st.half(sc, number, true)
	if err != nil {
		return r, err
	}
	r.Entries, r.Without = len(bare.entries), len(bare.missing())
	r.With, r.Missing = len(guarded.missing()), guarded.missing()
	r.Verdict, r.Told = guarded.verdict, guarded.told
	return r, nil
}

func (st stage) half(sc scene, number int, guarded bool) (*troupe, error) {
	name := "without"
	if guarded {
		name = "with"
	}
	dir := filepath.Join(st.root, fmt.Sprintf("%s-%d", name, number))
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	t := &troupe{host: player.Host{Dir: dir, Env: st.env}, journal: filepath.Join(dir, "JOURNAL.md")}
	if guarded {
		t.host.Hook = st.hook
		if err := os.WriteFile(filepath.Join(dir, ".noclobber.toml"), []byte(demoPolicy), 0o600); err != nil {
			return nil, err
		}
	}
	if err := t.begin(); err != nil {
		return nil, err
	}
	return t, sc.play(t)
}

// print shows the report: a table, and what agents were told.
func (r demoReport) print(page *bytes.Buffer) {
	page.WriteString("two agents, one journal: what an agent host lets through, without the gate and with it\n\n")
	rows := [][]string{{"", "", "without", "with", "the gate"}}
	for i, sc := range r.Scenes {
		rows = append(rows, []string{
			strconv.Itoa(i + 1), sc.Title, fmt.Sprintf("%d of %d lost", sc.Without, sc.Entries), fmt.Sprintf("%d lost", sc.With), sc.Verdict,
		})
	}
	printTable(page, rows)
	for _, i := range []int{1, 2, 3} { // one of each kind: a Write refused, a command refused, a Write merged
		if i < len(r.Scenes) && r.Scenes[i].Told != "" {
			fmt.Fprintf(page, "\nwhat the agent was told in %d:\n  | %s\n", i+1, strings.ReplaceAll(r.Scenes[i].Told, "\n", "\n  | "))
		}
	}
	fmt.Fprintf(page, "\nwithout the gate: %d of %d entries lost, and every call reported success\n", r.Without, r.Entries)
	fmt.Fprintf(page, "with the gate: %d of %d entries lost\n", r.With, r.Entries)
	for _, sc := range r.Scenes {
		printLines(page, "  lost: ", sc.Missing)
	}
	if r.Folder != "" {
		fmt.Fprintf(page, "kept in %s\n", r.Folder)
	}
}
