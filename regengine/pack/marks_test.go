package pack

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

func TestMarkdown_Marks(t *testing.T) {
	body := strings.Join([]string{
		"###### Deep {#deep level=8}", "",
		"{.article page=3}", "", "One paragraph.", "",
		"**Term** {#term .definition}", "", "What it means.", "",
		"{.item}", "a) first", "",
		"{.item depth=2 lang=ca}", "", "1.r interior", "",
		"{page=4}", "", "- list", "",
		"{.note page=0}", "", "Remark.", "",
	}, "\n")
	sections, blocks, err := parseText(body)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]codes.Section{{Slug: "deep", Title: "Deep", Level: 8}}, sections); diff != "" {
		t.Errorf("sections (-want +got):\n%s", diff)
	}
	type block struct {
		Kind        retrieval.Kind
		Title, Lang string
		Anchor      string
		Depth, Page int
		Text        string
	}
	want := []block{
		{retrieval.Article, "", "es", "", 0, 3, "One paragraph."},
		{retrieval.Definition, "Term", "es", "term", 0, 3, "What it means."},
		{retrieval.Item, "", "es", "", 1, 3, "a) first"},
		{retrieval.Item, "", "ca", "", 2, 3, "1.r interior"},
		{retrieval.List, "", "es", "", 0, 4, "- list"},
		{retrieval.Note, "", "es", "", 0, 0, "Remark."},
	}
	var got []block
	for _, b := range blocks {
		got = append(got, block{b.Kind, b.Title, b.Lang, b.Anchor, b.Depth, b.Page, b.Text})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}

func TestMarkdown_Tables(t *testing.T) {
	const rows = "| a | b | b |\n|---|---|---|\n| a | c | d |\n| 1 | 2 | 3 |\n"
	tests := map[string]struct {
		body, title string
		want        retrieval.Table
	}{
		"OneHeaderRow": {"**T**\n\n" + rows, "T", retrieval.Table{Caption: "T", Header: []string{"a", "b", "b"}, Rows: [][]string{{"a", "c", "d"}, {"1", "2", "3"}}}},
		"SeveralHeaderRows": {"**T** {head=2 span=\"1,1,2,1 1,2,1,2\"}\n\n" + rows, "T", retrieval.Table{Caption: "T", Header: []string{"a", "b / c", "b / d"},
			Head: [][]string{{"a", "b", "b"}, {"a", "c", "d"}}, Rows: [][]string{{"1", "2", "3"}}, Spans: []retrieval.Span{{Row: 0, Col: 0, Rows: 2, Cols: 1}, {Row: 0, Col: 1, Rows: 1, Cols: 2}}}},
		"NoRows": {"{head=3}\n" + rows, "", retrieval.Table{Header: []string{"a / 1", "b / c / 2", "b / d / 3"},
			Head: [][]string{{"a", "b", "b"}, {"a", "c", "d"}, {"1", "2", "3"}}}},
		"CaptionAlone": {"**C** {.caption}\n\n" + rows, "", retrieval.Table{Caption: "C", Header: []string{"a", "b", "b"}, Rows: [][]string{{"a", "c", "d"}, {"1", "2", "3"}}}},
		"TitleAlone":   {"**T** {.title}\n\n" + rows, "T", retrieval.Table{Header: []string{"a", "b", "b"}, Rows: [][]string{{"a", "c", "d"}, {"1", "2", "3"}}}},
		"TitleAndCaption": {"**T** {#t page=2 head=2}\n\n**C** {.caption}\n\n" + rows, "T", retrieval.Table{Caption: "C", Header: []string{"a", "b / c", "b / d"},
			Head: [][]string{{"a", "b", "b"}, {"a", "c", "d"}}, Rows: [][]string{{"1", "2", "3"}}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, blocks, err := parseText("# S\n\n" + tt.body)
			if err != nil || len(blocks) != 1 {
				t.Fatalf("%d blocks, %v", len(blocks), err)
			}
			b := blocks[0]
			if diff := cmp.Diff(&tt.want, b.Table, cmpopts.EquateEmpty()); diff != "" || b.Title != tt.title || b.Text != tt.want.Text() {
				t.Errorf("title %q, text %q, want %q; table (-want +got):\n%s", b.Title, b.Text, tt.title, diff)
			}
		})
	}
}

