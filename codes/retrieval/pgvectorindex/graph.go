package pgvectorindex

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
)

// Memory a graph is built in, in kilobytes: what it needs, for one that does not
// fit is built many times slower, but no more than this.
const (
	leastBuildMemory = 64 << 10
	mostBuildMemory  = 1 << 20
)

// BuildGraphs creates the HNSW index of every space that lacks it and holds more
// vectors than [Options.ExactUpTo]; where a space holds fewer, no search would ask
// it. It returns how many it created. Call it after a large import: with a graph
// each Put takes longer, and the graph of an empty space takes longest to fill.
//
// While a graph is built searches go on, comparing all, and writers of its space
// wait.
func (x *Index) BuildGraphs(ctx context.Context) (built int, err error) {
	var lacking []space
	err = x.read(ctx, "look for spaces without a graph", func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, "SELECT s.id, s.dimension FROM "+x.table("spaces")+" s JOIN "+x.table("collections")+" c ON c.space = s.id "+
			"WHERE NOT s.graph AND s.dimension <= $1 GROUP BY s.id, s.dimension HAVING sum(c.pointed) > $2 ORDER BY s.id",
			mostIndexedAsHalfs, x.options.ExactUpTo)
		if err != nil {
			return err
		}
		lacking, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (s space, err error) {
			return s, row.Scan(&s.id, &s.dimension)
		})
		return err
	})
	for _, s := range lacking {
		if err := x.buildGraph(ctx, s); err != nil {
			return built, err
		}
		built++
	}
	return built, err
}

func (x *Index) buildGraph(ctx context.Context, s space) error {
	return x.write(ctx, "build the graph of "+x.vectorTable(s), func(tx pgx.Tx) error {
		if err := lock(ctx, tx, "pgvectorindex graph of "+x.vectorTable(s)); err != nil {
			return err
		}
		done, err := tx.Exec(ctx, "UPDATE "+x.table("spaces")+" SET graph = true WHERE id = $1 AND NOT graph", s.id)
		if err != nil || done.RowsAffected() == 0 {
			return err // another has built it meanwhile
		}
		if err := x.setBuildMemory(ctx, tx, s); err != nil {
			return err
		}
		operators := "vector_ip_ops"
		if s.dimension > mostIndexed {
			operators = "halfvec_ip_ops"
		}
		_, err = tx.Exec(ctx, fmt.Sprintf("CREATE INDEX %s ON %s USING hnsw ((%s) %s)",
			pgx.Identifier{"vectors_" + strconv.Itoa(s.id) + "_graph"}.Sanitize(), x.vectorTable(s), s.indexed("unit"), operators))
		return err
	})
}

func (x *Index) setBuildMemory(ctx context.Context, tx pgx.Tx, s space) error {
	var vectors int
	err := tx.QueryRow(ctx, "SELECT coalesce(sum(pointed), 0) FROM "+x.table("collections")+" WHERE space = $1", s.id).Scan(&vectors)
	if err != nil {
		return err
	}
	// Beside its values a vector has some 16 neighbours on each level.
	kilobytes := vectors / 1000 * (4*s.dimension + 1000)
	kilobytes = min(max(kilobytes, leastBuildMemory), mostBuildMemory)
	return set(ctx, tx, "maintenance_work_mem", strconv.Itoa(kilobytes))
}
