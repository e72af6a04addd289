package ask

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/projects"
)

// turnTool is a tool as one turn has it.
type turnTool struct {
	spec ToolSpec
	idle bool // not offered now: there is nothing for it to do
	run  func(ctx context.Context, args Args) (Result, error)
}

// tools are all a model may call in this turn, first those every turn has. One
// that is handed in cannot take the name of another.
func (t *turn) tools() []turnTool {
	list := []turnTool{
		{t.searchSpec(), t.searches >= MaxSearches || len(t.reach) == 0, t.searchRegulations},
		{readSectionSpec, len(t.issued) == 0, t.readSection},
		{t.searchDocumentsSpec(), !t.hasLibrary() || t.lookups >= mostLookups, t.searchDocuments},
		{t.readDocumentSpec(), !t.hasLibrary(), t.readDocument},
		{projectContextSpec, false, t.projectContext},
		{calculationsSpec, len(t.asked.Project.Calculations) == 0, t.calculations},
	}
	list = append(list, turnTool{editionsSpec, false, t.editions})
	if t.agent.opts.Requirements != nil {
		list = append(list, turnTool{requirementsSpec, len(t.scope) == 0, t.require})
	}
	for _, tool := range t.agent.opts.Tools {
		spec := tool.Spec()
		if !toolName.MatchString(spec.Name) || slices.ContainsFunc(list, func(k turnTool) bool { return k.spec.Name == spec.Name }) {
			continue
		}
		list = append(list, turnTool{spec: spec, run: func(ctx context.Context, args Args) (Result, error) {
			return t.runTool(ctx, tool, args)
		}})
	}
	return list
}

var toolName = lazyregexp.New(`^[a-z][a-z_]{0,63}$`)

// offered are the tools that have something to do now.
func (t *turn) offered() []ToolSpec {
	var specs []ToolSpec
	for _, k := range t.tools() {
		if !k.idle {
			specs = append(specs, k.spec)
		}
	}
	return specs
}

const searchDoc = "Finds passages of the regulations selected in the project, best first, whole tables among them. Use it first, and again with " +
	"other words when nothing fits: the terms a regulation would use, in the language of its text. Each wording is a search of its own " +
	"and the results are fused. "

func (t *turn) searchSpec() ToolSpec {
	return ToolSpec{
		Name:        SearchRegulations,
		Description: searchDoc + t.searchesLeft(),
		Params: []Param{
			{Name: ArgQueries, Kind: TextsParam, Required: true,
				Doc: "One to three wordings of what is looked for, each of a few words: the element, the property, the circumstance. A wording that was searched before costs nothing and brings the same."},
			{Name: ArgCode, Kind: TextParam, Max: 200, Doc: "Slug of one selected regulation, to search it alone; leave out for all. Selected are: " + t.selectedList()},
			{Name: ArgStatus, Kind: ChoiceParam, Choices: []string{StatusActive, StatusRepealed, StatusAny},
				Doc: "Which editions: those that apply (active, the default), those no longer in force (repealed), or any, drafts too. Passages of what is not in force say so, and so must a sentence that cites them."},
			{Name: ArgTop, Kind: IntegerParam, Max: mostPassages, Doc: fmt.Sprintf("How many passages each wording brings, at most %d; %d when left out.", mostPassages, usualPassages)},
		},
	}
}

func (t *turn) searchesLeft() string {
	return fmt.Sprintf("Searches left in this turn: %d of %d.", MaxSearches-t.searches, MaxSearches)
}

// selectedList names the selected regulations by slug and title.
func (t *turn) selectedList() string {
	const most = 40
	var names []string
	for i, c := range t.asked.Project.Selected {
		if i == most {
			names = append(names, "…")
			break
		}
		names = append(names, fmt.Sprintf("%s (%s)", c.Slug, clip(asData(c.Title), 120)))
	}
	return strings.Join(names, "; ")
}

