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
	forms      map[geo.ID][]geo.Form
}

func newReference(g *geo.Gazetteer) *reference {
	r := &reference{g, make(map[geo.ID]int), make(map[geo.ID][]geo.Form)}
	for p := range g.All {
		r.forms[p.ID] = geo.Forms(p)
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

const noMatch = 99

func (r *reference) search(q string, o geo.SearchOptions) []geo.ID {
	type hit struct {
		place   *geo.Place
		quality int
	}
	var hits []hit
	folded := geo.Fold(q)
	for p := range r.g.All {
		inside := o.Within == "" || o.Within != p.ID && r.g.Within(p.ID, o.Within)
		if !inside || o.Country != "" && o.Country != p.ID.Country() || o.Level != 0 && o.Level != p.Level {
			continue
		}
		if quality := qualityOf(r.forms[p.ID], folded); quality != noMatch {
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
	for p := range r.g.All { // what the text identifies stands first
		inside := o.Within == "" || o.Within != p.ID && r.g.Within(p.ID, o.Within)
		if inside && (o.Country == "" || o.Country == p.ID.Country()) && (o.Level == 0 || o.Level == p.Level) && identifies(q, p.ID) {
			hits = slices.DeleteFunc(hits, func(h hit) bool { return h.place == p })
			hits = slices.Insert(hits, 0, hit{place: p})
			break
		}
	}
	for _, h := range hits[:min(len(hits), cmp.Or(o.Limit, geo.MaxResults))] {
		ids = append(ids, h.place.ID)
	}
	return ids
}

// identifies reports whether a text is an identifier, whole or without its country.
func identifies(q string, id geo.ID) bool {
	upper := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return unicode.ToUpper(r)
		}
		return r
	}, strings.TrimSpace(q))
	return upper == string(id) || string(id.Country())+"-"+upper == string(id)
}

// qualityOf returns 0 for exact to 10 for a typing error, and one more where it
// takes an alias.
func qualityOf(forms []geo.Form, q string) int {
	isAlias := func(f geo.Form) bool { return f.Alias }
	official := slices.DeleteFunc(slices.Clone(forms), isAlias)
	quality := min(2*kindOf(official, q), noMatch)
	if len(official) < len(forms) {
		quality = min(quality, 2*kindOf(forms, q)+1)
	}
	return quality
}

// kindOf returns 0 for exact to 5 for a typing error.
func kindOf(forms []geo.Form, q string) int {
	var texts, anywhere []string
	inWord := func(f geo.Form) bool { return f.Words && strings.Contains(" "+f.Text, " "+q) }
	for _, f := range forms {
		texts = append(texts, f.Text)
		if f.Anywhere {
			anywhere = append(anywhere, f.Text)
		}
	}
	words := strings.Fields(strings.Join(texts, " "))
	switch {
	case q == "":
		return noMatch
	case slices.Contains(texts, q):
		return 0
	case slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(text, q) }):
		return 1
	case slices.ContainsFunc(forms, inWord):
		return 2
	case slices.ContainsFunc(anywhere, func(text string) bool { return strings.Contains(text, q) }):
		return 3
	case allBegin(words, strings.Fields(q)):
		return 4
	case hasTypo(words, anywhere, strings.Fields(q)) || slices.ContainsFunc(texts, func(text string) bool { return hasLead(text, q) }):
		return 5
	}
	return noMatch
}

// hasLead reports whether q is the form, or two or more of its first words, but
// for one typing error; or that and the beginning of the next word.
func hasLead(form, q string) bool {
	words, begun := strings.Fields(form), strings.LastIndex(q, " ")
	for n := range words {
		lead := strings.Join(words[:n+1], " ")
		if n == 0 && lead != form || len([]rune(lead)) < 5 {
			continue
		}
		if isSlip(q, lead) || begun > 0 && isSlip(q[:begun], lead) && strings.HasPrefix(form, lead+q[begun:]) {
			return true
		}
	}
	return false
}

// isSlip reports whether typed is right but for one typing error that brings
// in no symbol.
func isSlip(typed, right string) bool {
	a, b := []rune(typed), []rune(right)
	if len(a)-len(b) > 1 || len(b)-len(a) > 1 {
		return false
	}
	for _, r := range typed {
		if r != ' ' && isSymbol(r) && strings.Count(typed, string(r)) > strings.Count(right, string(r)) {
			return false
		}
	}
	return edits(a, b) == 1
}

func isSymbol(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

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
	if len(word) < 5 || len(typed) < 4 || slices.ContainsFunc(typed, isSymbol) {
		return false
	}
	if edits(typed, word) == 1 {
		// Of a word too short to be told from others, only the whole is taken.
		return true
	}
	if len(typed) < 6 || strings.HasPrefix(string(word), string(typed)) {
		return false
	}
	// The last letter may be right and the ones before it too: then it is one
	// further on in the word, or the next letter may explain it.
	lastOnly := strings.HasPrefix(string(word), string(typed[:len(typed)-1]))
	for n := range len(word) + 1 {
		if edits(typed, word[:n]) == 1 && (n > len(typed) || !lastOnly) {
			return true
		}
	}
	return false
}

// edits is the optimal string alignment distance.
func edits(a, b []rune) int {
	d, all := make([][]int, len(a)+1), make([]int, (len(a)+1)*(len(b)+1))
	for i := range d {
		d[i] = all[i*(len(b)+1):][:len(b)+1]
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
