package extractive

import (
	"context"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// secondQuestion begins another question behind the first: "... y cuál es ...",
// "... and what is ...".
var secondQuestion = lazyregexp.New(`(?i)[,;?]? (?:y|e|and) ¿?((?:de |a |en |con )?(?:qu[eé]|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|qui[eé]n(?:es)?|d[oó]nde|what|which|who|where|how (?:many|much|wide|high|long|deep|tall|thick))\p{L}* )`)

// asks finds what opens a question: what leads up to it is none.
var asks = lazyregexp.New(`(?i)(?:^|[^\p{L}])(?:qu[eé]|cu[aá]l(?:es)?|cu[aá]nt[oa]s?|qui[eé]n(?:es)?|d[oó]nde|cu[aá]ndo|c[oó]mo|what|which|who|where|when|how|is|are|can|must|do|does|es|son|hay|puedo|puede|debe)(?:[^\p{L}]|$)`)

// mostQuestions is how many questions asked at once are told apart.
const mostQuestions = 3

// questionsOf takes a text apart into the questions it asks one after the other,
// each with a subject of its own; nil where it asks one.
func questionsOf(q ask.Question) []ask.Question {
	var list []ask.Question
	rest := q.Text
	for len(list) < mostQuestions-1 {
		m := secondQuestion.FindStringSubmatchIndex(rest)
		if m == nil {
			break
		}
		list = append(list, alone(q, rest[:m[0]]))
		rest = rest[m[2]:]
	}
	if len(list) == 0 {
		return nil
	}
	list = append(list, alone(q, rest))
	lang := ask.Language(q.Text)
	for _, one := range list {
		if a := analyse(one); !a.hasSubject() || a.lang != lang || !asks.MatchString(one.Text) {
			return nil // "¿qué anchura y qué altura debe tener?" is one question
		}
	}
	return list
}

// alone is the question of a project in other words.
func alone(q ask.Question, text string) ask.Question {
	text = strings.Trim(text, " ¿?,;")
	if ask.Language(q.Text) == "es" {
		text = "¿" + text
	}
	return ask.Question{Text: text + "?", Project: q.Project}
}

// each answers several questions in one turn: it searches for all at once, and
// writes when none wants to search further.
func (m *Model) each(ctx context.Context, list []ask.Question, t *ask.Transcript) (ask.Step, error) {
	var calls []ask.Call
	var drafts []string
	for _, q := range list {
		one := *t
		one.Question = q
		step, err := m.one(ctx, &one)
		if err != nil {
			return ask.Step{}, err
		}
		calls, drafts = append(calls, step.Calls...), append(drafts, step.Draft)
	}
	if len(calls) > 0 {
		return ask.Step{Calls: calls}, nil
	}
	return ask.Step{Draft: strings.Join(drafts, "\n\n")}, nil
}
