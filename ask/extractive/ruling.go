package extractive

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// ruling is what a rule says of something, or what a question asks whether it says.
type stance uint8

const (
	rulesNothing stance = iota
	exempts
	confines // only such a thing is allowed
	prohibits
	permits
	obliges
)

var stanceNames = map[string]stance{"exempt": exempts, "only": confines, "forbid": prohibits, "permit": permits, "oblige": obliges}

//go:embed rulings.txt
var rulingsTXT string

// form is one way to say a ruling.
type form struct {
	stance
	shape *regexp.Regexp
}

// forms are in the order of the table: "no es obligatorio" before "obligatorio".
var forms = sync.OnceValue(func() []form { return readForms(rulingsTXT) })

func readForms(text string) []form {
	var list []form
	for line := range strings.Lines(text) {
		name, shapes, ok := strings.Cut(strings.TrimSpace(line), " | ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		var alternatives []string
		for shape := range strings.SplitSeq(shapes, " | ") {
			alternatives = append(alternatives, formShape.Replace(regexp.QuoteMeta(strings.TrimSpace(shape))))
		}
		list = append(list, form{stanceNames[name], regexp.MustCompile(` (?:` + strings.Join(alternatives, "|") + `)\b`)})
	}
	return list
}

var formShape = strings.NewReplacer(`\*`, `\p{L}*`, ` _ `, ` (?:[^ ]+ ){0,3}?`)

// rulingAt is a ruling with where it stands in a text that was made plain.
type rulingAt struct {
	stance
	from, to int
}

// rulingsOf finds what a plain text rules, in the order in which it says so.
func rulingsOf(plainText string) []rulingAt {
	var list []rulingAt
	rest := []byte(plainText)
	for _, f := range forms() {
		for _, at := range f.shape.FindAllIndex(rest, -1) {
			list = append(list, rulingAt{f.stance, at[0], at[1]})
			for i := at[0] + 1; i < at[1]; i++ {
				rest[i] = '#'
			}
		}
	}
	slices.SortFunc(list, func(x, y rulingAt) int { return x.from - y.from })
	return list
}

var (
	// interrogative asks for more than yes or no.
	interrogative = lazyregexp.New(` (?:que|cual|cuales|cuant[oa]s?|como|donde|adonde|cuando|quien|quienes|what|which|who|whom|whose|how|when|where|why) `)

	// asksEnglish opens a question for yes or no in English.
	asksEnglish = lazyregexp.New(`^ (?:is|are|do|does|did|can|could|may|must|should|shall|will|would|has|have|need|am) `)

	// ifAsked opens what is asked within a sentence: "quiero saber si".
	ifAsked = lazyregexp.New(` (?:saber|dime|decir|decirme|know|tell me) (?:si|if|whether) `)
)

// wantsYesOrNo reports whether a question waits for yes or no.
func wantsYesOrNo(text, lang string) bool {
	asked := plain(lastQuestion(text))
	switch {
	case ifAsked.MatchString(asked):
		return true
	case lang == "en":
		return asksEnglish.MatchString(asked)
	case !strings.Contains(text, "?"):
		return yesNoCue.MatchString(asked)
	}
	words := strings.Fields(asked)
	first := ""
	if len(words) > 0 {
		first = words[0]
	}
	return !interrogative.MatchString(" "+first+" ") && !opensAsking.MatchString(asked) && !interrogative.MatchString(withoutRelatives(lastQuestion(text), asked))
}

// opensAsking is a preposition and an interrogative that a question begins with.
var opensAsking = lazyregexp.New(`^ (?:a|de|en|con|por|para|desde|hasta|cada|sobre|segun|durante) (?:que|cual|cuales|cuant[oa]s?|donde|quien|quienes) `)

// accented are the interrogatives of Spanish, which an accent tells from the words
// that open a clause.
var accented = lazyregexp.New(`(?i)(?:^|[^\p{L}])(?:qué|cuál|cuáles|cuánt[oa]s?|cómo|dónde|cuándo|quién|quiénes)(?:$|[^\p{L}])`)

// withoutRelatives leaves out the words that only open a clause: all of those
// without an accent where the question is written with accents.
func withoutRelatives(written, asked string) string {
	if accented.MatchString(written) {
		return asked
	}
	return interrogative.ReplaceAllString(interrogative.ReplaceAllString(asked, " "), " ")
}

// lastQuestion is the last sentence of a text that asks, or all of it.
func lastQuestion(text string) string {
	text = strings.TrimSpace(text)
	if at := strings.LastIndex(text, "¿"); at >= 0 {
		return text[at:]
	}
	head := strings.TrimRight(text, "? ")
	if at := strings.LastIndexAny(head, ".?!"); at >= 0 && at+2 < len(text) && strings.HasSuffix(text, "?") {
		return text[at+1:]
	}
	return text
}

// asksRuling is what a question for yes or no asks: whether something is allowed, or
// demanded.
func asksRuling(text string) stance {
	folded := plain(lastQuestion(text))
	switch {
	case allowedAsked.MatchString(folded):
		return permits
	case demandedAsked.MatchString(folded):
		return obliges
	}
	return rulesNothing
}

var (
	allowedAsked  = lazyregexp.New(` (?:puedo|puede|pueden|podemos|podria\w*|se puede\w*|se permite\w*|permit\w+|se admite\w*|admit\w+|admisible\w*|cabe|legal|vale|valen|can|may|could|allowed|permitted|permissible|acceptable|ok) `)
	demandedAsked = lazyregexp.New(` (?:obligatori\w+|obliga\w*|necesari\w+|necesit\w+|hace falta|hacen falta|hay que|debo|debe|deben|debemos|tengo que|tiene\w* que|exig\w+|precis\w+|preceptiv\w+|must|should|need|needs|needed|require\w*|have to|has to|mandatory|necessary|compulsory) `)
)

// opposite is what holds of a thing that is excepted from a ruling.
func (r stance) opposite() stance {
	switch r {
	case rulesNothing, confines:
	case prohibits:
		return permits
	case permits:
		return prohibits
	case obliges:
		return exempts
	case exempts:
		return obliges
	}
	return r
}

// answerTo is yes or no to what a question asks, where a rule says r; known is false
// where it does not follow.
func (r stance) answerTo(asked stance) (yes, known bool) {
	switch {
	case asked == permits && r == permits, asked == obliges && r == obliges:
		return true, true
	case asked == permits && r == prohibits, asked == obliges && (r == exempts || r == prohibits):
		return false, true
	}
	return false, false
}

// polar is the answer to a question for yes or no.
type polar uint8

const (
	unjudged polar = iota
	polarNoUnless
	polarNo
	polarYesIf
	polarYes
)

// judged is what a statement answers to a question for yes or no: it says so in so
// many words, for the case of the question.
func (a *query) judged(s *statement) polar {
	asked := asksRuling(a.text)
	if asked == rulesNothing {
		return a.judgedCase(s)
	}
	if negated.MatchString(plain(lastQuestion(a.text))) {
		return unjudged
	}
	text := plain(s.text)
	if s.row >= 0 || questionLike.MatchString(s.text) {
		return unjudged
	}
	missing := a.missingFrom(s)
	if missing > 1 || missing > 0 && len(a.terms) < 3 {
		return unjudged
	}
	if met, known := a.conditionsMet(s.text); known && !met {
		return unjudged // it is for another case
	}
	list := rulingsOf(text)
	for i, r := range list {
		if r.stance == confines || r.stance == permits && onlySuch.MatchString(text[:r.from+1]) {
			return a.limitedTo(s)
		}
		clause := clauseAround(text, list, i)
		if !a.speaksOf(clause) {
			continue
		}
		answer := a.polarOf(r.stance, asked, s)
		if missing > 0 && (answer == polarYes || answer == polarYesIf) {
			return unjudged // what a rule allows may be another thing
		}
		return answer
	}
	return unjudged
}

// missingFrom counts the subjects of the question that neither a statement nor what
// stands right above it names.
func (a *query) missingFrom(s *statement) (n int) {
	local := a.read(s.text + "\n" + s.prior + "\n" + s.above())
	for i := range a.terms {
		t := &a.terms[i]
		if t.weight >= subjectWeight && len(t.text) > 2 && !a.asksWith(t) && local.match(t) == 0 && !a.saidByScope(s.passage, t) {
			n++
		}
	}
	return n
}

// asksWith reports whether a word of the question only says what is asked: "need",
// "obligatorio".
func (a *query) asksWith(t *term) bool {
	word := " " + retrieval.Fold(t.text) + " "
	return demandedAsked.MatchString(word) || allowedAsked.MatchString(word)
}

// onlySuch stands before what alone is allowed: "solo el aire de categoría 1 puede".
var onlySuch = lazyregexp.New(` (?:solo|solamente|unicamente|only) `)

// negated is a question that is asked the other way round: "¿puedo no poner...?".
var negated = lazyregexp.New(`^ (?:no |puedo no |puede no |can i not |is it not |do i not )`)

// questionLike is a line of a form, not a rule.
var questionLike = lazyregexp.New(`\?\s*$`)

// clauseAround cuts the part of a text that a ruling is said of: from the ruling
// before it to the one behind it.
func clauseAround(text string, list []rulingAt, i int) string {
	from, to := 0, len(text)
	if i > 0 {
		from = list[i-1].to
	}
	if i+1 < len(list) {
		to = list[i+1].from
	}
	return text[from:to]
}

// speaksOf reports whether a clause has a subject of the question.
func (a *query) speaksOf(clause string) bool {
	own := a.read(clause)
	return slices.ContainsFunc(a.terms, func(t term) bool {
		return t.weight >= subjectWeight && own.match(&t) > 0 && !a.asksWith(&t)
	})
}

// polarOf turns a ruling into an answer, with its exceptions and conditions.
func (a *query) polarOf(r, asked stance, s *statement) polar {
	exception := a.clauseMet(s.text, exceptionOpens)
	if exception == clauseHolds {
		r = r.opposite()
	}
	answer, known := r.answerTo(asked)
	if !known {
		return unjudged
	}
	condition := a.clauseMet(withoutException(s.text), provisoOpens)
	if condition == clauseDenied {
		return unjudged
	}
	open := exception == clauseOpen || condition == clauseOpen
	switch {
	case answer && open:
		return polarYesIf
	case answer:
		return polarYes
	case open:
		return polarNoUnless
	}
	return polarNo
}

// limitedTo answers where only some things are allowed: no to one that is told from
// them by its mark, yes to one of them.
func (a *query) limitedTo(s *statement) polar {
	if asksRuling(a.text) != permits {
		return unjudged
	}
	switch same, other := a.designates(s.text); {
	case other:
		return polarNo
	case same > 0:
		return polarYes
	}
	return unjudged
}

// clauseState is how a clause of a statement stands to the case of the question.
type clauseState uint8

const (
	clauseNone   clauseState = iota // there is none
	clauseOpen                      // the question does not say
	clauseHolds                     // the question is of that case
	clauseDenied                    // the question is of another
)

var (
	exceptionOpens = lazyregexp.New(` (?:salvo(?: que)?|excepto|a excepcion de|con excepcion de|unless|except(?: for| where| when)?|other than) `)
	provisoOpens   = lazyregexp.New(` (?:siempre que|siempre y cuando|a condicion de que|solo si|si|cuando|en (?:el )?caso de(?: que)?|provided(?: that)?|as long as|only if|only where|if|when|where) `)

	// denialOpens denies what follows within a question: "que no sea de servicio".
	denialOpens = lazyregexp.New(` (?:no|sin|not|without|non|other than|distint[oa]s? de) (?:(?:sea|es|sean|son|esta|este|tiene|tenga|de|un|una|a|any) )*([\p{L}]+)`)
)

// clauseMet compares the clause a cue opens with the question: its words have to be
// there, and not be denied.
func (a *query) clauseMet(text string, opens *lazyregexp.Regexp) clauseState {
	flat := plainKeeping(text)
	at := opens.FindStringIndex(flat)
	if at == nil {
		return clauseNone
	}
	if met, known := a.conditionsMet(text); known {
		if met && opens == provisoOpens {
			return clauseHolds
		}
	}
	clause := firstClause(flat[at[1]:])
	asked := plain(a.text)
	denied := ""
	for _, d := range denialOpens.FindAllStringSubmatch(asked, -1) {
		denied += " " + d[1]
	}
	inDenied, all, found := false, 0, 0
	question, refused := a.read(asked), bagOf(denied)
	for _, w := range retrieval.Words(clause, a.lang) {
		if w.Stop() || w.Number || framing()[w.Fold] || weakVerbs[w.Fold] {
			continue
		}
		all++
		one := bagOf(w.Text)
		if question.hasAny(one) || a.matchesTerm(one) {
			found++
			inDenied = inDenied || refused.hasAny(one)
		}
	}
	switch {
	case all == 0 || found == 0 || 3*found < 2*all:
		return clauseOpen
	case inDenied:
		return clauseDenied
	}
	return clauseHolds
}

// withoutException cuts a text where its exception begins.
func withoutException(text string) string {
	flat := plainKeeping(text)
	if at := exceptionOpens.FindStringIndex(flat); at != nil {
		return flat[:at[0]]
	}
	return text
}

// weakVerbs say nothing of a case.
var weakVerbs = words("son es sea sean este esten exista existan haya tenga tengan prevea prevean trate disponga caracter are is there has have provided used")

func (a *query) matchesTerm(b bag) bool {
	return slices.ContainsFunc(a.terms, func(t term) bool { return b.match(&t) > 0 })
}

// plainKeeping folds a text as plain does, with its commas and semicolons.
func plainKeeping(text string) string {
	folded := strings.Join(strings.Fields(retrieval.Fold(text)), " ")
	return " " + strings.NewReplacer(",", " ,", ";", " ;", ".", " ;", ":", " ,", "«", "", "»", "").Replace(folded) + " "
}

// conditionsMet weighs the amounts and counts a text names against those of the
// question.
func (a *query) conditionsMet(text string) (met, known bool) {
	for _, b := range bracketsOf(text) {
		if ok, sure := b.holds(a.figures); sure {
			met, known = met || ok, true
		}
	}
	if ok, sure := a.countMet(text); sure {
		met, known = met || ok, true
	}
	return met, known
}
