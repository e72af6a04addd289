package boe

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes/importers"
)

var _ importers.Reader = Read

// Read implements [importers.Reader] for BOE consolidated legislation: the whole
// answer of the service, or its <texto> alone. Versions are named by their first
// day in force.
func Read(ctx context.Context, name string, data []byte, given *importers.Given) (*importers.Import, error) {
	if given == nil {
		given = &importers.Given{}
	}
	report := importers.Report{File: name, Format: "boe", Bytes: len(data)}
	text, err := importers.OpenXML(name, data, "take the XML of BOE's open data service")
	if err != nil {
		return nil, err
	}
	law, err := parse(ctx, name, text, given, &report)
	if err != nil {
		return nil, err
	}
	source := countSource(text)
	imp, err := law.imported(ctx, given, &report)
	if err != nil {
		return nil, err
	}
	law.count(&report, source, imp)
	imp.Report = report
	return imp, nil
}

// parser collects a law from the elements of its file as they end.
type parser struct {
	name   string
	given  *importers.Given
	report *importers.Report
	lines  int
	lang   string

	law     *law
	wording []*wording // of the block being read
	tables  importers.Tables
	texto   bool // the file has a text
}

func parse(ctx context.Context, name string, text []byte, given *importers.Given, report *importers.Report) (*law, error) {
	p := &parser{name: name, given: given, report: report, lines: 1 + bytes.Count(text, []byte("\n")), law: &law{name: name}}
	p.lang = given.Lang
	if p.lang == "" {
		p.lang = "es"
	}
	root, err := importers.ParseXML(ctx, name, text, p.element)
	if err != nil {
		return nil, err
	}
	switch root.Name { // not seen by element, which is asked within the root
	case "texto":
		p.texto, p.law.line = true, int(root.Line)
		p.flat(root)
	case "bloque":
		p.endBlock(root)
	}
	return p.law, p.check(root)
}

// check refuses a file that holds no law, and says what it holds instead.
func (p *parser) check(root *importers.Node) error {
	refuse := func(err error, line int32, format string, args ...any) error {
		return importers.Refuse(p.name, err, importers.Problem{Line: int(line), Message: fmt.Sprintf(format, args...)})
	}
	if code := root.Child("status").Child("code").Plain(); code != "" && code != "200" {
		return refuse(importers.ErrFormat, root.Line, "an answer of the service that is no law: %.10s %.100s", code, root.Child("status").Child("text").Plain())
	}
	switch {
	case len(p.law.blocks) > 0:
		return nil
	case p.texto:
		return refuse(importers.ErrEmpty, root.Line, "its <texto> holds no text")
	case p.law.identifier != "":
		return refuse(importers.ErrEmpty, root.Line, "it has the metadata of %s, but no <texto>; download the whole law, not its metadata", p.law.identifier)
	}
	return refuse(importers.ErrFormat, root.Line, "<%.40s> with neither <metadatos> nor <texto>: no consolidated legislation of the BOE", root.Name)
}

// element takes the parts of the file that stand alone as they end.
func (p *parser) element(n *importers.Node, path []*importers.Node) (bool, error) {
	switch n.Name {
	case "metadatos":
		p.law.metadata(n, p.report)
	case "analisis", "indice":
	case "version":
		if path[len(path)-1].Name != "bloque" {
			return false, nil
		}
		p.wording = append(p.wording, p.read(n, path[len(path)-1]))
		p.progress(n)
	case "bloque":
		p.endBlock(n)
	case "texto":
		if path[len(path)-1].Name == "status" {
			return false, nil
		}
		p.texto, p.law.line = true, int(n.Line)
		p.flat(n)
	default:
		return false, nil
	}
	return true, nil
}

// readShare is how much of the work, of 100, is done when the file is read.
const readShare = 70

func (p *parser) progress(n *importers.Node) {
	if p.given.Progress != nil {
		p.given.Progress(readShare*int(n.Line)/p.lines, 100, "blocks")
	}
}

// endBlock enters a block that has wordings. Two of the same id are two blocks:
// the reader of both loses nothing.
func (p *parser) endBlock(n *importers.Node) {
	if len(p.wording) == 0 { // the text of a single answer has no <version>
		if kid := n.First; kid != nil {
			p.wording = append(p.wording, p.read(n, n))
		}
	}
	b := &block{id: n.Attr("id"), line: int(n.Line), alone: blockTypes[n.Attr("tipo")].alone, wordings: p.wording}
	p.wording = nil
	if slices.ContainsFunc(b.wordings, func(w *wording) bool { return len(w.pieces) > 0 }) {
		p.law.blocks = append(p.law.blocks, b)
	}
}

// flat takes a text that is not divided into blocks, as the daily edition has it.
func (p *parser) flat(n *importers.Node) {
	if len(p.law.blocks) > 0 || n.First == nil {
		return
	}
	w := p.read(n, n)
	if len(w.pieces) > 0 {
		p.law.blocks = append(p.law.blocks, &block{line: int(n.Line), wordings: []*wording{w}})
	}
}
