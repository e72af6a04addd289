package ask

import (
	"context"
	"encoding/json"
)

// The tools every turn has, bound to its project before a model sees them: none
// takes a tenant, a project or a country. Further ones are handed in as Tools.
const (
	SearchRegulations = "search_regulations" // queries, code, status
	ReadSection       = "read_section"       // handle of a passage: its neighbours, cross references and whole table
	ReadArticle       = "read_article"       // code, reference: an article, a section or a table by its number
	ListContents      = "list_contents"      // code: its sections
	SearchDocuments   = "search_documents"   // queries, document
	ReadDocument      = "read_document"      // document, from
	ProjectContext    = "project_context"    // the whole of SPEC section 2.7
	Calculations      = "calculations"       // the saved calculations with input and result
)

// Names of the arguments of the tools every turn has.
const (
	ArgQueries   = "queries"   // texts: the wordings of one call are one search
	ArgCode      = "code"      // slug of a selected code; "" for all
	ArgStatus    = "status"    // one of the Status constants
	ArgTop       = "top"       // passages a wording brings; 0 for the agent's choice
	ArgHandle    = "handle"    // of a passage of this turn
	ArgReference = "reference" // "artículo 5.2", "tabla 4.1", "SUA 1"
	ArgDocument  = "document"  // name of a document of the project; "" for all
	ArgFrom      = "from"      // first block, from 0
)

// What ArgStatus may be. Whatever it is, of the editions in force only the one
// that applies is searched (SPEC section 2.7).
const (
	StatusActive   = "active"   // the edition that applies: the default
	StatusRepealed = "repealed" // editions no longer in force
	StatusAny      = "any"      // both, and drafts
)

// ParamKind is what an argument may hold.
type ParamKind string

// The kinds of arguments.
const (
	TextParam    ParamKind = "text"
	TextsParam   ParamKind = "texts"
	IntegerParam ParamKind = "integer"
	NumberParam  ParamKind = "number"
	ChoiceParam  ParamKind = "choice"
	ObjectParam  ParamKind = "object" // any JSON object; Schema says which
)

// Param describes one argument of a tool.
type Param struct {
	Name     string
	Kind     ParamKind
	Doc      string // for the model, in English
	Required bool
	Max      int             // code points of a text, or of each; the largest integer; 0 means the agent's own bound
	Choices  []string        // of a ChoiceParam
	Schema   json.RawMessage // JSON Schema of an ObjectParam
}

// ToolSpec describes a tool to a model.
type ToolSpec struct {
	Name        string // lower case letters and "_"
	Description string // for the model, in English: what it brings and when to use it
	Params      []Param
}

// Call asks the agent for a tool. Args is what a model wrote: the agent reads it
// by the tool's Params and tells the model what it cannot take.
type Call struct {
	ID   string // the model's own, handed back with the Result; may be ""
	Tool string
	Args json.RawMessage // a JSON object; nil counts as an empty one
}

// NewCall returns a Call whose arguments are given as Go values. It panics when
// they cannot be written as JSON.
func NewCall(tool string, args map[string]any) Call {
	text, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return Call{Tool: tool, Args: text}
}

// Args are the arguments of a call, read by the Params of its tool: string,
// []string, int, float64 or json.RawMessage. One that was left out is absent.
type Args map[string]any

// Text returns a text or a choice, "" when it was left out.
func (a Args) Text(name string) string { s, _ := a[name].(string); return s }

// Texts returns the texts of an argument.
func (a Args) Texts(name string) []string { s, _ := a[name].([]string); return s }

// Integer returns an integer argument, 0 when it was left out.
func (a Args) Integer(name string) int { n, _ := a[name].(int); return n }

// Number returns a number, and whether it was given.
func (a Args) Number(name string) (n float64, given bool) { n, given = a[name].(float64); return }

// Object returns a JSON object, nil when it was left out.
func (a Args) Object(name string) json.RawMessage { o, _ := a[name].(json.RawMessage); return o }

// Tool is something further a model may call, handed in by whoever assembles the
// agent: verify, a calculator. It is bound to the turn's project before.
// Implementations are safe for concurrent use.
type Tool interface {
	Spec() ToolSpec

	// Run does the work, within ctx. It is only called with arguments that are as
	// the Params say. The error is told to the model in full: it must say what was
	// wrong with the arguments and hold nothing a user may not see. A panic is told
	// as a failure, without its words.
	Run(ctx context.Context, args Args) (Output, error)
}

// Output is what a Tool says.
type Output struct {
	// Text is the result in words and figures. Its figures count as found in this
	// turn (CITATIONS H2, M8).
	Text string

	// Help says how the tool is called. Its figures count for nothing.
	Help string

	// Blocks are ids of the blocks it rests on. Those in scope may be cited.
	Blocks []string
}
