package sqlstore

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

type countryRow struct {
	bun.BaseModel `bun:"table:countries,alias:co"`

	Country  geo.ID `bun:",pk"`
	Tag      string
	Plugin   string
	Version  string
	SHA256   string `bun:"sha256"`
	Imported instant
	Data     []byte
}

func newCountryRow(c *regengine.Country) (countryRow, error) {
	data, err := encodeCountry(c)
	return countryRow{
		Country: c.ID(), Tag: c.Scheme.Tag, Plugin: c.Origin.Plugin, Version: c.Origin.Version,
		SHA256: c.Origin.SHA256, Imported: instant(c.Origin.Imported), Data: data,
	}, err
}

// same leaves aside when it was imported: that alone changes nothing.
func (r *countryRow) same(o *countryRow) bool {
	return r.Tag == o.Tag && r.Plugin == o.Plugin && r.Version == o.Version && r.SHA256 == o.SHA256 && bytes.Equal(r.Data, o.Data)
}

// listCountries returns the rows as they are: they are unpacked when the
// transaction has ended.
func listCountries(ctx context.Context, tx bun.IDB) (rows []countryRow, err error) {
	err = tx.NewSelect().Model(&rows).Order("country").Scan(ctx)
	return rows, err
}

// decodeCountries returns what rows say, and which are damaged.
func decodeCountries(rows []countryRow) (list []regengine.Country, damaged map[geo.ID]error) {
	for i := range rows {
		r := &rows[i]
		c, err := decodeCountry(r.Data, maxCountryData)
		if err != nil {
			if damaged == nil {
				damaged = make(map[geo.ID]error)
			}
			damaged[r.Country] = fmt.Errorf("the row of country %.40q cannot be read: %w", string(r.Country), err)
			continue
		}
		c.Scheme.CountryID, c.Scheme.Tag = r.Country, r.Tag
		c.Origin = regengine.Origin{Plugin: r.Plugin, Version: r.Version, SHA256: r.SHA256, Imported: asTime(r.Imported)}
		list = append(list, c)
	}
	return list, damaged
}

// putCountries writes what really differs.
func putCountries(ctx context.Context, tx bun.IDB, countries []regengine.Country) (changed int, err error) {
	if len(countries) == 0 {
		return 0, nil
	}
	stored, err := listCountries(ctx, tx)
	if err != nil {
		return 0, err
	}
	for i := range countries {
		row, err := newCountryRow(&countries[i])
		if err != nil {
			return 0, fmt.Errorf("country %s: %w", countries[i].ID(), err)
		}
		if slices.ContainsFunc(stored, func(old countryRow) bool { return old.Country == row.Country && old.same(&row) }) {
			continue
		}
		changed++
		if err := upsert(ctx, tx, []countryRow{row}, "country"); err != nil {
			return 0, err
		}
	}
	return changed, nil
}

func checkCountries(countries []regengine.Country) error {
	seen := make(map[geo.ID]bool)
	for i := range countries {
		c := &countries[i]
		if c.ID() == "" || seen[c.ID()] {
			return fmt.Errorf("country %q has no identifier or is given twice", c.ID())
		}
		seen[c.ID()] = true
		if err := checkText(string(c.ID()), c.Scheme.Tag, c.Origin.Plugin, c.Origin.Version, c.Origin.SHA256); err != nil {
			return fmt.Errorf("country %q: %w", c.ID(), err)
		}
	}
	return nil
}

// Forget implements [regengine.CountryStore].
func (db *DB) Forget(ctx context.Context, base int64, country geo.ID) error {
	if !storable(string(country)) {
		return fmt.Errorf("country: %w", geo.ErrNotFound)
	}
	return db.change(ctx, contentRevision, "forget a country", func(ctx context.Context, tx bun.IDB) (bool, error) {
		if err := db.mustBe(ctx, tx, base); err != nil {
			return false, err
		}
		res, err := tx.NewDelete().Model((*countryRow)(nil)).Where("country = ?", country).Exec(ctx)
		if err := oneRow(res, err, geo.ErrNotFound); err != nil {
			return false, fmt.Errorf("country %s did not join: %w", country, err)
		}
		if _, err := tx.NewDelete().Model((*placeRow)(nil)).Where("country = ?", country).Exec(ctx); err != nil {
			return false, err
		}
		return true, forgetCodes(ctx, tx, country)
	})
}

// forgetCodes takes the codes of a country away with all that hangs on their names.
func forgetCodes(ctx context.Context, tx bun.IDB, country geo.ID) error {
	list, err := listCodes(ctx, tx)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(c codes.Code) bool { return c.CountryCode != string(country) })
	for i := range list {
		if err := deleteTexts(ctx, tx, list[i].Slug); err != nil {
			return err
		}
	}
	_, err = tx.NewDelete().Model((*codeRow)(nil)).Where("country_code = ?", string(country)).Exec(ctx)
	return err
}
