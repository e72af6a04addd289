package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// cut shortens one member of an answer.
type cut struct {
	path string // names joined by dots, each of a list's items with [] behind
	keep int    // how many items of a list or characters of a text are left; 0: the member goes
}

// cutDown returns an answer of the HTTP API without what the cuts take, and with
// left_out for the items they took off lists. Numbers keep their digits.
func cutDown(body []byte, cuts []cut) (json.RawMessage, error) {
	if len(cuts) == 0 {
		return body, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var answer map[string]any
	if err := decoder.Decode(&answer); err != nil {
		return nil, fmt.Errorf("mcp: answer: %w", err)
	}
	lacks := map[string]any{}
	for _, c := range cuts {
		c.apply(answer, strings.Split(c.path, "."), lacks)
	}
	if len(lacks) > 0 {
		answer[leftOut] = lacks
	}
	return encode(answer), nil
}

func (c cut) apply(object map[string]any, path []string, lacks map[string]any) {
	name, _ := strings.CutSuffix(path[0], "[]")
	value, there := object[name]
	if !there {
		return
	}
	if len(path) > 1 {
		c.within(value, path[1:], lacks)
		return
	}
	if c.keep == 0 {
		delete(object, name)
		return
	}
	switch v := value.(type) {
	case []any:
		if len(v) > c.keep {
			object[name] = v[:c.keep]
			lacks[c.path] = len(v) - c.keep
		}
	case string:
		object[name] = clip(v, c.keep)
	}
}

// within goes on in an object, or in every item of a list.
func (c cut) within(value any, path []string, lacks map[string]any) {
	switch v := value.(type) {
	case map[string]any:
		c.apply(v, path, lacks)
	case []any:
		for _, item := range v {
			c.within(item, path, lacks)
		}
	}
}

// clip shortens a text at a space.
func clip(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	short := string([]rune(text)[:most])
	if i := strings.LastIndexByte(short, ' '); i > len(short)/2 {
		short = short[:i]
	}
	return short + " …"
}

func encode(value any) json.RawMessage {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // maps of what was decoded
	return bytes.TrimRight(out.Bytes(), "\n")
}
