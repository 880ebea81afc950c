package host

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAPayloadThatIsTooLargeIsReadToItsEnd(t *testing.T) {
	source := strings.NewReader(strings.Repeat("x", 5000))
	got, err := readPayload(source, 100)
	require.NoError(t, err)
	assert.Len(t, got, 101)
	assert.Zero(t, source.Len(), "the host would meet a closed pipe")
}
