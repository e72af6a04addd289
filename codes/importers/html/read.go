package html

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
)

var _ importers.Reader = Read

// Read implements [importers.Reader] for web pages. It refuses what is another
// format, has more than 500,000 tags, is nested beyond what browsers take, or lacks
// its end.
func Read(ctx context.Context, name string, data []byte, given *importers.Given) (*importers.Import, error) {
	text, err := decode(name, data)
	if err != nil {
		return nil, err
	}
	if what := legal.ForeignXML([]byte(text[:min(len(text), 64<<10)])); what != "" {
		return nil, importers.Refuse(name, importers.ErrFormat, importers.Problem{Line: 1, Message: "it is no web page but " + what})
	}
	scanned, err := check(ctx, name, text)
	if err != nil {
		return nil, err
	}
	doc, err := parse(text)
	if err != nil {
		return nil, importers.Refuse(name, importers.ErrMalformed, importers.Problem{Line: 1, Message: err.Error()})
	}
	s := &legal.Source{Report: importers.Report{File: name, Format: "html", Bytes: len(data)}, Words: scanned.words}
	reportNUL(text, s)
	page := newPage(doc, given != nil && given.OnlyVisible)
	page.metadata(s)
	main := page.main()
	r := &reader{ctx: ctx, page: page, source: s, base: page.base(given, s.Found.SourceURL), lang: language(given, s, main)}
	if err := r.read(main); err != nil {
		return nil, legal.TooMany(name, err)
	}
	page.title(s, main)
	s.Seen = r.seen(main, scanned.seen)
	r.reportLeft(main)
	return legal.Assemble(ctx, name, s, given)
}

func language(given *importers.Given, s *legal.Source, main *html.Node) string {
	if given != nil && given.Lang != "" {
		return given.Lang
	}
	if s.Found.Lang == "" {
		s.Found.Lang = legal.Detect(plainText(main))
	}
	return s.Found.Lang
}

// decode returns a page as UTF-8: by its byte order mark, the encoding it names,
// or what browsers take it for.
func decode(name string, data []byte) (string, error) {
	refuse := func(kind error, line int, format string, args ...any) error {
		return importers.Refuse(name, kind, importers.Problem{Line: line, Message: fmt.Sprintf(format, args...)})
	}
	if len(data) > importers.MaxMarkup {
		return "", refuse(importers.ErrTooLarge, 1+bytes.Count(data[:importers.MaxMarkup], []byte("\n")), "there is more than %d MiB, which ends here; split the file", importers.MaxMarkup>>20)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return "", refuse(importers.ErrEmpty, 1, "there is nothing in it")
	}
	if format := importers.Sniff(data); format != "" && format != "html" && format != "xml" {
		return "", refuse(importers.ErrFormat, 1, "it is %s, not a web page", strings.ToUpper(format))
	}
	_, encoding, declared := charset.DetermineEncoding(data[:min(len(data), 4096)], "")
	if !declared && utf8.Valid(data) {
		encoding = "utf-8"
	}
	if encoding == "utf-8" {
		if line := invalidLine(data); line > 0 {
			return "", refuse(importers.ErrMalformed, line, "bytes that are not UTF-8, which the page says it is; save it again, or correct the encoding it names")
		}
		return string(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))), nil
	}
	enc, err := htmlindex.Get(encoding)
	if err != nil {
		return "", refuse(importers.ErrFormat, 1, "the encoding %.40q is not known; save the page as UTF-8", encoding)
	}
	text, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return "", refuse(importers.ErrMalformed, 1, "cannot be read as %s", encoding)
	}
	return string(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))), nil
}

// invalidLine returns the first line that is not UTF-8, 0 when all are.
func invalidLine(data []byte) int {
	if utf8.Valid(data) {
		return 0
	}
	line := 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			return line
		}
		if r == '\n' {
			line++
		}
		data = data[size:]
	}
	return 0
}

// parse makes a tree of a page; the parser panics at nesting it does not take.
func parse(text string) (doc *html.Node, err error) {
	defer func() {
		if p := recover(); p != nil {
			doc, err = nil, fmt.Errorf("the page cannot be read: %v", p)
		}
	}()
	return html.ParseWithOptions(strings.NewReader(text), html.ParseOptionEnableScripting(false))
}

var inlineNames = nameSet("a abbr b bdi bdo big button cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var")

// isInline reports whether an element stands within a line.
func isInline(n *html.Node) bool { return n.Type == html.ElementNode && inlineNames[n.Data] }
