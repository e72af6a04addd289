package geo

import (
	"slices"
	"strings"
)

// Hit is a place found, and how.
type Hit struct {
	Place *Place

	// Guess says that only forgiving a typing error found it: it may be another place
	// that is spelled almost alike. Such hits stand behind all others.
	Guess bool
}

// found is what a search gives, best first.
type found struct {
	places []*Place
	sure   int  // how many, from the first, needed no typing error forgiven
	exact  bool // the text is a whole name of the first
}

// mostReadings bounds the ways in which one text is read.
const mostReadings = 12

// reading is a search text understood as a name with what is said of the place.
type reading struct {
	name  string   // folded
	in    []string // folded names of places around it, the nearest first
	level Level    // 0 where none is said
	whole bool     // only whole names count, of the place and of those around it
}

// readings returns the ways in which a text can be read that is no name itself: one
// that places around it or its rank qualify ("Moya, Cuenca", "Toledo (España)",
// "provincia de Toledo", "Madrid capital"), or one with abbreviations. alone says that
// no name has the text: then its last words may be a place around it ("Moya Cuenca").
func readings(q string, alone bool) []reading {
	w := queryVocabulary()
	first, in := qualifiers(q)
	var list []reading
	for i, name := range append([]string{first}, w.written(first)...) {
		if bare, level := w.rankOf(name); level != 0 && bare != "" {
			list = append(list, reading{bare, in, level, !alone})
		}
		if i > 0 || len(in) > 0 {
			list = append(list, reading{name, in, 0, false})
		}
		if words := strings.Fields(name); alone && len(in) == 0 {
			for at := len(words) - 1; at > max(0, len(words)-5); at-- {
				name := words[:at]
				if last := len(name) - 1; last > 0 && w.in[name[last]] {
					name = name[:last]
				}
				list = append(list, reading{strings.Join(name, " "), []string{strings.Join(words[at:], " ")}, 0, true})
			}
		}
	}
	return list[:min(len(list), mostReadings)]
}

var dashes = strings.NewReplacer(" - ", ",", " – ", ",", " — ", ",")

// qualifiers parts a text at its commas, brackets and dashes set apart, folded: "Arenas,
// Málaga (España)", "Arenas - Málaga".
// An article behind a name ("Coruña, A") qualifies nothing.
func qualifiers(q string) (name string, in []string) {
	for part := range strings.FieldsFuncSeq(dashes.Replace(q), func(r rune) bool { return strings.ContainsRune(",;()[]", r) }) {
		if part = Fold(part); part != "" && (len(in) == 0 || !isArticle(part)) {
			in = append(in, part)
		}
	}
	if len(in) == 0 {
		return "", nil
	}
	return in[0], in[1:]
}

// understood finds the places of the ways a text can be read: for sure, and those that
// only its spelling suggests.
func (g *Gazetteer) understood(q string, o SearchOptions, alone bool) (sure, guesses []*Place) {
	for _, r := range readings(q, alone) {
		places, guessed := g.read(r, o)
		sure, guesses = appendPlaces(sure, places), appendPlaces(guesses, guessed)
	}
	return sure, guesses
}

// read finds the places of one reading.
func (g *Gazetteer) read(r reading, o SearchOptions) (sure, guesses []*Place) {
	around := []ID{o.Within}
	for _, text := range r.in {
		name, level := queryVocabulary().rankOf(text)
		if name == "" { // "Toledo (provincia)"
			r.level = max(r.level, level)
			continue
		}
		if around = g.narrowed(around, g.containers(name, level, o.Country, r.whole)); len(around) == 0 {
			return nil, nil
		}
	}
	if r.level != 0 && o.Level != 0 && r.level != o.Level {
		return nil, nil
	}
	o.Level = max(o.Level, r.level)
	for _, id := range around {
		o.Within = id
		if r.whole {
			sure = appendPlaces(sure, g.wholeNames(r.name, o))
			continue
		}
		f := g.searchNames(r.name, o)
		sure, guesses = appendPlaces(sure, f.places[:f.sure]), appendPlaces(guesses, f.places[f.sure:])
	}
	return sure, guesses
}

// wholeNames returns the places whose whole name a folded text is.
func (g *Gazetteer) wholeNames(text string, o SearchOptions) []*Place {
	q := query{text: []byte(text), limit: o.Limit, level: o.Level}
	if text == "" || o.Level > Municipality {
		return nil
	}
	var places []*Place
	for _, t := range g.territories {
		if o.Country != "" && o.Country != t.country {
			continue
		}
		if o.Within != "" {
			container := g.nodes[o.Within]
			if container == nil || container.territory != t {
				continue
			}
			q.within, q.container = true, container.rank
		}
		lo, hi := t.suffixes.find(q.text)
		for _, key := range t.addExact(nil, &q, lo, hi) {
			places = append(places, t.ranked[key&rankMask])
		}
	}
	return places[:min(len(places), o.Limit)]
}

// containers returns the places wider than a municipality that a folded text names in
// full; where there is none and a beginning may do, those it begins to name.
func (g *Gazetteer) containers(text string, level Level, country ID, whole bool) []ID {
	const begun = 3 // letters, and places
	var ids []ID
	each := func(find func(o SearchOptions) []*Place) {
		for l := Country; l < Municipality; l++ {
			if level == 0 || level == l {
				for _, p := range find(SearchOptions{Country: country, Level: l, Limit: begun}) {
					ids = append(ids, p.ID)
				}
			}
		}
	}
	each(func(o SearchOptions) []*Place { return g.wholeNames(text, o) })
	if len(ids) == 0 && !whole && len(text) >= begun {
		each(func(o SearchOptions) []*Place {
			f := g.searchNames(text, o)
			return f.places[:f.sure]
		})
	}
	return ids
}

// narrowed returns, of the places that lie around in two ways, the narrower ones of
// those that lie within each other. "" is everywhere.
func (g *Gazetteer) narrowed(around, others []ID) []ID {
	var list []ID
	for _, a := range around {
		for _, b := range others {
			switch {
			case a == "" || g.Within(b, a):
				list = append(list, b)
			case g.Within(a, b):
				list = append(list, a)
			}
		}
	}
	return list
}

// appendPlaces appends the places that are not there yet.
func appendPlaces(list, more []*Place) []*Place {
	for _, p := range more {
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}
