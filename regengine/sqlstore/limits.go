package sqlstore

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/textlimits"
)

// limitRow is what was found in one document, in the form of
// [regengine.EncodeLimits].
type limitRow struct {
	bun.BaseModel `bun:"table:limit_sets,alias:ls"`

	Doc       string `bun:",pk"`
	Origin    string `bun:",pk"`
	Extractor string
	Data      []byte
}

func (r *limitRow) key() limitKey { return limitKey{r.Doc, r.Origin} }

func (r *limitRow) same(other *limitRow) bool {
	return r.Extractor == other.Extractor && bytes.Equal(r.Data, other.Data)
}

type limitKey struct{ doc, origin string }

// PutLimits implements [regengine.DerivedStore].
func (db *DB) PutLimits(ctx context.Context, base int64, origin textlimits.Origin, sets []textlimits.LimitSet, blocks []retrieval.Block) (changed int, err error) {
	for _, set := range sets {
		if set.Origin != origin {
			return 0, fmt.Errorf("limits of %s: origin %q, want %q", set.Doc, set.Origin, origin)
		}
	}
	rows, err := limitRows(sets, blocks)
	if err != nil {
		return 0, err
	}
	err = db.change(ctx, contentRevision, "put limits", func(ctx context.Context, tx bun.IDB) (bool, error) {
		if err := db.mustBe(ctx, tx, base); err != nil {
			return false, err
		}
		changed, err = putLimits(ctx, tx, rows, tx.NewSelect().Where("origin = ?", string(origin)))
		return changed > 0 && origin == textlimits.FromModel, err
	})
	return afterError(changed, err)
}

// limitRows encodes sets; no two may be of one document and origin.
func limitRows(sets []textlimits.LimitSet, blocks []retrieval.Block) (map[limitKey]limitRow, error) {
	if len(sets) == 0 {
		return nil, nil
	}
	texts := make(map[string][]retrieval.Block)
	for i := range blocks {
		texts[blocks[i].Doc] = append(texts[blocks[i].Doc], normal(&blocks[i]))
	}
	rows := make(map[limitKey]limitRow, len(sets))
	for _, set := range sets {
		if err := checkLimits(set, len(texts[set.Doc])); err != nil {
			return nil, err
		}
		row := limitRow{Doc: set.Doc, Origin: string(set.Origin), Extractor: set.Extractor, Data: regengine.EncodeLimits(set.Limits, texts[set.Doc])}
		if _, twice := rows[row.key()]; twice {
			return nil, fmt.Errorf("limits of %s: two sets of origin %q", set.Doc, set.Origin)
		}
		rows[row.key()] = row
	}
	return rows, nil
}

func checkLimits(set textlimits.LimitSet, blocks int) error {
	switch {
	case !public(set.Doc):
		return fmt.Errorf("limits: document %q is no code/version", set.Doc)
	case set.Origin != textlimits.FromPattern && set.Origin != textlimits.FromModel:
		return fmt.Errorf("limits of %s: origin %q", set.Doc, set.Origin)
	case blocks == 0 && len(set.Limits) > 0:
		return fmt.Errorf("limits of %s: the document has no text", set.Doc)
	}
	if err := checkText(set.Doc, set.Extractor); err != nil {
		return fmt.Errorf("limits of %q: %w", set.Doc, err)
	}
	return nil
}

// putLimits makes the rows of a query exactly the given ones and returns how many
// differed. Rows of several queries need several calls.
func putLimits(ctx context.Context, tx bun.IDB, next map[limitKey]limitRow, among *bun.SelectQuery) (changed int, err error) {
	var stored []limitRow
	if err := among.Model(&stored).Scan(ctx); err != nil {
		return 0, err
	}
	fresh := maps.Clone(next)
	for i := range stored {
		old := &stored[i]
		row, stays := next[old.key()]
		if stays && row.same(old) {
			delete(fresh, old.key())
		}
		if !stays {
			changed++
			if _, err := tx.NewDelete().Model(old).WherePK().Exec(ctx); err != nil {
				return 0, err
			}
		}
	}
	rows := slices.SortedFunc(maps.Values(fresh), func(a, b limitRow) int {
		return strings.Compare(a.Doc+"\n"+a.Origin, b.Doc+"\n"+b.Origin)
	})
	for part := range portions(rows, func(r *limitRow) int { return len(r.Data) }) {
		if err := upsert(ctx, tx, part, "doc, origin"); err != nil {
			return 0, err
		}
	}
	return changed + len(rows), nil
}

// applyLimits stores the limits of docs, whose texts are stored already. Those a
// model proposed are only replaced: they went with their text if it did.
func applyLimits(ctx context.Context, tx bun.IDB, docs []string, data regengine.Data) error {
	owned := make(map[string]bool, len(docs))
	for _, doc := range docs {
		owned[doc] = true
	}
	sets := slices.DeleteFunc(slices.Clone(data.Limits), func(s textlimits.LimitSet) bool { return !owned[s.Doc] })
	rows, err := limitRows(sets, data.Blocks)
	if err != nil {
		return err
	}
	for chunk := range slices.Chunk(docs, batch) {
		part := make(map[limitKey]limitRow)
		proposed := []string{""} // documents of which a model's limits are given
		for _, doc := range chunk {
			for _, origin := range []textlimits.Origin{textlimits.FromPattern, textlimits.FromModel} {
				row, given := rows[limitKey{doc, string(origin)}]
				if !given {
					continue
				}
				part[row.key()] = row
				if origin == textlimits.FromModel {
					proposed = append(proposed, doc)
				}
			}
		}
		among := tx.NewSelect().Where("doc IN (?)", bun.List(chunk)).
			Where("origin = ? OR doc IN (?)", string(textlimits.FromPattern), bun.List(proposed))
		if _, err := putLimits(ctx, tx, part, among); err != nil {
			return err
		}
	}
	return nil
}

// listLimits returns the rows of all versions' limits.
func listLimits(ctx context.Context, tx bun.IDB) (rows []limitRow, err error) {
	err = tx.NewSelect().Model(&rows).Where(whichPublic).Order("doc", "origin").Scan(ctx)
	return rows, err
}

// decodeLimits returns what rows say, without those that are damaged or not of
// the blocks, which are ordered by document. It works on several at once.
func decodeLimits(rows []limitRow, blocks []retrieval.Block) []textlimits.LimitSet {
	if len(rows) == 0 {
		return nil
	}
	texts := byDoc(blocks)
	sets := make([]*textlimits.LimitSet, len(rows))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(rows)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(rows); i = int(next.Add(1)) - 1 {
				row := &rows[i]
				if limits, ok := regengine.DecodeLimits(row.Data, texts[row.Doc]); ok {
					sets[i] = &textlimits.LimitSet{Doc: row.Doc, Origin: textlimits.Origin(row.Origin), Extractor: row.Extractor, Limits: limits}
				}
			}
		})
	}
	workers.Wait()
	var out []textlimits.LimitSet
	for _, set := range sets {
		if set != nil {
			out = append(out, *set)
		}
	}
	return out
}
