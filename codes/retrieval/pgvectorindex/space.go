package pgvectorindex

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"github.com/reglookup/regengine/codes/retrieval"
)

// Limits of pgvector: the dimensions a vector may have, and those its HNSW index
// takes in full and in half precision.
const (
	mostDimensions     = 16_000
	mostIndexed        = 2_000
	mostIndexedAsHalfs = 4_000
)

// space is an embedder and a dimension.
type space struct {
	id, dimension int
	graph         bool // whether the table has an HNSW index
}

func (x *Index) vectorTable(s space) string { return x.table("vectors_" + strconv.Itoa(s.id)) }

// space returns the space of an embedder and a dimension, creating it and its
// table where it is new.
func (x *Index) space(ctx context.Context, embedder string, dimension int) (space, error) {
	if dimension > mostDimensions {
		return space{}, fmt.Errorf("pgvectorindex: %w: pgvector keeps at most %d values a vector, not %d",
			retrieval.ErrVector, mostDimensions, dimension)
	}
	s := space{dimension: dimension}
	find := func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, "SELECT id FROM "+x.table("spaces")+" WHERE embedder_key = $1 AND dimension = $2",
			key(embedder), dimension).Scan(&s.id)
	}
	err := x.read(ctx, "find the space of "+strconv.Quote(embedder), find)
	if !errors.Is(err, pgx.ErrNoRows) {
		return s, err
	}
	err = x.write(ctx, "create a space for "+strconv.Quote(embedder), func(tx pgx.Tx) error {
		if err := lock(ctx, tx, "pgvectorindex"); err != nil {
			return err
		}
		if err := find(tx); !errors.Is(err, pgx.ErrNoRows) {
			return err // another has created it meanwhile
		}
		return x.createSpace(ctx, tx, embedder, &s)
	})
	return s, err
}

func (x *Index) createSpace(ctx context.Context, tx pgx.Tx, embedder string, s *space) error {
	err := tx.QueryRow(ctx, "INSERT INTO "+x.table("spaces")+" (embedder_key, embedder, dimension) VALUES ($1, $2, $3) RETURNING id",
		key(embedder), embedder, s.dimension).Scan(&s.id)
	if err != nil {
		return err
	}
	// unit is the vector scaled to length 1, or NULL for zeros; given is what came
	// where that is not the unit, as little-endian float32.
	statement := fmt.Sprintf(`CREATE TABLE %s (
		collection bigint NOT NULL,
		position   int    NOT NULL,
		block      text   NOT NULL,
		hash       text   NOT NULL,
		unit       vector(%d),
		given      bytea,
		PRIMARY KEY (collection, position)
	)`, x.vectorTable(*s), s.dimension)
	_, err = tx.Exec(ctx, statement)
	return err
}

// indexed returns the SQL of a vector in the precision of the space's index.
func (s space) indexed(vector string) string {
	if s.dimension > mostIndexed {
		return fmt.Sprintf("%s::halfvec(%d)", vector, s.dimension)
	}
	return vector
}
