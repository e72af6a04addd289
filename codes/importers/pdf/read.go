package pdf

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/legal"
	"github.com/reglookup/regengine/codes/importers/sandbox"
)

// Importer reads PDF files in children of a sandbox. The zero value is ready to
// use.
type Importer struct {
	// Sandbox starts the children; nil is the one the whole program shares.
	Sandbox *sandbox.Sandbox

	// Cache is a folder for the compiled PDF engine, made where it is missing.
	// With it a child starts in a tenth of a second, without in two. What is in
	// it is executed, so nobody else may write there. "" is none.
	Cache string

	// Limits bound each child; nil takes those of package sandbox.
	Limits *sandbox.Limits
}

var _ importers.Reader = (*Importer)(nil).Read

// Read implements [importers.Reader].
func (m *Importer) Read(ctx context.Context, name string, data []byte, given *importers.Given) (*importers.Import, error) {
	if given == nil {
		given = &importers.Given{}
	}
	if err := check(name, data); err != nil {
		return nil, err
	}
	r, err := m.extract(ctx, name, data, given)
	if err != nil {
		return nil, err
	}
	if r.Refused != "" {
		return nil, importers.Refuse(name, r.Refused.sentinel(), importers.Problem{Page: r.Page, Message: r.Message})
	}
	return build(ctx, name, len(data), r.Document, given)
}

// check refuses what no child is needed for.
func check(name string, data []byte) error {
	switch {
	case len(data) == 0:
		return importers.Refuse(name, importers.ErrEmpty, importers.Problem{Message: "it has no bytes"})
	case len(data) > importers.MaxFile:
		return importers.Refuse(name, importers.ErrTooLarge, importers.Problem{Message: fmt.Sprintf("%d bytes, more than the %d taken", len(data), importers.MaxFile)})
	}
	const before = 1024 // bytes that may stand before the mark (ISO 32000-1, H.3.4.1)
	if !bytes.Contains(data[:min(len(data), before)], []byte("%PDF-")) {
		message := "it does not begin with %PDF-"
		if kind := importers.Sniff(data); kind != "" {
			message += "; it looks like " + kind
		}
		return importers.Refuse(name, importers.ErrFormat, importers.Problem{Message: message})
	}
	return nil
}

func (r reason) sentinel() error {
	switch r {
	case notPDF:
		return importers.ErrFormat
	case encrypted:
		return importers.ErrEncrypted
	case empty:
		return importers.ErrEmpty
	case tooLarge:
		return importers.ErrTooLarge
	default:
		return importers.ErrMalformed
	}
}

// extract runs a child on the file.
func (m *Importer) extract(ctx context.Context, name string, data []byte, given *importers.Given) (*result, error) {
	cache, err := m.warm(ctx)
	if err != nil {
		return nil, err
	}
	limits := m.limits()
	page := 0
	limits.Progress = func(done, total int, what string) {
		if page = done + 1; given.Progress != nil {
			given.Progress(done, total, what)
		}
	}
	input, err := childInput(order{Cache: cache, OnlyVisible: given.OnlyVisible}, data)
	if err != nil {
		return nil, err
	}
	out, err := m.run(ctx, input, limits)
	if err != nil {
		return nil, refuse(name, page, err)
	}
	var r result
	if err := json.Unmarshal(out, &r); err != nil || r.Refused == "" && r.Document == nil {
		return nil, importers.Refuse(name, importers.ErrMalformed, importers.Problem{Message: "the child that read it returned no result"})
	}
	return &r, nil
}

func (m *Importer) limits() *sandbox.Limits {
	if m.Limits == nil {
		return &sandbox.Limits{}
	}
	limits := *m.Limits
	return &limits
}

// childInput is what [Job] reads.
func childInput(o order, data []byte) ([]byte, error) {
	line, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	input := make([]byte, 0, len(line)+1+len(data))
	return append(append(append(input, line...), '\n'), data...), nil
}

func (m *Importer) run(ctx context.Context, input []byte, limits *sandbox.Limits) ([]byte, error) {
	if m.Sandbox != nil {
		return m.Sandbox.Run(ctx, JobName, input, limits)
	}
	return sandbox.Run(ctx, JobName, input, limits)
}

// refuse says what became of a child, and at which page. What is not the file's
// fault stays as it is.
func refuse(name string, page int, err error) error {
	for _, limit := range []error{sandbox.ErrMemory, sandbox.ErrTime, sandbox.ErrOutput} {
		if errors.Is(err, limit) {
			return importers.Refuse(name, importers.ErrTooLarge, importers.Problem{Page: page, Message: "reading it " + err.Error()})
		}
	}
	if errors.Is(err, sandbox.ErrCrashed) {
		return importers.Refuse(name, importers.ErrMalformed, importers.Problem{Page: page, Message: err.Error()})
	}
	return err
}

// build makes the import of what a child found.
func build(ctx context.Context, name string, size int, d *document, given *importers.Given) (*importers.Import, error) {
	report := importers.Report{File: name, Format: "pdf", Bytes: size}
	for _, p := range d.Problems {
		report.Add(p)
	}
	edition, err := importers.NewEdition(name, given, importers.Found{Title: d.Title, Author: d.Author, Lang: d.Lang}, &report)
	if err != nil {
		return nil, err
	}
	b := edition.Builder()
	kept, err := legal.Write(ctx, b, d.Elements, &legal.Options{Lang: edition.Lang, Title: edition.Version.Title, OnlyVisible: given.OnlyVisible, Report: &report})
	if errors.Is(err, legal.ErrTooMany) {
		return nil, importers.Refuse(name, importers.ErrTooLarge, importers.Problem{Message: err.Error()})
	}
	if err != nil {
		return nil, err
	}
	for _, message := range d.summary() {
		report.Add(importers.Problem{Message: message})
	}
	report.Count("pages", d.Pages, d.Pages-d.LeftOut)
	report.Count("headings", kept.Headings, kept.Headings)
	report.Count("articles", d.Articles, kept.Articles)
	report.Count("annexes", d.Annexes, kept.Annexes)
	report.Count("paragraphs", kept.Paragraphs, kept.Paragraphs)
	report.Count("items", kept.Items, kept.Items)
	report.Count("tables", d.Tables, kept.Tables)
	report.Count("notes", kept.Notes, kept.Notes)
	report.Count("images", d.Images, 0)
	return edition.Import(b, report), nil
}
