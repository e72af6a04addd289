package rules

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// nodeReader reads YAML strictly and collects every mistake with its line:
// known keys only, each once, no anchors, scalars as written.
type nodeReader struct{ problems []Problem }

const (
	maxSource   = 4 << 20 // bytes of one rules file
	maxProblems = 1000    // a file of garbage costs no more than its first mistakes
)

func (r *nodeReader) add(n *yaml.Node, format string, args ...any) {
	line := 1
	if n != nil && n.Line > 0 {
		line = n.Line
	}
	r.addLine(line, format, args...)
}

func (r *nodeReader) addLine(line int, format string, args ...any) {
	if len(r.problems) < maxProblems {
		r.problems = append(r.problems, Problem{line, fmt.Sprintf(format, args...)})
	}
}

var (
	yamlLine   = lazyregexp.New(`line (\d+)`)
	yamlPrefix = lazyregexp.New(`^yaml: (?:line \d+: )?`)
)

// document returns the one mapping source holds, or nil after a problem.
func (r *nodeReader) document(source []byte) *yaml.Node {
	if len(source) > maxSource {
		r.add(nil, "the file is larger than %d bytes; split it", maxSource)
		return nil
	}
	if !utf8.Valid(source) || bytes.IndexByte(source, 0) >= 0 {
		r.add(nil, "the file is not UTF-8 text without NUL; save it as UTF-8")
		return nil
	}
	decoder := yaml.NewDecoder(bytes.NewReader(source))
	var doc yaml.Node
	if err := decoder.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			r.add(nil, "the file is empty; it needs at least format: 1")
			return nil
		}
		r.syntax(err)
		return nil
	}
	var second yaml.Node
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		r.add(&second, "one document only; remove what follows ---")
		return nil
	}
	if len(doc.Content) != 1 {
		r.add(nil, "the file is empty; it needs at least format: 1")
		return nil
	}
	return doc.Content[0]
}

func (r *nodeReader) syntax(err error) {
	line := 1
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		line, _ = strconv.Atoi(m[1])
	}
	message := yamlPrefix.ReplaceAllString(err.Error(), "")
	if strings.Contains(message, "cannot start any token") { // a tab, or @, `, %
		message += ": a tab does not indent, write spaces; a text that begins so stands between quotes"
	}
	r.addLine(line, "%s", message)
}

// fields calls the reader of each key of a mapping. Unknown and repeated keys
// are problems, and so are missing required ones, marked by a leading "!".
func (r *nodeReader) fields(n *yaml.Node, what string, readers map[string]func(*yaml.Node)) {
	seen := make(map[string]bool)
	r.entries(n, what, func(key, value *yaml.Node) {
		read, ok := readers[key.Value]
		if !ok {
			read, ok = readers["!"+key.Value]
		}
		if !ok {
			r.add(key, "%s has no key %q%s", what, key.Value, hint(key.Value))
			return
		}
		seen[key.Value] = true
		read(value)
	})
	for key := range readers {
		if name, required := strings.CutPrefix(key, "!"); required && !seen[name] && n.Kind == yaml.MappingNode {
			r.add(n, "%s needs the key %q", what, name)
		}
	}
}

// hint says what a key most often comes of that nobody meant as one.
func hint(key string) string {
	if _, err := strconv.Atoi(key); err == nil {
		return ": a comma separates keys here; a number has a decimal point, 2.10"
	}
	return ""
}

// entries calls f for each key and value of a mapping, repeated keys excluded.
func (r *nodeReader) entries(n *yaml.Node, what string, f func(key, value *yaml.Node)) {
	if n.Kind != yaml.MappingNode {
		r.add(n, "%s must be a mapping of keys to values", what)
		return
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Kind != yaml.ScalarNode || value.Kind == yaml.AliasNode || value.Anchor != "" {
			r.add(key, "%s: plain keys and no anchors, please", what)
			continue
		}
		if seen[key.Value] {
			r.add(key, "%s has %q twice", what, key.Value)
			continue
		}
		seen[key.Value] = true
		f(key, value)
	}
}

// items calls f for each item of a list.
func (r *nodeReader) items(n *yaml.Node, what string, f func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		r.add(n, "%s must be a list", what)
		return
	}
	for _, item := range n.Content {
		if item.Kind == yaml.AliasNode || item.Anchor != "" {
			r.add(item, "%s: no anchors, please", what)
			continue
		}
		f(item)
	}
}

// text returns a scalar as written; "" after a problem.
func (r *nodeReader) text(n *yaml.Node, what string) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		r.add(n, "%s must be one value", what)
		return ""
	}
	if strings.TrimSpace(n.Value) == "" {
		r.add(n, "%s is empty", what)
	}
	return strings.TrimSpace(n.Value)
}

// oneOrMore returns a scalar or a list of scalars.
func (r *nodeReader) oneOrMore(n *yaml.Node, what string) []string {
	if n.Kind == yaml.ScalarNode {
		return []string{r.text(n, what)}
	}
	var list []string
	r.items(n, what, func(item *yaml.Node) { list = append(list, r.text(item, what)) })
	return list
}

var identifier = lazyregexp.New(`^[a-z][a-z0-9_-]{0,63}$`)

func (r *nodeReader) id(n *yaml.Node, what string) string {
	if !identifier.MatchString(n.Value) || n.Kind != yaml.ScalarNode {
		r.add(n, "%s %q must be lower-case letters, digits, - and _, a letter first", what, n.Value)
		return ""
	}
	return n.Value
}
