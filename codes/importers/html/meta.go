package html

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// metadata takes what the page says of itself in its head, and in attributes of
// RDFa.
func (p *page) metadata(s *legal.Source) {
	said := p.properties()
	first := func(field string) string {
		for _, name := range words().meta[field] {
			if value := said[name]; value != "" {
				return value
			}
		}
		return ""
	}
	found := &s.Found
	found.Title = first("title")
	found.Identifier = first("identifier")
	found.Author = lastPart(first("author"))
	found.Published = day(s, "publication", first("published"))
	found.Effective = day(s, "effect", first("effective"))
	found.Repealed = day(s, "repeal", first("repealed"))
	found.Lang = p.language(first("lang"))
	found.SourceURL = first("url")
	if canonical := p.canonical(); canonical != "" {
		found.SourceURL = canonical
	}
	if !strings.HasPrefix(found.SourceURL, "https://") && !strings.HasPrefix(found.SourceURL, "http://") {
		found.SourceURL = ""
	}
	if force := strings.ToLower(lastPart(first("force"))); strings.HasPrefix(force, "notinforce") || strings.HasPrefix(force, "inforce-notinforce") {
		found.Status = codes.Repealed
	}
}

// properties returns the values of meta elements and of RDFa properties, the
// first of each name.
func (p *page) properties() map[string]string {
	said := make(map[string]string)
	for n := range p.doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		value := attr(n, "content")
		if value == "" && n.Data != "meta" && (has(n, "property")) {
			value = attr(n, "resource")
			if value == "" {
				value = attr(n, "href")
			}
		}
		if value == "" || len(value) > 2000 {
			continue
		}
		for _, key := range []string{attr(n, "property"), attr(n, "name")} {
			for _, name := range strings.Fields(strings.ToLower(key)) {
				name = strings.TrimPrefix(name, "http://data.europa.eu/eli/ontology#")
				for _, name := range []string{name, "eli:" + name} {
					if said[name] == "" {
						said[name] = strings.Join(strings.Fields(value), " ")
					}
				}
			}
		}
	}
	return said
}

// lastPart returns the last part of an address, or a text as it is.
func lastPart(s string) string {
	if !strings.Contains(s, "://") {
		return s
	}
	s = strings.TrimRight(s, "/")
	return s[strings.LastIndexAny(s, "/#")+1:]
}

func day(s *legal.Source, of, value string) codes.Date {
	if value == "" {
		return codes.Date{}
	}
	date, err := codes.ParseDate(value[:min(len(value), len("2006-01-02"))])
	if err != nil {
		s.Report.Add(importers.Problem{Where: "metadata", Message: "the day of " + of + " cannot be read, left out: " + value[:min(len(value), 40)]})
	}
	return date
}

var languageTag = lazyregexp.New(`^[a-zA-Z]{2}(?:[-_][a-zA-Z]{2})?$`)

// threeLetters are the languages the vocabulary of the European Union names with
// three letters.
var threeLetters = map[string]string{
	"spa": "es", "cat": "ca", "glg": "gl", "eus": "eu", "baq": "eu", "eng": "en", "fra": "fr", "fre": "fr", "por": "pt", "ita": "it", "deu": "de", "ger": "de",
}

func (p *page) language(said string) string {
	if root := p.first(p.doc, "html"); said == "" && root != nil {
		said = attr(root, "lang")
		if said == "" {
			said = attr(root, "xml:lang")
		}
	}
	said = lastPart(said)
	if short := threeLetters[strings.ToLower(said)]; short != "" {
		return short
	}
	if !languageTag.MatchString(said) {
		return ""
	}
	return strings.ToLower(said[:2])
}

func (p *page) canonical() string {
	for n := range p.doc.Descendants() {
		if n.Type == html.ElementNode && n.Data == "link" && strings.EqualFold(attr(n, "rel"), "canonical") {
			return strings.TrimSpace(attr(n, "href"))
		}
	}
	return ""
}

// title finds the title where the metadata have none: the first heading of the
// text where it is of the first level, else that of the page.
func (p *page) title(s *legal.Source, main *html.Node) {
	if s.Found.Title != "" {
		return
	}
	for _, e := range s.Elements {
		if e.Level == 1 {
			s.Found.Title = e.Text
			return
		}
	}
	for _, root := range []*html.Node{main, p.doc} {
		if h := p.first(root, "h1"); h != nil && !p.skip[h] {
			if s.Found.Title = strings.Join(strings.Fields(plainText(h)), " "); s.Found.Title != "" {
				return
			}
		}
	}
	if t := p.first(p.doc, "title"); t != nil {
		s.Found.Title = strings.Join(strings.Fields(textOf(t)), " ")
	}
}

// textOf returns the text below an element.
func textOf(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return b.String()
}
