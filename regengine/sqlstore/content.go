package sqlstore

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// Load implements [regengine.Source]. Private documents are not part of it. A row of
// a country that is damaged takes this country out, as [regengine.Data] Damaged tells:
// without its scheme none of its places could be served, and nobody else.
func (db *DB) Load(ctx context.Context) (data regengine.Data, revision int64, err error) {
	var limits []limitRow
	var countries []countryRow
	err = db.readAsOne(ctx, "load", func(ctx context.Context, tx bun.IDB) error {
		if revision, err = selectRevision(ctx, tx, contentRevision); err != nil {
			return err
		}
		if countries, err = selectCatalogue(ctx, tx, &data); err != nil {
			return err
		}
		if data.Blocks, err = publicBlocks(ctx, tx); err != nil {
			return err
		}
		if data.Segments, err = listSegments(ctx, tx); err != nil {
			return err
		}
		if limits, err = listLimits(ctx, tx); err != nil {
			return err
		}
		data.Rules, err = listRules(ctx, tx)
		return err
	})
	if err != nil {
		return regengine.Data{}, 0, err
	}
	data.Limits = decodeLimits(limits, data.Blocks)
	return withCountries(data, countries), revision, nil
}

// LoadCatalogue is Load without texts, limits and rules: what places and codes there are.
// It takes a tenth of the time.
func (db *DB) LoadCatalogue(ctx context.Context) (data regengine.Data, err error) {
	var countries []countryRow
	err = db.readAsOne(ctx, "load the catalogue", func(ctx context.Context, tx bun.IDB) error {
		countries, err = selectCatalogue(ctx, tx, &data)
		return err
	})
	if err != nil {
		return regengine.Data{}, err
	}
	return withCountries(data, countries), nil
}

// selectCatalogue reads places and codes into data, and returns the rows of countries.
func selectCatalogue(ctx context.Context, tx bun.IDB, data *regengine.Data) (countries []countryRow, err error) {
	if data.Places, err = listPlaces(ctx, tx, ""); err != nil {
		return nil, err
	}
	if countries, err = listCountries(ctx, tx); err != nil {
		return nil, err
	}
	data.Codes, err = listCodes(ctx, tx)
	return countries, err
}

// withCountries adds the countries that can be read, and takes the others out.
func withCountries(data regengine.Data, rows []countryRow) regengine.Data {
	data.Countries, data.Damaged = decodeCountries(rows)
	for country := range data.Damaged {
		data = regengine.Without(data, country)
	}
	return data
}

// Apply implements [regengine.Database]. Progress counts places, codes and
// versions; it is told from within the transaction, again from the start should
// that have to be run again.
func (db *DB) Apply(ctx context.Context, base int64, data regengine.Data, progress regengine.Progress) (changed int, err error) {
	if err := checkData(data); err != nil {
		return 0, err
	}
	err = db.change(ctx, contentRevision, "apply", func(ctx context.Context, tx bun.IDB) (bool, error) {
		if err := db.mustBe(ctx, tx, base); err != nil {
			return false, err
		}
		a := application{ctx: ctx, tx: tx, data: data, progress: progress}
		changed, err = a.run()
		return changed > 0, err
	})
	return afterError(changed, err)
}

func checkData(data regengine.Data) error {
	if err := geo.CheckPlaces(data.Places); err != nil {
		return err
	}
	if err := checkCountries(data.Countries); err != nil {
		return err
	}
	if err := checkCodes(data.Codes); err != nil {
		return err
	}
	for i := range data.Blocks {
		if !public(data.Blocks[i].Doc) {
			return fmt.Errorf("block %s: document %q is no code/version", data.Blocks[i].ID, data.Blocks[i].Doc)
		}
		if err := checkText(&data.Blocks[i]); err != nil {
			return fmt.Errorf("block of %s: %w", data.Blocks[i].Doc, err)
		}
	}
	for _, set := range data.Rules {
		if err := checkRules(set); err != nil {
			return err
		}
	}
	return nil
}

// application is one run of Apply within its transaction.
type application struct {
	ctx      context.Context
	tx       bun.IDB
	data     regengine.Data
	progress regengine.Progress
	done     int
	total    int
}

func (a *application) run() (changed int, err error) {
	docs := a.data.Versions()
	a.total = len(a.data.Places) + len(a.data.Codes) + len(docs)
	for _, step := range []func() (int, error){
		func() (int, error) {
			return putPlaces(a.ctx, a.tx, a.data.Places, func(rows int) { a.step(rows, "places") })
		},
		func() (int, error) { return putCountries(a.ctx, a.tx, a.data.Countries) },
		func() (int, error) {
			defer a.step(len(a.data.Codes), "codes")
			return putCodes(a.ctx, a.tx, a.data.Codes)
		},
		func() (int, error) { return putTexts(a.ctx, a.tx, docs, a.data.Blocks) },
		func() (int, error) { // derived from the texts: no change of its own
			_, err := putSegments(a.ctx, a.tx, docs, a.data.Segments)
			return 0, err
		},
		func() (int, error) { return 0, applyLimits(a.ctx, a.tx, docs, a.data) }, // derived as well
		func() (int, error) {
			defer a.step(len(docs), "texts")
			return putRules(a.ctx, a.tx, refs(docs), a.data.Rules)
		},
	} {
		n, err := step()
		if err != nil {
			return 0, err
		}
		changed += n
	}
	return changed, nil
}

func (a *application) step(n int, what string) {
	a.done += n
	if a.progress != nil && n > 0 {
		a.progress(a.done, a.total, what)
	}
}

func refs(docs []string) []codes.VersionRef {
	list := make([]codes.VersionRef, len(docs))
	for i, doc := range docs {
		list[i].Code, list[i].Version, _ = strings.Cut(doc, "/")
	}
	return list
}
