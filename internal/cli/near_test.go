package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNearestVerb(t *testing.T) {
	verbs := []string{"append", "accept", "scan", "show", "splice", "status", "log", "hook"}
	for word, want := range map[string]string{
		"apend": "append", "appned": "append", "Status": "status", "stauts": "status",
		"scann": "scan", "lgo": "log", "hooks": "hook", "splcie": "splice",
		"x": "", "frobnicate": "", "": "", "heal": "",
	} {
		assert.Equal(t, want, nearest(word, verbs), word)
	}
}

func TestEditsCountsASwapAsOne(t *testing.T) {
	assert.Equal(t, 0, edits("log", "log"))
	assert.Equal(t, 1, edits("lgo", "log"))
	assert.Equal(t, 1, edits("lo", "log"))
	assert.Equal(t, 3, edits("", "log"))
	assert.Equal(t, 3, edits("abc", "xyz"))
}
