package sqlstore

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/regengine"
)

// segmentRow is the lexical index of one document.
type segmentRow struct {
	bun.BaseModel `bun:"table:segments,alias:sg"`

	Doc  string `bun:",pk"`
	Data []byte
}

// PutSegments implements [regengine.DerivedStore].
func (db *DB) PutSegments(ctx context.Context, base int64, segments map[string][]byte) (changed int, err error) {
	for doc := range segments {
		if !public(doc) {
			return 0, fmt.Errorf("segment: document %q is no code/version", doc)
		}
		if err := checkText(doc); err != nil {
			return 0, fmt.Errorf("segment: document: %w", err)
		}
	}
	err = db.write(ctx, "put segments", func(ctx context.Context, tx bun.IDB) error {
		if err := db.mustBe(ctx, tx, base); err != nil {
			return err
		}
		var docs []string
		if err := tx.NewSelect().Model((*segmentRow)(nil)).Column("doc").Scan(ctx, &docs); err != nil {
			return err
		}
		for doc := range segments {
			docs = append(docs, doc)
		}
		slices.Sort(docs)
		changed, err = putSegments(ctx, tx, slices.Compact(docs), segments)
		return err
	})
	return afterError(changed, err)
}

// mustBe locks the revision of the content and gives [regengine.ErrChanged] when
// it is not base any more.
func (db *DB) mustBe(ctx context.Context, tx bun.IDB, base int64) error {
	revision, err := db.lockRevision(ctx, tx, contentRevision)
	if err == nil && revision != base {
		err = fmt.Errorf("revision %d is %d by now: %w", base, revision, regengine.ErrChanged)
	}
	return err
}

// listSegments returns the segments of all versions' texts.
func listSegments(ctx context.Context, tx bun.IDB) (map[string][]byte, error) {
	return segmentsWhere(ctx, tx.NewSelect().Where(whichPublic))
}

func segmentsWhere(ctx context.Context, query *bun.SelectQuery) (map[string][]byte, error) {
	var rows []segmentRow
	if err := query.Model(&rows).Scan(ctx); err != nil {
		return nil, err
	}
	segments := make(map[string][]byte, len(rows))
	for _, row := range rows {
		segments[row.Doc] = row.Data
	}
	return segments, nil
}

// putSegments makes the segments of docs exactly the given ones and returns how
// many differed.
func putSegments(ctx context.Context, tx bun.IDB, docs []string, segments map[string][]byte) (changed int, err error) {
	for chunk := range slices.Chunk(docs, batch) {
		n, err := putSegmentBatch(ctx, tx, chunk, segments)
		if err != nil {
			return 0, err
		}
		changed += n
	}
	return changed, nil
}

func putSegmentBatch(ctx context.Context, tx bun.IDB, docs []string, segments map[string][]byte) (changed int, err error) {
	stored, err := segmentsWhere(ctx, tx.NewSelect().Where("doc IN (?)", bun.List(docs)))
	if err != nil {
		return 0, err
	}
	var gone []string
	var rows []segmentRow
	for _, doc := range docs {
		next := segments[doc]
		switch old, ok := stored[doc]; {
		case len(next) == 0 && ok:
			gone = append(gone, doc)
		case len(next) > 0 && !bytes.Equal(old, next):
			rows = append(rows, segmentRow{Doc: doc, Data: next})
		}
	}
	if len(gone) > 0 {
		if _, err := tx.NewDelete().Model((*segmentRow)(nil)).Where("doc IN (?)", bun.List(gone)).Exec(ctx); err != nil {
			return 0, err
		}
	}
	for part := range portions(rows, func(r *segmentRow) int { return len(r.Data) }) {
		if err := upsert(ctx, tx, part, "doc"); err != nil {
			return 0, err
		}
	}
	return len(gone) + len(rows), nil
}

// maxStatement is about how many bytes of data one statement carries: a statement
// stands in memory as a whole, with two digits for each byte.
const maxStatement = 4 << 20

// portions cuts rows into runs of at most batch rows and maxStatement bytes, each
// of one row at least.
func portions[T any](rows []T, size func(*T) int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for start := 0; start < len(rows); {
			end, total := start, 0
			for end < len(rows) && end-start < batch && (end == start || total+size(&rows[end]) <= maxStatement) {
				total += size(&rows[end])
				end++
			}
			if !yield(rows[start:end]) {
				return
			}
			start = end
		}
	}
}
