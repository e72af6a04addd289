package pgvectorindex

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/pgvector/pgvector-go"

	"github.com/reglookup/regengine/codes/retrieval"
)

// batch is about how many values of vectors one statement carries: 4 MB.
const batch = 1 << 20

// Put implements [retrieval.Index].
func (x *Index) Put(ctx context.Context, doc, embedder string, vectors []retrieval.Vector) error {
	dimension, err := retrieval.CheckCollection(doc, embedder, vectors)
	if err != nil {
		return err
	}
	if len(vectors) == 0 {
		return x.Delete(ctx, doc)
	}
	s, err := x.space(ctx, embedder, dimension)
	if err != nil {
		return err
	}
	sorted := slices.Clone(vectors)
	slices.SortFunc(sorted, func(a, b retrieval.Vector) int { return cmp.Compare(a.ID, b.ID) })
	return x.write(ctx, "put "+strconv.Quote(doc), func(tx pgx.Tx) error {
		if err := x.remove(ctx, tx, doc); err != nil {
			return err
		}
		return x.insert(ctx, tx, doc, s, sorted)
	})
}

// Delete implements [retrieval.Index].
func (x *Index) Delete(ctx context.Context, doc string) error {
	return x.write(ctx, "delete "+strconv.Quote(doc), func(tx pgx.Tx) error { return x.remove(ctx, tx, doc) })
}

// remove removes the collection of doc, and makes other writers of doc wait for
// the end of tx.
func (x *Index) remove(ctx context.Context, tx pgx.Tx, doc string) error {
	if err := lock(ctx, tx, "pgvectorindex doc "+doc); err != nil {
		return err
	}
	var collection int64
	var s space
	err := tx.QueryRow(ctx, "DELETE FROM "+x.table("collections")+" WHERE doc_key = $1 RETURNING id, space", key(doc)).Scan(&collection, &s.id)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "DELETE FROM "+x.vectorTable(s)+" WHERE collection = $1", collection)
	return err
}

func (x *Index) insert(ctx context.Context, tx pgx.Tx, doc string, s space, vectors []retrieval.Vector) error {
	rows, pointed := newRows(vectors)
	var collection int64
	err := tx.QueryRow(ctx, "INSERT INTO "+x.table("collections")+
		" (doc_key, doc, space, vectors, pointed) VALUES ($1, $2, $3, $4, $5) RETURNING id",
		key(doc), doc, s.id, len(vectors), pointed).Scan(&collection)
	if err != nil {
		return err
	}
	statement := "INSERT INTO " + x.vectorTable(s) + " (collection, position, block, hash, unit, given) " +
		"SELECT $1::bigint, * FROM unnest($2::int[], $3::text[], $4::text[], $5::vector[], $6::bytea[])"
	size := 1 + batch/s.dimension
	for start := 0; start < len(vectors); start += size {
		part := rows.slice(start, min(start+size, len(vectors)))
		if _, err := tx.Exec(ctx, statement, collection, part.positions, part.blocks, part.hashes, part.units, part.given); err != nil {
			return fmt.Errorf("insert vectors: %w", err)
		}
	}
	return nil
}

// rows are the columns of a collection's vectors.
type rows struct {
	positions      []int32
	blocks, hashes []string
	units          []*pgvector.Vector // nil for zeros
	given          [][]byte           // nil where it is the unit
}

// newRows also returns how many vectors are not all zeros.
func newRows(vectors []retrieval.Vector) (r rows, pointed int) {
	for i, v := range vectors {
		r.positions = append(r.positions, int32(i))
		r.blocks = append(r.blocks, v.ID)
		r.hashes = append(r.hashes, v.SHA256)
		unit := retrieval.Unit(v.Values)
		if unit == nil {
			r.units = append(r.units, nil)
			r.given = append(r.given, encode(v.Values))
			continue
		}
		pointed++
		vector := pgvector.NewVector(unit)
		r.units = append(r.units, &vector)
		if &unit[0] == &v.Values[0] {
			r.given = append(r.given, nil)
		} else {
			r.given = append(r.given, encode(v.Values))
		}
	}
	return r, pointed
}

func (r rows) slice(from, to int) rows {
	return rows{r.positions[from:to], r.blocks[from:to], r.hashes[from:to], r.units[from:to], r.given[from:to]}
}

func encode(values []float32) []byte {
	out := make([]byte, 0, 4*len(values))
	for _, v := range values {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
	}
	return out
}

func decode(data []byte) []float32 {
	values := make([]float32, 0, len(data)/4)
	for ; len(data) >= 4; data = data[4:] {
		values = append(values, math.Float32frombits(binary.LittleEndian.Uint32(data)))
	}
	return values
}

// Vectors implements [retrieval.Index].
func (x *Index) Vectors(ctx context.Context, doc, embedder string) (vectors []retrieval.Vector, err error) {
	err = x.read(ctx, "vectors of "+strconv.Quote(doc), func(tx pgx.Tx) error {
		found, err := x.scope(ctx, tx, embedder, []string{doc})
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return fmt.Errorf("by %q: %w", embedder, retrieval.ErrNoVectors)
		}
		rows, err := tx.Query(ctx, "SELECT block, hash, unit, given FROM "+x.vectorTable(found[0].space)+
			" WHERE collection = $1 ORDER BY position", found[0].id)
		if err != nil {
			return err
		}
		vectors, err = pgx.CollectRows(rows, scanVector)
		return err
	})
	return vectors, err
}

func scanVector(row pgx.CollectableRow) (v retrieval.Vector, err error) {
	var unit *pgvector.Vector
	var given []byte
	if err := row.Scan(&v.ID, &v.SHA256, &unit, &given); err != nil {
		return v, err
	}
	if v.Values = decode(given); unit != nil && given == nil {
		v.Values = unit.Slice()
	}
	return v, nil
}
