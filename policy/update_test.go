package policy

import "flag"

var update = flag.Bool("update", false, "write what tests print instead of comparing it")
