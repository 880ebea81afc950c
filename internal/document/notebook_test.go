package document

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCells(t *testing.T) {
	read := func(text string) Cells {
		c, ok := ReadCells([]byte(text))
		require.True(t, ok, text)
		return c
	}
	const first = `{"cells": [{"id": "a", "source": "1"}, {"id": "b", "source": ["2"]}]}`
	for name, c := range map[string]struct {
		other, cell string
		same        bool
	}{
		"unchanged":                        {first, "a", true},
		"written otherwise":                {`{"cells":[{"source":"1","id":"a"}]}`, "a", true},
		"beside one that changed":          {`{"cells": [{"id": "a", "source": "1"}, {"id": "b", "source": ["x"]}]}`, "a", true},
		"changed":                          {`{"cells": [{"id": "a", "source": "1"}, {"id": "b", "source": ["x"]}]}`, "b", false},
		"moved":                            {`{"cells": [{"id": "b", "source": ["2"]}, {"id": "a", "source": "1"}]}`, "b", true},
		"removed":                          {`{"cells": [{"id": "b", "source": ["2"]}]}`, "a", false},
		"in neither":                       {first, "z", false},
		"unnamed":                          {first, "", false},
		"by its place":                     {first, "cell-1", true},
		"by its place, behind a new one":   {`{"cells": [{"id": "n"}, {"id": "a", "source": "1"}, {"id": "b", "source": ["2"]}]}`, "cell-1", false},
		"by its place, before another one": {`{"cells": [{"id": "a", "source": "1"}, {"id": "n"}]}`, "cell-0", true},
		"beyond the end":                   {first, "cell-2", false},
		"no place":                         {first, "cell--1", false},
		"a place that is somebody's id":    {`{"cells": [{"id": "a", "source": "1"}, {"id": "b", "source": ["2"]}, {"id": "cell-1"}]}`, "cell-1", false},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.same, read(first).Same(read(c.other), c.cell))
			require.Equal(t, c.same, read(c.other).Same(read(first), c.cell))
		})
	}
	require.True(t, read(first).Has("b"))
	require.False(t, read(first).Has(""))
	for _, text := range []string{"", "[]", `{"cells": 1}`, `{"cells": [1]}`, `{"cells": [{"id": 1}]}`} {
		_, ok := ReadCells([]byte(text))
		require.False(t, ok, text)
	}
}
