package pack

import (
	"bytes"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// yamlDoc reads one YAML document strictly: known keys, each once, plain values.
type yamlDoc struct {
	rep    *report
	file   string
	offset int // lines of the file before the document
	last   int // line of the document that is its last
}

var yamlLine = lazyregexp.New(`^yaml: (?:line (\d+): )?(.*)`)

// parse returns the mapping a document consists of, or nil after reporting why
// there is none.
func (y *yamlDoc) parse(source []byte, allowed ...string) *mapping {
	y.last = bytes.Count(source, []byte("\n")) + 1
	decoder := yaml.NewDecoder(bytes.NewReader(source))
	var doc, next yaml.Node
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		y.add(1, "is empty; write %s", strings.Join(allowed, ", "))
		return nil
	case err != nil:
		y.syntax(err)
		return nil
	}
	switch err := decoder.Decode(&next); {
	case err == nil:
		y.add(next.Line, "a second document begins here; a file holds one")
	case !errors.Is(err, io.EOF):
		y.syntax(err)
	}
	if !y.plain(&doc) {
		return nil
	}
	return y.mapping(doc.Content[0], allowed...)
}

func (y *yamlDoc) add(line int, format string, args ...any) {
	y.rep.add(y.file, y.line(line), format, args...)
}

// line returns the line of the file for a line of the document. YAML also ends
// lines at characters that are no line feeds; no line is beyond the last.
func (y *yamlDoc) line(line int) int { return min(max(line, 1), y.last) + y.offset }

func (y *yamlDoc) syntax(err error) {
	line, message := 1, err.Error()
	if m := yamlLine.FindStringSubmatch(message); m != nil {
		message = m[2]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = n
		}
	}
	y.add(line, "is no YAML: %s", message)
}

// plain refuses what lets a small file stand for a huge one, and what a reader
// of the file cannot see through: anchors, aliases, tags.
func (y *yamlDoc) plain(node *yaml.Node) bool {
	switch {
	case node.Kind == yaml.AliasNode || node.Anchor != "":
		y.add(node.Line, "anchors and aliases (& and *) are not taken; write the value out, or put it in quotes")
		return false
	case node.Style&yaml.TaggedStyle != 0:
		y.add(node.Line, "tags (!) are not taken; write the value alone, or put it in quotes")
		return false
	}
	ok := true
	for _, child := range node.Content {
		ok = y.plain(child) && ok
	}
	return ok
}

// mapping is the keys and values of one YAML mapping.
type mapping struct {
	*yamlDoc
	start  int // line of its first key
	values map[string]*yaml.Node
	faults map[string]bool // keys that were complained of and have no value now
}

// mapping reports unknown and repeated keys and keeps the rest.
func (y *yamlDoc) mapping(node *yaml.Node, allowed ...string) *mapping {
	if node.Kind != yaml.MappingNode {
		y.add(node.Line, "must be keys and values: %s", strings.Join(allowed, ", "))
		return nil
	}
	m := &mapping{yamlDoc: y, start: node.Line, values: make(map[string]*yaml.Node), faults: make(map[string]bool)}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode || !slices.Contains(allowed, key.Value):
			y.add(key.Line, "unknown key %q; known are %s", key.Value, strings.Join(allowed, ", "))
		case m.values[key.Value] != nil:
			y.add(key.Line, "key %q is here twice; remove one", key.Value)
		default:
			// A block scalar's own line is that of its first row: people look
			// for the key.
			value.Line = key.Line
			m.values[key.Value] = value
		}
	}
	return m
}

// at returns the line of the file a key stands on, or that of the mapping when
// the key is absent.
func (m *mapping) at(key string) int {
	if value := m.values[key]; value != nil {
		return m.line(value.Line)
	}
	return m.line(m.start)
}

// keys returns what is to be known of the keys later on.
func (m *mapping) keys() keyLines {
	lines := make(map[string]int, len(m.values))
	for key := range m.values {
		lines[key] = m.at(key)
	}
	return keyLines{file: m.file, lines: lines, faults: m.faults}
}

