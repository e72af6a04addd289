package pack

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// hostile draws text made of what Markdown, YAML and CSV take for marks, around
// letters, digits and blanks. It is never blank as a whole.
func hostile(breaks bool) *rapid.Generator[string] {
	pieces := []string{
		"a", "ñ", "Z", "7", "x", "word", "10", " ", "  ", "*", "**", "_", "__", "-", "--", "---", "+", "#", "##", "|", "||",
		"`", "``", "\\", "<", "<b>", "<!--", ">", "&", "&amp;", "&#42;", "[", "]", "[a](b)", "[^1]", "![", "(", ")", "1.", "2)",
		"=", "===", "~~~", ":", "{#a}", "{", "}", "\"", "'", "!", "%", ",", ".", "m²", "\u00a0", "\t", "\r", "\f", "\x01", "\u0085", "\u2028",
		"- ", "1. ", "> ", "# ", "| ", ":--", "<https://a.es>", "§", "{.item}", "{page=2}", "](", "artículo 5", " de la Ley 38/1999", "^",
	}
	if breaks {
		pieces = append(pieces, "\n", "\n", "\n- ", "\n1. ", "\n# ", "\n---", "\n    ", "\n|")
	}
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 8), func(parts []string) string {
		text := strings.Join(parts, "")
		if strings.TrimSpace(text) == "" {
			return text + "t"
		}
		return text
	})
}

func drawList(t *rapid.T) string {
	var lines []string
	depth := 0
	for i := range rapid.IntRange(1, 6).Draw(t, "items") {
		if i > 0 {
			depth = rapid.IntRange(0, depth+1).Draw(t, "depth")
		}
		number := ""
		if rapid.Bool().Draw(t, "numbered") {
			number = fmt.Sprintf("%d%s ", rapid.IntRange(0, 3).Draw(t, "n")+i, rapid.SampledFrom([]string{".", ")"}).Draw(t, "mark"))
		}
		lines = append(lines, strings.Repeat("  ", depth)+"- "+number+hostile(false).Draw(t, "item"))
	}
	return strings.Join(lines, "\n")
}

func drawTable(t *rapid.T, caption string) *retrieval.Table {
	width := rapid.IntRange(1, 4).Draw(t, "width")
	cell := rapid.OneOf(rapid.Just(""), hostile(true))
	table := &retrieval.Table{Caption: caption}
	if rapid.Bool().Draw(t, "header") {
		table.Header = rapid.SliceOfN(cell, width, width).Draw(t, "header cells")
		table.Header[0] = hostile(true).Draw(t, "header cell")
	}
	if width > 1 && rapid.Bool().Draw(t, "several header rows") {
		for range rapid.IntRange(2, 3).Draw(t, "head") {
			table.Head = append(table.Head, rapid.SliceOfN(cell, width, width).Draw(t, "head row"))
		}
		table.Head[0][0] = hostile(true).Draw(t, "first head cell")
		table.Header = headLabels(table.Head)
	}
	rows := rapid.IntRange(1, 3).Draw(t, "rows")
	if width > 1 && rapid.Bool().Draw(t, "merged") {
		table.Spans = []retrieval.Span{{Row: len(table.Head) + rows - 1, Col: 0, Rows: 1, Cols: 2}, {Row: 0, Col: width - 1, Rows: len(table.Head) + rows, Cols: 1}}
		if len(table.Head)+rows == 1 {
			table.Spans = table.Spans[:1]
		}
	}
	for range rows {
		table.Rows = append(table.Rows, rapid.SliceOfN(cell, width, width).Draw(t, "row"))
	}
	table.Rows[0][0] = hostile(true).Draw(t, "first cell")
	table.Notes = rapid.SliceOfN(hostile(true), 0, 3).Draw(t, "notes")
	if len(table.Notes) == 0 {
		table.Notes = nil
	}
	return table
}

