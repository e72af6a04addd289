package extractive

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/projects"
)

//go:embed projectwords.tsv
var projectWordsTSV string

// What the project's own documents state is quoted, and never restated or judged:
// it is no rule. A document is prose of few passages, in which a sentence that has
// the question's subjects is what is asked for.

// How much of the question a sentence of a document has to have.
const (
	documentEnough = 0.6
	besideEnough   = 0.85 // to be told beside a regulation that answers
	asPrior        = 0.8  // of a word in the sentence before
	unsaidAmount   = 0.9  // of the property asked for, where the sentence only gives an amount of it
)

// inDocuments returns the sentence of a document that answers best, nil where none
// does with that share of the question.
func (a *query) inDocuments(passages []*ask.Passage, least float64) *statement {
	var best *statement
	for _, p := range passages {
		if !p.Private || a.document != "" && !strings.HasPrefix(p.Title, a.document) {
			continue
		}
		for _, s := range statements(p) {
			if s.score = a.documentShare(&s); s.score >= least && (best == nil || s.score > best.score) && !commands(s.text) {
				best = &s
			}
		}
	}
	return best
}

// sorts ask for one of several things, which is named itself in an answer: "¿qué tipo
// de cimentación?".
var sorts = words("tipo tipos clase clases modelo sistema type kind")

// documentShare is how much of the question a sentence of a document has: its own
// words, those of its heading and of the sentence before.
func (a *query) documentShare(s *statement) float64 {
	if opensList(s) || len(strings.Fields(s.text)) < 3 || !a.tellsShape(s) {
		return 0
	}
	own, heading, prior := a.read(s.text), a.read(s.heading()), a.read(s.prior)
	amount := a.givesAmount(s) || own.namesProperty(a.property) && len(quantitiesOf(s.text)) > 0
	if a.kind == howMuch && !amount {
		return 0
	}
	total, found, subjects, bare := 0.0, 0.0, 0, !a.hasSubject()
	for i := range a.terms {
		t := &a.terms[i]
		weight := t.weight
		if t.verb || sorts[retrieval.Fold(t.text)] {
			weight = figureWeight
		}
		level := max(own.match(t), inHeading*heading.match(t), asPrior*prior.match(t))
		if level == 0 && (t.norm || t.head) {
			return 0
		}
		if level > 0 && (t.property == nil && !t.verb || bare) {
			subjects++
		}
		if level == 0 && t.property != nil && t.property == a.property && amount {
			level = unsaidAmount
		}
		total, found = total+weight, found+weight*level
	}
	if total == 0 || subjects == 0 {
		return 0
	}
	return found / total
}

// givesAmount reports whether a sentence gives an amount that may be of the
// property asked for, any where none is.
func (a *query) givesAmount(s *statement) bool {
	return slices.ContainsFunc(quantitiesOf(s.text), func(q ask.Quantity) bool {
		return !q.Reference && (a.property == nil || q.Of != nil && a.asksFor(q.Of) || q.Of == nil && a.property.Measures(q.Dimension()))
	})
}

// orders is a sentence that tells whoever reads it what to answer, which no
// document states of a building.
var orders = lazyregexp.New(`\b(?:ignor\w+|disregard|forget|olvid\w+|override|omit\w+)\b.{0,40}\b(?:instruc\w+|prompts?|previous|anterior\w*|rules|reglas)\b|` +
	`\b(?:answer|reply|respond|say|responde|responda|contesta|conteste|di|diga) (?:that|que|only|solo|with|con)\b|\b(?:system prompt|as an ai|eres un asistente|you are an? (?:ai|assistant))\b`)

// commands reports whether a text gives orders to its reader.
func commands(text string) bool { return orders.MatchString(retrieval.Fold(text)) }

// documentAnswer answers a question that asks what the documents say: from them,
// else from the project's data, and from no regulation.
func (a *query) documentAnswer(q ask.Question, results []ask.Result) string {
	passages := passagesOf(results)
	if s := a.inDocuments(passages, documentEnough); s != nil {
		return a.quoted(s)
	}
	if said := a.fromProject(q); said != "" {
		return said
	}
	return a.abstain(q, passages)
}

// quoted is a statement with where it stands, as a sentence of its own.
func (a *query) quoted(s *statement) string {
	var b strings.Builder
	a.writeQuotes(&b, []statement{*s}, unjudged)
	return strings.TrimSpace(b.String())
}

// besideRules returns what the documents state, to be told behind what regulations
// require; "" where the question asks for the requirement alone, where they state
// nothing of it, or where it is told already.
func (a *query) besideRules(results []ask.Result, chosen []statement) string {
	if a.asksRule() || a.kind == mayI || a.kind == meaning || slices.ContainsFunc(chosen, func(s statement) bool { return s.passage.Private }) {
		return ""
	}
	if s := a.inDocuments(passagesOf(results), besideEnough); s != nil {
		return "\n\n" + a.quoted(s)
	}
	return ""
}

// preferred returns what the documents state in place of a quotation that is no
// certain answer and has less of the question; nil where there is no such thing.
func (a *query) preferred(results []ask.Result, r *reply) *statement {
	if a.asksRule() || a.kind == mayI || a.kind == meaning || r.lead != "" || slices.ContainsFunc(r.chosen, func(s statement) bool { return s.passage.Private }) {
		return nil
	}
	s := a.inDocuments(passagesOf(results), documentEnough)
	if s == nil {
		return nil
	}
	for i := range r.chosen {
		if a.shareNear(&r.chosen[i]) > s.score {
			return nil
		}
	}
	return s
}

// lookups search the documents in the question's words, in those of the other
// language, and by the subjects alone: documents are few, and each search is cheap.
func (a *query) lookups() []ask.Call {
	var calls []ask.Call
	var texts []string
	for _, text := range []string{a.text, a.abroad, a.subjects()} {
		if strings.TrimSpace(text) != "" && !slices.Contains(texts, text) {
			texts, calls = append(texts, text), append(calls, lookupFor(text))
		}
	}
	return calls
}

// withDocuments adds the project's documents to what was searched.
func (a *query) withDocuments(searched string, p *projects.Info) string {
	names := documentNames(p)
	if len(names) == 0 {
		return searched
	}
	list := a.saying().inDocuments + " " + some(names, a.wording().others)
	if searched == "" {
		return list
	}
	return searched + "; " + list
}
