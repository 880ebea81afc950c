package document

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Cells are the cells of a Jupyter notebook, as far as tools name them: by their ids, or by their places as cell-0,
// cell-1 and so on where no cell has that id.
type Cells struct {
	raw []json.RawMessage
	ids []string
}

// ReadCells reads a notebook's cells; ok is false where the text is none.
func ReadCells(text []byte) (cells Cells, ok bool) {
	var notebook struct {
		Cells []json.RawMessage `json:"cells"`
	}
	if json.Unmarshal(text, &notebook) != nil {
		return Cells{}, false
	}
	for _, raw := range notebook.Cells {
		var cell struct {
			ID string `json:"id"`
		}
		if json.Unmarshal(raw, &cell) != nil {
			return Cells{}, false
		}
		cells.ids = append(cells.ids, cell.ID)
	}
	cells.raw = notebook.Cells
	return cells, true
}

// Has reports whether a cell has that id.
func (c Cells) Has(id string) bool { return c.byID(id) >= 0 }

// Same reports whether the cell that a tool names is there in both notebooks and is the same. One that is named by its
// place is so only where all before it are the same too.
func (c Cells) Same(other Cells, name string) bool {
	i, k := c.byID(name), other.byID(name)
	if i >= 0 || k >= 0 {
		return i >= 0 && k >= 0 && EqualJSON(c.raw[i], other.raw[k])
	}
	n, ok := cellPlace(name)
	if !ok || n >= len(c.raw) || n >= len(other.raw) {
		return false
	}
	for i := range n + 1 {
		if !EqualJSON(c.raw[i], other.raw[i]) {
			return false
		}
	}
	return true
}

func (c Cells) byID(id string) int {
	for i, have := range c.ids {
		if have == id && id != "" {
			return i
		}
	}
	return -1
}

// cellPlace reads the name of a cell that has no id.
func cellPlace(name string) (int, bool) {
	digits, ok := strings.CutPrefix(name, "cell-")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n >= 0
}
