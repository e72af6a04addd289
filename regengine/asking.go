package regengine

import (
	"context"
	"fmt"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// AskOptions say with what a question is answered.
type AskOptions struct {
	// Model answers. Without one the answer is put together from rules and texts by a
	// [note.Model].
	Model    ask.Model
	Fallback ask.Model // see [ask.Options]

	// SecondReader reads drafts a second time; see [ask.Options].
	SecondReader ask.SecondReader

	// Library opens the private documents of a project. Without it they are named,
	// and not searched.
	Library func(ctx context.Context, organizationID, projectID string) (ask.Library, error)

	// Selected returns what is selected in the project when the answer is built; see
	// [ask.Options].
	Selected func(ctx context.Context) ([]projects.Collection, error)

	// Tools are handed to the model beside those of the turn, of verify and of the
	// project's calculators.
	Tools []ask.Tool

	// Observe is told how the turn goes. It must not wait.
	Observe func(ask.Event)

	// Now is the clock by which verify tells what is in force. nil means the engine's.
	Now func() time.Time
}

// Ask answers a question over the newest snapshot. The model may call the tools
// "verify" and, where the project has calculators, "calculator" beside those of
// every turn, all bound to the project. When the answer is built each citation is
// looked up again in the snapshot that is the newest by then. The climate zone is
// that of the altitude the project's memory gives, if it does. The errors are
// those of [ask.Agent.Answer], and of opts.Library, and ErrNotServed where nothing
// is loaded of the project's country. opts may be nil.
//
// Ask charges nothing: whoever calls it does.
func (e *Engine) Ask(ctx context.Context, q ask.Question, opts *AskOptions) (*ask.Answer, error) {
	snapshot := e.Snapshot()
	if snapshot == nil {
		return nil, ErrNotOpen
	}
	ctx, opts = contextOf(ctx), opts.orUsual(e)
	if q.Project != nil && !snapshot.Serves(q.Project.GeoID.Country()) {
		return nil, fmt.Errorf("ask about a project in %s: %w", q.Project.GeoID.Country(), ErrNotServed)
	}
	q = snapshot.atSite(q)
	country := geo.ID("") // what a project's country reads; anybody's catalogue without a project
	if q.Project != nil {
		country = q.Project.GeoID.Country()
	}
	options := &ask.Options{
		Fallback:     opts.Fallback,
		SecondReader: opts.SecondReader,
		Follow:       snapshot.follow,
		Observe:      opts.Observe,
		Selected:     opts.Selected,
		Now: func() (ask.Searcher, *codes.Catalog) {
			now := e.Snapshot()
			return now, now.Codes.In(country)
		},
	}
	var texts ask.Searcher = snapshot
	if q.Project != nil {
		today := codes.DateOf(opts.Now())
		options.Tools = append(snapshot.tools(q, today), opts.Tools...)
		texts, options.Requirements = &ruledSearch{snapshot, country}, snapshot.requirements(q, today)
	}
	if opts.Library != nil && q.Project != nil && len(q.Project.Documents) > 0 {
		library, err := opts.Library(ctx, q.Project.OrganizationID, q.Project.ID)
		if err != nil {
			return nil, fmt.Errorf("open the project's documents: %w", err)
		}
		options.Documents = library
	}
	return ask.New(opts.Model, texts, snapshot.Codes.In(country), options).Answer(ctx, q)
}

// orUsual returns the options with what is usual in the place of what they leave out.
func (o *AskOptions) orUsual(e *Engine) *AskOptions {
	var out AskOptions
	if o != nil {
		out = *o
	}
	if out.Model == nil {
		out.Model = note.New(nil)
	}
	if out.Now == nil {
		out.Now = e.now
	}
	return &out
}

// tools are those the engine hands to a turn, bound to its project and language.
func (s *Snapshot) tools(q ask.Question, on codes.Date) []ask.Tool {
	words := toolWordingOf(q)
	var tools []ask.Tool
	if check := newVerifyTool(s, q.Project, on, words); len(check.scope) > 0 {
		tools = append(tools, check)
	}
	if len(q.Project.Calculators) > 0 {
		tools = append(tools, &calculatorTool{q.Project.Calculators, words})
	}
	return tools
}

// requirements answers by the rules of what is selected in a question's project; nil
// where nothing is.
func (s *Snapshot) requirements(q ask.Question, on codes.Date) ask.Requirements {
	tool := newVerifyTool(s, q.Project, on, toolWordingOf(q))
	if len(tool.scope) == 0 {
		return nil
	}
	return &projectRequirements{s, q.Project, tool.scope, on, tool.words}
}

// follow returns the blocks that the cross references of a block lead to.
func (s *Snapshot) follow(b *retrieval.Block) []*retrieval.Block {
	const most = 12
	var found []*retrieval.Block
	for _, ref := range b.Refs {
		target, ok := s.Links.Resolve(b, ref)
		if !ok || len(found) >= most {
			continue
		}
		if block, ok := s.Texts.Block(target.Block); ok {
			found = append(found, block)
		} else if target.Section != "" {
			found = append(found, s.Texts.Section(target.Doc, target.Section)...)
		}
	}
	return found[:min(len(found), most)]
}
