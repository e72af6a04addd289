package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/retrieval"
)

// What read_section brings.
const (
	shortSection  = 6000 // characters of a section that is read whole
	neighbours    = 3    // passages before and after one of a longer section
	mostReferred  = 12   // blocks that cross references lead to
	mostUnreached = 5    // regulations named that are not selected
)

// readSection reads around a passage of this turn.
func (t *turn) readSection(ctx context.Context, args Args) (Result, error) {
	handle := strings.ToLower(strings.Trim(args.Text(ArgHandle), "[]() \t"))
	i, issued := t.byHandle[handle]
	if !issued {
		return Result{Note: "not run: no passage of this turn has that handle"}, nil
	}
	if t.issued[i].document != nil {
		return t.aroundPrivate(ctx, t.issued[i])
	}
	return t.aroundRegulation(ctx, t.issued[i])
}

func (t *turn) aroundRegulation(ctx context.Context, p *passage) (Result, error) {
	var r Result
	section := slices.DeleteFunc(slices.Clone(t.agent.texts.Section(p.block.Doc, p.block.Section)), func(b *retrieval.Block) bool {
		return b.Doc != p.block.Doc
	})
	at := positionOf(section, p.block)
	around, whole := stretch(section, at)
	t.hand(&r, regulationBlocks(around))
	where := "The passages before and after it, in order"
	if whole {
		where = "The whole section, in order"
	}
	if len(r.Passages) == 0 {
		where = "Nothing stands around that passage"
	}
	t.say(&r, fmt.Sprintf("%s: %s.", where, p.title))
	t.follow(ctx, &r, p.block)
	return r, nil
}

func regulationBlocks(blocks []*retrieval.Block) []found {
	return mapSlice(blocks, func(b *retrieval.Block) found { return found{block: b} })
}

// positionOf is where a block stands in its section; of a row, where its table
// stands; -1 when it is not there.
func positionOf(section []*retrieval.Block, b *retrieval.Block) int {
	return slices.IndexFunc(section, func(s *retrieval.Block) bool {
		return s.ID == b.ID || b.Kind == retrieval.Row && hasRow(s, b.ID)
	})
}

func hasRow(table *retrieval.Block, id string) bool {
	if table.Table == nil {
		return false
	}
	for i := range table.Table.Rows {
		if table.Row(i).ID == id {
			return true
		}
	}
	return false
}

// stretch returns a whole section when it is short, else the part around one of
// its blocks.
func stretch(section []*retrieval.Block, at int) (blocks []*retrieval.Block, whole bool) {
	size := 0
	for _, b := range section {
		size += utf8.RuneCountInString(b.Text)
	}
	if size <= shortSection {
		return section, true
	}
	return neighboursOf(section, at), false
}

// neighboursOf returns what stands around a block, and it.
func neighboursOf(blocks []*retrieval.Block, at int) []*retrieval.Block {
	if at < 0 {
		return nil
	}
	return blocks[max(0, at-neighbours):min(len(blocks), at+neighbours+1)]
}

// follow brings what the cross references of a block lead to, as far as it is in
// scope; of what is not selected it gives the name.
func (t *turn) follow(ctx context.Context, r *Result, b *retrieval.Block) {
	if t.agent.opts.Follow == nil || len(b.Refs) == 0 {
		return
	}
	targets, err := within(ctx, func(context.Context) ([]*retrieval.Block, error) { return t.agent.opts.Follow(b), nil })
	if err != nil {
		r.addNote("its cross references could not be followed")
		return
	}
	have := map[string]bool{}
	for _, p := range r.Passages {
		have[t.issued[t.byHandle[p.Handle]].block.ID] = true
	}
	var inScope []found
	var unreached []string
	for _, target := range targets {
		switch {
		case have[target.ID]:
		case t.inScope(target.Doc):
			inScope = append(inScope, found{block: target})
		default:
			unreached = append(unreached, t.documentTitle(refOf(target.Doc)))
		}
		have[target.ID] = true
	}
	before := len(r.Passages)
	t.hand(r, inScope[:min(len(inScope), mostReferred)])
	if n := len(r.Passages) - before; n > 0 {
		t.say(r, fmt.Sprintf("The last %d passages are what its cross references lead to.", n))
	}
	unreached = slices.Compact(slices.Sorted(slices.Values(unreached)))
	if len(unreached) > 0 {
		r.addNote("it refers to what is not selected in the project, and cannot be read: " +
			clip(asData(strings.Join(unreached[:min(len(unreached), mostUnreached)], "; ")), maxNote/2))
	}
}
