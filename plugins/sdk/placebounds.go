package sdk

import (
	"errors"

	"github.com/reglookup/regengine/geo"
)

// batchOfRows is how many rows are held against the bounds at a time.
const batchOfRows = 500

// keep has a place held against what a place may be, with others: the host does so too,
// and knows no lines.
func (r *rowReader) keep(p geo.Place) {
	if r.batch = append(r.batch, p); len(r.batch) == batchOfRows {
		r.checkBatch()
	}
}

// checkBatch notes what is wrong with each of the rows by itself. Which place lies in
// which another file or the author's code may say, so all are taken for children of a
// country.
func (r *rowReader) checkBatch() {
	if len(r.batch) == 0 {
		return
	}
	rows := anyCountry{id: r.batch[0].ID.Country(), levels: map[string]geo.Level{}}
	list := []geo.Place{{ID: rows.id, Name: "country", Level: geo.Country}}
	for _, p := range r.batch {
		if p.ID.Country() != rows.id || p.ID == rows.id || p.Level == geo.Country {
			continue // what is wrong with its id the host says
		}
		p.Parent = rows.id
		rows.levels[string(p.ID)] = p.Level
		list = append(list, p)
	}
	r.batch = r.batch[:0]
	_, err := geo.NewGazetteer([]geo.Scheme{rows}, list)
	var wrong *geo.TreeError
	if !errors.As(err, &wrong) {
		return
	}
	for _, p := range wrong.Problems {
		if line := r.lineOf[p.ID]; line > 0 && p.Row > 0 {
			r.bad(line, p.ID, p.Message)
		}
	}
}

// anyCountry is a scheme that takes every identifier for what its row says.
type anyCountry struct {
	geo.UnimplementedScheme
	id     geo.ID
	levels map[string]geo.Level
}

// Country implements [geo.Scheme].
func (c anyCountry) Country() geo.ID { return c.id }

// Language implements [geo.Scheme].
func (c anyCountry) Language() string { return "en" }

// ParseID implements [geo.Scheme].
func (c anyCountry) ParseID(text string) (geo.ID, geo.Level, error) {
	if geo.ID(text) == c.id {
		return c.id, geo.Country, nil
	}
	return geo.ID(text), c.levels[text], nil
}
