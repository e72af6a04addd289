package ask

import (
	"context"
	"slices"
	"time"

	"github.com/reglookup/regengine/codes"
)

// standing is what there is at one moment: what may be cited is looked up in it.
type standing struct {
	texts     Searcher
	catalog   *codes.Catalog
	scope     []string        // "code/version" of everything selected
	documents map[string]bool // private documents that are still there; nil: not asked yet
}

// status is where the version of a document stands; "" when there is none.
func (s *standing) status(doc string) codes.Status {
	v, err := s.catalog.Version(refOf(doc))
	if err != nil {
		return ""
	}
	return v.Status
}

// look returns the standing that holds: the one the turn began with until the
// answer is built.
func (t *turn) look() *standing {
	if t.standing == nil {
		t.standing = &standing{texts: t.agent.texts, catalog: t.agent.catalog, scope: t.scope}
	}
	return t.standing
}

// existingTime bounds the questions what is still selected and still there.
const existingTime = 2 * time.Second

// lookAgain takes the standing of now: a citation holds if its block is there
// when the answer is built, not when it was found (CITATIONS M3). Documents of
// which nobody can tell count as gone.
func (t *turn) lookAgain(ctx context.Context) {
	now := &standing{texts: t.agent.texts, catalog: t.agent.catalog, scope: t.scope, documents: map[string]bool{}}
	if t.agent.opts.Now != nil {
		now.texts, now.catalog = t.agent.opts.Now()
	}
	t.standing = now
	// The answer may be built because time ran out: this is asked all the same.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), existingTime)
	defer cancel()
	if selected := t.agent.opts.Selected; selected != nil {
		if list, err := within(ctx, selected); err == nil {
			now.scope = scopeOf(list)
		}
	}
	var ids []string
	for _, p := range t.issued {
		if p.document != nil && !slices.Contains(ids, p.document.id) {
			ids = append(ids, p.document.id)
		}
	}
	library := t.agent.opts.Documents
	if len(ids) == 0 || library == nil {
		return
	}
	there, err := within(ctx, func(ctx context.Context) ([]string, error) { return library.Existing(ctx, ids) })
	if err != nil {
		return
	}
	for _, id := range there {
		now.documents[id] = true
	}
}

// citable reports whether a passage may be cited now (CITATIONS M3): its block
// is there, unmoved and within reach, and its version stands as it did when the
// model read it. What was repealed since would be cited as in force.
func (t *turn) citable(p *passage) bool {
	now := t.look()
	if p.document != nil {
		return now.documents == nil || now.documents[p.document.id]
	}
	b, ok := now.texts.Block(p.block.ID)
	if !ok || b.Doc != p.block.Doc || visible(b.Text) != p.block.Text {
		return false
	}
	status := now.status(b.Doc)
	if status == codes.Active {
		return slices.Contains(now.scope, b.Doc)
	}
	return status != "" && status == p.status && slices.Contains(t.reach, b.Doc) && !t.inScope(b.Doc)
}