func TestMarkdown_MarkMistakes(t *testing.T) {
	table := "\n\n| a | b |\n|---|---|\n| 1 | 2 |"
	tests := map[string]struct{ body, want string }{
		"ErrClass":         {"{.itm}\n\nx", "f.md:3: {.itm} says nothing of a paragraph; of a paragraph there are .article, .item, .definition, .note"},
		"ErrClassOfList":   {"{.item}\n\n- x", "f.md:3: {.item} says nothing of a list"},
		"ErrClassOfTable":  {"{.item}" + table, "f.md:3: {.item} says nothing of a table"},
		"ErrKey":           {"{pages=2}\n\nx", "f.md:3: unknown key pages"},
		"ErrNumber":        {"{page=-2}\n\nx", "f.md:3: page=-2 must be a whole number"},
		"ErrZeros":         {"{page=02}\n\nx", "f.md:3: page=02 must be a whole number"},
		"ErrHuge":          {"{page=99999999999999999999}\n\nx", "must be a whole number"},
		"ErrTwice":         {"{page=2 page=3}\n\nx", "f.md:3: {page=2 page=3}: page is here twice"},
		"ErrClassTwice":    {"{.item .note}\n\nx", "is here twice"},
		"ErrUnread":        {"{page=2 ?}\n\nx", "f.md:3: {page=2 ?} cannot be read"},
		"ErrQuote":         {"{span=\"1}\n\nx", "cannot be read"},
		"ErrLang":          {"{lang=Spanish}\n\nx", "f.md:3: lang=Spanish is no BCP 47 tag"},
		"ErrDepth":         {"{depth=2}\n\n- x", "f.md:3: depth is of an .item"},
		"ErrHeadOfText":    {"{head=2}\n\nx", "f.md:3: head, span and .caption are of a table"},
		"ErrLevelOfText":   {"{level=7}\n\nx", "f.md:3: level is of a heading"},
		"ErrHead":          {"{head=3}" + table, "f.md:3: head=3: the table has 2 rows"},
		"ErrHeadZero":      {"{head=0}" + table, "f.md:3: head=0"},
		"ErrSpan":          {`{span="1,1"}` + table, "f.md:3: span: 1,1 must be row,column,rows,columns"},
		"ErrSpanZero":      {`{span="0,1,1,2"}` + table, "f.md:3: span: 0,1,1,2 must be"},
		"ErrSpanBeyond":    {`{span="1,2,1,2"}` + table, "f.md:3: span: 1,2,1,2 reaches beyond the 1 rows and 2 columns"},
		"ErrSpanRows":      {`{span="1,1,2,1"}` + table, "f.md:3: span: 1,1,2,1 reaches beyond"},
		"ErrSpanOne":       {`{span="1,1,1,1"}` + table, "f.md:3: span: 1,1,1,1 is a single cell"},
		"ErrCaptionTwice":  {"**T** {.title}\n\n**C** {.caption}" + table, "f.md:5: the second line above a table"},
		"ErrCaptionSays":   {"**T**\n\n**C** {.caption page=2}" + table, "f.md:5: the second line above a table"},
		"ErrCaptionOfText": {"**T**\n\n**C** {.caption}\n\nx", "f.md:3: head, span and .caption are of a table"},
		"ErrLevelShallow":  {"x\n\n## B {level=7}\n\ny", "f.md:5: level=7 is for headings deeper than 6"},
		"ErrLevelSix":      {"x\n\n###### B {level=6}\n\ny", "f.md:5: level=6 is for headings deeper than 6"},
		"ErrSectionMark":   {"x\n\n## B {#b page=7}\n\ny", "f.md:5: {#b page=7}: of a section a mark says #slug"},
		"ErrLinkScheme":    {"[x](javascript:alert)", "f.md:3: a link must lead to https:// or http://"},
		"ErrLinkEmpty":     {"[x]()", "f.md:3: a link has no address"},
		"ErrLinkNoText":    {"y [](https://a.es)", "f.md:3: a link without text"},
		"ErrLinkAddress":   {"[x](https://[::1)", "f.md:3: a link has an address that cannot be read"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, _, err := parseText("# A\n\n" + tt.body + "\n")
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q alone", err, tt.want)
			}
		})
	}
}

