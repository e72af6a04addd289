package join

import (
	"maps"

	"github.com/reglookup/regengine/geo"
)

// The table of a plugin is of the places as the plugin has them. Where what is stored
// of one differs, because a file left out what was there or the plugin does, the table
// has to speak of what is stored.

// given returns what the plugin's table says, without the places of a file of which
// more is stored than the file says: of those the stored table speaks on.
func (j *joiner) given() *geo.SchemeTable {
	given := j.in.Scheme.WithPlaces(j.in.Places)
	if !j.in.PlacesOnly {
		return given
	}
	given.ProfileOf, given.Summaries = maps.Clone(given.ProfileOf), maps.Clone(given.Summaries)
	for i := range j.in.Places {
		p, now := &j.in.Places[i], &j.out.Places[i]
		if _, known := j.stored.Scheme.Summaries[p.ID]; known && !geo.SameTech(p.Tech, now.Tech) {
			delete(given.Known, p.ID)
			delete(given.ProfileOf, p.ID)
			delete(given.Summaries, p.ID)
		}
	}
	if j.in.Origin.SHA256 != "" && j.stored.Origin.SHA256 == j.in.Origin.SHA256 && len(j.stored.Scheme.Lines) > 0 { // the same words: the file may show fewer of them
		given.Lines = maps.Clone(given.Lines)
		if given.Lines == nil {
			given.Lines = make(map[string]geo.SummaryLine)
		}
		maps.Copy(given.Lines, j.stored.Scheme.Lines)
	}
	return given
}

// retell lets the merged table say of each place what is stored of it.
func (j *joiner) retell(merged *geo.SchemeTable) {
	var before *geo.SchemeTable
	if j.stored != nil && j.stored.Scheme.Tag == j.in.Scheme.Tag {
		before = j.stored.Scheme.WithPlaces(j.opts.Stored.Places)
	}
	brought := j.in.Scheme.WithPlaces(j.in.Places)
	for i := range j.out.Places {
		p, now := &j.in.Places[i], &j.out.Places[i]
		if geo.SameTech(p.Tech, now.Tech) {
			continue
		}
		for _, table := range []*geo.SchemeTable{brought, before} {
			if table == nil {
				continue
			}
			if s, ok := table.Retell(*now); ok {
				merged.Summaries[p.ID] = s
				break
			}
		}
	}
}
