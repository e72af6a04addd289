package sqlstore

import (
	"context"
	"reflect"
	"slices"

	"github.com/uptrace/bun"

	"github.com/reglookup/regengine/geo"
)

// batch is how many rows one statement reads by key or writes.
const batch = 500

// placeRow is a place as stored. HasTech tells no technical data from technical
// data of which nothing is known.
type placeRow struct {
	bun.BaseModel `bun:"table:places,alias:p"`

	ID          geo.ID `bun:",pk"`
	Country     geo.ID
	Level       geo.Level
	Name        string
	Parent      geo.ID
	Aliases     asJSON[[]string]
	HasTech     bool
	ClimateZone string
	AltitudeM   *int `bun:"altitude_m"`
	SeismicZone string
	RadonZone   *int
	Population  *int
	Extra       asJSON[[]extraRow]
}

type extraRow struct {
	Key   string `json:"key"`
	Label string `json:"label,omitempty"`
	Value string `json:"value,omitempty"`
	Unit  string `json:"unit,omitempty"`
}

// ListPlaces implements [geo.Store].
func (db *DB) ListPlaces(ctx context.Context, country geo.ID) (places []geo.Place, err error) {
	if !storable(string(country)) {
		return nil, nil
	}
	err = db.read(ctx, "list places", func(ctx context.Context, q bun.IDB) error {
		places, err = listPlaces(ctx, q, country)
		return err
	})
	return places, err
}

func listPlaces(ctx context.Context, q bun.IDB, country geo.ID) ([]geo.Place, error) {
	var rows []placeRow
	query := q.NewSelect().Model(&rows).Order("level", "id")
	if country != "" {
		query.Where("country = ?", country)
	}
	if err := query.Scan(ctx); err != nil {
		return nil, err
	}
	places := make([]geo.Place, len(rows))
	for i := range rows {
		places[i] = rows[i].place()
	}
	return places, nil
}

// PutPlaces implements [geo.Store].
func (db *DB) PutPlaces(ctx context.Context, places []geo.Place) (changed int, err error) {
	if err := geo.CheckPlaces(places); err != nil {
		return 0, err
	}
	err = db.changeContent(ctx, "put places", func(ctx context.Context, tx bun.IDB) (int, error) {
		changed, err = putPlaces(ctx, tx, places, nil)
		return changed, err
	})
	return afterError(changed, err)
}

// putPlaces writes what really differs. step, which may be nil, is told of each
// batch done.
func putPlaces(ctx context.Context, tx bun.IDB, places []geo.Place, step func(rows int)) (changed int, err error) {
	for chunk := range slices.Chunk(places, batch) {
		rows, err := changedPlaces(ctx, tx, chunk)
		if err != nil {
			return 0, err
		}
		if err := upsert(ctx, tx, rows, "id"); err != nil {
			return 0, err
		}
		changed += len(rows)
		if step != nil {
			step(len(chunk))
		}
	}
	return changed, nil
}

// changedPlaces returns the rows of places that are not stored just so.
func changedPlaces(ctx context.Context, tx bun.IDB, places []geo.Place) ([]placeRow, error) {
	ids := make([]geo.ID, len(places))
	for i := range places {
		ids[i] = places[i].ID
	}
	var stored []placeRow
	if err := tx.NewSelect().Model(&stored).Where("id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, err
	}
	byID := make(map[geo.ID]*placeRow, len(stored))
	for i := range stored {
		byID[stored[i].ID] = &stored[i]
	}
	var rows []placeRow
	for i := range places {
		row := newPlaceRow(&places[i])
		if old, ok := byID[row.ID]; !ok || !reflect.DeepEqual(*old, row) {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func newPlaceRow(p *geo.Place) placeRow {
	row := placeRow{ID: p.ID, Country: p.ID.Country(), Level: p.Level, Name: p.Name, Parent: p.Parent}
	row.Aliases.It = orNil(p.Aliases)
	if t := p.Tech; t != nil {
		row.HasTech = true
		row.ClimateZone, row.SeismicZone = t.ClimateZone, t.SeismicZone
		row.AltitudeM, row.RadonZone, row.Population = t.AltitudeM, t.RadonZone, t.Population
		for _, e := range t.Extra {
			row.Extra.It = append(row.Extra.It, extraRow(e))
		}
	}
	return row
}

func (r *placeRow) place() geo.Place {
	p := geo.Place{ID: r.ID, Name: r.Name, Level: r.Level, Parent: r.Parent, Aliases: r.Aliases.It}
	if !r.HasTech {
		return p
	}
	p.Tech = &geo.TechData{
		ClimateZone: r.ClimateZone, AltitudeM: r.AltitudeM, SeismicZone: r.SeismicZone,
		RadonZone: r.RadonZone, Population: r.Population,
	}
	for _, e := range r.Extra.It {
		p.Tech.Extra = append(p.Tech.Extra, geo.TechValue(e))
	}
	return p
}

// orNil makes an empty list nil, as it comes back from the database.
func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// afterError returns no result beside an error.
func afterError[T any](result T, err error) (T, error) {
	if err != nil {
		var none T
		return none, err
	}
	return result, nil
}
