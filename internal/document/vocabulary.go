package document

import "strings"

// take notes a word's meaning; false means that no placeholder has it.
func (g *gist) take(w string) bool {
	return g.takeState(w) || g.takeSubject(w) || g.takeThing(w) || g.takeVerb(w) || filler(w) || g.takeNumber(w) || g.takeName(w)
}

func (g *gist) takeState(w string) bool {
	switch w {
	case "unchanged", "omitted", "truncated", "unmodified", "untouched", "elided", "abbreviated", "unaltered", "truncating",
		"unverändert", "unveränderte", "unveränderter", "gekürzt", "ausgelassen", "weggelassen",
		"inchangé", "inchangée", "inchangés", "omis", "tronqué",
		"omitido", "omitida", "omitidas", "truncado", "invariato", "omesso", "inalterado":
		g.left = true
	case "skipped", "preserved", "kept", "intact", "same", "identical", "collapsed", "hidden", "trimmed", "shortened", "cut", "retained", "condensed",
		"gleich", "bisher", "identique", "igual":
		g.stays = true
	case "snip", "snipped", "snipping", "8<":
		g.snip = true
	default:
		return false
	}
	return true
}

func (g *gist) takeSubject(w string) bool {
	switch w {
	case "rest", "remainder", "remaining", "rests", "restliche", "restlicher", "restlichen", "übrige", "übriger", "übrigen", "verbleibende",
		"reste", "resto", "restante":
		g.rest = true
	case "existing", "bestehender", "bestehende", "vorhandener", "vorhandene", "existente":
		g.existing = true
	case "previous", "previously", "earlier", "prior":
		g.earlier, g.before = true, true
	case "original", "old", "other", "others", "everything", "all", "else", "current":
		g.earlier = true
	case "more", "additional", "further", "weitere", "+":
		g.more = true
	case "below", "above", "after", "beyond", "hereafter", "onwards", "onward", "down":
		g.beyond = true
	case "here", "hier", "ici":
		g.here = true
	case "no", "not", "none", "nothing", "never", "without":
		g.negated = true
	case "brevity", "clarity", "conciseness", "platzgründen":
		g.brief = true
	default:
		return false
	}
	return true
}

func (g *gist) takeThing(w string) bool {
	switch w {
	case "line", "lines", "character", "characters", "char", "chars", "byte", "bytes", "token", "tokens", "words", "rows",
		"zeilen", "zeichen", "lignes", "líneas", "linhas", "righe":
		g.unit, g.thing = true, true
	case "file", "files", "document", "documents", "doc", "content", "contents", "code", "section", "sections", "entry", "entries",
		"text", "list", "items", "row", "table", "journal", "log", "logs", "notes", "implementation", "function", "functions", "method",
		"methods", "class", "config", "configuration", "settings", "styles", "imports", "body", "part", "parts", "paragraphs", "chapters",
		"history", "records", "page", "data", "output", "details", "block", "markup", "fields", "properties", "message", "messages",
		"datei", "dokument", "dokuments", "inhalt", "abschnitte", "einträge",
		"fichier", "contenu", "archivo", "documento", "contenido", "secciones", "contenuto", "arquivo", "conteúdo":
		g.thing = true
	default:
		return false
	}
	return true
}

func (g *gist) takeVerb(w string) bool {
	switch w {
	case "showing", "displaying", "shown", "displayed", "viewing":
		g.shown = true
	case "change", "changes", "changed", "modification", "modifications", "edits", "cambios", "alterações":
		g.change = true
	case "keep", "leave", "retain", "preserve", "insert", "paste", "include":
		g.keep = true
	default:
		return false
	}
	return true
}

// filler is a word that goes with the others and says nothing.
func filler(w string) bool {
	switch w {
	case "the", "of", "this", "that", "your", "my", "in", "to", "from", "at", "on", "for", "with", "and", "by", "as", "a", "an", "is", "are",
		"was", "were", "be", "been", "has", "have", "remain", "remains", "stay", "stays", "it", "they", "its", "goes", "go", "continue",
		"continues", "continued", "first", "last", "next", "only", "exactly", "verbatim", "full", "entire", "whole", "total", "through",
		"keys", "members", "values", "elements", "objects", "array", "starting", "before", "see", "up", "off", "out", "so", "far", "follow", "follows", "following", "there", "due", "length", "limit", "space",
		"der", "die", "das", "des", "bleibt", "bleiben", "wie", "aus", "du", "de", "la", "le", "les", "el", "del", "dei", "do", "da",
		"sin", "sem", "permanece", "est", "suite":
		return true
	}
	return false
}

func (g *gist) takeNumber(w string) bool {
	switch w {
	case "several", "many", "some", "few", "various", "n", "xx":
		g.number = true
		return true
	}
	digits := strings.TrimPrefix(w, "+")
	if digits == "" || strings.Trim(digits, "0123456789.,k") != "" {
		return false
	}
	g.number = true
	g.more = g.more || digits != w
	return true
}

// takeName takes a file's name for the thing.
func (g *gist) takeName(w string) bool {
	stem, ext, ok := strings.Cut(w, ".")
	if !ok || stem == "" || ext == "" || len(ext) > 4 || strings.ContainsAny(w, "+'’") {
		return false
	}
	g.thing = true
	return true
}
