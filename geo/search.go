package geo

import (
	"cmp"
	"slices"
	"strings"
)

// SearchOptions narrow a search. The zero value searches every country.
type SearchOptions struct {
	Country ID    // "" for all
	Level   Level // 0 for all
	Within  ID    // only places inside this one, itself excluded; "" for no filter
	Limit   int   // 1 to MaxResults; anything else means MaxResults
}

const (
	// MaxResults is the most places one search returns (SPEC section 4.1).
	MaxResults = 50

	// MaxQueryLength is the length of the longest search text in Unicode code
	// points (DECISIONS 14).
	MaxQueryLength = 200
)

// Search finds places by name or alias, best first: exact, prefix, word prefix,
// inside, then names that have the words in another order or further apart, and
// last names within one typing error; of each of these the official name comes
// before an alias. Among equals wider levels and then larger populations come
// first, that of a wider place being the sum of the places inside. Case, accents and punctuation do not matter, words may
// come in any order, every character is literal. q has 1 to 200 code points
// that are not all white space, otherwise ErrInvalidQuery; a text that is
// nothing but punctuation finds nothing. A Within that does not exist finds
// nothing.
//
// A whole identifier, with its country in front or without ("ES-28079", "28079"),
// finds its place before all others.
//
// Exact is a whole name, also without its article or as one part of a bilingual
// name. A typing error is one letter or space wrong, missing, too many, or
// exchanged with its neighbour: anywhere in a whole name of five characters or
// more, or in two or more of its first words; in any word of five letters or
// more; a space left out or one too many between two words; or another article
// in front.
//
// A text that is no whole name may say around it what the place lies in, or its rank:
// "Moya, Cuenca", "Toledo (España)", "provincia de Toledo", "Madrid capital"; and write
// names short: "Sto.", "Sta.", "St.". What it means so comes before names that have it
// in them.
func (g *Gazetteer) Search(q string, opts *SearchOptions) ([]*Place, error) {
	f, err := g.search(q, limited(opts))
	return f.places, err
}

// Find is [Gazetteer.Search] that tells which places only a typing error forgiven
// found.
func (g *Gazetteer) Find(q string, opts *SearchOptions) ([]Hit, error) {
	f, err := g.search(q, limited(opts))
	hits := make([]Hit, len(f.places))
	for i, p := range f.places {
		hits[i] = Hit{Place: p, Guess: i >= f.sure}
	}
	return hits, err
}

func limited(opts *SearchOptions) SearchOptions {
	var o SearchOptions
	if opts != nil {
		o = *opts
	}
	if o.Limit < 1 || o.Limit > MaxResults {
		o.Limit = MaxResults
	}
	return o
}

// search does what Search does; a limit may exceed MaxResults here. A text that is no
// whole name is also read as one with what is said of the place.
func (g *Gazetteer) search(q string, o SearchOptions) (found, error) {
	if err := checkQuery(q); err != nil {
		return found{}, err
	}
	f := g.searchNames(q, o)
	if !f.exact && o.Limit > 0 && strings.ContainsAny(q, " ,;([/") {
		f = g.reread(q, o, f)
	}
	return g.lead(q, o, f), nil
}

// lead puts the place whose identifier a text is before all others.
func (g *Gazetteer) lead(q string, o SearchOptions, f found) found {
	place := g.named(strings.TrimSpace(q), &o)
	if place == nil {
		return f
	}
	if at := slices.Index(f.places, place); at < 0 || at >= f.sure {
		f.sure++
	}
	f.places = leading(place, f.places, o.Limit)
	f.sure = min(f.sure, len(f.places))
	return f
}

// reread puts the places that a text means when it is read before those that have it in
// a name, and before all that its spelling alone suggests.
func (g *Gazetteer) reread(q string, o SearchOptions, plain found) found {
	sure, guesses := g.understood(q, o, plain.sure == 0)
	if len(sure)+len(guesses) == 0 {
		return plain
	}
	sure = appendPlaces(sure, plain.places[:plain.sure])
	all := appendPlaces(appendPlaces(slices.Clone(sure), guesses), plain.places[plain.sure:])
	all = all[:min(len(all), o.Limit)]
	return found{places: all, sure: min(len(sure), len(all))}
}

func (g *Gazetteer) searchNames(q string, o SearchOptions) found {
	var textRoom [128]byte
	var wordRoom [8]span
	query := query{text: appendFold(textRoom[:0], q), limit: o.Limit, level: o.Level}
	if len(query.text) == 0 || o.Level > Municipality {
		return found{}
	}
	query.words = appendWords(wordRoom[:0], query.text)
	if o.Within != "" {
		return g.searchWithin(&query, o)
	}
	if len(g.territories) == 1 || o.Country != "" {
		for _, t := range g.territories {
			if o.Country == "" || o.Country == t.country {
				return t.search(&query)
			}
		}
		return found{}
	}
	return g.searchAll(&query)
}

func (g *Gazetteer) searchWithin(q *query, o SearchOptions) found {
	container := g.nodes[o.Within]
	if container == nil || o.Country != "" && o.Country != container.territory.country {
		return found{}
	}
	q.within, q.container = true, container.rank
	return container.territory.search(q)
}

// searchAll merges what each country finds.
func (g *Gazetteer) searchAll(q *query) found {
	type ranked struct {
		quality    match
		place      *Place
		population int64
	}
	var all []ranked
	for _, t := range g.territories {
		var room [MaxResults * 2]match
		for _, key := range t.matches(room[:0], q) {
			rank := key & rankMask
			all = append(all, ranked{key &^ rankMask, t.ranked[rank], t.population[rank]})
		}
	}
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.quality, b.quality), comparePriority(a.place, a.population, b.place, b.population))
	})
	f := found{places: make([]*Place, min(len(all), q.limit))}
	for i := range f.places {
		f.places[i] = all[i].place
		f.count(all[i].quality, i)
	}
	return f
}
