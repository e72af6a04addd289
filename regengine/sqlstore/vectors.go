package sqlstore

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes/retrieval"
)

// vectorRow is the vector of a text, by the text's hash and the embedder.
type vectorRow struct {
	bun.BaseModel `bun:"table:vectors,alias:ve"`

	Embedder  string `bun:",pk"`
	SHA256    string `bun:"sha256,pk"`
	Dimension int
	Data      []byte
}

// GetVectors implements [retrieval.VectorStore]. A stored vector that is damaged
// gives an error that names it.
func (db *DB) GetVectors(ctx context.Context, embedder string, hashes []string) (vectors map[string][]float32, err error) {
	hashes = slices.DeleteFunc(slices.Clone(hashes), func(hash string) bool { return !storable(hash) })
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	if !storable(embedder) {
		hashes = nil
	}
	err = db.read(ctx, "get vectors", func(ctx context.Context, q bun.IDB) error {
		vectors = make(map[string][]float32, len(hashes))
		for chunk := range slices.Chunk(hashes, batch) {
			var rows []vectorRow
			if err := q.NewSelect().Model(&rows).Column("sha256", "dimension", "data").
				Where("embedder = ?", embedder).Where("sha256 IN (?)", bun.List(chunk)).Scan(ctx); err != nil {
				return err
			}
			for i := range rows {
				values, err := rows[i].values()
				if err != nil {
					return fmt.Errorf("vector of text %s by %q: %w", rows[i].SHA256, embedder, err)
				}
				vectors[rows[i].SHA256] = values
			}
		}
		return nil
	})
	return afterError(vectors, err)
}

// PutVectors implements [retrieval.VectorStore]. A vector without values gives
// [retrieval.ErrDimension], text that cannot be stored [ErrInvalidText]. A vector
// stored before is replaced.
func (db *DB) PutVectors(ctx context.Context, embedder string, vectors map[string][]float32) error {
	if err := checkText(embedder); err != nil {
		return fmt.Errorf("embedder: %w", err)
	}
	rows := make([]vectorRow, 0, len(vectors))
	for _, hash := range slices.Sorted(maps.Keys(vectors)) { // all lock rows in one order
		if err := checkText(hash); err != nil {
			return fmt.Errorf("hash of a text: %w", err)
		}
		if len(vectors[hash]) == 0 {
			return fmt.Errorf("vector of text %s by %q: %w: it has no values", hash, embedder, retrieval.ErrDimension)
		}
		rows = append(rows, newVectorRow(embedder, hash, vectors[hash]))
	}
	return db.write(ctx, "put vectors", func(ctx context.Context, tx bun.IDB) error {
		for part := range portions(rows, func(r *vectorRow) int { return len(r.Data) }) {
			if err := upsert(ctx, tx, part, "embedder, sha256"); err != nil {
				return err
			}
		}
		return nil
	})
}

// PruneVectors implements [retrieval.VectorStore].
func (db *DB) PruneVectors(ctx context.Context, embedders []string, hashes []string) (removed int, err error) {
	embedders = slices.DeleteFunc(slices.Clone(embedders), func(embedder string) bool { return !storable(embedder) })
	wanted := make(map[string]bool, len(hashes))
	for _, hash := range hashes {
		wanted[hash] = true
	}
	err = db.write(ctx, "prune vectors", func(ctx context.Context, tx bun.IDB) error {
		others := tx.NewDelete().Model((*vectorRow)(nil)).Where("TRUE")
		if len(embedders) > 0 {
			others = others.Where("embedder NOT IN (?)", bun.List(embedders))
		}
		result, err := others.Exec(ctx)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		removed = int(n)
		for _, embedder := range embedders {
			if err != nil {
				return err
			}
			var more int
			more, err = pruneTexts(ctx, tx, embedder, wanted)
			removed += more
		}
		return err
	})
	return afterError(removed, err)
}

// pruneTexts removes an embedder's vectors of texts that are not wanted.
func pruneTexts(ctx context.Context, tx bun.IDB, embedder string, wanted map[string]bool) (removed int, err error) {
	var stored []string
	if err := tx.NewSelect().Model((*vectorRow)(nil)).Column("sha256").
		Where("embedder = ?", embedder).Order("sha256").Scan(ctx, &stored); err != nil {
		return 0, err
	}
	stored = slices.DeleteFunc(stored, func(hash string) bool { return wanted[hash] })
	for chunk := range slices.Chunk(stored, batch) {
		result, err := tx.NewDelete().Model((*vectorRow)(nil)).
			Where("embedder = ?", embedder).Where("sha256 IN (?)", bun.List(chunk)).Exec(ctx)
		if err != nil {
			return 0, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return 0, err
		}
		removed += int(n)
	}
	return removed, nil
}

const floatBytes = 4

func newVectorRow(embedder, hash string, values []float32) vectorRow {
	row := vectorRow{Embedder: embedder, SHA256: hash, Dimension: len(values), Data: make([]byte, 0, floatBytes*len(values))}
	for _, value := range values {
		row.Data = binary.LittleEndian.AppendUint32(row.Data, math.Float32bits(value))
	}
	return row
}

// values returns the vector, bit for bit as it was stored.
func (r *vectorRow) values() ([]float32, error) {
	if r.Dimension <= 0 || len(r.Data) != floatBytes*r.Dimension {
		return nil, fmt.Errorf("%w: it is damaged: %d bytes for %d values; delete its row of table vectors, the text is embedded anew then",
			retrieval.ErrDimension, len(r.Data), r.Dimension)
	}
	values := make([]float32, r.Dimension)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(r.Data[floatBytes*i:]))
	}
	return values, nil
}
