package markdown

import (
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

//go:embed front.tsv
var frontFile string

// meanings gives what a word of a kind means in the file's keys and values.
var meanings = sync.OnceValue(func() map[string]map[string]string {
	m := make(map[string]map[string]string)
	for line := range strings.Lines(frontFile) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(fields) != 3 {
			continue
		}
		if m[fields[0]] == nil {
			m[fields[0]] = make(map[string]string)
		}
		for word := range strings.SplitSeq(fields[2], "|") {
			m[fields[0]][word] = fields[1]
		}
	}
	return m
})

// maxFront is the longest front matter read, in bytes.
const maxFront = 64 << 10

// front is the front matter of a file.
type front struct {
	text    string     // YAML, "" where the file has none
	updated codes.Date // day of the consolidation, which is no day of effect
}

var keyLine = lazyregexp.New(`^[\pL_][\pL\d_ -]*:(?:\s|$)`)

// splitFront parts the front matter from the text.
func splitFront(name, text string) (f front, body string, err error) {
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok || !keyLine.MatchString(rest) && !strings.HasPrefix(rest, "---") {
		return front{}, text, nil
	}
	at := 0
	for line := range strings.Lines(rest) {
		if mark := strings.TrimRight(line, " \t\n"); mark == "---" || mark == "..." {
			return front{text: rest[:at]}, rest[at+len(line):], nil
		}
		if at += len(line); at > maxFront {
			break
		}
	}
	return front{}, "", importers.Refuse(name, importers.ErrMalformed, importers.Problem{
		Line: 1, Message: fmt.Sprintf("the front matter begun with --- has no end: a line --- within %d KiB", maxFront>>10),
	})
}

var yamlLine = lazyregexp.New(`line (\d+)`)

// read takes what the front matter says into the source.
func (f *front) read(name string, s *legal.Source) error {
	if strings.TrimSpace(f.text) == "" {
		return nil
	}
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(f.text), &doc); err != nil {
		return malformed(name, err)
	}
	if len(doc.Content) == 0 || doc.Content[0].Kind != yaml.MappingNode {
		return malformed(name, errors.New("not a list of keys and values"))
	}
	fields := doc.Content[0].Content
	said := make(map[string]string)
	var unknown []string
	for i := 0; i+1 < len(fields); i += 2 {
		key := strings.ToLower(fields[i].Value)
		meaning, ok := meanings()["key"][key]
		if !ok {
			unknown = append(unknown, fields[i].Value)
			continue
		}
		if _, twice := said[meaning]; twice && meaning != "ignored" {
			s.Report.Add(importers.Problem{Line: fields[i].Line + 1, Message: fmt.Sprintf("front matter: %q says what another key has said; left out", fields[i].Value)})
			continue
		}
		said[meaning] = key
		f.field(meaning, fields[i+1], s)
	}
	if len(unknown) > 0 {
		s.Report.Add(importers.Problem{Line: 1, Message: "front matter: keys not known, left out: " + strings.Join(unknown[:min(len(unknown), 20)], ", ")})
	}
	f.place(&s.Found)
	return nil
}

func malformed(name string, err error) error {
	line := 1
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		n, _ := strconv.Atoi(m[1])
		line += n
	}
	return importers.Refuse(name, importers.ErrMalformed, importers.Problem{Line: line, Message: fmt.Sprintf("front matter: %v", err)})
}

// field takes one key of the front matter.
func (f *front) field(meaning string, value *yaml.Node, s *legal.Source) {
	text := strings.Join(strings.Fields(value.Value), " ")
	found := &s.Found
	if meaning == "tags" && value.Kind == yaml.SequenceNode {
		for _, n := range value.Content {
			if n.Kind == yaml.ScalarNode && n.Value != "" {
				found.Tags = append(found.Tags, n.Value)
			}
		}
		return
	}
	if value.Kind != yaml.ScalarNode || text == "" || value.Tag == "!!null" {
		return
	}
	switch meaning {
	case "title":
		found.Title = text
	case "short_title":
		found.ShortTitle = text
	case "identifier":
		found.Identifier = text
	case "country":
		found.Country = strings.ToUpper(text)
	case "jurisdiction":
		found.Territories = []geo.ID{geo.ID(strings.ToUpper(text))}
	case "source":
		found.SourceURL = text
	case "author":
		found.Author = text
	case "lang":
		found.Lang = text
	case "tags":
		found.Tags = splitList(text)
	case "status":
		found.Status = codes.Status(word(s, "status", text, value.Line))
	case "scope":
		found.Scope = codes.NormativeScope(word(s, "scope", text, value.Line))
	default:
		f.date(meaning, text, value.Line, s)
	}
}

// word translates a value of a kind.
func word(s *legal.Source, kind, text string, line int) string {
	meaning, ok := meanings()[kind][strings.ToLower(text)]
	if !ok {
		s.Report.Add(importers.Problem{Line: line + 1, Message: fmt.Sprintf("front matter: %s: %q is not known, left out", kind, text)})
	}
	return meaning
}

// date takes a date. The day of the last consolidation is kept apart: on it
// nothing begins to hold.
func (f *front) date(meaning, text string, line int, s *legal.Source) {
	targets := map[string]*codes.Date{
		"published": &s.Found.Published, "effective": &s.Found.Effective, "repealed": &s.Found.Repealed, "updated": &f.updated,
	}
	target := targets[meaning]
	if target == nil {
		return
	}
	day, err := codes.ParseDate(text[:min(len(text), len("2006-01-02"))])
	if err != nil {
		s.Report.Add(importers.Problem{Line: line + 1, Message: fmt.Sprintf("front matter: the day %q is not of the form YYYY-MM-DD, left out", text)})
		return
	}
	*target = day
}

// place fills in the territory: the region named, else the country.
func (f *front) place(found *importers.Found) {
	if len(found.Territories) > 0 {
		region := found.Territories[0]
		if found.Country == "" {
			found.Country = string(region.Country())
		}
		switch {
		case found.Scope != "":
		case string(region) == found.Country:
			found.Scope = codes.National
		default:
			found.Scope = codes.Regional
		}
	}
	if len(found.Territories) == 0 && found.Country != "" && (found.Scope == "" || found.Scope == codes.National) {
		found.Territories = []geo.ID{geo.ID(found.Country)}
		found.Scope = codes.National
	}
}

// edition names the version after the consolidation the file is, where the caller
// gives neither a name nor a day of effect, so that a newer one stands beside it.
func (f *front) edition(given *importers.Given, s *legal.Source) *importers.Given {
	if given == nil {
		given = &importers.Given{}
	}
	if f.updated.IsZero() || given.Version != "" || !given.Effective.IsZero() || !s.Found.Effective.IsZero() {
		return given
	}
	named := *given
	named.Version = f.updated.String()
	if f.updated != s.Found.Published {
		s.Report.Add(importers.Problem{Message: fmt.Sprintf("the version is named after the last update of the file, %s, which is no day of effect", f.updated)})
	}
	return &named
}

func splitList(text string) []string {
	var list []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
		if part = strings.TrimSpace(part); part != "" && !slices.Contains(list, part) {
			list = append(list, part)
		}
	}
	return list
}
