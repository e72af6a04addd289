package legal

import (
	"errors"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

// MaxElements is how many elements a reader may make of one file; it bounds the
// memory an import takes. No law comes near it.
const MaxElements = 150_000

// ErrTooMany is returned for a file of more than [MaxElements] elements.
var ErrTooMany = errors.New("more paragraphs than are taken")

// Role is what the markup says an element is. Without one, what it says decides.
type Role string

// The roles.
const (
	Prose     Role = ""
	AsNote    Role = "note"    // a footnote
	AsCaption Role = "caption" // of the table or figure beside it
	AsTerm    Role = "term"    // defined by the AsMeaning elements behind it
	AsMeaning Role = "meaning"
	AsTable   Role = "table"  // Table holds it, and Text what is said of it unseen; or Text where it could not be made
	AsLost    Role = "lost"   // something that is no text; Of says what, Text what is said of it
	AsPlain   Role = "plain"  // a paragraph in any case: preformatted text
	AsRemark  Role = "remark" // of the publisher
)

// Element is one paragraph, table or picture of a source, with all that its
// markup says of it.
type Element struct {
	Role Role
	Text string // runs of blanks joined; line breaks where the source breaks lines on purpose

	// Refs are the references in Text, in order: the links of the source, joined
	// with the mentions found in the text, as importers.Prose gives them. nil looks
	// for mentions.
	Refs []retrieval.Ref

	Level    int    // of a heading, from 1; 0 where the source marks none
	Subtitle bool   // said to be the title of a heading that is only a number, in the line before
	Strong   bool   // the whole is emphasised or centred: perhaps a heading
	Lead     int    // bytes of Text, from its beginning, that are emphasised
	Mark     string // of a list item, where the markup numbers it; no part of Text
	Depth    int    // of a list item in the lists of the markup, from 1
	Of       string // of an AsLost or AsCaption: [OfTable] ...
	Table    *retrieval.Table
	Slug     string // anchor the source has for a heading

	Marks []string // of the publisher, that stand in Text or before it; see apart

	Page, Line int
	Where      string
}

// problem returns a report's entry about the element.
func (e *Element) problem(message string) importers.Problem {
	return importers.Problem{Line: e.Line, Page: e.Page, Where: e.Where, Message: message}
}

// Kept counts what [Write] found, for the report.
type Kept struct {
	Headings, Articles, Annexes, Paragraphs, Items, Definitions, Notes, Tables, Images int
}
