package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// forbidden lists what may not link into the binary, with its measured price on each tool call. cobra brings
// net and text/template along; what they cost is in the sum below.
var forbidden = map[string]string{
	"net/http":                                   "+3.0 ms, 245 allocations",
	"github.com/stretchr/testify":                "+3.2 ms, 630 allocations",
	"pgregory.net/rapid":                         "a test library",
	"github.com/yuin/goldmark":                   "+4.2 ms, 1500 allocations",
	"github.com/rogpeppe/go-internal/testscript": "a test library",
	"github.com/modelcontextprotocol/go-sdk":     "+5.8 ms, 1150 allocations",
	"github.com/nats-io/nats.go":                 "+5.5 ms, 1000 allocations",
	"go.etcd.io/etcd/client/v3":                  "+15.7 ms, 3300 allocations",
	"modernc.org/sqlite":                         "+6.0 ms",
	"github.com/ncruces/go-sqlite3":              "+2.6 ms",
	"mvdan.cc/sh/v3/interp":                      "a guard never runs what it judges",
}

// maxInitAllocs bounds what all package initialisations allocate; each tool call pays for them.
const maxInitAllocs = 350

func TestNothingHeavyLinks(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").CombinedOutput()
	require.NoError(t, err, string(out))
	for _, pkg := range strings.Fields(string(out)) {
		for module, price := range forbidden {
			if pkg == module || strings.HasPrefix(pkg, module+"/") {
				t.Errorf("%s links into the binary: %s", pkg, price)
			}
		}
	}
}

// TestTheCompanionLinksWhatTheHookMayNot: what is forbidden here must be what is heavy there, under the same name.
func TestTheCompanionLinksWhatTheHookMayNot(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cmd/noclobber-mcp").CombinedOutput()
	require.NoError(t, err, string(out))
	linked := strings.Fields(string(out))
	for _, module := range []string{"github.com/modelcontextprotocol/go-sdk", "net/http"} {
		require.Contains(t, forbidden, module)
		require.True(t, slices.ContainsFunc(linked, func(pkg string) bool { return pkg == module || strings.HasPrefix(pkg, module+"/") }), module)
	}
	require.NotContains(t, linked, "noclobber/internal/cli")
}

func TestInitAllocations(t *testing.T) {
	bin := filepath.Join(t.TempDir(), "noclobber")
	out, err := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	cmd := exec.Command(bin, "hook", "nobody")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, _ = cmd.CombinedOutput() // exits with 2: the host is unknown
	total, table := initAllocs(string(out))
	require.NotZero(t, total, "no init trace in:\n%s", out)
	t.Logf("%d allocations in package initialisation", total)
	require.LessOrEqual(t, total, maxInitAllocs, table)
}

// initAllocs sums the allocations of an init trace and lists the packages that make some.
func initAllocs(trace string) (int, string) {
	line := regexp.MustCompile(`(?m)^init (\S+) .* (\d+) allocs$`)
	total, table := 0, ""
	for _, m := range line.FindAllStringSubmatch(trace, -1) {
		n, _ := strconv.Atoi(m[2])
		total += n
		if n > 0 {
			table += "\n" + m[1] + " " + m[2]
		}
	}
	return total, table
}
