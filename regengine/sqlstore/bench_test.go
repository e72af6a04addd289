package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/codes/retrieval/retrievaltest"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/access/accesstest"
	"github.com/reglookup/regengine/regengine/sqlstore"
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

// library is 100,000 blocks in 100 codes, of the length and with the references
// and tables that laws have.
func library() regengine.Data {
	var data regengine.Data
	for i := range 100 {
		slug := fmt.Sprintf("code-%03d", i)
		doc := slug + "/2020"
		data.Codes = append(data.Codes, code(slug, "2020"))
		for j := range 1000 {
			data.Blocks = append(data.Blocks, libraryBlock(doc, i, j))
		}
	}
	return data
}

func libraryBlock(doc string, i, order int) retrieval.Block {
	sample := retrievaltest.Sample(doc, 1)
	b := sample[0]
	if order%20 == 0 {
		b = sample[2]
	} else {
		for k := range 12 {
			b.Text += fmt.Sprintf(" La anchura útil mínima de tramo %d se establece según la exigencia %d.", order*k, i+k)
		}
	}
	if order%5 != 0 {
		b.Refs = nil
	}
	b.ID, b.Order, b.Section = fmt.Sprintf("%s#%d", doc, order), order, fmt.Sprint("articulo-", order/4)
	b.Path = []string{"Título I", fmt.Sprint("Capítulo ", order/40), fmt.Sprint("Artículo ", order/4)}
	return b
}

// BenchmarkColdStart is what a server does before it serves: it loads everything
// and makes a snapshot of it, with the segments an import stored and without, and with a limit in every block
// besides.
func BenchmarkColdStart(b *testing.B) {
	for _, d := range databases {
		db := d.at(b, d.address(b))
		data := library()
		if _, err := regengine.Import(b.Context(), db, schemes, regengine.Data{Places: places(), Codes: data.Codes, Blocks: data.Blocks}, nil); err != nil {
			b.Fatal(err)
		}
		start := func(b *testing.B, forget bool) {
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				data, _ := load(b, db)
				if forget {
					data.Segments = nil
				}
				size = 0
				for _, segment := range data.Segments {
					size += len(segment)
				}
				s, err := regengine.NewSnapshot(schemes, data)
				if err != nil || s.Texts.Len() != 100_000 {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(size)/100_000, "segment-B/block")
		}
		b.Run(d.name+"/load", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				load(b, db)
			}
		})
		b.Run(d.name+"/segments", func(b *testing.B) { start(b, false) })
		b.Run(d.name+"/none", func(b *testing.B) { start(b, true) })
		if _, err := regengine.Reindex(b.Context(), db, &regengine.WriteOptions{Extractor: finder{"p/1"}}); err != nil {
			b.Fatal(err)
		}
		b.Run(d.name+"/limits", func(b *testing.B) { start(b, false) })
	}
}

// BenchmarkDB_Reserve: what a charged request costs, what one that is told of an earlier
// one with its key, and beside them the reading of one row.
func BenchmarkDB_Reserve(b *testing.B) {
	for _, d := range databases {
		db := d.at(b, d.address(b))
		account, err := accesstest.NewAccount(b.Context(), db, 1<<40)
		if err != nil {
			b.Fatal(err)
		}
		held := func(key string) access.Request {
			r := account.Request()
			r.IdempotencyKey = key
			if _, _, err := db.Reserve(b.Context(), r); err != nil {
				b.Fatal(err)
			}
			return r
		}
		done, running := held("done"), held("running")
		if err := db.Commit(b.Context(), done.ID, []byte("reply"), accesstest.Noon); err != nil {
			b.Fatal(err)
		}
		done.ID = access.NewID()
		for name, f := range map[string]func() error{
			"charged": func() error {
				r := account.Request()
				_, _, err := db.Reserve(b.Context(), r)
				return errors.Join(err, db.Commit(b.Context(), r.ID, nil, accesstest.Noon))
			},
			"replayed":    func() error { _, _, err := db.Reserve(b.Context(), done); return err },
			"in progress": func() error { return inProgress(b.Context(), db, running) },
			"one row":     func() error { _, err := db.GetBalance(b.Context(), account.OrganizationID); return err },
		} {
			b.Run(d.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// inProgress sends a request again that runs.
func inProgress(ctx context.Context, db *sqlstore.DB, r access.Request) error {
	r.ID = access.NewID()
	if _, _, err := db.Reserve(ctx, r); !errors.Is(err, access.ErrInProgress) {
		return fmt.Errorf("want ErrInProgress, got %w", err)
	}
	return nil
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
