package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
	"noclobber/ledger"
	"noclobber/policy"
)

// gcWait bounds the wait for a document's lock. Hooks hold it for milliseconds.
const gcWait = 30 * time.Second

func newGC(s Streams) *cobra.Command {
	var older, size string
	var dry, asJSON bool
	cmd := &cobra.Command{
		Use:   "gc [PATH…]",
		Short: "drop old versions, never one that is still needed",
		Example: `  noclobber gc --dry-run
  noclobber gc --older 30d --max-size 64MiB JOURNAL.md`,
		Long: `Drops the bytes of old versions from the logs of the given documents, or of all that this machine knows. Records stay,
and say what was there. What stays in any case: what stands now and the version before it, both sides of every loss that
is not accepted yet, and all that a call under way or a waiting repair needs. It may run beside hooks.`,
		Args: takes(0, -1, "documents"),
		RunE: func(_ *cobra.Command, args []string) error {
			keep, err := keeping(older, size)
			if err != nil {
				return usageError{err}
			}
			keep.Dry = dry
			return s.gc(args, keep, asJSON)
		},
	}
	cmd.Flags().StringVar(&older, "older", "90d", "drop versions that are older than `AGE`: 12h, 90d")
	cmd.Flags().StringVar(&size, "max-size", "", "of younger ones keep the newest, up to about `SIZE` a document")
	cmd.Flags().BoolVar(&dry, "dry-run", false, "only tell")
	jsonFlag(cmd, &asJSON)
	return cmd
}

func keeping(older, size string) (ledger.Keeping, error) {
	age, err := parseAge(older)
	if err != nil {
		return ledger.Keeping{}, fmt.Errorf("--older %q is no age such as 12h or 90d", older)
	}
	k := ledger.Keeping{Since: time.Now().Add(-age)}
	if size != "" {
		if k.Bytes, err = policy.ParseSize(size); err != nil {
			return k, fmt.Errorf("--max-size: %w", err)
		}
	}
	return k, nil
}

// parseAge reads a duration; days are 24 hours.
func parseAge(text string) (time.Duration, error) {
	days, ok := strings.CutSuffix(text, "d")
	if !ok {
		return time.ParseDuration(text)
	}
	n, err := strconv.ParseUint(days, 10, 16)
	return time.Duration(n) * 24 * time.Hour, err
}

// sweptDocument is what gc has dropped of one document.
type sweptDocument struct {
	Path string `json:"path"`
	ledger.Swept
	Error string `json:"error,omitempty"`
}

func (s Streams) gc(args []string, keep ledger.Keeping, asJSON bool) error {
	g := s.guard(s.Dir)
	documents, err := gcDocuments(g, s, args)
	if err != nil {
		return err
	}
	var out []sweptDocument
	var failed error
	for _, real := range documents {
		one := sweptDocument{Path: real}
		if one.Swept, err = sweep(g.Store(), real, keep); err != nil {
			one.Error, failed = err.Error(), errFindings
		}
		out = append(out, one)
	}
	if asJSON {
		err = printJSON(s.Out, struct {
			Dry       bool            `json:"dry_run"`
			Documents []sweptDocument `json:"documents"`
		}{keep.Dry, orEmpty(out)})
	} else {
		err = s.print(func(page *bytes.Buffer) { printSwept(page, out, keep.Dry) })
	}
	return errors.Join(err, failed)
}

func gcDocuments(g *guard.Guard, s Streams, args []string) ([]string, error) {
	if len(args) == 0 {
		return g.Store().Documents()
	}
	var out []string
	for _, arg := range args {
		doc, err := s.look(g, arg) // says what is wrong with a document that is not known
		if err != nil {
			return nil, err
		}
		out = append(out, doc.real)
		doc.close()
	}
	return out, nil
}

func sweep(store *ledger.Store, real string, keep ledger.Keeping) (ledger.Swept, error) {
	ctx, cancel := context.WithTimeout(context.Background(), gcWait)
	defer cancel()
	d, err := store.Lock(ctx, real)
	if err != nil {
		return ledger.Swept{}, err
	}
	swept, err := d.Sweep(keep)
	return swept, errors.Join(err, d.Unlock())
}

func printSwept(page *bytes.Buffer, list []sweptDocument, dry bool) {
	does := "dropped"
	if dry {
		does = "would drop"
	}
	for _, d := range list {
		switch {
		case d.Error != "":
			fmt.Fprintf(page, "%s: left alone: %s\n", d.Path, d.Error)
		case d.Versions+d.Views+d.Files > 0:
			fmt.Fprintf(page, "%s: %s %s", d.Path, does, count(d.Versions, "version"))
			if !dry && d.Versions > 0 {
				fmt.Fprintf(page, " (%d bytes, were %d)", d.After, d.Before)
			}
			fmt.Fprintf(page, ", %s, %s\n", count(d.Views, "base")+" of contexts that have ended", count(d.Files, "leftover file"))
		}
	}
	if page.Len() == 0 {
		fmt.Fprintf(page, "nothing to drop in %s\n", count(len(list), "document"))
	}
}
