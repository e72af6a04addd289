package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// Bounds of reading private documents.
const (
	mostLookups   = 12   // searches of a turn
	readStretch   = 6000 // characters read_document brings at once
	readBlocks    = 200  // and blocks
	listedNames   = 40   // documents named to a model
	maxNameLength = 160  // code points of a document's name
)

// document is a private document under the name a model knows it by.
type document struct {
	id   string
	name string // the file's, told apart where two have the same
}

func documentsOf(list []projects.Document) []document {
	out := make([]document, len(list))
	times := map[string]int{}
	for i, d := range list {
		name := clip(strings.Join(strings.Fields(asData(d.Name)), " "), maxNameLength)
		if times[name]++; times[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, times[name])
		}
		out[i] = document{id: d.ID, name: name}
	}
	return out
}

func (t *turn) hasLibrary() bool { return t.agent.opts.Documents != nil && len(t.documents) > 0 }

// documentList names the documents, each in quotation marks: whoever uploaded a
// file chose its name.
func (t *turn) documentList() string {
	names := mapSlice(t.documents[:min(len(t.documents), listedNames)], func(d document) string { return strconv.Quote(d.name) })
	if len(t.documents) > listedNames {
		names = append(names, "…")
	}
	return strings.Join(names, "; ")
}

// documentNamed finds a document by its name, or by as much of it as only one
// has. The note says why there is none.
func (t *turn) documentNamed(name string) (d *document, note string) {
	name = strings.TrimSpace(retrieval.Fold(name))
	var like []*document
	for i := range t.documents {
		have := retrieval.Fold(t.documents[i].name)
		if have == name {
			return &t.documents[i], ""
		}
		if strings.Contains(have, name) {
			like = append(like, &t.documents[i])
		}
	}
	if len(like) == 1 && name != "" {
		return like[0], ""
	}
	return nil, "not run: no document, or not only one, has that name; there are " + clip(t.documentList(), maxNote/2)
}

const noteNoLibrary = "not run: the documents of this project cannot be read here"

// searchDocuments searches the private documents.
func (t *turn) searchDocuments(ctx context.Context, args Args) (Result, error) {
	var r Result
	if !t.hasLibrary() {
		return Result{Note: noteNoLibrary}, nil
	}
	among := t.documents
	if name := args.Text(ArgDocument); name != "" {
		d, note := t.documentNamed(name)
		if d == nil {
			return Result{Note: note}, nil
		}
		among = []document{*d}
	}
	docs := mapSlice(among, func(d document) string { return d.id })
	var rankings [][]retrieval.Hit
	for _, text := range args.Texts(ArgQueries) {
		rankings = append(rankings, t.lookUp(ctx, &r, retrieval.Query{Text: text, Docs: docs, TopK: usualPassages}))
	}
	t.hand(&r, fuse(rankings, t.documentOf))
	if len(r.Passages) == 0 && r.Note == "" {
		r.Note = "nothing found for these words"
	}
	return r, nil
}

// lookUp runs one search in private documents unless it was run before. A
// failure is told: the regulations can still answer.
func (t *turn) lookUp(ctx context.Context, r *Result, q retrieval.Query) []retrieval.Hit {
	key := "documents\x00" + searchKey(q)
	if hits, known := t.found[key]; known {
		return hits
	}
	if t.lookups >= mostLookups {
		r.addNote(fmt.Sprintf("not run: the limit of %d searches in documents is reached", mostLookups))
		return nil
	}
	t.lookups++
	hits, err := within(ctx, func(ctx context.Context) ([]retrieval.Hit, error) { return t.agent.opts.Documents.Search(ctx, q) })
	if err != nil {
		r.addNote(libraryFailure(err))
		return nil
	}
	t.found[key] = inDocs(hits, q.Docs)
	return t.found[key]
}

// documentOf returns the project's document a block is of; nil for any other.
func (t *turn) documentOf(b *retrieval.Block) *document {
	i := slices.IndexFunc(t.documents, func(d document) bool { return d.id == b.Doc })
	if i < 0 {
		return nil
	}
	return &t.documents[i]
}

// readDocument reads a stretch of a private document.
func (t *turn) readDocument(ctx context.Context, args Args) (Result, error) {
	if !t.hasLibrary() {
		return Result{Note: noteNoLibrary}, nil
	}
	d, note := t.documentNamed(args.Text(ArgDocument))
	if d == nil {
		return Result{Note: note}, nil
	}
	from := args.Integer(ArgFrom)
	blocks, of, note := t.blocksOf(ctx, d, from, from+readBlocks)
	if note == "" && len(blocks) == 0 {
		note = fmt.Sprintf("not run: %q has %d passages, the first is 0", d.name, of)
	}
	if note != "" {
		return Result{Note: note}, nil
	}
	n, size := 0, 0
	for n < len(blocks) && (n == 0 || size+utf8.RuneCountInString(blocks[n].Text) <= readStretch) {
		size += utf8.RuneCountInString(blocks[n].Text)
		n++
	}
	to := from + n
	var r Result
	t.hand(&r, privateBlocks(blocks[:n], d))
	told := fmt.Sprintf("Passages %d to %d of %d of %q.", from, to-1, of, d.name)
	if to < of {
		told += fmt.Sprintf(" Go on with %s = %d.", ArgFrom, to)
	}
	t.say(&r, told)
	return r, nil
}

func privateBlocks(blocks []*retrieval.Block, d *document) []found {
	return mapSlice(blocks, func(b *retrieval.Block) found { return found{block: b, document: d} })
}

// blocksOf reads a part of a document that has so many blocks. The note says why it
// cannot be read.
func (t *turn) blocksOf(ctx context.Context, d *document, from, to int) (blocks []*retrieval.Block, of int, note string) {
	library := t.agent.opts.Documents
	type part struct {
		blocks []*retrieval.Block
		of     int
	}
	read, err := within(ctx, func(ctx context.Context) (p part, err error) {
		p.blocks, p.of, err = library.Read(ctx, d.id, from, to)
		return p, err
	})
	switch {
	case err != nil:
		return nil, 0, libraryFailure(err)
	case read.of == 0:
		return nil, 0, "that document has no text"
	}
	return slices.DeleteFunc(slices.Clone(read.blocks), func(b *retrieval.Block) bool { return b == nil || b.Doc != d.id }), read.of, ""
}

// libraryFailure tells that documents could not be reached, without the words of
// a database.
func libraryFailure(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return noteTime
	case errors.Is(err, projects.ErrNotFound):
		return "failed: that document is not there any more"
	}
	return "failed: the project's documents cannot be reached now; say so where the answer depends on them"
}

// aroundPrivate reads the passages before and after one of a private document.
func (t *turn) aroundPrivate(ctx context.Context, p *passage) (Result, error) {
	const most = 40 // blocks of a document that is read whole
	blocks, of, note := t.blocksOf(ctx, p.document, p.block.Order-most, p.block.Order+most+1)
	if note != "" {
		return Result{Note: note}, nil
	}
	at := positionOf(blocks, p.block)
	around, whole := stretch(blocks, at)
	if whole && len(blocks) < of {
		around = neighboursOf(blocks, at)
	}
	var r Result
	t.hand(&r, privateBlocks(around, p.document))
	t.say(&r, fmt.Sprintf("The passages before and after it in %q, in order.", p.document.name))
	return r, nil
}
