package sqlstore

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

type leaf struct{ Text string }

type tree struct {
	hidden   string
	Leaf     leaf
	Pointer  *leaf
	List     []leaf
	Array    [2]string
	ByKey    map[string]int
	ByValue  map[int]string
	Any      any
	Bytes    []byte
	Nothing  *leaf
	NoReason error
}

// FuzzCheckText: a text is found wherever it is, and refused exactly when it
// holds a NUL or is not UTF-8.
func FuzzCheckText(f *testing.F) {
	for _, seed := range []string{"", "ñ", "a\x00b", "\xff", "\xed\xa0\x80", "\U0010FFFF", "\ufeff", "\ufffd"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		bad := strings.ContainsRune(text, 0) || !utf8.ValidString(text)
		for name, value := range map[string]any{
			"itself": text, "hidden": tree{hidden: text}, "leaf": tree{Leaf: leaf{text}}, "pointer": &tree{Pointer: &leaf{text}},
			"list": tree{List: []leaf{{"fine"}, {text}}}, "array": tree{Array: [2]string{"", text}},
			"key": tree{ByKey: map[string]int{text: 1}}, "value": tree{ByValue: map[int]string{1: text}}, "any": tree{Any: leaf{text}},
		} {
			err := checkText("fine", value)
			if errors.Is(err, ErrInvalidText) != bad {
				t.Errorf("%s: %q: want refused %v, got %v", name, text, bad, err)
			}
		}
		if err := checkText(tree{Bytes: []byte(text)}); err != nil {
			t.Errorf("bytes are no text: %v", err)
		}
		if storable(text) == bad {
			t.Errorf("storable(%q): want %v", text, !bad)
		}
	})
}
