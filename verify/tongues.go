package verify

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval"
)

// does is what a word does in a phrase, beside its [role].
type does uint32

const (
	negates does = 1 << iota
	joinsAnd
	joinsOr
	saysPosition
	saysSite
	saysCompany
	reachesUntil
	labels
	brands
	isNeutral
	counts
	namesDimension
	follows
	tellsNothing
	dates
	saysBefore
	namesPart
	saysEach
	namesHeight
)

// Whether a section is of words as they are, or of all with their stem.
var (
	exactDoes = map[string]does{"negations": negates, "and": joinsAnd, "or": joinsOr, "positions": saysPosition, "sites": saysSite,
		"companies": saysCompany, "labels": labels, "brands": brands, "each": saysEach, "before": saysBefore}
	stemDoes = map[string]does{"neutral": isNeutral, "counters": counts, "dimensions": namesDimension, "heights": namesHeight, "followers": follows,
		"buildings": tellsNothing, "years": dates, "parts": namesPart}
)

// role is what a word does in a phrase.
type role uint8

const (
	plainWord role = iota
	article
	link
	preposition
)

// tongues are the languages that the checks of one country are understood in,
// merged: a check seldom says which one it is in, and mixes them. Immutable.
type tongues struct {
	languages []*language // the country's own first
	roles     map[string]role
	exact     map[string]does // by folded word
	stems     map[string]does
	headFirst map[string]bool
	apart     map[string]bool
	elisions  map[string]bool
	rule      stemRule
	patterns  *patterns
	answers   map[string]bool // yes and no behind the name of a circumstance
	having    string          // "con", and its contrary
	lacking   string
	as        [][]string                 // that stand before what a thing serves as, too
	little    map[string]map[string]bool // folded words that closed forms begin with or hold, by kind
	each      [][]string                 // that stand before what there is a value each of; see [tongues.wordings]
	qualifies map[string]bool            // stems that may qualify a thing within a closed form
	keys      map[string]string          // folded keys of schedules -> "attributes" or "kinds"
	short     abbreviations
	speech    map[string]map[message]string // by language
}

func newTongues(list ...*language) *tongues {
	t := &tongues{languages: list, roles: make(map[string]role), exact: make(map[string]does), stems: make(map[string]does),
		headFirst: make(map[string]bool), apart: make(map[string]bool), elisions: make(map[string]bool),
		rule: stemRule{irregular: make(map[string]string)}, speech: make(map[string]map[message]string)}
	for _, l := range list {
		t.take(l)
	}
	slices.SortStableFunc(t.rule.endings, func(a, b ending) int { return cmp.Compare(len(b.from), len(a.from)) })
	for _, l := range list {
		for section, what := range stemDoes {
			for _, w := range l.words[section] {
				t.stems[t.stem(w)] |= what
			}
		}
	}
	t.each, t.as = t.wordings("each"), t.wordings("as")
	t.little = make(map[string]map[string]bool)
	for _, kind := range []string{"for", "where", "wholes", "areas"} {
		t.little[kind] = t.folded(kind)
	}
	t.qualifies = make(map[string]bool)
	for _, l := range list {
		for _, wording := range l.qualifiers {
			for _, w := range fields(fold(wording)) {
				t.qualifies[t.stem(w)] = true
			}
		}
	}
	t.answers = map[string]bool{"1": true, "0": false}
	for _, l := range list {
		t.takeAnswers(l)
	}
	t.keys = make(map[string]string)
	for _, kind := range []string{"attributes", "kinds"} {
		for key := range t.folded(kind) {
			t.keys[key] = kind
		}
	}
	t.patterns, t.short = newPatterns(list), newAbbreviations(list)
	return t
}

// takeAnswers takes in how a language says yes and no, and with and without.
func (t *tongues) takeAnswers(l *language) {
	for section, yes := range map[string]bool{"yes": true, "no": false} {
		for _, w := range l.words[section] {
			t.answers[w] = yes
		}
	}
	for _, w := range l.words["companies"] {
		switch lacks := slices.Contains(l.words["negations"], w); {
		case lacks && t.lacking == "":
			t.lacking = w
		case !lacks && t.having == "":
			t.having = w
		}
	}
}

// folded returns the wordings of a kind in all languages, folded.
func (t *tongues) folded(kind string) map[string]bool {
	out := make(map[string]bool)
	for _, l := range t.languages {
		for _, wording := range l.phrases[kind] {
			out[fold(wording)] = true
		}
	}
	return out
}

