package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadChecks(t *testing.T) {
	header := "element,parameter,value,unit,geo_id,codes\n"
	for _, c := range []struct{ name, text, want string }{
		{"commas", header + "a,b,1.5,m,X,\n", "2 a 1.5 []"},
		{"semicolons and a decimal comma", "geo_id;unit;value;parameter;element\nX;m;-1,25;b;a\n", "2 a -1.25 []"},
		{"tabs", "element\tparameter\tvalue\tunit\tgeo_id\na\tb\t3e-1\tm\tX\n", "2 a 3e-1 []"},
		{"mark and capitals", "\ufeffElement, Parameter ,VALUE,unit,geo_id\na,b,1,m,X\n", "2 a 1 []"},
		{"codes", header + `a,b,1,m,X,"one;two@2019, three"` + "\n", "2 a 1 [one two/2019 three]"},
		{"yes", header + "a,b,Sí,boolean,X,\n", "2 a 1 []"},
		{"several lines in a cell", header + "\"a\nb\",b,1,m,X,\nc,b,1,m,X,\n", "2 a\nb 1 [] | 4 c 1 []"},
		{"thousands", header + "a,b,\"1,500\",m,X,\n", "2 a 1,500 [] !"},
		{"no number", header + "a,b,NaN,m,X,\n", "2 a NaN [] !"},
		{"nothing", header + ",b,1,m,X,\n", "2  1 [] !"},
		{"half a version", header + "a,b,1,m,X,one@\n", "2 a 1 [] !"},
		{"long", header + strings.Repeat("é", 501) + ",b,1,m,X,\n", "2 " + strings.Repeat("é", 501) + " 1 [] !"},
		{"longest", header + strings.Repeat("é", 500) + ",b,1,m,X,\n", "2 " + strings.Repeat("é", 500) + " 1 []"},
		{"no text", header + "a\x00,b,1,m,X,\n", "2 a? 1 [] !"},
		{"no text beside", "id,element,parameter,value,unit,geo_id,building_use\na,b,c,1,m,X,\x00\n\xff,b,c,1,m,X,\n", "2 b 1 [] ! | 3 b 1 [] !"},
		{"quote in the middle", header + "a\"b,b,1,m,X,\nc,b,1,m,X,\n", "2   [] ! | 3 c 1 []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows, err := readChecks(strings.NewReader(c.text))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range rows {
				text := fmt.Sprintf("%d %s %s %v", r.line, r.check.Element, r.check.Value, r.check.Codes)
				if r.err != nil {
					text += " !"
				}
				got = append(got, text)
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " | ")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for name, text := range map[string]string{"empty": "", "no columns": "a,b\n1,2\n"} {
		t.Run("ErrChecks "+name, func(t *testing.T) {
			if _, err := readChecks(strings.NewReader(text)); !errors.Is(err, errChecks) {
				t.Errorf("want errChecks, got %v", err)
			}
		})
	}
	t.Run("ErrChecks long row", func(t *testing.T) {
		for name, text := range map[string]string{"line": strings.Repeat("x", 10<<20), "quote never closed": "a,b,\"" + strings.Repeat("1\n", 5<<20)} {
			in := strings.NewReader(header + "a,b,1,m,X,\n" + text)
			if _, err := readChecks(in); !errors.Is(err, errChecks) || !strings.Contains(err.Error(), "behind line 2 ") {
				t.Errorf("%s: got %v", name, err)
			}
			if read := in.Size() - int64(in.Len()); read > 2*maxRow {
				t.Errorf("%s: %d bytes were read", name, read)
			}
		}
		rows, err := readChecks(strings.NewReader(header + "a,b,1,m,X,\"" + strings.Repeat(" ", maxRow/2) + "\"\na,b,1,m,X,\"" + strings.Repeat(" ", maxRow/2) + "\"\n"))
		if err != nil || len(rows) != 2 || rows[0].err != nil || rows[1].err != nil {
			t.Errorf("rows within the limit: %d, %v", len(rows), err)
		}
	})
	t.Run("ErrChecks too many", func(t *testing.T) {
		if _, err := readChecks(strings.NewReader(header + strings.Repeat("a,b,1,m,X,\n", maxChecks+1))); !errors.Is(err, errChecks) {
			t.Errorf("want errChecks, got %v", err)
		}
	})
}

// TestWriteCheckCSV: what a spreadsheet would run comes out as text.
func TestWriteCheckCSV(t *testing.T) {
	cells := map[string]string{
		"=cmd()": "'=cmd()", "@x": "'@x", "+1+cmd()": "'+1+cmd()", "-1+1": "'-1+1", "-": "'-", " =x": "' =x", "\t=x": "'\t=x", "\u00a0=x": "'\u00a0=x",
		"\uff1dx": "'\uff1dx", "\u2212x": "'\u2212x", "-0x10": "'-0x10", "+Inf": "'+Inf",
		"-1.5": "-1.5", "+3": "+3", "-1e5": "-1e5", "a=b": "a=b", "'=x": "'=x", "": "", " ": " ",
	}
	for cell, want := range cells {
		var b bytes.Buffer
		if err := writeCheckCSV(&b, []checked{{ID: cell, Warnings: []string{cell, "second"}}}); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		warnings := want + "; second"
		if cell == "-1.5" || cell == "+3" || cell == "-1e5" {
			warnings = "'" + warnings // no number any more
		}
		if diff := cmp.Diff([]string{want, warnings}, []string{rows[1][1], rows[1][slices.Index(rows[0], "warnings")]}); diff != "" {
			t.Errorf("%q (-want +got):\n%s", cell, diff)
		}
	}
}

func FuzzReadChecks(f *testing.F) {
	f.Add("element,parameter,value,unit,geo_id,codes,as_of\na,b,1.5,m,ES-28079,x@1,2020-01-01\n")
	f.Add("\ufeffelement;parameter;value;unit;geo_id\na;b;1,5;m;X\n\"")
	f.Add("element\tparameter\tvalue\tunit\tgeo_id\n\xff\t\"b\"c\t1\tm\tX")
	f.Fuzz(func(t *testing.T, text string) {
		rows, err := readChecks(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, r := range rows {
			if r.line < 2 || r.err == nil && (r.check.Element == "" || r.check.Value == "") {
				t.Fatalf("line %d: %+v", r.line, r)
			}
		}
	})
}
