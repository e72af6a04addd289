package markdown

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

var _ importers.Reader = Read

// Read implements [importers.Reader] for Markdown, and for plain text where the
// name ends in .txt. It refuses what is another format, is not UTF-8 (or UTF-16
// with a byte order mark), holds NUL, or is nested beyond reason.
func Read(ctx context.Context, name string, data []byte, given *importers.Given) (*importers.Import, error) {
	text, err := decode(name, data)
	if err != nil {
		return nil, err
	}
	s := &legal.Source{Report: importers.Report{File: name, Format: "markdown", Bytes: len(data)}}
	front, body, err := splitFront(name, text)
	if err != nil {
		return nil, err
	}
	if err := front.read(name, s); err != nil {
		return nil, err
	}
	r := &reader{ctx: ctx, name: name, source: s, firstLine: 1 + strings.Count(text[:len(text)-len(body)], "\n"), lang: language(given, s, body), onlyVisible: given != nil && given.OnlyVisible}
	if isPlain(name) {
		err = r.plain(body)
	} else {
		err = r.markdown(body)
	}
	if err != nil {
		return nil, legal.TooMany(name, err)
	}
	s.Seen = seen(body)
	if isPlain(name) {
		s.Words.Line(body)
	} else {
		countWords(body, &s.Words)
	}
	return legal.Assemble(ctx, name, s, front.edition(given, s))
}

func isPlain(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".txt" || ext == ".text"
}

// language is what references are looked for in: as given, as the file says, or
// as it reads.
func language(given *importers.Given, s *legal.Source, body string) string {
	if given != nil && given.Lang != "" {
		return given.Lang
	}
	if s.Found.Lang == "" {
		s.Found.Lang = legal.Detect(body)
	}
	return s.Found.Lang
}

// decode returns the text of a file, or says why it is none.
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
	if format := otherFormat(data); format != "" {
		return "", refuse(importers.ErrFormat, 1, "this is %s", format)
	}
	data, err := importers.DecodeXML(name, data)
	if err != nil {
		return "", err
	}
	if at := bytes.IndexByte(data, 0); at >= 0 {
		return "", refuse(importers.ErrMalformed, 1+bytes.Count(data[:at], []byte("\n")), "a NUL byte stands in the text; save the file as UTF-8")
	}
	if !utf8.Valid(data) {
		return "", refuse(importers.ErrMalformed, 1, "the file is not UTF-8; save it as UTF-8")
	}
	text := strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
	return text, nil
}

// otherFormat names what a file is that is no Markdown.
func otherFormat(data []byte) string {
	switch format := importers.Sniff(data); format {
	case "pdf":
		return "a PDF file: use import pdf"
	case "zip":
		return "a zip archive, such as DOCX: use import docx"
	case "doc":
		return "an old Office document"
	case "rtf":
		return "a Rich Text document"
	case "gzip":
		return "a gzip archive"
	case "html":
		return "an HTML page: use import html"
	case "xml":
		return foreignXML(data)
	case "json":
		if json.Valid(data) {
			return "JSON"
		}
	}
	return ""
}

// foreignXML names XML, also without a declaration; Markdown may begin with an
// element of HTML, or with a tag that is never closed.
func foreignXML(data []byte) string {
	text, err := importers.DecodeXML("", data)
	if err != nil {
		return "XML"
	}
	if !bytes.Contains(text, []byte("</")) && !bytes.HasPrefix(bytes.TrimSpace(text), []byte("<?xml")) {
		return ""
	}
	return legal.ForeignXML(text)
}

var (
	rawItem  = lazyregexp.New(`^(?:[–—•·▪]|[-*+][ \t]|\(?[a-zñ]{1,2}\\?\)|\(?[ivx]{1,5}\\?\)|\(?\d{1,2}\\?\)|\d{1,2}\.?[ºª°]|(?:[a-z]|[ivx]{1,4}|[A-Z])\\?\.(?:\s|$))`)
	rawTable = lazyregexp.New(`^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?\s*$|^<table[\s>]`)
	rawImage = lazyregexp.New(`!\[[^\]]*\]\(|<img\s`)
	rawNote  = lazyregexp.New(`^(?i:notas?|notes?)\b[^\n:.]{0,20}[:.]`)
)

// seen counts what there is in the raw text, by lines and not by what was made of
// them.
func seen(body string) legal.Seen {
	s := legal.Seen{Articles: legal.CountArticles(body), Annexes: legal.CountAnnexes(body)}
	for line := range strings.Lines(body) {
		line = strings.TrimLeft(line, " \t>")
		s.Images += strings.Count(line, "<img ") + strings.Count(line, "![")
		switch {
		case line == "":
		case strings.ContainsAny(line[:min(len(line), 8)], ")º°ª.–—•·▪-*+|<") && rawItem.MatchString(line):
			s.Items++
		case strings.ContainsAny(line[:1], "|-:<") && rawTable.MatchString(line):
			s.Tables++
		case strings.ContainsAny(line[:1], "Nn*") && rawNote.MatchString(strings.TrimLeft(line, "*")):
			s.Notes++
		}
	}
	return s
}
