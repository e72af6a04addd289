package main

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
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
		{"no text", header + "a\x00,b,1,m,X,\n", "2 a\x00 1 [] !"},
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
	t.Run("ErrChecks too many", func(t *testing.T) {
		if _, err := readChecks(strings.NewReader(header + strings.Repeat("a,b,1,m,X,\n", maxChecks+1))); !errors.Is(err, errChecks) {
			t.Errorf("want errChecks, got %v", err)
		}
	})
}

// TestWriteCheckCSV: what a spreadsheet would run comes out as text.
func TestWriteCheckCSV(t *testing.T) {
	var b bytes.Buffer
	if err := writeCheckCSV(&b, []checked{{Element: "=cmd()", Parameter: "@x", ProvidedValue: "-1.5", Unit: "-"}}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"'=cmd()", "'@x", "-1.5", "'-"}, rows[1][2:6]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
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