// take takes in what needs no stem.
func (t *tongues) take(l *language) {
	for r, section := range map[role]string{article: "articles", link: "links", preposition: "prepositions"} {
		for _, w := range l.words[section] {
			t.roles[w] = r
		}
	}
	for section, what := range exactDoes {
		for _, w := range l.words[section] {
			t.exact[w] |= what
		}
	}
	if l.until != "" {
		t.exact[l.until] |= reachesUntil
	}
	t.headFirst[l.lang] = l.headFirst
	for _, w := range l.words["apart"] {
		t.apart[w] = true
	}
	for _, w := range l.words["elisions"] {
		t.elisions[w] = true
	}
	t.rule.plurals = union(t.rule.plurals, l.stem.plurals)
	t.rule.kept = union(t.rule.kept, l.stem.kept)
	t.rule.endings = union(t.rule.endings, l.stem.endings)
	maps.Copy(t.rule.irregular, l.stem.irregular)
	if l.messages != nil {
		t.speech[l.lang] = l.messages
	}
}

func union[T comparable](a, b []T) []T {
	for _, each := range b {
		if !slices.Contains(a, each) {
			a = append(a, each)
		}
	}
	return a
}

// does returns what a word does, by itself or by its stem.
func (t *tongues) does(folded, stem string) does { return t.exact[folded] | t.stems[stem] }

// shortestStem is the fewest bytes that taking an ending off leaves.
const shortestStem = 3

// stem takes number and gender off a folded word: "escaleras" and "escalera",
// "accesible" and "accesibles", "ancho" and "ancha", "stairs" and "stair" meet.
// It is deliberately light: two words that differ in more are two words.
func (t *tongues) stem(w string) string {
	if to, ok := t.rule.irregular[w]; ok {
		return to
	}
	w = t.singular(w)
	if to, ok := t.rule.irregular[w]; ok {
		return to
	}
	if t.apart[w] {
		return w
	}
	for _, e := range t.rule.endings {
		if len(w)-len(e.from) >= shortestStem && strings.HasSuffix(w, e.from) {
			return w[:len(w)-len(e.from)] + e.to
		}
	}
	return w
}

func (t *tongues) singular(w string) string {
	for _, kept := range t.rule.kept {
		if strings.HasSuffix(w, kept) {
			return w
		}
	}
	for _, p := range t.rule.plurals {
		if len(w)-len(p) >= shortestStem && strings.HasSuffix(w, p) {
			return w[:len(w)-len(p)]
		}
	}
	return w
}

func fold(s string) string { return retrieval.Fold(s) }

func fields(s string) []string { return strings.Fields(s) }

// symbols compare in every language.
var symbols = map[string]string{"<": "<", "≤": "<=", "=": "=", "±": "±", "≥": ">=", ">": ">", "<=": "<=", ">=": ">="}

// home returns the country's own language.
func (t *tongues) home() string { return t.languages[0].lang }

// of returns one of the languages, nil when it is none of them.
func (t *tongues) of(lang string) *language {
	for _, l := range t.languages {
		if l.lang == lang {
			return l
		}
	}
	return nil
}

// datum returns what a datum of places is called in a language.
func (t *tongues) datum(lang, key string) string {
	if l := t.of(lang); l != nil {
		return l.data[key]
	}
	return ""
}

// guess tells the language of a text by its little words, the country's own when
// they do not tell.
func (t *tongues) guess(words []string) string {
	lang, _ := t.tell(words)
	return lang
}

// tell is guess, and whether the words told: as many of two languages do not.
func (t *tongues) tell(words []string) (lang string, sure bool) {
	best, most, tied := t.home(), 0, false
	for _, l := range t.languages {
		n := 0
		for _, section := range []string{"articles", "links", "prepositions"} {
			for _, w := range l.words[section] {
				for _, have := range words {
					if have == w {
						n++
					}
				}
			}
		}
		tied = n == most || tied && n < most
		if n > most {
			best, most = l.lang, n
		}
	}
	return best, most > 0 && !tied
}

// wordings are the wordings of a kind in all languages, of each the words that a
// phrase keeps.
func (t *tongues) wordings(kind string) [][]string {
	var out [][]string
	for _, l := range t.languages {
		for _, wording := range l.phrases[kind] {
			words := slices.DeleteFunc(fields(strings.ReplaceAll(fold(wording), "'", " ")), func(w string) bool { return t.roles[w] == article || t.roles[w] == link })
			if len(words) > 0 {
				out = append(out, words)
			}
		}
	}
	return out
}
