package strictjson

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// MaxDepth is how deep arrays and objects may be nested (DECISIONS 3).
const MaxDepth = 32

// SyntaxError says where a text stops being acceptable, and why. It never
// repeats what was sent.
type SyntaxError struct {
	Offset  int // bytes before the mistake
	Message string
	Path    string // of the value it is in, such as ".checks[0].value"; as far as its names are plain
}

// Error implements error.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("invalid JSON at byte %d: %s", e.Offset, e.Message)
}

// Parse reads data as exactly one JSON value. Refused with a [*SyntaxError]:
// whatever RFC 8259 forbids, duplicate names in an object, invalid UTF-8, U+0000,
// lone surrogates, nesting beyond [MaxDepth], and numbers that a double cannot
// hold (1e400) or would turn into zero (1e-400).
func Parse(data []byte) (Value, error) {
	p := parser{data: data}
	if at := invalidUTF8(data); at >= 0 {
		return Value{}, &SyntaxError{Offset: at, Message: "not UTF-8"}
	}
	p.space()
	v, err := p.value(0)
	if err != nil {
		return Value{}, err
	}
	p.space()
	if p.at < len(p.data) {
		return Value{}, p.fail("something follows the value")
	}
	return v, nil
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// parser walks over data. Each method starts at p.at and leaves it behind what
// it has read.
type parser struct {
	data []byte
	at   int
}

func (p *parser) fail(message string) error { return &SyntaxError{Offset: p.at, Message: message} }

// within returns err as one of the value behind step; nil stays nil.
func within(step string, err error) error {
	var mistake *SyntaxError
	if errors.As(err, &mistake) {
		mistake.Path = step + mistake.Path
	}
	return err
}

// PlainName reports whether a name can be told in an error: letters and _, at most
// 40. What has digits may be a key or a number that got into the wrong place.
func PlainName(name string) bool {
	for _, c := range []byte(name) {
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return name != "" && len(name) <= 40
}

// peek returns the next byte, or 0 at the end; a NUL in the text fails wherever
// it is looked at, so the two need not be told apart.
func (p *parser) peek() byte {
	if p.at < len(p.data) {
		return p.data[p.at]
	}
	return 0
}

func (p *parser) space() {
	for p.at < len(p.data) {
		switch p.data[p.at] {
		case ' ', '\t', '\r', '\n':
			p.at++
		default:
			return
		}
	}
}

func (p *parser) value(depth int) (Value, error) {
	switch c := p.peek(); {
	case c == '{':
		return p.object(depth + 1)
	case c == '[':
		return p.array(depth + 1)
	case c == '"':
		text, err := p.text()
		return Value{Kind: String, Text: text}, err
	case c == '-' || c >= '0' && c <= '9':
		text, err := p.number()
		return Value{Kind: Number, Text: text}, err
	case p.at >= len(p.data):
		return Value{}, p.fail("the text ends where a value should be")
	}
	return p.literal()
}

func (p *parser) literal() (Value, error) {
	for word, v := range map[string]Value{
		"null":  {},
		"true":  {Kind: Bool, Bool: true},
		"false": {Kind: Bool},
	} {
		end := p.at + len(word)
		if end <= len(p.data) && string(p.data[p.at:end]) == word {
			p.at = end
			return v, nil
		}
	}
	return Value{}, p.fail("no JSON value starts like this")
}

func (p *parser) array(depth int) (Value, error) {
	if depth > MaxDepth {
		return Value{}, p.fail("nested too deeply")
	}
	v := Value{Kind: Array, Items: []Value{}}
	err := p.list(']', func() error {
		item, err := p.value(depth)
		v.Items = append(v.Items, item)
		return within("["+strconv.Itoa(len(v.Items)-1)+"]", err)
	})
	return v, err
}

func (p *parser) object(depth int) (Value, error) {
	if depth > MaxDepth {
		return Value{}, p.fail("nested too deeply")
	}
	v := Value{Kind: Object, Members: []Member{}}
	seen := map[string]bool{}
	err := p.list('}', func() error {
		start := p.at
		m, err := p.member(depth)
		if err == nil && seen[m.Name] {
			p.at = start
			err = inMember(m.Name, p.fail("the same name twice in one object"))
		}
		seen[m.Name] = true
		v.Members = append(v.Members, m)
		return err
	})
	return v, err
}

func (p *parser) member(depth int) (Member, error) {
	if p.peek() != '"' {
		return Member{}, p.fail("a name in double quotes is expected")
	}
	name, err := p.text()
	if err != nil {
		return Member{}, err
	}
	p.space()
	if p.peek() != ':' {
		return Member{}, p.fail("a colon is expected")
	}
	p.at++
	p.space()
	v, err := p.value(depth)
	return Member{name, v}, inMember(name, err)
}

// inMember is within the member of a name; one that is not plain is not told, nor
// what is in it.
func inMember(name string, err error) error {
	var mistake *SyntaxError
	if !PlainName(name) && errors.As(err, &mistake) {
		mistake.Path = ""
		return err
	}
	return within("."+name, err)
}

// list reads an opening bracket, entries separated by commas, and end.
func (p *parser) list(end byte, entry func() error) error {
	p.at++
	p.space()
	if p.peek() == end {
		p.at++
		return nil
	}
	for {
		if err := entry(); err != nil {
			return err
		}
		p.space()
		switch p.peek() {
		case end:
			p.at++
			return nil
		case ',':
			p.at++
			p.space()
		default:
			return p.fail("a comma or the closing bracket is expected")
		}
	}
}
