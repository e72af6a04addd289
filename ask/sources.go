package ask

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// finish turns a checked draft into the answer: marks become numbers by first
// appearance, 1..k without gaps, each with its source (CITATIONS M5).
func (t *turn) finish(d *draft) *Answer {
	answer := &Answer{Sources: []Source{}, Iterations: t.round, Searches: t.searches, Usage: t.usage, Form: FormNotFound}
	if !d.answers() && !d.quotable() {
		answer.Text = t.unanswered()
		return answer
	}
	answer.Form = cmp.Or(d.form, FormDrafted)
	t.settle(d)
	text := d.String()
	if looseMarker.MatchString(text) {
		text = roundBrackets.Replace(text)
	}
	if d.left > 0 {
		text += "\n\n" + t.words.say("left_out", d.left)
	}
	if d.unchecked && answer.Form == FormDrafted {
		text += "\n\n" + t.words.say("unchecked")
	}
	numbers := map[int]int{}
	for n, i := range marksIn(text) {
		numbers[i] = n + 1
		answer.Sources = append(answer.Sources, t.source(n+1, t.issued[i]))
	}
	answer.Text = numberMarks(text, numbers)
	return answer
}

// numberMarks writes marks as [n], each once in a row of them.
func numberMarks(text string, numbers map[int]int) string {
	var b strings.Builder
	var run []rune
	for _, r := range text {
		if !isMark(r) {
			run = run[:0]
			b.WriteRune(r)
			continue
		}
		if !slices.Contains(run, r) {
			run = append(run, r)
			fmt.Fprintf(&b, "[%d]", numbers[int(r-firstMark)])
		}
	}
	return b.String()
}

// source describes a cited block from the catalogue, the project's list of files
// and the block alone, never from what a model wrote (CITATIONS M4).
func (t *turn) source(index int, p *passage) Source {
	if p.document != nil {
		return t.privateSource(index, p)
	}
	b, ref := p.block, refOf(p.block.Doc)
	section, listed := t.section(ref, b.Section)
	title := section.Title
	if title == "" && len(b.Path) > 0 {
		title = b.Path[len(b.Path)-1]
	}
	return Source{
		Index:         index,
		Type:          citationType(b),
		DocumentTitle: t.documentTitle(ref),
		SectionTitle:  title,
		BlockTitle:    cmp.Or(b.Title, tableCaption(b), title),
		Code:          ref.Code,
		Version:       ref.Version,
		Section:       b.Section,
		Resolved:      listed || b.Section == "" && t.look().status(b.Doc) != "",
		BlockID:       b.ID,
		Score:         p.score,
	}
}

// privateSource describes a block of the user's own document. It has no public
// address, and so no slugs to make one of.
func (t *turn) privateSource(index int, p *passage) Source {
	b := p.block
	title := strings.Join(b.Path, " › ")
	if title == "" && b.Page > 0 {
		title = t.words.say("page", b.Page)
	}
	return Source{
		Index:         index,
		Type:          CiteUserDocument,
		DocumentTitle: p.document.name,
		SectionTitle:  title,
		BlockTitle:    cmp.Or(b.Title, tableCaption(b), title),
		BlockID:       b.ID,
		Score:         p.score,
	}
}

func (t *turn) section(ref codes.VersionRef, slug string) (codes.Section, bool) {
	v, err := t.look().catalog.Version(ref)
	if err != nil {
		return codes.Section{}, false
	}
	i := slices.IndexFunc(v.Sections, func(s codes.Section) bool { return s.Slug == slug })
	if i < 0 {
		return codes.Section{}, false
	}
	return v.Sections[i], true
}

func citationType(b *retrieval.Block) CitationType {
	if b.Section == "" {
		return CiteDocument
	}
	return CiteArticle
}

func tableCaption(b *retrieval.Block) string {
	if b.Table == nil {
		return ""
	}
	return b.Table.Caption
}
