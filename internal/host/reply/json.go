package reply

import (
	"github.com/tidwall/gjson"

	"noclobber/internal/host"
)

// JSON is an answer's object, written member by member.
type JSON []byte

// Text adds a member that is a string.
func (j JSON) Text(key, value string) JSON {
	return gjson.AppendJSONString(j.member(key), value)
}

// Raw adds a member that is JSON already.
func (j JSON) Raw(key string, value []byte) JSON { return append(j.member(key), value...) }

// True adds a member that is true.
func (j JSON) True(key string) JSON { return j.Raw(key, []byte("true")) }

func (j JSON) member(key string) JSON {
	if len(j) == 0 {
		j = append(j, '{')
	} else {
		j = append(j, ',')
	}
	return append(gjson.AppendJSONString(j, key), ':')
}

// Bytes is the object's text.
func (j JSON) Bytes() []byte { return append(j, '}') }

// Answer is an answer that prints the object.
func (j JSON) Answer() host.Answer { return host.Answer{Stdout: append(j, "}\n"...)} }
