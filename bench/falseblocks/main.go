package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"strings"
)

func main() {
	log.SetFlags(0)
	roots := flag.String("roots", "/etc:/usr/bin:/usr/sbin:/usr/share:/usr/lib", "where to look for shell text, separated by colons")
	most := flag.Int("n", 5000, "how many commands at most; 0: all")
	doc := flag.String("doc", "", "a page whose table is renewed")
	strict := flag.Bool("strict", false, "fail if anything is refused wrongly or missed")
	flag.Parse()
	r, err := run(strings.Split(*roots, ":"), *most)
	if err != nil {
		log.Fatal("falseblocks: ", err)
	}
	fmt.Print(r.table())
	fmt.Print(r.mistakes())
	if *doc != "" {
		if err := r.putInto(*doc); err != nil {
			log.Fatal("falseblocks: ", err)
		}
	}
	if *strict && r.wrong() > 0 {
		os.Exit(1)
	}
}

// run judges the corpus in a lab of its own.
func run(roots []string, most int) (*report, error) {
	corpus, err := collect(roots, most)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "noclobber-falseblocks-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	l, err := newLab(dir)
	if err != nil {
		return nil, err
	}
	r := &report{corpus: corpus, examples: ownExamples()}
	r.judge(l)
	return r, nil
}
