// Package retrieval finds the passage that answers: blocks of text, an index
// over them, and ranked hits. A block is a block, whether of a code's version
// or of a document somebody uploaded, so the package knows of neither.
package retrieval

import (
	"crypto/sha256"
	"encoding/hex"
)

// Kind says what a Block is in its text.
type Kind string

// The kinds of blocks. A Row is never stored: it is a part of a table, made by
// [Block.Row] where a table is looked into.
const (
	Article    Kind = "article"    // a whole article that is a single paragraph
	Paragraph  Kind = "paragraph"  // one of several paragraphs, numbered or not
	Item       Kind = "item"       // one item of a list, its mark first: "a) ..."
	List       Kind = "list"       // a whole list of short items
	TableKind  Kind = "table"      //
	Row        Kind = "row"        // a row of a table, with its header
	Definition Kind = "definition" // a term and what it means
	Note       Kind = "note"       // a footnote, or a remark of the publisher
)

// Kinds lists the kinds a stored Block may have.
func Kinds() []Kind {
	return []Kind{Article, Paragraph, Item, List, TableKind, Definition, Note}
}

// Block is the retrievable unit: a paragraph, a list item, a table. Blocks
// reachable from a Retriever are shared and must not be changed.
type Block struct {
	ID      string // UUID, lower case; does not change with the text around the block
	Doc     string // the document it is of: "code/version", or a project's document id
	Section string // slug of the section it stands in
	Title   string // title of the block or article; "" when it has none

	// Path holds the titles from the outermost section to the innermost.
	Path []string

	Kind  Kind
	Lang  string // BCP 47
	Order int    // position within Doc, from 0
	Depth int    // of an Item: 1 for the outermost list, 2 within that; else 0
	Page  int    // page of the source it begins on, from 1; 0 where it has no pages

	// Anchor is the name a person gave the block within its section, to cite it
	// by; "" when none did. It is no part of the text and is not searched.
	Anchor string

	// Text is what a person reads, without markup. A list has an item a line,
	// each led by "- "; a table a row a line with cells separated by " | ",
	// its caption and header first and its notes last.
	Text string

	Table *Table // nil unless Kind is TableKind

	// Refs are the cross references in Text, in order, none overlapping.
	Refs []Ref

	// SHA256 is the SHA-256 of Text in hexadecimal. A Store and a Retriever fill
	// it in.
	SHA256 string

	// Lead is the paragraph a list, or an item of one, stands under, "" when
	// there is none: the items hold only where it says. A Retriever fills it in;
	// it is not kept in a Store.
	Lead string
}

// HashText returns the SHA-256 of a text in hexadecimal: [Block.SHA256].
func HashText(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Ref is a mention of another passage in a block's text: "artículo 5 de la Ley
// 38/1999". What it leads to depends on what else is there, so that is found out
// where it is asked (package codes/crossref).
type Ref struct {
	Start, End int    // byte offsets in Text
	Work       string // the regulation named, as written ("Ley 38/1999", "DB-SI"); "" for the block's own
	Part       string // the passage in canonical form ("art-5", "ap-3.2", "tab-2.1", "an-b"); "" for the whole
	URL        string // address given by the source; "" when it gives none
}

// Table is the structure of a table block.
type Table struct {
	Caption string

	// Header has a label for each column, nil when the table has no header. Where
	// the header has several rows, a label joins what stands above the column,
	// outermost first, by " / ".
	Header []string

	// Head holds the header rows of a header of several rows, each with a cell for
	// each column; nil otherwise.
	Head [][]string

	// Rows have a cell for each column. A merged cell's text is repeated in every
	// cell it covers, so that a row can be read alone.
	Rows [][]string

	// Spans are the merged cells.
	Spans []Span

	Notes []string
}

// Span is a merged cell of a Table: it begins at Row and Col and covers Rows
// times Cols cells, at least two. Head rows come before Rows in the count, so
// Row is below len(Head) for a cell of the header.
type Span struct{ Row, Col, Rows, Cols int }
