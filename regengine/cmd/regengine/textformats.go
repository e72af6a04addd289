package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/akn"
	"github.com/reglookup/regengine/codes/importers/boe"
	"github.com/reglookup/regengine/codes/importers/docx"
	"github.com/reglookup/regengine/codes/importers/html"
	"github.com/reglookup/regengine/codes/importers/markdown"
	"github.com/reglookup/regengine/codes/importers/pdf"
	"github.com/reglookup/regengine/codes/importers/sandbox"
	"github.com/reglookup/regengine/projects/extract"
)

// jobs are what the command does in child processes of its own.
func jobs() map[string]sandbox.Job {
	jobs := extract.Jobs()
	jobs[pdf.JobName], jobs[docx.JobName] = pdf.Job, docx.Job
	return jobs
}

// readPDF keeps the compiled PDF engine in the user's own cache folder, which
// spares every file after the first two seconds.
func readPDF(ctx context.Context, name string, data []byte, given *importers.Given) (*importers.Import, error) {
	reader := pdf.Importer{Cache: pdfCache()}
	return reader.Read(ctx, name, data, given)
}

// pdfCache returns a folder only this user can write, "" where there is none, as
// for a service without a home: reading is only slower then.
func pdfCache() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	folder := filepath.Join(base, "regengine", "pdf")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return ""
	}
	probe, err := os.CreateTemp(folder, "probe")
	if err != nil {
		return ""
	}
	_ = probe.Close()
	if err := os.Remove(probe.Name()); err != nil {
		return ""
	}
	return folder
}

var boeTexts = textReader{
	format: "boe",
	short:  "Import consolidated law of Spain from BOE's XML",
	long: `Import consolidated law of Spain: the XML that BOE's open data gives for an identifier
such as BOE-A-2006-5515. Every day on which the wording changed becomes a version.`,
	accept: "application/xml",
	read:   boe.Read,
}

var aknTexts = textReader{
	format: "akn",
	short:  "Import a law from Akoma Ntoso 3 (Normattiva, legislation.gov.uk, Finlex and others)",
	long:   `Import a law from Akoma Ntoso 3, the XML many publishers of law give.`,
	accept: "application/akn+xml, application/xml",
	read:   akn.Read,
}

var markdownTexts = textReader{
	format: "markdown",
	short:  "Import a law from Markdown or plain text",
	long: `Import a law from Markdown as the Legalize collections have it, with front matter and
headings, or from plain text, whose headings are recognised by how laws are written.`,
	accept: "text/markdown, text/plain",
	read:   markdown.Read,
}

var htmlTexts = textReader{
	format: "html",
	short:  "Import a law from a page of an official gazette",
	long:   `Import a law from a saved page of an official gazette or a collection of law.`,
	accept: "text/html, application/xhtml+xml",
	read:   html.Read,
}

var pdfTexts = textReader{
	format: "pdf",
	short:  "Import a regulation from PDF",
	long: `Import a regulation from a PDF with text in it. Running heads and page numbers are left
out, tables are recovered where lines or alignment show them, and every block keeps
its page. A scanned PDF needs OCR first. The file is read in a bounded child process.`,
	accept: "application/pdf",
	read:   readPDF,
}

var docxTexts = textReader{
	format: "docx",
	short:  "Import a regulation from DOCX",
	long: `Import a regulation from a DOCX: headings by style or by how laws are written, lists with
their numbers, tables with merged cells, footnotes; text deleted in tracked changes is
left out. The file is read in a bounded child process.`,
	accept: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	read:   docx.Read,
}
