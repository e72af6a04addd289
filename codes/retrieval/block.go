// Package retrieval finds the passage that answers: blocks of text, an index
// over them, and ranked hits. A block is a block, whether of a code's version
// or of a document somebody uploaded, so the package knows of neither.
package retrieval

// Kind says what a Block is in its text.
type Kind string

// The kinds a pack's Markdown knows.
const (
	Paragraph Kind = "paragraph"
	List      Kind = "list"
	TableKind Kind = "table"
)

// Block is the retrievable unit: a paragraph, a list, a table. Blocks reachable
// from a Retriever are shared and must not be changed.
type Block struct {
	ID      string // UUID, lower case; stable while the block keeps its place
	Doc     string // the document it is of: "code/version", or a project's document id
	Section string // slug of the section it stands in
	Title   string // title of the block or article; "" when it has none

	// Path holds the titles from the outermost section to the innermost.
	Path []string

	Kind  Kind
	Lang  string // BCP 47
	Order int    // position within Doc, from 0

	// Anchor is the name a person gave the block within its section, to cite it
	// by; "" when none did. It is no part of the text and is not searched.
	Anchor string

	// Text is what a person reads, without markup. A list has an item a line,
	// each led by "- "; a table a row a line with cells separated by " | ",
	// its caption and header first and its notes last.
	Text string

	Table *Table // nil unless Kind is TableKind

	// Lead is the paragraph a list, or an item of one, stands under, "" when
	// there is none: the items hold only where it says. A Retriever fills it in;
	// it is not kept in a Store.
	Lead string
}

// Table is the structure of a table block.
type Table struct {
	Caption string
	Header  []string // nil when the table has none
	Rows    [][]string
	Notes   []string
}
