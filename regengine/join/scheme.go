package join

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// shapePattern is what [geo.Tabulate] makes of identifiers.
var shapePattern = lazyregexp.New(`^[9A.-]{1,40}$`)

// scheme checks the table: words that are text, entries for the country's own places.
func (j *joiner) scheme() {
	t := &j.in.Scheme
	if len(t.Scopes) > maxWords || len(t.Shapes) > maxWords || len(t.Profiles) > maxProfiles {
		j.bad("the table has %d scopes, %d shapes and %d profiles: at most %d, %d and %d", len(t.Scopes), len(t.Shapes), len(t.Profiles), maxWords, maxWords, maxProfiles)
		return
	}
	for scope, words := range inOrder(t.Scopes) {
		if !slices.Contains(codes.Scopes(), codes.NormativeScope(scope)) {
			j.bad("the table has words for %.40q, which is no scope", scope)
		}
		if words[0] == "" || words[1] == "" {
			j.bad("the words for the scope %.40q are empty", scope)
		}
		j.word("the word for a scope", words[0])
		j.word("the label of a scope", words[1])
	}
	for level, word := range inOrder(t.Levels) {
		if level.String() == "" {
			j.bad("the table has a word for level %d, which is none", level)
		}
		j.word("the word for a level", word)
	}
	for _, s := range t.Shapes {
		if s.Level.String() == "" || !shapePattern.MatchString(s.Pattern) {
			j.bad("shape %.40q of level %d is none", s.Pattern, s.Level)
		}
		j.word("a shape", s.Pattern)
	}
	for i := range t.Profiles {
		j.profile(i, &t.Profiles[i])
	}
	j.lines(t)
	j.entries(t)
}

// inOrder is a map in the order of its keys: what is wrong is told in the same order
// each time, also where there is more of it than is told.
func inOrder[K cmp.Ordered, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}

// lines checks what stands around data in summaries.
func (j *joiner) lines(t *geo.SchemeTable) {
	if len(t.Lines) > maxExtra+maxWords {
		j.bad("the table tells the lines of %d data: at most %d", len(t.Lines), maxExtra+maxWords)
		return
	}
	for datum, l := range inOrder(t.Lines) {
		j.word("a datum of the summaries", datum)
		if l.Before == "" {
			j.bad("the line of %.40q begins with nothing", datum)
		}
		for _, text := range []string{l.Before, l.After, l.Group, l.Unknown} {
			if strings.Contains(text, "\n") {
				j.bad("the line of %.40q is no line of text", datum)
			}
			j.text("the line of a datum", text, maxSummary)
		}
	}
}

func (j *joiner) entries(t *geo.SchemeTable) {
	for id := range inOrder(t.Known) {
		if !j.known[id] {
			j.bad("the table knows %.40q, which is none of its places", string(id))
		}
	}
	for id, i := range inOrder(t.ProfileOf) {
		if !j.known[id] {
			j.bad("the table has a profile for %.40q, which is none of its places", string(id))
		}
		if i < 0 || i >= len(t.Profiles) {
			j.bad("the table has profile %d of %d for %.40q: it is not there", i, len(t.Profiles), string(id))
		}
	}
	for id, s := range inOrder(t.Summaries) {
		if !j.known[id] {
			j.bad("the table has a summary for %.40q, which is none of its places", string(id))
		}
		j.text("the summary of a place", s.Text, maxSummary)
	}
}

// profile wants bands that rise, the last without end.
func (j *joiner) profile(n int, p *geo.TechProfile) {
	if len(p.Bands) > maxBands {
		j.bad("profile %d has %d bands: at most %d", n, len(p.Bands), maxBands)
		return
	}
	if p.Unstated != nil {
		j.derived(p.Unstated)
	}
	for i := range p.Bands {
		b, last := &p.Bands[i], i == len(p.Bands)-1
		if (b.UpTo == nil) != last || i > 0 && !last && *b.UpTo <= *p.Bands[i-1].UpTo {
			j.bad("profile %d: its bands are not in order: they rise, the last without end", n)
			return
		}
		j.derived(&b.Tech)
	}
}

// derived checks data that follow from others as if a place stated them.
func (j *joiner) derived(t *geo.TechData) {
	j.tech("a profile", t)
	if n := t.RadonZone; n != nil && (*n < 0 || *n > 3) {
		j.bad("a profile has radon zone %d: use 0 to 3", *n)
	}
	if n := t.AltitudeM; n != nil && (*n < -500 || *n > 9000) {
		j.bad("a profile has altitude %d m: use -500 to 9000", *n)
	}
	if n := t.Population; n != nil && *n < 0 {
		j.bad("a profile has population %d", *n)
	}
}
