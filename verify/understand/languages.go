package understand

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/rules"
)

// Does is what a word does in a phrase, beside its [Role].
type Does uint32

// What a word may do, by the sections of a grammar; see wordSections.
const (
	Negates Does = 1 << iota
	JoinsAnd
	JoinsOr
	saysPosition
	SaysSite     // what follows says where the thing is
	SaysCompany  // what follows says what the thing has
	ReachesUntil // between two numbers: "4 a 8 m"
	LabelsNumber // a number behind it is a name
	Brand        // a word behind it is a name
	isNeutral
	CountsThings // it asks how many there are of what follows
	NamesDimension
	EndsPart      // it ends the part that a head stands last in
	TellsNothing  // of what a building is used for
	DatesBuilding // a number of four digits with it is a year
	SaysBefore    // the year behind it is the first that is out
	NamesPart     // it names a part of things
	saysEach
	NamesHeight // it is a dimension that says how high
)

// Whether a section is of words as they are, or of all with their stem.
var (
	exactDoes = map[string]Does{"negations": Negates, "and": JoinsAnd, "or": JoinsOr, "positions": saysPosition, "sites": SaysSite,
		"companies": SaysCompany, "labels": LabelsNumber, "brands": Brand, "each": saysEach, "before": SaysBefore}
	stemDoes = map[string]Does{"neutral": isNeutral, "counters": CountsThings, "dimensions": NamesDimension, "heights": NamesHeight, "followers": EndsPart,
		"buildings": TellsNothing, "years": DatesBuilding, "parts": NamesPart}
)

// Role is what a word does in a phrase.
type Role uint8

// The roles: links and articles are left out of a phrase.
const (
	PlainWord Role = iota
	article
	LinkWord    // what follows qualifies what precedes
	Preposition // what follows is about something else
)

// Languages are the languages that the checks of one country are understood in,
// merged: a check seldom says which one it is in, and mixes them. Immutable.
type Languages struct {
	languages []*Language // the country's own first
	roles     map[string]Role
	own       map[string]map[string]Role // the roles of one language's words, by its code
	exact     map[string]Does            // by folded word
	stems     map[string]Does
	first     map[string]bool // languages that put the head first
	apart     map[string]bool
	elisions  map[string]bool
	rule      stemRule
	Patterns  *Patterns
	answers   map[string]bool // yes and no behind the name of a circumstance
	having    string          // "con", and its contrary
	lacking   string
	as        [][]string                 // that stand before what a thing serves as, too
	little    map[string]map[string]bool // folded words that closed forms begin with or hold, by kind
	each      [][]string                 // that stand before what there is a value each of; see [Languages.wordings]
	material  map[string][][]string      // wordings that may qualify a thing within a closed form, under each of their stems
	kinds     map[string]string          // folded keys of schedules -> "attributes" or "kinds"
	short     abbreviations
}

// Merge merges languages, the country's own first.
func Merge(list ...*Language) *Languages {
	t := &Languages{languages: list, roles: make(map[string]Role), own: make(map[string]map[string]Role), exact: make(map[string]Does), stems: make(map[string]Does),
		first: make(map[string]bool), apart: make(map[string]bool), elisions: make(map[string]bool),
		rule: stemRule{irregular: make(map[string]string)}}
	for _, l := range list {
		t.take(l)
	}
	slices.SortStableFunc(t.rule.endings, func(a, b ending) int { return cmp.Compare(len(b.from), len(a.from)) })
	for _, l := range list {
		for section, what := range stemDoes {
			for _, w := range l.words[section] {
				t.stems[t.Stem(w)] |= what
			}
		}
	}
	t.each, t.as = t.wordings("each"), t.wordings("as")
	t.little = make(map[string]map[string]bool)
	for _, kind := range []string{"for", "where", "wholes", "areas", "placed", "others"} {
		t.little[kind] = t.folded(kind)
	}
	t.takeQualifiers(list)
	t.answers = map[string]bool{"1": true, "0": false}
	for _, l := range list {
		t.takeAnswers(l)
	}
	t.kinds = make(map[string]string)
	for _, kind := range []string{"attributes", "kinds"} {
		for key := range t.folded(kind) {
			t.kinds[key] = kind
		}
	}
	t.Patterns, t.short = newPatterns(list), newAbbreviations(list)
	return t
}