var readSectionSpec = ToolSpec{
	Name: ReadSection,
	Description: "Reads around a passage found before: its whole section when that is short, else the passages before and after it, and what its cross references lead to. " +
		"Use it when a passage names a condition, an exception or another article that the answer turns on, or breaks off. It costs no search.",
	Params: []Param{{Name: ArgHandle, Kind: TextParam, Required: true, Max: 40, Doc: "Handle of a passage of this turn."}},
}

func (t *turn) searchDocumentsSpec() ToolSpec {
	return ToolSpec{
		Name: SearchDocuments,
		Description: "Finds passages of the project's own documents, best first. They say what is planned or was found on the site, never what a regulation demands. " +
			"Use it when the question is about the project itself or compares it with a regulation. It costs no search of regulations.",
		Params: []Param{
			{Name: ArgQueries, Kind: TextsParam, Required: true, Doc: "One to three wordings of what is looked for."},
			{Name: ArgDocument, Kind: TextParam, Max: 300, Doc: "Name of one document, to search it alone; leave out for all. There are: " + t.documentList()},
		},
	}
}

func (t *turn) readDocumentSpec() ToolSpec {
	return ToolSpec{
		Name:        ReadDocument,
		Description: "Reads one of the project's own documents in order, a stretch at a time. Use it when a search does not find what the document must say, or to see what it is about.",
		Params: []Param{
			{Name: ArgDocument, Kind: TextParam, Required: true, Max: 300, Doc: "Name of the document. There are: " + t.documentList()},
			{Name: ArgFrom, Kind: IntegerParam, Doc: "Number of the passage to begin with, from 0. The result says where to go on."},
		},
	}
}

var projectContextSpec = ToolSpec{
	Name: ProjectContext,
	Description: "Tells everything that is known of the project: its place and technical data, site data (memory), regulations selected and available, documents, saved calculations. " +
		"Use it when the answer depends on the place, or on a datum of the project.",
}

var calculationsSpec = ToolSpec{
	Name:        Calculations,
	Description: "Tells the calculations saved in the project, each with its input and its result. Use it when the question is about a value that was calculated.",
}

// toolTime is how long a tool that was handed in may run.
const toolTime = 20 * time.Second

// mostBlocks is how many blocks a tool's result may rest on.
const mostBlocks = 20

// runTool runs a tool that was handed in. What it says is data like any other
// text, and its figures are facts of the turn from then on.
func (t *turn) runTool(ctx context.Context, tool Tool, args Args) (Result, error) {
	ctx, cancel := context.WithTimeout(ctx, toolTime)
	defer cancel()
	output, err := within(ctx, func(ctx context.Context) (Output, error) { return tool.Run(ctx, args) })
	if err != nil {
		return Result{Note: failure(err)}, nil
	}
	var r Result
	t.say(&r, output.Text)
	t.facts.learn(r.Text)
	var blocks []found
	for _, id := range output.Blocks[:min(len(output.Blocks), mostBlocks)] {
		if b, ok := t.agent.texts.Block(id); ok && t.inScope(b.Doc) {
			blocks = append(blocks, found{block: b})
		}
	}
	t.hand(&r, blocks)
	return r, nil
}

// failure tells a model why a tool brought nothing.
func failure(err error) string {
	switch {
	case errors.Is(err, errPanicked):
		return "failed: the tool broke down; do without it"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return "failed: it took too long; do without it"
	case errors.Is(err, projects.ErrNotFound):
		return "failed: that is not there any more"
	}
	return clip("failed: "+asData(err.Error()), maxNote)
}

// calledFor is what a call was for, for whoever watches.
func calledFor(c Call) string {
	const most = 300
	members, problem := argMembers(c.Args)
	if problem != "" {
		return ""
	}
	var parts []string
	for _, name := range []string{ArgQueries, ArgDocument, ArgCode, ArgHandle} {
		var read reading
		if value, ok := read.texts(Param{Name: name}, members[name]); ok && len(members[name]) > 0 && !isNull(members[name]) {
			list, _ := value.([]string)
			parts = append(parts, list...)
		}
	}
	if len(parts) == 0 && len(c.Args) > 0 && json.Valid(c.Args) && len(members) > 0 {
		parts = []string{string(c.Args)}
	}
	return clip(asData(strings.Join(parts, " · ")), most)
}
