package geo_test

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/geo"
)

// reference is the search written once more, place by place, in the plainest
// way that comes to mind. The index must give the same places in the same order.
type reference struct {
	g          *geo.Gazetteer
	population map[geo.ID]int
}

func newReference(g *geo.Gazetteer) *reference {
	r := &reference{g, make(map[geo.ID]int)}
	for p := range g.All {
		if p.Tech == nil || p.Tech.Population == nil {
			continue
		}
		r.population[p.ID] += *p.Tech.Population
		ancestors, _ := g.Ancestors(p.ID)
		for _, a := range ancestors {
			r.population[a.ID] += *p.Tech.Population
		}
	}
	return r
}

const noMatch = 9

func (r *reference) search(q string, o geo.SearchOptions) []geo.ID {
	type hit struct {
		place   *geo.Place
		quality int
	}
	var hits []hit
	for p := range r.g.All {
		inside := o.Within == "" || o.Within != p.ID && r.g.Within(p.ID, o.Within)
		if !inside || o.Country != "" && o.Country != p.ID.Country() || o.Level != 0 && o.Level != p.Level {
			continue
		}
		if quality := qualityOf(p, geo.Fold(q)); quality != noMatch {
			hits = append(hits, hit{p, quality})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(
			cmp.Compare(a.quality, b.quality),
			cmp.Compare(a.place.Level, b.place.Level),
			cmp.Compare(r.population[b.place.ID], r.population[a.place.ID]),
			cmp.Compare(a.place.Name, b.place.Name),
			cmp.Compare(a.place.ID, b.place.ID),
		)
	})
	var ids []geo.ID
	for _, h := range hits[:min(len(hits), cmp.Or(o.Limit, geo.MaxResults))] {
		ids = append(ids, h.place.ID)
	}
	return ids
}

// qualityOf returns 0 for exact to 5 for a typing error.
func qualityOf(p *geo.Place, q string) int {
	var forms, others []string
	for _, f := range geo.Forms(p) {
		if f.Anywhere {
			forms = append(forms, f.Text)
		} else {
			others = append(others, f.Text)
		}
	}
	all := slices.Concat(forms, others)
	words := strings.Fields(strings.Join(all, " "))
	anyForm := slices.ContainsFunc[[]string]
	inWord := func(form string) bool { return strings.Contains(" "+form, " "+q) }
	joined := geo.Fold(geo.WithoutApostrophes.Replace(p.Name))
	var joinedAliases []string
	for _, alias := range p.Aliases {
		joinedAliases = append(joinedAliases, geo.Fold(geo.WithoutApostrophes.Replace(alias)))
	}
	switch {
	case q == "":
		return noMatch
	case slices.Contains(all, q):
		return 0
	case anyForm(all, func(form string) bool { return strings.HasPrefix(form, q) }):
		return 1
	case anyForm(forms, inWord), inWord(joined), anyForm(joinedAliases, inWord):
		return 2
	case anyForm(forms, func(form string) bool { return strings.Contains(form, q) }):
		return 3
	case allBegin(words, strings.Fields(q)):
		return 4
	case hasTypo(words, forms, strings.Fields(q)):
		return 5
	}
	return noMatch
}

// allBegin reports whether each of typed begins one of words.
func allBegin(words, typed []string) bool {
	for _, t := range typed {
		if !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, t) }) {
			return false
		}
	}
	return true
}

func hasTypo(words, forms, typed []string) bool {
	for i, t := range typed {
		others := slices.Concat(typed[:i], typed[i+1:])
		misspelt := slices.ContainsFunc(words, func(w string) bool { return isMisspelt([]rune(t), []rune(w)) })
		if (misspelt || isJoined(forms, t)) && allBegin(words, others) {
			return true
		}
		if i > 0 && len([]rune(typed[i-1]+t)) >= 5 && allBegin(words, slices.Concat(typed[:i-1], []string{typed[i-1] + t}, typed[i+1:])) {
			return true
		}
	}
	return len(typed) > 1 && geo.IsArticle(typed[0]) && allBegin(words, typed[1:])
}

func isJoined(forms []string, typed string) bool {
	for _, form := range forms {
		words := strings.Fields(form)
		for i := 1; i < len(words); i++ {
			if words[i-1]+words[i] == typed && len([]rune(typed)) >= 5 {
				return true
			}
		}
	}
	return false
}

func isMisspelt(typed, word []rune) bool {
	isSymbol := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	if len(word) < 5 || len(typed) < 4 || slices.ContainsFunc(typed, isSymbol) {
		return false
	}
	if edits(typed, word) == 1 {
		// Of a word too short to be told from others, only the whole is taken.
		return true
	}
	last := len(typed) - 1
	if len(typed) < 6 || strings.HasPrefix(string(word), string(typed[:last])) {
		return false
	}
	for n := range len(word) + 1 {
		if edits(typed, word[:n]) == 1 {
			return true
		}
	}
	return false
}

// edits is the optimal string alignment distance.
func edits(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0:
				d[i][j] = j
			case j == 0:
				d[i][j] = i
			default:
				change := 1
				if a[i-1] == b[j-1] {
					change = 0
				}
				d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+change)
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d[i][j] = min(d[i][j], d[i-2][j-2]+1)
				}
			}
		}
	}
	return d[len(a)][len(b)]
}