// drawVersion draws sections and blocks as an importer of any origin might make them.
func drawVersion(t *rapid.T, ref codes.VersionRef) ([]codes.Section, []retrieval.Block) {
	var sections []codes.Section
	var blocks []retrieval.Block
	var path []codes.Section
	slugs := importers.NewSlugger(nil)
	n := rapid.IntRange(1, 4).Draw(t, "sections")
	for i := range n {
		s := codes.Section{Title: hostile(false).Draw(t, "section"), Level: rapid.IntRange(1, 8).Draw(t, "level")}
		s.Slug = fmt.Sprintf("s-%d", i)
		if rapid.Bool().Draw(t, "derived") {
			s.Slug = slugs.Derive(s.Title)
		}
		sections = append(sections, s)
		for len(path) > 0 && path[len(path)-1].Level >= s.Level {
			path = path[:len(path)-1]
		}
		path = append(path, s)
		var names naming
		least := 0
		if i == n-1 && len(blocks) == 0 {
			least = 1
		}
		for range rapid.IntRange(least, 4).Draw(t, "blocks") {
			b := drawBlock(t)
			b.Doc, b.Section, b.Order = ref.String(), s.Slug, len(blocks)
			anchor := names.next(b.Kind, b.Text)
			switch rapid.IntRange(0, 5).Draw(t, "id") {
			case 0: // of another origin
				anchor = idOf(ref, "elsewhere", b.Kind, fmt.Sprint(len(blocks)), 1)
			case 1:
				b.Anchor = fmt.Sprintf("named-%d", len(blocks))
				anchor = b.Anchor
			case 2: // a name that says what the text says already
				b.Anchor = anchor
			}
			b.ID = importers.BlockID(b.Doc, s.Slug, anchor)
			for _, p := range path {
				b.Path = append(b.Path, p.Title)
			}
			blocks = append(blocks, b)
		}
	}
	return sections, blocks
}

// drawBlock draws what a block says, of every kind.
func drawBlock(t *rapid.T) retrieval.Block {
	b := retrieval.Block{
		Kind: rapid.SampledFrom(retrieval.Kinds()).Draw(t, "kind"),
		Lang: rapid.SampledFrom([]string{"es", "es", "es", "ca", "pt-BR"}).Draw(t, "language"),
		Page: rapid.IntRange(0, 3).Draw(t, "page"),
	}
	if rapid.Bool().Draw(t, "titled") {
		b.Title = hostile(true).Draw(t, "title")
	}
	switch b.Kind {
	case retrieval.List:
		b.Text = drawList(t)
	case retrieval.TableKind:
		caption := rapid.OneOf(rapid.Just(b.Title), rapid.Just(""), hostile(true)).Draw(t, "caption")
		b.Table = drawTable(t, caption)
		b.Text = b.Table.Text()
	default:
		b.Depth = rapid.IntRange(0, 3).Draw(t, "depth")
		b.Text = hostile(true).Draw(t, "text")
	}
	b.SHA256 = retrieval.HashText(b.Text)
	b.Refs = joinRefs(b.Text, b.Lang, drawLinks(t, &b))
	return b
}

// drawLinks draws links in the parts of a text that can have some.
func drawLinks(t *rapid.T, b *retrieval.Block) []retrieval.Ref {
	var links []retrieval.Ref
	for _, p := range linkable(b) {
		for at := p[0]; at < p[1] && rapid.IntRange(0, 3).Draw(t, "linked") == 0; {
			start, end := drawRange(t, b.Text, at, p[1])
			if start == end {
				break
			}
			link := retrieval.Ref{Start: start, End: end, URL: "https://example.org/" + drawAddress(t), Work: untitled}
			if rapid.IntRange(0, 3).Draw(t, "no address") == 0 {
				link.URL, link.Work, link.Part = "", "La Ley", "art-9"
			} else if rapid.Bool().Draw(t, "names") {
				link.Work, link.Part = rapid.SampledFrom([]string{"", "Ley 38/1999", `a "b" \\ #c [d] &amp;`, hostile(true).Draw(t, "work")}).Draw(t, "work"), rapid.SampledFrom([]string{"", "art-5/ap-2"}).Draw(t, "part")
			}
			links = append(links, link)
			at = end
		}
	}
	return links
}

