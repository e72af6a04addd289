package join

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// places checks them as an import does, with those that are stored.
func (j *joiner) places() {
	list := j.in.Places
	if len(list) > maxPlaces {
		j.bad("%d places are more than %d", len(list), maxPlaces)
		return
	}
	if len(list) == 0 {
		j.bad("places: there are none")
	}
	j.known = make(map[geo.ID]bool, len(list))
	for i := range list {
		p := &list[i]
		j.known[p.ID] = true
		j.place(p)
	}
	all := slices.Clone(list)
	for _, p := range j.opts.Stored.Places {
		if p.ID.Country() == j.in.Country && !j.known[p.ID] {
			all = append(all, p)
			j.known[p.ID] = true
		}
	}
	j.tree(list, geo.CheckPlaces(list))
	if len(j.problems) > 0 {
		return
	}
	_, err := geo.NewGazetteer([]geo.Scheme{j.in.Scheme.WithPlaces(all)}, all)
	j.tree(all, err)
	j.out = regengine.Data{Places: j.kept(list)}
}

// place checks what an import of files never meets.
func (j *joiner) place(p *geo.Place) {
	of := fmt.Sprintf("place %.80q", string(p.ID))
	if p.ID.Country() != j.in.Country || p.Parent != "" && p.Parent.Country() != j.in.Country {
		j.bad("%s: it is of another country than %s, or its parent %.40q is of another country", of, j.in.Country, string(p.Parent))
	}
	if len(p.ID) > maxWord || len(p.Parent) > maxWord {
		j.bad("%s: its identifier or parent has more than %d bytes", of, maxWord)
	}
	if strings.TrimSpace(p.Name) == "" {
		j.bad("%s: its name is no line of text", of)
	}
	if level, ok := j.in.Scheme.Known[p.ID]; ok && level != p.Level {
		j.bad("the level of %.40q is %s, and the scheme says %q", string(p.ID), p.Level, level.String())
	}
	j.word("the name of "+of, p.Name)
	for _, alias := range p.Aliases[:min(len(p.Aliases), maxAliases)] {
		j.word("an alias of "+of, alias)
	}
	if len(p.Aliases) > maxAliases {
		j.bad("%s: %d aliases are more than %d", of, len(p.Aliases), maxAliases)
	}
	if p.Tech == nil {
		return
	}
	j.tech(of, p.Tech)
}

// tech checks the texts of technical data; what numbers may be the tree tells.
func (j *joiner) tech(of string, t *geo.TechData) {
	if len(t.Extra) > maxExtra {
		j.bad("%s has too many technical values: %d, at most %d", of, len(t.Extra), maxExtra)
		return
	}
	j.word("the climate zone of "+of, t.ClimateZone)
	j.word("the seismic zone of "+of, t.SeismicZone)
	for _, v := range t.Extra {
		j.word("the key of a technical datum of "+of, v.Key)
		j.word("the label of a technical datum of "+of, v.Label)
		j.word("a technical datum of "+of, v.Value)
		j.word("the unit of a technical datum of "+of, v.Unit)
	}
}

// placeProblem says which place is meant by its identifier. Where it lies in a file is
// not known here; a place without identifier is named by its name.
func placeProblem(list []geo.Place, p geo.Problem) string {
	switch {
	case p.ID != "":
		return fmt.Sprintf("place %.80q: %s", string(p.ID), p.Message)
	case p.Row >= 0 && p.Row < len(list):
		return fmt.Sprintf("place called %.80q, number %d of %d: %s", list[p.Row].Name, p.Row+1, len(list), p.Message)
	}
	return p.Message
}

// tree tells of the mistakes geo found in list.
func (j *joiner) tree(list []geo.Place, err error) {
	var mistakes *geo.TreeError
	switch {
	case err == nil:
	case errors.As(err, &mistakes):
		for _, p := range mistakes.Problems {
			j.bad("%s", placeProblem(list, p))
		}
	default:
		j.bad("places: %v", err)
	}
}
