package join

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/regengine"
)

// Bounds of what a plugin may give.
const (
	maxPlaces    = 500_000
	maxExtra     = 64  // further technical data of a place
	maxAliases   = 200 // of a place
	maxWord      = 200 // bytes of a word, label, name or identifier
	maxSummary   = 8 << 10
	maxWords     = 1000 // scopes, and shapes
	maxProfiles  = 100_000
	maxBands     = 1000 // of a profile
	maxProblems  = 50   // told of at once
	maxReasonLen = 2000 // bytes of one of them
)

var (
	countryShape = lazyregexp.New(`^[A-Z]{2}$`)
	tagShape     = lazyregexp.New(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)
)

// joiner holds contents against what they may hold.
type joiner struct {
	in   *Contents
	opts Options
	out  regengine.Data

	stored   *regengine.Country // the country as it is stored; nil when it is new
	known    map[geo.ID]bool    // its places, with those that come
	packOf   map[string]string  // by slug of a code
	read     []readPack         // in the order they were given
	wordless bool               // its words are wrong: rules are not tried in a language nobody knows
	problems []string
	more     int
}

func (j *joiner) bad(format string, args ...any) {
	if len(j.problems) >= maxProblems {
		j.more++
		return
	}
	text := strings.Map(printable, strings.ToValidUTF8(fmt.Sprintf(format, args...), "\uFFFD"))
	if len(text) > maxReasonLen {
		text = strings.ToValidUTF8(text[:maxReasonLen], "") + "..."
	}
	j.problems = append(j.problems, text)
}

// printable replaces what a terminal would act on.
func printable(r rune) rune {
	if r != '\n' && unicode.IsControl(r) || turnsText(r) {
		return '\uFFFD'
	}
	return r
}

// turnsText tells characters that show a text in another order than it has.
func turnsText(r rune) bool { return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 }

// err returns everything that is wrong, one a line.
func (j *joiner) err() error {
	if len(j.problems) == 0 {
		return nil
	}
	lines := slices.Clone(j.problems)
	if j.more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", j.more))
	}
	return fmt.Errorf("%w: %s", ErrRefused, strings.Join(lines, "\n"))
}

// identity reports whether the country may come from this plugin.
func (j *joiner) identity() bool {
	c := j.in
	switch {
	case string(c.Country) == codes.Supranational:
		j.bad("%s is no country: its regulations hold in several", c.Country)
	case !countryShape.MatchString(string(c.Country)):
		j.bad("country %.40q: it is two capital letters of ISO 3166-1", string(c.Country))
	case c.Scheme.CountryID != c.Country:
		j.bad("the table: it is of country %.40q, not %s", string(c.Scheme.CountryID), c.Country)
	case !tagShape.MatchString(c.Tag) || c.Scheme.Tag != c.Tag:
		j.bad("language %.40q of the country and %.40q of its table: both are one tag of BCP 47", c.Tag, c.Scheme.Tag)
	}
	for _, s := range j.opts.Schemes {
		if s.Country() == c.Country {
			j.bad("country %s is built in: no plugin may bring it", c.Country)
		}
	}
	for i := range j.opts.Stored.Countries {
		if stored := &j.opts.Stored.Countries[i]; stored.ID() == c.Country {
			j.stored = stored
		}
	}
	switch {
	case j.stored != nil && j.stored.Origin.Plugin != c.Origin.Plugin:
		j.bad("country %s was brought by the plugin %q: take that away first", c.Country, j.stored.Origin.Plugin)
	case j.stored == nil && c.PlacesOnly:
		j.bad("country %s has not joined yet: import its plugin first", c.Country)
	case j.stored != nil && c.PlacesOnly && j.stored.Scheme.Tag != c.Tag:
		j.bad("country %s is stored in language %q, not %q: import its plugin anew", c.Country, j.stored.Scheme.Tag, c.Tag)
	}
	return len(j.problems) == 0
}

func (j *joiner) origin() {
	if problem := codes.SlugProblem(j.in.Origin.Plugin, false); problem != "" {
		j.bad("the plugin's name %.80q is no slug: %s", j.in.Origin.Plugin, problem)
	}
	j.word("the plugin's name", j.in.Origin.Plugin)
	j.word("the plugin's version", j.in.Origin.Version)
	j.word("the binary's SHA-256", j.in.Origin.SHA256)
}

// word checks a short text.
func (j *joiner) word(what, text string) {
	if strings.Contains(text, "\n") {
		j.bad("%s %.80q is no line of text", what, text)
	}
	j.text(what, text, maxWord)
}

func (j *joiner) text(what, text string, most int) {
	switch {
	case len(text) > most:
		j.bad("%s has %d bytes: at most %d", what, len(text), most)
	case !utf8.ValidString(text):
		j.bad("%s is not UTF-8", what)
	case strings.ContainsFunc(text, func(r rune) bool { return printable(r) != r }):
		j.bad("%s %.80q is no line of text: it holds control characters", what, text)
	}
}

// country returns what is to be kept beside places and codes. What the table says
// of places stands instead of what is stored; of places that were read from a file
// and are not in it, that stays.
func (j *joiner) country() regengine.Country {
	base, given := &geo.SchemeTable{CountryID: j.in.Country}, j.given()
	if j.stored != nil {
		base = j.base(given.Tag)
	}
	merged := base.Merge(given)
	j.retell(merged)
	merged.Known = nil // of the places
	if !j.in.PlacesOnly {
		return regengine.Country{Scheme: *merged, Language: j.in.Language, Origin: j.in.Origin, Brought: j.brought(), Calculators: j.in.Calculators}
	}
	kept := *j.stored
	kept.Scheme = *merged
	if !j.in.Origin.Imported.IsZero() {
		kept.Origin.Imported = j.in.Origin.Imported
	}
	return kept
}

// brought returns what the plugin says of its places, and of those it has no more what
// it said last.
func (j *joiner) brought() map[geo.ID]*geo.TechData {
	out := make(map[geo.ID]*geo.TechData)
	if j.stored != nil {
		maps.Copy(out, j.stored.Brought)
	}
	for i := range j.in.Places {
		p := &j.in.Places[i]
		delete(out, p.ID)
		if p.Tech != nil {
			out[p.ID] = p.Tech
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// base returns the stored table, without its texts where they are of another
// language.
func (j *joiner) base(tag string) *geo.SchemeTable {
	stored := j.stored.Scheme
	if stored.Tag != tag {
		stored.Scopes, stored.Levels, stored.Summaries, stored.Lines = nil, nil, nil, nil
	}
	return &stored
}
