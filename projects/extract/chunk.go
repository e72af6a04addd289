package extract

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// The sizes of blocks, in bytes of text. A passage is quoted whole and searched as
// one: much longer, and its words drown one another; much shorter, and nothing in
// it says what it is about.
const (
	longBlock  = 2400 // a longer one is cut
	shortBlock = 60   // paragraphs up to this are put together, with their neighbours,
	fullBlock  = 400  // up to this
)

// chunk makes blocks of a sensible size, in the order of the text. The error is
// ctx's, or a refusal where there are too many.
func chunk(ctx context.Context, blocks []retrieval.Block) ([]retrieval.Block, error) {
	var list []retrieval.Block
	for i, b := range blocks {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if n := len(list); n > 0 && goesOn(&list[n-1], &b) {
			list[n-1].Text += "\n" + b.Text
			continue
		}
		list = append(list, cut(b)...)
		if len(list) > projects.MaxBlocks {
			return nil, tooLarge(fmt.Sprintf("it makes more than %d passages; split the file and send the parts", projects.MaxBlocks))
		}
	}
	for i := range list {
		b := &list[i]
		b.ID, b.Doc, b.Order = "", "", i
		b.SHA256 = retrieval.HashText(b.Text)
		b.Refs = mentions(b.Text, b.Lang)
	}
	return list, nil
}

// mentions finds the references in a text. Addresses are left out: those of a
// user's document lead wherever its writer wants.
func mentions(text, lang string) []retrieval.Ref {
	refs := importers.FindRefs(text, lang)
	for i := range refs {
		refs[i].URL = ""
	}
	return slices.DeleteFunc(refs, func(r retrieval.Ref) bool { return r == (retrieval.Ref{Start: r.Start, End: r.End}) })
}

// goesOn reports whether b is one more short line behind others of its section: an
// address, a list of data.
func goesOn(before, b *retrieval.Block) bool {
	short := func(b *retrieval.Block) bool {
		return b.Kind == retrieval.Paragraph && b.Title == "" && len(b.Text)-1-strings.LastIndexByte(b.Text, '\n') <= shortBlock
	}
	return short(before) && short(b) && before.Section == b.Section && before.Page == b.Page && len(before.Text)+len(b.Text) < fullBlock
}

// cut cuts a block that is too long.
func cut(b retrieval.Block) []retrieval.Block {
	switch {
	case len(b.Text) <= longBlock:
		return []retrieval.Block{b}
	case b.Table != nil:
		return cutTable(b)
	}
	var list []retrieval.Block
	for rest := b.Text; rest != ""; {
		end := endOf(rest)
		part := b
		part.Text = strings.TrimSpace(rest[:end])
		if rest = rest[end:]; part.Text != "" {
			list = append(list, part)
		}
	}
	return list
}

// endOf returns where the first block of a long text ends: behind a line or a
// sentence, else a word, else anywhere.
func endOf(text string) int {
	if len(text) <= longBlock {
		return len(text)
	}
	for _, mark := range []string{"\n", ". ", "; ", " "} {
		if i := strings.LastIndex(text[:longBlock], mark); i > longBlock/3 {
			return i + len(mark)
		}
	}
	end := longBlock
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return end
}

// cutTable cuts a table between rows; each part has its caption, header and notes.
// One whose head or any row is itself too long becomes lines of text.
func cutTable(b retrieval.Block) []retrieval.Block {
	frame := *b.Table
	frame.Rows = nil
	head := len(frame.Text()) + 1
	if head > longBlock/2 || slices.ContainsFunc(b.Table.Rows, func(row []string) bool { return sizeOf(row) > longBlock }) {
		b.Table, b.Kind = nil, retrieval.Paragraph
		return cut(b)
	}
	var list []retrieval.Block
	size, from := head, 0
	add := func(to int) {
		part, table := b, frame
		table.Rows = b.Table.Rows[from:to:to]
		part.Table, part.Text = &table, table.Text()
		list = append(list, part)
		size, from = head, to
	}
	for i, row := range b.Table.Rows {
		if size += sizeOf(row); size > longBlock && i > from {
			add(i)
			size += sizeOf(row)
		}
	}
	add(len(b.Table.Rows))
	return list
}

// sizeOf returns the bytes of a row in the text of its table.
func sizeOf(row []string) int {
	n := 0
	for _, cell := range row {
		n += len(cell) + len(" | ")
	}
	return n
}