func drawAddress(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{
		"a", "?b=", "&amp;", "(", ")", "<", ">", "[", "]", "\\", "|", "\"", "'", "#", "*", "_", "`", "ñ", " ", ";", "%20", "{#", "}",
	}), 0, 6).Draw(t, "address"), "")
}

// linkable returns where in a text links can stand: beginnings and ends.
func linkable(b *retrieval.Block) (parts [][2]int) {
	switch {
	case b.Table != nil:
		eachPart(b.Table, func(p part, start int, text string) {
			// A merged cell stands in the text only once for each column.
			parts = append(parts, [2]int{start, start + len(text)})
		})
	case b.Kind == retrieval.List:
		for _, item := range listLines(b.Text, nil) {
			start := strings.Index(b.Text, item.text)
			if strings.Count(b.Text, item.text) == 1 && itemNumber.FindString(item.text) == "" {
				parts = append(parts, [2]int{start, start + len(item.text)})
			}
		}
	default:
		parts = append(parts, [2]int{0, len(b.Text)})
	}
	return parts
}

// drawRange draws a part of text[from:to] that does not cut a character.
func drawRange(t *rapid.T, text string, from, to int) (start, end int) {
	var edges []int
	for i := range text {
		if i >= from && i <= to {
			edges = append(edges, i)
		}
	}
	edges = append(edges, to)
	a := rapid.IntRange(0, len(edges)-1).Draw(t, "start")
	b := rapid.IntRange(a, len(edges)-1).Draw(t, "end")
	return edges[a], edges[b]
}

// Whatever a version holds, its Markdown reads back as the same sections and
// blocks, with the same ids.
func TestExport_TextRoundTrip(t *testing.T) {
	ref := codes.VersionRef{Code: "one", Version: "2020"}
	rapid.Check(t, func(t *rapid.T) {
		sections, blocks := drawVersion(t, ref)
		content := writeMarkdown("es", sections, blocks)
		rep := &report{}
		gotSections, gotBlocks := newMarkdown(rep, "f.md", ref, "es", []byte(content), 1).read()
		if err := rep.err(nil); err != nil {
			t.Fatalf("%v\n%s", err, content)
		}
		var got []retrieval.Block
		for _, b := range gotBlocks {
			got = append(got, b.Block)
		}
		if diff := cmp.Diff(sections, gotSections); diff != "" {
			t.Fatalf("sections (-want +got):\n%s\n%s", diff, content)
		}
		if diff := cmp.Diff(blocks, got); diff != "" {
			t.Fatalf("blocks (-want +got):\n%s\n%s", diff, content)
		}
	})
}

// line draws text a single-line key or cell can hold.
func line() *rapid.Generator[string] {
	clean := strings.NewReplacer("\t", "", "\r", "", "\f", "", "\x01", "", "\u0085", "")
	return rapid.Map(hostile(false), func(text string) string {
		if text = strings.TrimSpace(clean.Replace(text)); text == "" {
			return "text"
		}
		return text
	})
}

