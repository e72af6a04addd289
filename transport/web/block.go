package web

import (
	"net/url"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
)

// section is one section with its blocks.
type section struct {
	Slug, Title string
	Level       int // of the heading: 2 to 6
	Blocks      []block
}

// block is one block as the template shows it.
type block struct {
	ID, Title string
	Kind      string
	Lang      string // "" where it is the page's
	Depth     int    // of an item
	Page      int    // 0 where it is that of the block before
	Text      []piece
	Items     []string // of a list
	Table     *table
}

// piece is a run of text, a link where Href says where to.
type piece struct {
	Text, Href string
}

// blockWriter makes the blocks of one page.
type blockWriter struct {
	snapshot *regengine.Snapshot
	lang     string // of the page
	page     int    // of the source, told last
}

func (w *blockWriter) section(of codes.Section, blocks []*retrieval.Block) section {
	s := section{Slug: of.Slug, Title: of.Title, Level: min(max(of.Level, 1)+1, 6)}
	for _, b := range blocks {
		s.Blocks = append(s.Blocks, w.block(b))
	}
	return s
}

func (w *blockWriter) block(b *retrieval.Block) block {
	out := block{ID: b.ID, Title: b.Title, Kind: string(b.Kind), Depth: min(b.Depth, 4)}
	if b.Lang != w.lang {
		out.Lang = b.Lang
	}
	if b.Page != w.page {
		w.page, out.Page = b.Page, b.Page
	}
	switch {
	case b.Table != nil:
		out.Table = newTable(b.Table)
		if b.Table.Caption == b.Title {
			out.Title = "" // the caption says it
		}
	case b.Kind == retrieval.List:
		out.Items = listItems(b.Text)
	default:
		out.Text = w.pieces(b)
	}
	return out
}

// pieces takes a text apart at its cross references that lead somewhere.
func (w *blockWriter) pieces(b *retrieval.Block) []piece {
	var list []piece
	last := 0
	for _, ref := range b.Refs {
		if ref.Start < last || ref.End > len(b.Text) || ref.End <= ref.Start {
			continue // not of this text: better no link than a broken sentence
		}
		href := w.href(b, ref)
		if href == "" {
			continue
		}
		if ref.Start > last {
			list = append(list, piece{Text: b.Text[last:ref.Start]})
		}
		list = append(list, piece{b.Text[ref.Start:ref.End], href})
		last = ref.End
	}
	if last < len(b.Text) {
		list = append(list, piece{Text: b.Text[last:]})
	}
	return list
}

// href returns where a reference leads: a passage here before an address
// elsewhere; "" for nowhere.
func (w *blockWriter) href(b *retrieval.Block, ref retrieval.Ref) string {
	target, ok := w.snapshot.Links.Resolve(b, ref)
	if !ok {
		return webAddress(ref.URL)
	}
	code, version, public := strings.Cut(target.Doc, "/")
	if !public {
		return webAddress(target.URL)
	}
	fragment := fragmentOf(target)
	if target.Doc == b.Doc {
		return fragment
	}
	return path(codes.VersionRef{Code: code, Version: version}) + fragment
}

func fragmentOf(t crossref.Target) string {
	switch {
	case t.Block != "":
		return "#" + url.PathEscape(t.Block)
	case t.Section != "":
		return "#" + url.PathEscape(t.Section)
	}
	return ""
}

// listItems splits the text of a list, which has an item a line led by "- ".
func listItems(text string) []string {
	var items []string
	for line := range strings.SplitSeq(text, "\n") {
		item, isItem := strings.CutPrefix(strings.TrimLeft(line, " "), "- ")
		if !isItem && len(items) > 0 {
			items[len(items)-1] += "\n" + line
			continue
		}
		items = append(items, item)
	}
	return items
}
