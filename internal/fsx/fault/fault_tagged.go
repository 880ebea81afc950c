//go:build faultpoints

package fault

import (
	"os"
	"strconv"
	"strings"
)

const variable = "NOCLOBBER_FAULT"

// At kills this process when NOCLOBBER_FAULT names the point and its count is used up.
func At(point string) {
	name, count, _ := strings.Cut(os.Getenv(variable), ":")
	if name != point {
		return
	}
	if n, err := strconv.Atoi(count); err == nil && n > 1 {
		os.Setenv(variable, name+":"+strconv.Itoa(n-1)) // the environment is the counter
		return
	}
	die()
}

func die() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {} // the signal is on its way
}
