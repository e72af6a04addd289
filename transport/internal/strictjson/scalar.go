package strictjson

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// number reads a number and returns its digits as sent.
func (p *parser) number() (string, error) {
	start := p.at
	if p.peek() == '-' {
		p.at++
	}
	if err := p.integerPart(); err != nil {
		return "", err
	}
	if p.peek() == '.' {
		p.at++
		if p.digits() == 0 {
			return "", p.fail("a digit is expected after the decimal point")
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		if p.digits() == 0 {
			return "", p.fail("a digit is expected in the exponent")
		}
	}
	text := string(p.data[start:p.at])
	if message := outOfRange(text); message != "" {
		return "", &SyntaxError{Offset: start, Message: message}
	}
	return text, nil
}

func (p *parser) integerPart() error {
	leadingZero := p.peek() == '0'
	switch n := p.digits(); {
	case n == 0:
		return p.fail("a digit is expected")
	case leadingZero && n > 1:
		return p.fail("a number may not start with a zero and another digit")
	}
	return nil
}

func (p *parser) digits() (n int) {
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.at++
		n++
	}
	return n
}

// outOfRange says why a double cannot stand for a number, or "". A value that a
// double rounds to zero would pass every maximum.
func outOfRange(number string) string {
	f, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return "the number is too large"
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(number), "e")
	if f == 0 && strings.ContainsAny(mantissa, "123456789") {
		return "the number is too small to be told from zero"
	}
	return ""
}

// text reads a string with its quotes and returns its contents.
func (p *parser) text() (string, error) {
	p.at++
	start := p.at
	for p.at < len(p.data) {
		switch c := p.data[p.at]; {
		case c == '"':
			p.at++
			return string(p.data[start : p.at-1]), nil
		case c == '\\':
			return p.escapedText(start)
		case c < ' ':
			return "", p.fail("a control character must be escaped in a string")
		}
		p.at++
	}
	return "", p.fail("the text ends within a string")
}

// escapedText goes on with a string begun at start, from its first backslash.
func (p *parser) escapedText(start int) (string, error) {
	out := append([]byte(nil), p.data[start:p.at]...)
	for p.at < len(p.data) {
		c := p.data[p.at]
		switch {
		case c == '"':
			p.at++
			return string(out), nil
		case c < ' ':
			return "", p.fail("a control character must be escaped in a string")
		case c != '\\':
			out = append(out, c)
			p.at++
			continue
		}
		r, err := p.escape()
		if err != nil {
			return "", err
		}
		out = utf8.AppendRune(out, r)
	}
	return "", p.fail("the text ends within a string")
}

var simpleEscapes = map[byte]rune{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape reads a backslash and what it stands for.
func (p *parser) escape() (rune, error) {
	start := p.at
	p.at++
	c := p.peek()
	if r, ok := simpleEscapes[c]; ok {
		p.at++
		return r, nil
	}
	if c != 'u' {
		return 0, p.fail("unknown escape in a string")
	}
	r, err := p.hex4()
	if err != nil {
		return 0, err
	}
	if utf16.IsSurrogate(r) {
		return p.surrogatePair(start, r)
	}
	if r == 0 {
		return 0, &SyntaxError{Offset: start, Message: "U+0000 is not allowed"}
	}
	return r, nil
}

// surrogatePair reads the low surrogate that must follow high.
func (p *parser) surrogatePair(start int, high rune) (rune, error) {
	if p.peek() == '\\' && p.at+1 < len(p.data) && p.data[p.at+1] == 'u' {
		p.at++
		low, err := p.hex4()
		if err != nil {
			return 0, err
		}
		if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
			return r, nil
		}
	}
	return 0, &SyntaxError{Offset: start, Message: "half of a surrogate pair"}
}

// hex4 reads the letter u and four hexadecimal digits.
func (p *parser) hex4() (rune, error) {
	p.at++
	if p.at+4 > len(p.data) {
		p.at = len(p.data)
		return 0, p.fail("four hexadecimal digits are expected")
	}
	n, err := strconv.ParseUint(string(p.data[p.at:p.at+4]), 16, 16)
	if err != nil || strings.ContainsAny(string(p.data[p.at:p.at+4]), "_+-") {
		return 0, p.fail("four hexadecimal digits are expected")
	}
	p.at += 4
	return rune(n), nil
}
