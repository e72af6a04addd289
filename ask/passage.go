package ask

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// passage is a block that was retrieved in this turn.
type passage struct {
	handle   string
	block    *retrieval.Block
	title    string
	score    float64
	status   codes.Status // of its version when it was retrieved; "" of a private document
	document *document    // the private document it is of; nil of a regulation
	handed   bool         // the model has its text

	proof *evidence // what it can prove, worked out when first cited
	said  []string  // its clauses, as texts are compared word for word
}

// found is a block on its way to becoming a passage.
type found struct {
	block    *retrieval.Block
	score    float64
	prior    float64
	document *document // nil of a regulation
}

// hand issues blocks as passages of a result, as far as the turn's budget goes.
// One that was handed over before costs its title alone.
func (t *turn) hand(r *Result, list []found) {
	for i, f := range list {
		p := t.issue(f)
		issued := t.issued[t.byHandle[p.Handle]]
		cost := utf8.RuneCountInString(p.Title)
		if !issued.handed {
			cost += utf8.RuneCountInString(p.Lead) + utf8.RuneCountInString(p.Text)
		}
		if t.handed+cost > mostCharacters {
			r.addNote(fmt.Sprintf("%d passages %s", len(list)-i, noteBudget))
			return
		}
		t.handed += cost
		issued.handed = true
		r.Passages = append(r.Passages, p)
	}
}

// issue gives a block its handle, the same one every time.
func (t *turn) issue(f found) Passage {
	i, known := t.byBlock[f.block.ID]
	if !known {
		i = len(t.issued)
		p := &passage{handle: t.newHandle(), block: visibleBlock(f.block), document: f.document}
		if p.title = t.titleOf(p); p.document == nil {
			p.status = t.look().status(f.block.Doc)
		}
		t.issued = append(t.issued, p)
		t.byBlock[f.block.ID], t.byHandle[p.handle] = i, i
	}
	p := t.issued[i]
	p.score = max(p.score, f.score)
	shown := t.shown(p, f.score)
	shown.Prior = f.prior
	return shown
}

// shown is a passage as a model sees it.
func (t *turn) shown(p *passage, score float64) Passage {
	s := Passage{
		Handle:  p.handle,
		Title:   neutralise(p.title) + t.outOfForce(p),
		Text:    neutralise(p.block.Text),
		Lead:    neutralise(p.block.Lead),
		Kind:    p.block.Kind,
		Table:   changedTable(p.block.Table, neutralise),
		Score:   score,
		Status:  string(p.status),
		Private: p.document != nil,
		Page:    p.block.Page,
	}
	if p.document == nil {
		s.Version = p.block.Doc
	}
	return s
}

// outOfForce says behind a title that an edition is not in force.
func (t *turn) outOfForce(p *passage) string {
	if said := t.words.say("edition." + string(p.status)); said != "" {
		return " (" + said + ")"
	}
	return ""
}

// newHandle draws a handle: a letter, a digit and six of either. It is random
// so that no text, and no earlier turn, can name a passage of this one.
func (t *turn) newHandle() string {
	for {
		text := strings.ToLower(rand.Text())
		handle := text[:8]
		_, taken := t.byHandle[handle]
		if isHandle(handle) && !taken {
			return handle
		}
	}
}

// titleOf says where a passage stands: document, sections, block title.
func (t *turn) titleOf(p *passage) string { return titleUnder(t.nameOf(p), p.block) }

func titleUnder(name string, b *retrieval.Block) string {
	parts := append([]string{name}, b.Path...)
	if !slices.Contains(b.Path, b.Title) {
		parts = append(parts, b.Title)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " › ")
}

// nameOf is the title of the regulation, or the name of the file.
func (t *turn) nameOf(p *passage) string {
	if p.document != nil {
		return p.document.name
	}
	return t.documentTitle(refOf(p.block.Doc))
}

func refOf(doc string) codes.VersionRef {
	code, version, _ := strings.Cut(doc, "/")
	return codes.VersionRef{Code: code, Version: version}
}

func (t *turn) documentTitle(ref codes.VersionRef) string {
	catalog := t.look().catalog
	v, err := catalog.Version(ref)
	if err != nil {
		return ref.String()
	}
	if v.Title != "" {
		return v.Title
	}
	code, err := catalog.Get(ref.Code)
	if err != nil {
		return ref.String()
	}
	return code.Title
}
