package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/retrieval"
)

var readArticleSpec = ToolSpec{
	Name:        ReadArticle,
	Description: "Reads an article, a section or a table of a selected regulation by its number, where that is known. It costs no search.",
	Params: []Param{
		{Name: ArgCode, Kind: TextParam, Required: true, Max: 200, Doc: "Slug of the regulation."},
		{Name: ArgReference, Kind: TextParam, Required: true, Max: 120, Doc: "\"artículo 5\", \"tabla 4.1\", \"SUA 1\"."},
	},
}

var listContentsSpec = ToolSpec{
	Name:        ListContents,
	Description: "Lists the sections of a selected regulation. It costs no search.",
	Params:      []Param{{Name: ArgCode, Kind: TextParam, Required: true, Max: 200, Doc: "Slug of the regulation."}},
}

// edition returns the edition that applies of a selected code; the note says why there
// is none.
func (t *turn) editionOf(code string) (doc string, v *codes.Version, note string) {
	docs, ok := t.docsOf(code, "")
	if !ok || code == "" || len(docs) == 0 {
		return "", nil, "not run: that code is not selected in the project, or its text is not here; selected are " + clip(strings.Join(t.slugs(), ", "), maxNote/2)
	}
	v, err := t.look().catalog.Version(refOf(docs[0]))
	if err != nil {
		return "", nil, "not run: that regulation is not there any more"
	}
	return docs[0], v, ""
}

// listContents runs the tool.
func (t *turn) listContents(_ context.Context, args Args) (Result, error) {
	var r Result
	_, v, note := t.editionOf(args.Text(ArgCode))
	if v == nil {
		r.Note = note
		return r, nil
	}
	const most = 200
	var lines []string
	for i, s := range v.Sections {
		if i == most {
			lines = append(lines, fmt.Sprintf("… and %d more", len(v.Sections)-most))
			break
		}
		lines = append(lines, strings.Repeat("  ", max(0, min(s.Level, 6)-1))+s.Title)
	}
	t.say(&r, strings.Join(lines, "\n"))
	return r, nil
}

// readArticle runs the tool.
func (t *turn) readArticle(_ context.Context, args Args) (Result, error) {
	var r Result
	doc, v, note := t.editionOf(args.Text(ArgCode))
	if v == nil {
		r.Note = note
		return r, nil
	}
	blocks := t.referred(doc, v, args.Text(ArgReference))
	t.hand(&r, regulationBlocks(blocks[:min(len(blocks), mostBlocks)]))
	if len(blocks) == 0 {
		r.Note = "nothing of that number is in that regulation; list_contents tells what there is"
	}
	return r, nil
}

// referred lists the blocks a reference names: the section whose heading has the number,
// or the table whose caption has it.
func (t *turn) referred(doc string, v *codes.Version, text string) []*retrieval.Block {
	wanted := t.referenceOf(text)
	lang := ""
	if code, err := t.look().catalog.Get(refOf(doc).Code); err == nil {
		lang = code.Language
	}
	var out []*retrieval.Block
	for _, s := range v.Sections {
		blocks := t.agent.texts.Section(doc, s.Slug)
		if !wanted.names(s.Title, lang) && s.Slug != text {
			blocks = slices.DeleteFunc(slices.Clone(blocks), func(b *retrieval.Block) bool { return b.Table == nil || !wanted.names(b.Table.Caption, b.Lang) })
		}
		out = append(out, blocks...)
	}
	return out
}

// reference is what a text refers to: a title, or the numbers of passages.
type reference struct {
	title string // folded
	parts []string
}

func (t *turn) referenceOf(text string) reference {
	r := reference{title: retrieval.Fold(text)}
	for _, ref := range crossref.Find(text, t.facts.lang.tag) {
		r.parts = append(r.parts, strings.Split(ref.Part, "/")...)
	}
	if len(r.parts) == 0 {
		r.parts = []string{crossref.HeadingPart(text, t.facts.lang.tag)}
	}
	return r
}

// names reports whether a heading is the one referred to: an article is, too, what only
// its number names.
func (r *reference) names(heading, lang string) bool {
	if r.title != "" && retrieval.Fold(heading) == r.title {
		return true
	}
	part := crossref.HeadingPart(heading, lang)
	return part != "" && slices.ContainsFunc(r.parts, func(p string) bool {
		return p == part || strings.HasPrefix(part, "ap-") && numberOf(p) == numberOf(part) && !strings.HasPrefix(p, "tab-")
	})
}