func drawData(t *rapid.T) regengine.Data {
	optional := rapid.OneOf(rapid.Just(""), line())
	number := rapid.Ptr(rapid.IntRange(0, 3), true)
	data := regengine.Data{Places: []geo.Place{{ID: "ES", Name: line().Draw(t, "name"), Level: geo.Country}}}
	for i := range rapid.IntRange(0, 3).Draw(t, "places") {
		tech := &geo.TechData{
			ClimateZone: optional.Draw(t, "zone"), SeismicZone: optional.Draw(t, "seismic"),
			AltitudeM: number.Draw(t, "altitude"), RadonZone: number.Draw(t, "radon"), Population: number.Draw(t, "population"),
		}
		if value := optional.Draw(t, "extra"); value != "" {
			tech.Extra = []geo.TechValue{{Key: "wind", Label: "Viento", Value: value, Unit: "m/s"}}
		}
		data.Places = append(data.Places, geo.Place{
			ID: geo.ID(fmt.Sprintf("ES-0000%d", i)), Name: line().Draw(t, "name"), Level: geo.Municipality, Parent: "ES", Tech: tech,
		})
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "codes") {
		code := codes.Code{
			Slug: fmt.Sprintf("c%d", i), Title: line().Draw(t, "title"), ShortTitle: optional.Draw(t, "short"),
			Description: optional.Draw(t, "description"), CountryCode: "ES", Scope: codes.National,
			Tags: rapid.SliceOfNDistinct(line(), 1, 3, rapid.ID[string]).Draw(t, "tags"), Territories: []geo.ID{"ES"},
		}
		ref := codes.VersionRef{Code: code.Slug, Version: "1.0"}
		sections, blocks := drawVersion(t, ref)
		v := codes.Version{
			Slug: ref.Version, Title: line().Draw(t, "title"), Status: codes.Active, Author: optional.Draw(t, "author"),
			Description: rapid.OneOf(line(), rapid.Just("two\nlines"), rapid.Just("a\n\n- b")).Draw(t, "description"),
			SucceededBy: codes.VersionRef{Code: code.Slug, Version: "2019"},
			Internal:    true, Digest: rapid.Bool().Draw(t, "digest"), Sections: sections,
		}
		v.Effective, _ = codes.NewDate(2000, 1, 31)
		if rapid.Bool().Draw(t, "worded") {
			code.Language = "es"
			code.Wordings = map[string]codes.Wording{
				"fr": {Title: line().Draw(t, "title"), ShortTitle: optional.Draw(t, "short"), Description: optional.Draw(t, "description")},
				"en": {Title: line().Draw(t, "title")},
			}
			v.Wordings = map[string]codes.Wording{"pt-BR": {Title: line().Draw(t, "title"), Author: optional.Draw(t, "author")}}
		}
		code.Versions = []codes.Version{v}
		data.Codes = append(data.Codes, code)
		data.Blocks = append(data.Blocks, blocks...)
	}
	return data
}

// Data that went out comes in again, and going out a second time changes no byte.
func TestExport_RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := drawData(t)
		m := Manifest{Name: "drawn", Title: line().Draw(t, "title"), Description: "two\nlines", Country: "ES",
			Sources: []Source{{Title: line().Draw(t, "source"), URL: "https://example.org/a?b=c#d"}}}
		first := make(fstest.MapFS)
		if err := Export(t.Context(), mapWriter(first), m, data, nil); err != nil {
			t.Fatalf("export:\n%v", err)
		}
		p, err := Read(first, nil)
		if err != nil {
			t.Fatalf("read:\n%v", err)
		}
		if diff := cmp.Diff(data, p.Data, dates); diff != "" {
			t.Fatalf("data (-want +got):\n%s", diff)
		}
		second := make(fstest.MapFS)
		if err := Export(t.Context(), mapWriter(second), p.Manifest, p.Data, nil); err != nil {
			t.Fatalf("export again:\n%v", err)
		}
		if diff := cmp.Diff(contents(first), contents(second)); diff != "" {
			t.Fatalf("files (-first +second):\n%s", diff)
		}
	})
}

