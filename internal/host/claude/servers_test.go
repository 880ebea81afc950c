package claude

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheServerIsRegisteredAndTakenOut(t *testing.T) {
	for _, tc := range []struct{ name, before, want string }{
		{"no file", "", "{\n  \"mcpServers\": {\n    \"noclobber\": {\n      \"args\": [\n        \"mcp\"\n      ],\n      \"command\": \"noclobber\"\n    }\n  }\n}\n"},
		{"another server", "{\n  \"mcpServers\": {\n    \"x\": {}\n  }\n}\n", ""},
		{"other keys", "{\n  \"other\": 1\n}\n", ""},
		{"one line", `{"mcpServers":{"x":{"command":"x"}}}`, ""},
		{"no servers yet", "{\n\t\"mcpServers\": {}\n}\n", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			out, changed, err := Servers{}.Wire([]byte(tc.before), "", "noclobber")
			require.NoError(t, err)
			require.True(t, changed)
			require.Equal(t, "noclobber", Servers{}.Registered(out), "%s", out)
			if tc.want != "" {
				assert.Equal(t, tc.want, string(out))
			}
			again, changed, err := Servers{}.Wire(out, "", "/elsewhere/noclobber")
			require.NoError(t, err)
			require.False(t, changed)
			require.Equal(t, out, again)
			back, changed, err := Servers{}.Unwire(out)
			require.NoError(t, err)
			require.True(t, changed)
			if tc.name == "no servers yet" {
				require.Empty(t, back)
			} else {
				assert.Equal(t, tc.before, string(back))
			}
		})
	}
}

func TestAnotherServerOfThatNameStays(t *testing.T) {
	for _, text := range []string{`{"mcpServers":{"noclobber":{"command":"other"}}}`, `{"mcpServers":[]}`, `{bad`} {
		_, _, err := Servers{}.Wire([]byte(text), "", "noclobber")
		require.Error(t, err, text)
	}
	text := []byte(`{"mcpServers":{"noclobber":{"command":"other"}}}`)
	back, changed, err := Servers{}.Unwire(text)
	require.NoError(t, err)
	assert.False(t, changed)
	assert.Equal(t, text, back)
	assert.Empty(t, Servers{}.Registered(text))
	assert.Equal(t, "/opt/bin/noclobber", Servers{}.Registered([]byte(`{"mcpServers":{"noclobber":{"command":"/opt/bin/noclobber","args":["mcp","--root","/x"]}}}`)))
}