func (m *mapping) bad(key, format string, args ...any) {
	m.faults[key] = true
	m.rep.add(m.file, m.at(key), "%s: "+format, append([]any{key}, args...)...)
}

// scalar returns the text of a key if its tag is one of those given. A key
// without a value counts as absent.
func (m *mapping) scalar(key, want string, required bool, tags ...string) string {
	value := m.values[key]
	switch {
	case value == nil || value.Kind == yaml.ScalarNode && value.ShortTag() == "!!null":
		if required {
			m.bad(key, "is required; write %s", want)
		}
		return ""
	case value.Kind != yaml.ScalarNode || !slices.Contains(tags, value.ShortTag()):
		m.bad(key, "must be %s", want)
		return ""
	}
	return value.Value
}

// text returns a text of one line.
func (m *mapping) text(key string, required bool) string {
	text := m.prose(key, required)
	if strings.ContainsAny(text, "\n") {
		m.bad(key, "must be a single line")
		return ""
	}
	return text
}

// prose returns a text of any number of lines.
func (m *mapping) prose(key string, required bool) string {
	text := strings.TrimSpace(m.scalar(key, "text, in quotes where it looks like a number, a date or yes and no", required, "!!str"))
	if problem := controlProblem(text); problem != "" {
		m.bad(key, "%s", problem)
		return ""
	}
	if required && text == "" && m.values[key] != nil && m.values[key].ShortTag() == "!!str" {
		m.bad(key, "is empty; it is required")
	}
	return text
}

// controlProblem tells which control character of text has no business there.
func controlProblem(text string) string {
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return "contains the control character " + strconv.QuoteRune(r) + "; remove it"
		}
	}
	return ""
}

func (m *mapping) boolean(key string) bool {
	value := m.scalar(key, "true or false", false, "!!bool")
	return strings.EqualFold(value, "true")
}

func (m *mapping) date(key string) codes.Date {
	const want = "a date of the form YYYY-MM-DD"
	text := m.scalar(key, want, false, "!!timestamp", "!!str")
	if text == "" {
		return codes.Date{}
	}
	date, err := codes.ParseDate(text)
	if err != nil {
		m.bad(key, "%q is not %s, or no day of the calendar", text, want)
	}
	return date
}

// address returns the address of a page, which readers are sent to: http and
// https only.
func (m *mapping) address(key string) string {
	text := m.text(key, false)
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		m.bad(key, "must be a full address that begins with https:// or http://")
		return ""
	}
	return text
}

// items returns the entries of a list.
func (m *mapping) items(key string, required bool) []*yaml.Node {
	value := m.values[key]
	switch {
	case value == nil || value.Kind == yaml.ScalarNode && value.ShortTag() == "!!null":
		if required {
			m.bad(key, "is required; write a list: [a, b]")
		}
		return nil
	case value.Kind != yaml.SequenceNode:
		m.bad(key, "must be a list: [a, b]")
		return nil
	case required && len(value.Content) == 0:
		m.bad(key, "is empty; name at least one")
	}
	return value.Content
}

// texts returns a list of texts, each of one line and each once.
func (m *mapping) texts(key string, required bool) []string {
	var list []string
	for _, item := range m.items(key, required) {
		text := strings.TrimSpace(item.Value)
		switch {
		case item.Kind != yaml.ScalarNode || item.ShortTag() != "!!str":
			m.add(item.Line, "%s: each entry must be text, in quotes where it looks like a number", key)
		case text == "" || strings.Contains(text, "\n") || controlProblem(text) != "":
			m.add(item.Line, "%s: an entry must be a single line of text", key)
		case slices.Contains(list, text):
			m.add(item.Line, "%s: %q is here twice; remove one", key, text)
		default:
			list = append(list, text)
		}
	}
	if required && len(list) == 0 {
		m.faults[key] = true
	}
	return list
}
