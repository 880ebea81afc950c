package shell

import "strings"

// imports reads Python's import os as o, shutil as sh and from os import remove as rm, unlink.
func (sc *scanner) imports() {
	module := ""
	if sc.peek(-2).text == "from" {
		module = sc.peek(-1).text + "."
	}
	for i := sc.at + 1; i < len(sc.tokens) && sc.tokens[i].kind != tokenLine; i++ {
		name := sc.tokens[i]
		if name.kind != tokenName {
			continue
		}
		as := name.text
		if i+2 < len(sc.tokens) && sc.tokens[i+1].text == "as" {
			as = sc.tokens[i+2].text
			i += 2
		}
		sc.names[as] = module + name.text
	}
}

// imported is a function under its module's and its own name: o.remove and rm are os.remove.
func (sc *scanner) imported(owner, name string) (module, function string) {
	if owner != "" {
		if full, ok := sc.names[owner]; ok {
			owner = full
		}
		return owner, name
	}
	module, function, ok := strings.Cut(sc.names[name], ".")
	if !ok {
		return "", name
	}
	return module, function
}
