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
// that is handed in cannot take the name of another. What is offered, and in which words,
// does not change in the course of a turn: a provider keeps what it has read already.
func (t *turn) tools() []turnTool {
	list := []turnTool{
		{t.searchSpec(), len(t.reach) == 0, t.searchRegulations},
		{readSectionSpec, len(t.reach) == 0 && !t.hasLibrary(), t.readSection},
		{readArticleSpec, len(t.scope) == 0, t.readArticle},
		{listContentsSpec, len(t.scope) == 0, t.listContents},
		{t.searchDocumentsSpec(), !t.hasLibrary(), t.searchDocuments},
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

func (t *turn) searchSpec() ToolSpec {
	return ToolSpec{
		Name: SearchRegulations,
		Description: fmt.Sprintf("Finds passages of the selected regulations, best first, whole tables among them. Again with other words when nothing fits. "+
			"The wordings of one call are one search; there are %d.", MaxSearches),
		Params: []Param{
			{Name: ArgQueries, Kind: TextsParam, Required: true,
				Doc: fmt.Sprintf("One to %d wordings, each of a few words: element, property, circumstance, as a regulation would put them.", mostWordings)},
			{Name: ArgCode, Kind: TextParam, Max: 200, Doc: "Slug of one selected regulation, to search it alone."},
			{Name: ArgStatus, Kind: ChoiceParam, Choices: []string{StatusActive, StatusRepealed, StatusAny}, Doc: "Which editions: in force (the default), repealed, or any."},
			{Name: ArgTop, Kind: IntegerParam, Max: mostPassages, Doc: fmt.Sprintf("Passages it brings; %d when left out.", usualPassages)},
		},
	}
}

func (t *turn) searchesLeft() string {
	return fmt.Sprintf("Searches left in this turn: %d of %d.", MaxSearches-t.searches, MaxSearches)
}

var readSectionSpec = ToolSpec{
	Name:        ReadSection,
	Description: "Reads around a passage found before: its section, or what stands before and after it, and what its cross references lead to. It costs no search.",
	Params:      []Param{{Name: ArgHandle, Kind: TextParam, Required: true, Max: 40, Doc: "Handle of a passage of this turn."}},
}

func (t *turn) searchDocumentsSpec() ToolSpec {
	return ToolSpec{
		Name:        SearchDocuments,
		Description: "Finds passages of the project's own documents, best first: what is planned or was found on the site, never what a regulation demands.",
		Params: []Param{
			{Name: ArgQueries, Kind: TextsParam, Required: true, Doc: "One to three wordings of what is looked for."},
			{Name: ArgDocument, Kind: TextParam, Max: 300, Doc: "Name of one document, to search it alone; leave out for all. There are: " + t.documentList()},
		},
	}
}

func (t *turn) readDocumentSpec() ToolSpec {
	return ToolSpec{
		Name:        ReadDocument,
		Description: "Reads one of the project's own documents in order, a stretch at a time.",
		Params: []Param{
			{Name: ArgDocument, Kind: TextParam, Required: true, Max: 300, Doc: "Name of the document. There are: " + t.documentList()},
			{Name: ArgFrom, Kind: IntegerParam, Doc: "Number of the passage to begin with, from 0. The result says where to go on."},
		},
	}
}

var projectContextSpec = ToolSpec{
	Name:        ProjectContext,
	Description: "Tells all that is known of the project, beyond what stands before the question.",
}

var calculationsSpec = ToolSpec{
	Name:        Calculations,
	Description: "Tells the calculations saved in the project, each with its input and its result.",
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
	if output.Help != "" {
		t.say(&r, output.Help)
	}
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
	for _, name := range []string{ArgQueries, ArgDocument, ArgCode, ArgReference, ArgHandle} {
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
