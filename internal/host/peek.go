package host

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Peek looks for a string at the top of a payload that Parse refused, such as
// one that was cut short: what the payload is about decides how a refusal must
// look. It returns "" unless exactly one such field stands before the damage.
func Peek(payload []byte, key string) string {
	found, times := "", 0
	i := skipSpace(payload, 0)
	if i == len(payload) || payload[i] != '{' {
		return ""
	}
	for i++; ; i++ {
		start := skipSpace(payload, i)
		if start == len(payload) || payload[start] != '"' {
			break
		}
		end := stringEnd(payload, start)
		colon := skipSpace(payload, end)
		if colon == len(payload) || payload[colon] != ':' {
			break
		}
		value := skipSpace(payload, colon+1)
		i = valueEnd(payload, value)
		if i == len(payload) {
			break
		}
		if strings.EqualFold(gjson.ParseBytes(payload[start:end]).String(), key) {
			found = gjson.ParseBytes(payload[value:i]).String()
			times++
		}
		if i = skipSpace(payload, i); i == len(payload) || payload[i] != ',' {
			break
		}
	}
	if times != 1 {
		return ""
	}
	return found
}

// valueEnd returns the place behind the value that starts at b[i], or len(b).
func valueEnd(b []byte, i int) int {
	depth := 0
	for i < len(b) {
		switch b[i] {
		case '"':
			if i = stringEnd(b, i); depth == 0 {
				return i
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth < 0 {
				return i
			}
			if depth == 0 {
				return i + 1
			}
		case ',':
			if depth == 0 {
				return i
			}
		}
		i++
	}
	return len(b)
}