// takeQualifiers takes in what may qualify a thing, under each of its words.
func (t *Languages) takeQualifiers(list []*Language) {
	t.material = make(map[string][][]string)
	for _, l := range list {
		for _, wording := range l.qualifiers {
			stems := fields(retrieval.Fold(wording))
			for i, w := range stems {
				stems[i] = t.Stem(w)
			}
			for _, stem := range stems {
				t.material[stem] = append(t.material[stem], stems)
			}
		}
	}
}

// takeAnswers takes in how a language says yes and no, and with and without.
func (t *Languages) takeAnswers(l *Language) {
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
func (t *Languages) folded(kind string) map[string]bool {
	out := make(map[string]bool)
	for _, l := range t.languages {
		for _, wording := range l.phrases[kind] {
			out[retrieval.Fold(wording)] = true
		}
	}
	return out
}

// take takes in what needs no stem.
func (t *Languages) take(l *Language) {
	own := make(map[string]Role)
	for r, section := range map[Role]string{article: "articles", LinkWord: "links", Preposition: "prepositions"} {
		for _, w := range l.words[section] {
			own[w] = r
			if _, taken := t.roles[w]; !taken {
				t.roles[w] = r
			}
		}
	}
	t.own[l.Lang] = own
	for section, what := range exactDoes {
		for _, w := range l.words[section] {
			t.exact[w] |= what
		}
	}
	if l.until != "" {
		t.exact[l.until] |= ReachesUntil
	}
	t.first[l.Lang] = l.headFirst
	for _, w := range l.words["apart"] {
		t.apart[w] = true
	}
	for _, w := range l.words["elisions"] {
		t.elisions[w] = true
	}
	t.rule.plurals = joinLists(t.rule.plurals, l.stem.plurals)
	t.rule.kept = joinLists(t.rule.kept, l.stem.kept)
	t.rule.endings = joinLists(t.rule.endings, l.stem.endings)
	maps.Copy(t.rule.irregular, l.stem.irregular)
}

// joinLists returns a with what only b holds.
func joinLists[T comparable](a, b []T) []T {
	for _, each := range b {
		if !slices.Contains(a, each) {
			a = append(a, each)
		}
	}
	return a
}

// role returns what a folded word is in a text of a language; "a" is an article in one
// and says where in another.
func (t *Languages) role(lang, folded string) Role {
	if r, ok := t.own[lang][folded]; ok {
		return r
	}
	return t.roles[folded]
}

// Does returns what a word does, by itself or by its stem.
func (t *Languages) Does(folded, stem string) Does { return t.exact[folded] | t.stems[stem] }

// shortestStem is the fewest bytes that taking an ending off leaves.
const shortestStem = 3

// Stem takes number and gender off a folded word: "escaleras" and "escalera",
// "accesible" and "accesibles", "ancho" and "ancha", "stairs" and "stair" meet.
// It is deliberately light: two words that differ in more are two words.
func (t *Languages) Stem(w string) string {
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

func (t *Languages) singular(w string) string {
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

func fields(s string) []string { return strings.Fields(s) }

// symbols compare in every language.
var symbols = map[string]string{"<": "<", "≤": "<=", "=": "=", "±": "±", "≥": ">=", ">": ">", "<=": "<=", ">=": ">="}

// Home returns the country's own language.
func (t *Languages) Home() string { return t.languages[0].Lang }

// Codes returns the codes of the languages, the country's own first.
func (t *Languages) Codes() []string {
	out := make([]string, len(t.languages))
	for i, l := range t.languages {
		out[i] = l.Lang
	}
	return out
}

// HeadFirst reports whether a language puts what a thing is before what qualifies it.
func (t *Languages) HeadFirst(lang string) bool { return t.first[lang] }

// of returns one of the languages, nil when it is none of them.
func (t *Languages) of(lang string) *Language {
	for _, l := range t.languages {
		if l.Lang == lang {
			return l
		}
	}
	return nil
}

// Datum returns what a datum of places is called in a language.
func (t *Languages) Datum(lang, key string) string {
	if l := t.of(lang); l != nil {
		return l.data[key]
	}
	return ""
}

// Stating returns how a language states a datum of places: "altitude {}", which holds
// "altitude of {}" as links are left out, and "{} d altitude".
func (t *Languages) Stating(lang, key string) []string {
	l := t.of(lang)
	if l == nil || l.data[key] == "" {
		return nil
	}
	var out []string
	for _, name := range append([]string{l.data[key]}, l.dataToo[key]...) {
		out = append(out, name+" "+rules.Hole, rules.Hole+" "+name)
	}
	return out
}

// Answer returns what yes or no, as people write it behind a key, says.
func (t *Languages) Answer(text string) (yes, ok bool) {
	yes, ok = t.answers[retrieval.Fold(strings.TrimSpace(text))]
	return yes, ok
}

// With writes that a thing has what a name says, or is without it: "con ascensor".
func (t *Languages) With(name string, has bool) string {
	if has {
		return t.having + " " + name
	}
	return t.lacking + " " + name
}

// Key returns what the key of a schedule says over its value: "kinds" which thing it is,
// "attributes" nothing of a circumstance; "" where it is neither.
func (t *Languages) Key(text string) string {
	return t.kinds[retrieval.Fold(strings.TrimSpace(text))]
}

// ModelClass returns what the class of building models that a text names is; "" for none
// that is one thing.
func (t *Languages) ModelClass(text string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		for _, l := range t.languages {
			if name := l.classes[word]; name != "" {
				return name
			}
		}
	}
	return ""
}

// IsLittle reports whether a folded word begins closed forms or stands in them; kind is
// for, where, wholes, areas, placed or others.
func (t *Languages) IsLittle(kind, folded string) bool { return t.little[kind][folded] }

// Denies reports whether a word denies what stands behind it.
func (t *Languages) Denies(word string) bool {
	f := retrieval.Fold(word)
	return t.Does(f, t.Stem(f))&Negates != 0
}

// Qualifies reports whether words[i] is of a wording that may qualify a thing within a closed
// form and stands there whole: "thermally broken", but not "broken".
func (t *Languages) Qualifies(words []Word, i int) bool {
	return slices.ContainsFunc(t.material[words[i].Stem], func(wording []string) bool {
		first := i - slices.Index(wording, words[i].Stem)
		return first >= 0 && first+len(wording) <= len(words) &&
			slices.EqualFunc(words[first:first+len(wording)], wording, func(w Word, stem string) bool { return w.Stem == stem })
	})
}

// IsEach reports whether what a number stands beside w for is one share of several.
func (t *Languages) IsEach(w *Word) bool {
	return w.Is(saysEach) || slices.ContainsFunc(t.each, func(wording []string) bool { return wording[0] == w.Fold })
}

// Bound returns the comparison that a word makes behind a number; "" for none.
func (t *Languages) Bound(w *Word) string {
	for _, l := range t.languages {
		if op := l.behind[w.Fold]; op != "" {
			return op
		}
	}
	return ""
}

// guess tells the language of a text by its little words, the country's own when
// they do not tell.
func (t *Languages) guess(words []string) string {
	lang, _ := t.tell(words)
	return lang
}

// tell is guess, and whether the words told: as many of two languages do not.
func (t *Languages) tell(words []string) (lang string, sure bool) {
	best, most, tied := t.Home(), 0, false
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
			best, most = l.Lang, n
		}
	}
	return best, most > 0 && !tied
}

// wordings are the wordings of a kind in all languages, of each the words that a
// phrase keeps.
func (t *Languages) wordings(kind string) [][]string {
	var out [][]string
	for _, l := range t.languages {
		for _, wording := range l.phrases[kind] {
			words := slices.DeleteFunc(fields(strings.ReplaceAll(retrieval.Fold(wording), "'", " ")), func(w string) bool { return t.roles[w] == article || t.roles[w] == LinkWord })
			if len(words) > 0 {
				out = append(out, words)
			}
		}
	}
	return out
}