func TestMarkdown_Links(t *testing.T) {
	const law = "https://example.org/law"
	link := func(text, part, work, title string) retrieval.Ref {
		at := strings.Index(text, part)
		return retrieval.Ref{Start: at, End: at + len(part), URL: law, Work: work, Part: title}
	}
	tests := map[string]struct {
		body, text string
		want       []retrieval.Ref
	}{
		"Paragraph": {"Véase *[la **página**](" + law + ")* y <" + law + ">.", "Véase la página y " + law + ".",
			[]retrieval.Ref{link("Véase la página", "la página", "", ""), link("Véase la página y "+law, law, "", "")}},
		"Mailbox": {"A <a@b.es>.", "A a@b.es.", nil},
		"Titles": {"[a](" + law + " 'Ley 1/2#art-3') [b](" + law + ` "#art-4") [c](` + law + ` "A #1#") [d](` + law + " '#')", "a b c d",
			[]retrieval.Ref{link("a b c d", "a", "Ley 1/2", "art-3"), link("a b c d", "b", "", "art-4"), link("a b c d", "c", "A #1", ""), link("a b c d", "d", "", "")}},
		"Items": {"- 1\n  - [dos](" + law + ")\n\n    y [tres](" + law + ")\n", "- 1\n  - dos y tres",
			[]retrieval.Ref{link("- 1\n  - dos y tres", "dos", "", ""), link("- 1\n  - dos y tres", "tres", "", "")}},
		"Table": {"**[C](" + law + ")** {.caption head=2}\n\n| a | b |\n|---|---|\n| [h](" + law + ") | x |\n| 1 | [c](" + law + ") |\n\n> n [o](" + law + ")", "C\na / h | b / x\n1 | c\nn o",
			[]retrieval.Ref{{Start: 0, End: 1, URL: law}, {Start: 6, End: 7, URL: law}, {Start: 20, End: 21, URL: law}, {Start: 24, End: 25, URL: law}}},
		"EmptyFirstLine": {"| |\n|---|\n| [a](" + law + ") |\n| |\n| [b](" + law + ") |", "a\n\nb", []retrieval.Ref{{Start: 0, End: 1, URL: law}, {Start: 3, End: 4, URL: law}}},
		"EmptyRowFirst":  {"| |\n|---|\n| |\n| [b](" + law + ") |", "\nb", []retrieval.Ref{{Start: 1, End: 2, URL: law}}},
		"OverAPart": {"El artículo [5](" + law + ") y el artículo 6.", "El artículo 5 y el artículo 6.",
			[]retrieval.Ref{link("El artículo 5", "5", "", "art-5"), {Start: 20, End: 31, Part: "art-6"}}},
		"NoAddress": {"[x](<> \"Ley 1\") [y](<> '#')", "x y", []retrieval.Ref{{Start: 0, End: 1, Work: "Ley 1"}, {Start: 2, End: 3}}},
		"Relative":  {"[x](/codes/a/b#c \"#\")", "x", []retrieval.Ref{{Start: 0, End: 1, URL: "/codes/a/b#c"}}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, blocks, err := parseText("# S\n\n" + tt.body + "\n")
			if err != nil || len(blocks) != 1 {
				t.Fatalf("%d blocks, %v", len(blocks), err)
			}
			if diff := cmp.Diff(tt.want, blocks[0].Refs); diff != "" || blocks[0].Text != tt.text {
				t.Errorf("text %q, want %q; refs (-want +got):\n%s", blocks[0].Text, tt.text, diff)
			}
		})
	}
}

