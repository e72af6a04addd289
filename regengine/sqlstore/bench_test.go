package sqlstore_test

import (
	"fmt"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
)

// country is as large as Spain: 8,131 municipalities, 30 codes, 3,000 blocks.
func country() regengine.Data {
	data := regengine.Data{Places: geotest.Many(8_131)}
	for i := range 30 {
		slug := fmt.Sprintf("code-%02d", i)
		data.Codes = append(data.Codes, code(slug, "2010", "2020"))
		for len(data.Blocks) < 100*(i+1) {
			data.Blocks = append(data.Blocks, textBlock(slug+"/2020", len(data.Blocks)%100))
		}
	}
	return data
}

func textBlock(doc string, order int) retrieval.Block {
	b := retrievaltest.Sample(doc, 1)[0]
	b.ID, b.Order = fmt.Sprintf("%s#%d", doc, order), order
	for range 6 {
		b.Text += " La anchura útil mínima de tramo se establece de acuerdo con las exigencias de evacuación."
	}
	return b
}

func BenchmarkDB_Apply(b *testing.B) {
	for _, d := range databases {
		b.Run(d.name+"/empty", func(b *testing.B) {
			data := country()
			for b.Loop() {
				b.StopTimer()
				db := d.at(b, d.address(b))
				b.StartTimer()
				if changed := apply(b, db, data); changed == 0 {
					b.Fatal("nothing changed")
				}
			}
		})
		b.Run(d.name+"/unchanged", func(b *testing.B) {
			data := country()
			db := d.at(b, d.address(b))
			apply(b, db, data)
			for b.Loop() {
				if changed := apply(b, db, data); changed != 0 {
					b.Fatalf("%d changed", changed)
				}
			}
		})
	}
}

func BenchmarkDB_Load(b *testing.B) {
	for _, d := range databases {
		b.Run(d.name, func(b *testing.B) {
			db := d.at(b, d.address(b))
			apply(b, db, country())
			b.ReportAllocs()
			for b.Loop() {
				if data, _ := load(b, db); len(data.Places) < 8_131 || len(data.Blocks) != 3_000 {
					b.Fatalf("loaded %d places, %d blocks", len(data.Places), len(data.Blocks))
				}
			}
		})
	}
}

func BenchmarkDB_Reserve(b *testing.B) {
	for _, d := range databases {
		b.Run(d.name, func(b *testing.B) {
			db := d.at(b, d.address(b))
			account, err := accesstest.NewAccount(b.Context(), db, 1<<40)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				r := account.Request()
				if _, _, err := db.Reserve(b.Context(), r); err != nil {
					b.Fatal(err)
				}
				if err := db.Commit(b.Context(), r.ID, nil, accesstest.Noon); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDB_PrincipalByHash(b *testing.B) {
	for _, d := range databases {
		b.Run(d.name, func(b *testing.B) {
			db := d.at(b, d.address(b))
			account, err := accesstest.NewAccount(b.Context(), db, 1)
			if err != nil {
				b.Fatal(err)
			}
			key := access.APIKey{ID: access.NewID(), UserID: account.UserID, Hash: [32]byte{1}}
			if err := db.CreateKey(b.Context(), key); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, _, err := db.PrincipalByHash(b.Context(), key.Hash); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkSharedLimiter_Allow(b *testing.B) {
	db := databases[1].at(b, databases[1].address(b))
	for name, limit := range map[string]int{"counted": 1 << 30, "exhausted": 1} {
		b.Run(name, func(b *testing.B) {
			limiter := db.Limiter()
			user := access.NewID()
			for b.Loop() {
				if _, err := limiter.Allow(b.Context(), user, access.Data, limit); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
