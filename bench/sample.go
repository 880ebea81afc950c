package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// candidate is one program with its input, run as a whole process.
type candidate struct {
	name   string
	budget string
	args   []string
	stdin  func(run int) string
	before func(run int) error // not measured
	env    []string
	dir    string
	samples
}

// samples are what the runs of a candidate took.
type samples struct {
	wall, cpu []time.Duration
}

func (s samples) medians() (wall, cpu time.Duration) { return median(s.wall), median(s.cpu) }

func median(d []time.Duration) time.Duration {
	if len(d) == 0 {
		return 0
	}
	sorted := slices.Clone(d)
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// takeTurns runs every candidate once per round.
func takeTurns(rounds int, list []*candidate) error {
	for run := range rounds {
		for _, c := range list {
			if err := c.once(run); err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
		}
	}
	return nil
}

func (c *candidate) once(run int) error {
	if c.before != nil {
		if err := c.before(run); err != nil {
			return err
		}
	}
	cmd := exec.Command(c.args[0], c.args[1:]...)
	cmd.Dir, cmd.Env = c.dir, c.env
	if c.stdin != nil {
		cmd.Stdin = strings.NewReader(c.stdin(run))
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, out.String())
	}
	c.wall = append(c.wall, time.Since(start))
	c.cpu = append(c.cpu, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	return nil
}