// A link over a mention takes what that names, and another's title is no news; so
// neither is written.
func TestWriteMarkdown_LinkTitles(t *testing.T) {
	const body = "\n# S\n\nSegún el [artículo 5](https://example.org/a) y el artículo 6, [aquí](https://example.org/b \"Ley 1/2020\").\n"
	sections, located, err := parseText(body)
	if err != nil {
		t.Fatal(err)
	}
	refs := located[0].Refs
	want := []retrieval.Ref{
		{Start: 10, End: 21, Part: "art-5", URL: "https://example.org/a"},
		{Start: 27, End: 38, Part: "art-6"},
		{Start: 40, End: 45, Work: "Ley 1/2020", URL: "https://example.org/b"},
	}
	if diff := cmp.Diff(want, refs); diff != "" {
		t.Fatalf("refs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(body, writeMarkdown("es", sections, []retrieval.Block{located[0].Block})); diff != "" {
		t.Errorf("text (-want +written):\n%s", diff)
	}
}

// What an importer found is the same when it went out as a pack and came in
// again, with what it may have missed.
func TestExport_References(t *testing.T) {
	ref := codes.VersionRef{Code: "one", Version: "1"}
	data := twoCountries()
	data.Codes, data.Rules = data.Codes[:1], nil
	data.Codes[0].Slug = ref.Code
	text := "Según el artículo 5, aquí."
	link := retrieval.Ref{Start: len("Según el artículo 5, "), End: len(text) - 1, URL: "https://example.org/", Work: "Ley 1/2020"}
	data.Blocks = []retrieval.Block{{ID: idOf(ref, "s", retrieval.Paragraph, text, 1), Doc: ref.String(), Section: "s", Path: []string{"S"},
		Kind: retrieval.Paragraph, Lang: "es", Text: text, Lead: "derived", Refs: []retrieval.Ref{{Start: 0, End: 6, Part: "of-the-source"}, link}}}
	got := mustRead(t, mustExport(t, Manifest{Name: "n", Title: "T"}, data, nil)).Data.Blocks[0]
	want := []retrieval.Ref{{Start: 0, End: 6, Part: "of-the-source"}, {Start: 10, End: 21, Part: "art-5"}, link}
	if diff := cmp.Diff(want, got.Refs); diff != "" || got.Lead != "" || got.SHA256 != retrieval.HashText(text) {
		t.Errorf("lead %q, hash %s; refs (-want +got):\n%s", got.Lead, got.SHA256, diff)
	}
}

// A version mostly in one language says so once.
func TestExport_Language(t *testing.T) {
	data := regengine.Data{Codes: []codes.Code{{Slug: "one", Title: "One", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
		Versions: []codes.Version{{Slug: "1", Title: "V", Status: codes.Active, Internal: true, Sections: []codes.Section{{Slug: "s", Title: "S", Level: 1}}}}}}}
	ref := codes.VersionRef{Code: "one", Version: "1"}
	for i, lang := range []string{"ca", "es", "es"} {
		text := strings.Repeat("x", i+1)
		data.Blocks = append(data.Blocks, retrieval.Block{ID: idOf(ref, "s", retrieval.Paragraph, text, 1), Doc: ref.String(), Section: "s", Path: []string{"S"},
			Kind: retrieval.Paragraph, Lang: lang, Text: text, Order: i, SHA256: retrieval.HashText(text)})
	}
	files := mustExport(t, Manifest{Name: "n", Title: "T"}, data, nil)
	if text := contents(files)["codes/one/1.md"]; !strings.Contains(text, "language: es\n") || strings.Count(text, "lang=") != 1 {
		t.Errorf("written:\n%s", text)
	}
	if diff := cmp.Diff(data.Blocks, mustRead(t, files).Data.Blocks); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
}
