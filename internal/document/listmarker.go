package document

// listMarker reads a list marker at the start: its kind, '-' for bullets and '.' for numbers, and its length with one blank.
func listMarker(s string) (kind byte, n int) {
	for n < len(s) && n < 9 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	switch {
	case n == 0 && len(s) > 0 && (s[0] == '-' || s[0] == '*' || s[0] == '+'):
		kind, n = '-', 1
	case n > 0 && n < len(s) && (s[n] == '.' || s[n] == ')'):
		kind, n = '.', n+1
	default:
		return 0, 0
	}
	if n < len(s) && s[n] != ' ' && s[n] != '\t' {
		return 0, 0
	}
	return kind, min(n+1, len(s))
}
