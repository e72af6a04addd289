package akn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// act is an act of one article that says content, of a publisher whose addresses
// begin with uri.
func act(uri, content string) string {
	return `<akomaNtoso xmlns:html="http://www.w3.org/1999/xhtml"><act><meta><identification><FRBRWork><FRBRuri value="` + uri + `"/>
<FRBRtitle value="Ladders"/><FRBRcountry value="it"/></FRBRWork><FRBRExpression><FRBRdate date="2020-01-01"/><FRBRlanguage language="eng"/></FRBRExpression></identification></meta>
<body><article eId="art_1"><num>1</num><content>` + content + `</content></article></body></act></akomaNtoso>`
}

const rows = `<html:table><html:thead><html:tr><html:th>Use</html:th><html:th>kN/m<html:sup>2</html:sup></html:th></html:tr></html:thead>
<html:tbody><html:tr><html:td>Stair</html:td><html:td>1.5</html:td></html:tr></html:tbody></html:table>`

// A table is read as one whatever its prefix and whatever it is wrapped in, and
// counted as kept only then.
func TestRead_Tables(t *testing.T) {
	const table = "table Use | kN/m²\nStair | 1.5"
	tests := map[string]struct {
		content string
		want    []string
		kept    int
	}{
		"in foreign":            {`<p>Before.</p><tblock><foreign>` + rows + `</foreign></tblock><p>After.</p>`, []string{"paragraph Before.", table, "paragraph After."}, 1},
		"in a paragraph":        {`<p>Before <b>all</b> <foreign>` + rows + `</foreign> after.</p>`, []string{"paragraph Before all", table, "paragraph after."}, 1},
		"in wrappers":           {`<foreign><html:div><html:div>` + rows + `</html:div></html:div></foreign>`, []string{table}, 1},
		"under a heading":       {`<tblock><heading>Loads on stairs</heading><foreign>` + rows + `</foreign></tblock>`, []string{"table Loads on stairs\nUse | kN/m²\nStair | 1.5"}, 1},
		"heading of other text": {`<tblock><heading>Loads</heading><p>As agreed.</p></tblock>`, []string{"article Loads\nAs agreed."}, 0},
		"in quoted text":        {`<p>Insert <quotedStructure startQuote="“" endQuote="”"><article><content><p>A</p>` + rows + `</content></article></quotedStructure></p>`, nil, 0},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			imp := read(t, act("/akn/it/act/1", test.content), nil)
			var got []string
			for _, b := range imp.Blocks {
				got = append(got, fmt.Sprintf("%s %s", b.Kind, b.Text))
			}
			if diff := cmp.Diff(test.want, got); test.want != nil && diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			counted := countOf(imp, "tables")
			if counted.Kept != test.kept {
				t.Errorf("%+v, want %d kept", counted, test.kept)
			}
			if counted.Kept < counted.Source && !reports(imp, "table") {
				t.Errorf("nothing said of the table that is none: %v", imp.Report.Problems)
			}
		})
	}
}

func countOf(imp *importers.Import, what string) importers.Count {
	for _, c := range imp.Report.Counts {
		if c.What == what {
			return c
		}
	}
	return importers.Count{}
}

func reports(imp *importers.Import, words string) bool {
	for _, p := range imp.Report.Problems {
		if strings.Contains(p.String(), words) {
			return true
		}
	}
	return false
}

// What is in the file is counted by the names of elements without their prefix,
// also behind metadata that are closed in one tag.
func TestRead_CountsOfPrefixed(t *testing.T) {
	imp := read(t, string(it), nil)
	for _, want := range []importers.Count{
		{What: "articles", Source: 1, Kept: 1}, {What: "provisions", Source: 4, Kept: 4}, {What: "paragraphs", Source: 7, Kept: 7},
		{What: "references", Source: 1, Kept: 1},
	} {
		if got := countOf(imp, want.What); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

func TestRead_Targets(t *testing.T) {
	const italian, british = "/akn/it/act/legge/stato/2020-01-01/1", "https://www.legislation.example/id/uksi/2020/1"
	tests := map[string]struct {
		uri, href, text string
		want            retrieval.Ref
	}{
		"web address":                   {italian, "https://a.example/x", "there", retrieval.Ref{URL: "https://a.example/x"}},
		"identifier":                    {italian, "/akn/it/act/legge/stato/1989-01-09/13/!main#art_2", "there", retrieval.Ref{Work: "legge 13/1989", Part: "art-2"}},
		"identifier of an expression":   {italian, "/akn/it/act/decreto.legislativo/stato/2001-06-06/380/ita@2010-01-01", "there", retrieval.Ref{Work: "decreto legislativo 380/2001"}},
		"paragraph and point":           {italian, "#art_2__para_3__list_1__point_b", "there", retrieval.Ref{Part: "art-2/ap-3/let-b"}},
		"the text says it more nearly":  {italian, "#art_2", "article 2(3)", retrieval.Ref{Part: "art-2/ap-3"}},
		"identifier of another form":    {italian, "/uri/of/ours", "the other act", retrieval.Ref{Work: "the other act"}},
		"from where the publisher is":   {british, "/id/ukpga/2008/27", "there", retrieval.Ref{URL: "https://www.legislation.example/id/ukpga/2008/27"}},
		"identifier at a web publisher": {british, "/akn/it/act/1989-01-09/13", "there", retrieval.Ref{Work: "13/1989"}},
		"script":                        {italian, "javascript:alert(1)", "there", retrieval.Ref{}},
		"other host unsaid":             {british, "//evil.example/x", "there", retrieval.Ref{}},
		"unknown passage":               {italian, "#cp_x", "there", retrieval.Ref{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			imp := read(t, act(test.uri, `<p>See <ref href="`+test.href+`">`+test.text+`</ref> first.</p>`), nil)
			var got retrieval.Ref
			if refs := imp.Blocks[0].Refs; len(refs) > 0 {
				got = refs[0]
				got.Start, got.End = 0, 0
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// Words that a reader leaves out are missed.
func TestRead_Words(t *testing.T) {
	imp := read(t, act("/akn/it/act/1", `<p>A ladder has <b>six</b> rungs of 2<sup>2</sup> cm.</p><authorialNote marker="1"><p>Or seven.</p></authorialNote><del>Five.</del>`+rows), nil)
	if got := countOf(imp, "words"); got.Source == 0 || got.Source != got.Kept || reports(imp, "words of the text") {
		t.Errorf("%+v, want all kept; %v", got, imp.Report.Problems)
	}
	lost := strings.Replace(act("/akn/it/act/1", `<p>A ladder.</p>`), "<body>", "<appendage><p>It leans on a wall of bricks.</p></appendage><body>", 1)
	imp = read(t, lost, nil)
	if got := countOf(imp, "words"); got.Source-got.Kept != 7 || !reports(imp, `"bricks"`) {
		t.Errorf("%+v and %v, want 7 words missing and named", got, imp.Report.Problems)
	}
}
