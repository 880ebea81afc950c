package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"noclobber/internal/cli"
	"noclobber/internal/mcpserver"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"hookcall":      func() { os.Exit(hookcall(os.Args[1:])) },
		"hooktwice":     func() { os.Exit(hooktwice()) },
		"noclobber":     func() { os.Exit(cli.Main(os.Args[1:], cli.System())) },
		"noclobber-mcp": func() { os.Exit(mcpserver.Main(os.Args[1:], mcpserver.System())) },
	})
}

// TestScript runs the stories in testdata/script, each as a user types it. UPDATE=1 rewrites what they
// compare with.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup:               setUp,
	})
}

// setUp gives a story an empty home and nothing of this machine but PATH.
func setUp(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, ".home")
	project, err := os.Getwd()
	if err != nil {
		return err
	}
	env.Setenv("PROJECT", project)
	env.Setenv("HOME", home)
	env.Setenv("USERPROFILE", home)
	env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	env.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	env.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(env.WorkDir))
	env.Setenv("TZ", "UTC")
	for _, name := range []string{"AUTHOR", "COMMITTER"} {
		env.Setenv("GIT_"+name+"_NAME", "Test")
		env.Setenv("GIT_"+name+"_EMAIL", "test@localhost")
	}
	return os.Mkdir(home, 0o700)
}
