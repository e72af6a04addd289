package sqlstore_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/regengine/sqlstore"
)

// TestDB_GetVectors_damaged: a vector of which a part is missing is not taken for
// a shorter one.
func TestDB_GetVectors_damaged(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.address(t)
		db := d.at(t, address)
		hash := retrieval.HashText("text")
		put := func(values ...float32) error {
			return db.PutVectors(t.Context(), "m", map[string][]float32{hash: values})
		}
		if err := put(1, 2); err != nil {
			t.Fatal(err)
		}
		damage := map[string]string{
			"sqlite": "UPDATE vectors SET data = x'0000803f00'", "postgres": `UPDATE vectors SET data = '\x0000803f00'`,
		}[d.name]
		if d.name == "sqlite" {
			execSQLite(t, address, damage)
		} else {
			execPostgres(t, address, damage)
		}
		_, err := db.GetVectors(t.Context(), "m", []string{hash})
		if !errors.Is(err, retrieval.ErrDimension) || !strings.Contains(err.Error(), hash) || !strings.Contains(err.Error(), "5 bytes for 2 values") {
			t.Errorf("want ErrDimension, the text and what is wrong, got %v", err)
		}
		if err := put(1, 2); err != nil {
			t.Fatal(err)
		}
		if got, err := db.GetVectors(t.Context(), "m", []string{hash}); err != nil || len(got[hash]) != 2 {
			t.Errorf("put again: %v, %v", got, err)
		}
	})
}

func TestDB_PutVectors_refuses(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		db := d.new(t)
		ctx := t.Context()
		ended, cancel := context.WithCancel(ctx)
		cancel()
		for name, tt := range map[string]struct {
			got, want error
		}{
			"ErrDimension": {db.PutVectors(ctx, "m", map[string][]float32{"a": {1}, "b": {}}), retrieval.ErrDimension},
			"ErrEmbedder":  {db.PutVectors(ctx, "m\x00", map[string][]float32{"a": {1}}), sqlstore.ErrInvalidText},
			"ErrHash":      {db.PutVectors(ctx, "m", map[string][]float32{"a\xff": {1}}), sqlstore.ErrInvalidText},
			"ErrCanceled":  {db.PutVectors(ended, "m", map[string][]float32{"a": {1}}), context.Canceled},
		} {
			if !errors.Is(tt.got, tt.want) {
				t.Errorf("%s: want %v, got %v", name, tt.want, tt.got)
			}
		}
		if n, err := db.PruneVectors(ctx, nil, nil); err != nil || n != 0 {
			t.Errorf("refused vectors left %d behind, %v", n, err)
		}
	})
}
