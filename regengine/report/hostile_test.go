package report_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/regengine/report"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// hostile are texts that mean something to a browser, a spreadsheet, a reader of XML or
// a template.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, `</style><script>alert(1)</script>`, `</title><svg onload=alert(1)>`,
	`javascript:alert(1)`, `data:text/html,<script>alert(1)</script>`, `\"; } body { background: url(https://evil.example/) } a { content: "`, `*/ @import 'https://evil.example/x.css'; /*`,
	`{{.Title}} {{template "top"}}`, `]]><x/>`, `&amp;<!--`, `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;`, `<?xml version="1.0"?>`,
	`=cmd|' /C calc'!A0`, `=HYPERLINK("https://evil.example","x")`, `+1+cmd()`, `-1+cmd()`, `@SUM(1)`, "\t=1+1", "\r=1+1", "\ttab", "\rreturn", " =1", "\uff1d1+1",
	"a\x00b", "a\x01\x08\x0b\x1fb", "\xff\xfe", "\ufffe\uffff", "\u202egnirts", "one\ntwo\r\nthree", "../../../etc/passwd", `a"b'c`, "_x0041_", strings.Repeat("a", 40_000),
}

// all is a report that holds a text everywhere, with checks of every verdict.
func all(text string) *report.Report {
	filled := []string{text}
	check := report.Check{
		CheckID: text, ID: text, Element: text, Parameter: text, ProvidedValue: text, Unit: text, GeoID: text, BuildingUse: text, Codes: text, AsOf: text, Ref: text,
		Circumstances: text, Direction: text, Conditions: filled, Considered: filled, Warnings: filled, Project: filled, Missing: []report.Missing{{ID: text, Label: text}},
		Sources: []report.Source{{Code: text, Version: text, Section: text, Excerpt: text, URL: text}},
	}
	check.Receipt, _ = json.Marshal(map[string]string{"engine": text, "as_of": text, "result_sha256": text})
	var checks []report.Check
	for _, verdict := range []verify.Status{verify.NonCompliant, verify.ConditionalNotCompliant, verify.Undetermined, verify.Compliant, verify.Conditional, verify.Status(text), ""} {
		one := check
		one.Status, one.Compliant = verdict.Split()
		if verdict == "" {
			one.Error = text
		}
		checks = append(checks, one)
	}
	return &report.Report{
		Language: text, Engine: text, Data: report.Data{Places: text, Rules: text}, Tally: report.TallyOf(checks), Checks: report.Of(checks),
		Project: &report.Project{ID: text, Name: text, Description: text, Place: text, GeoID: text, Codes: []report.Code{{Slug: text, Title: text, Version: text}}},
		Required: func(report.Wanted) (*verify.Requirements, error) {
			row := verify.RequirementRow{ID: text, State: verify.RowHolds, Governs: true, Op: rules.AtLeast, Limit: "1", Element: text, Case: text, Cite: text, Conditions: filled,
				Ref: codes.VersionRef{Code: text, Version: text}, Direction: rules.Minimum}
			return &verify.Requirements{Parameter: verify.Understood{Label: text}, Rows: []verify.RequirementRow{row, {State: verify.RowDepends, Element: text, Case: text}},
				Known: []verify.KnownFact{{Label: text, From: verify.KnownAssumed, Values: []verify.FactValue{{Texts: filled}}}}}, nil
		},
	}
}

// FuzzFormats: whatever a text is, every format stays what it is.
func FuzzFormats(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	checks := map[string]func(t *testing.T, file string){"html": harmlessPage, "csv": harmlessTable, "json": soundJSON, "bcf": soundBCF, "ids": soundXML}
	f.Fuzz(func(t *testing.T, text string) {
		for _, format := range report.Formats() {
			file := written(t, format.Write, all(text))
			check, ok := checks[format.Name]
			if !ok {
				t.Fatalf("nothing checks the format %s", format.Name)
			}
			check(t, file)
		}
	})
}

// elements are those of the page's own template.
var elements = strings.Fields("html head meta title style body section p h1 h2 h3 dl dt dd span code table thead tbody tr th td header b blockquote a div")

func harmlessPage(t *testing.T, file string) {
	t.Helper()
	tokens := html.NewTokenizer(strings.NewReader(file))
	for {
		kind := tokens.Next()
		token := tokens.Token()
		switch kind {
		case html.ErrorToken:
			if err := tokens.Err(); !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			if !slices.Contains(elements, token.Data) {
				t.Fatalf("the page has an element %s", token.Data)
			}
			for _, a := range token.Attr {
				harmlessAttribute(t, token.Data, a)
			}
		case html.TextToken:
			if strings.Contains(token.Data, "@import") && strings.Contains(token.Data, "color-scheme") && !strings.Contains(token.Data, `\`) {
				t.Fatalf("the style imports: %.200s", token.Data)
			}
		case html.CommentToken:
			t.Fatalf("the page has a comment: %s", token.Data)
		case html.EndTagToken, html.DoctypeToken:
		}
	}
}

func harmlessAttribute(t *testing.T, element string, a html.Attribute) {
	t.Helper()
	switch a.Key {
	case "lang", "charset", "name", "content", "http-equiv", "class", "scope":
	case "href":
		if scheme, _, ok := strings.Cut(a.Val, ":"); ok && !strings.ContainsAny(scheme, "/?#") && scheme != "https" && scheme != "http" && scheme != "mailto" {
			t.Fatalf("a link leads to %s", a.Val)
		}
	default:
		t.Fatalf("%s has an attribute %s", element, a.Key)
	}
}

func harmlessTable(t *testing.T, file string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 8 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, cell := range slices.Concat(rows...) {
		if strings.IndexAny(cell, "=+-@\t\r") == 0 && strings.Trim(cell, "0123456789.,eE+-") != "" {
			t.Fatalf("a cell begins as a formula: %q", cell)
		}
	}
}

func soundJSON(t *testing.T, file string) {
	t.Helper()
	var got struct{ Results []report.Check }
	if err := json.Unmarshal([]byte(file), &got); err != nil || len(got.Results) != 7 {
		t.Fatalf("%v, %d results", err, len(got.Results))
	}
}

// soundXML fails where a text is no XML, or has parts that none of ours has.
func soundXML(t *testing.T, file string) {
	t.Helper()
	in := xml.NewDecoder(strings.NewReader(file))
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in\n%.2000s", err, file)
		}
		switch token := token.(type) {
		case xml.Directive, xml.Comment:
			t.Fatalf("the file holds %v", token)
		case xml.StartElement:
			if token.Name.Local == "x" || token.Name.Local == "script" {
				t.Fatalf("the file has an element %s", token.Name.Local)
			}
		}
	}
}

func soundBCF(t *testing.T, file string) {
	t.Helper()
	topics := 0
	for name, text := range unzipped(t, file) {
		soundXML(t, text)
		if strings.Contains(name, "..") || strings.HasPrefix(name, "/") {
			t.Fatalf("a file is called %s", name)
		}
		if strings.HasSuffix(name, "/markup.bcf") {
			topics++
		}
	}
	if topics != 2 {
		t.Fatalf("%d topics, want those of the two checks that may be broken", topics)
	}
}

func unzipped(t testing.TB, file string) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader([]byte(file)), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]string, len(archive.File))
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := out[f.Name]; twice {
			t.Fatalf("two files are called %s", f.Name)
		}
		out[f.Name] = string(text)
	}
	return out
}