func TestExport_ErrCannotHold(t *testing.T) {
	block := func(b retrieval.Block) regengine.Data {
		ref := codes.VersionRef{Code: "one", Version: "1"}
		b.Doc, b.Lang = ref.String(), "es"
		if b.ID == "" {
			b.ID = idOf(ref, "s", retrieval.Paragraph, b.Text, 1)
		}
		return regengine.Data{
			Codes: []codes.Code{{Slug: "one", Title: "One", CountryCode: "ES", Scope: codes.National, Territories: []geo.ID{"ES"},
				Versions: []codes.Version{{Slug: "1", Title: "V", Status: codes.Active, Internal: true,
					Sections: []codes.Section{{Slug: "s", Title: "S", Level: 1}}}}}},
			Blocks: []retrieval.Block{b},
		}
	}
	sound := retrieval.Block{Section: "s", Path: []string{"S"}, Kind: retrieval.Paragraph, Text: "text"}
	edit := func(f func(b *retrieval.Block)) regengine.Data {
		b := sound
		f(&b)
		return block(b)
	}
	tests := map[string]struct {
		data regengine.Data
		want string
	}{
		"ErrPath":      {edit(func(b *retrieval.Block) { b.Path = []string{"other"} }), "Path"},
		"ErrOrder":     {edit(func(b *retrieval.Block) { b.Order = 4 }), "Order"},
		"ErrNoSection": {edit(func(b *retrieval.Block) { b.Section = "x" }), "there are headings but no text"},
		"ErrID":        {edit(func(b *retrieval.Block) { b.ID = "Own Id" }), "anchor"},
		"ErrAnchor":    {edit(func(b *retrieval.Block) { b.Anchor = "of-another-id" }), "Anchor"},
		"ErrKind":      {edit(func(b *retrieval.Block) { b.Kind = retrieval.Row }), "Kind"},
		"ErrTable":     {edit(func(b *retrieval.Block) { b.Kind = retrieval.TableKind }), "Kind"},
		"ErrDepth":     {edit(func(b *retrieval.Block) { b.Depth = -1 }), "depth=-1"},
		"ErrPage":      {edit(func(b *retrieval.Block) { b.Page = -1 }), "page=-1"},
		"ErrLink":      {edit(func(b *retrieval.Block) { b.Refs = []retrieval.Ref{{Start: 0, End: 4, URL: "javascript:x"}} }), "a link must lead to"},
		"ErrLinkPlace": {edit(func(b *retrieval.Block) { b.Refs = []retrieval.Ref{{Start: 0, End: 9, URL: "https://a.es"}} }), "Refs"},
		"ErrListText":  {edit(func(b *retrieval.Block) { b.Kind, b.Text = retrieval.List, "a) no dash" }), "Text"},
		"ErrNUL":       {edit(func(b *retrieval.Block) { b.Text = "a\x00b" }), "NUL"},
		"ErrUTF8":      {edit(func(b *retrieval.Block) { b.Text = "a\xffb" }), "not valid UTF-8"},
		"ErrOrphan":    {regengine.Data{Blocks: []retrieval.Block{{Doc: "no/1"}}}, "there is no such version"},
		"ErrAlias":     {regengine.Data{Places: []geo.Place{{ID: "ES", Name: "E", Level: geo.Country, Aliases: []string{"a|b"}}}}, "Aliases"},
		"ErrTech":      {regengine.Data{Places: []geo.Place{{ID: "ES", Name: "E", Level: geo.Country, Tech: &geo.TechData{ClimateZone: "A"}}}}, "no technical data"},
		"ErrTwice": {regengine.Data{Places: []geo.Place{{ID: "ES", Name: "E", Level: geo.Country}, {ID: "ES", Name: "F", Level: geo.Country}}},
			"twice"},
		"ErrCodeTwice": {regengine.Data{Codes: append(block(sound).Codes, block(sound).Codes...), Blocks: block(sound).Blocks}, "twice"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			written := make(fstest.MapFS)
			err := Export(t.Context(), mapWriter(written), Manifest{Name: "n", Title: "T"}, tt.data, nil)
			if !errors.Is(err, ErrCannotHold) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want ErrCannotHold and %q", err, tt.want)
			}
			if len(written) > 0 {
				t.Errorf("%d files were written", len(written))
			}
		})
	}
}
