package ask

import (
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Citation is a sentence with the block it cites, outside of any turn.
type Citation struct {
	Sentence string
	Block    *retrieval.Block
	Title    string       // of the regulation
	Status   codes.Status // of its edition; "" of a document of the project
	Question Question
}

// Refused says why the hard facts do not let a sentence stand on the block it cites; ""
// where they do. It is what [Agent.Answer] does with each sentence of a draft before a
// second reading, for whoever measures it.
func Refused(c Citation) (reason string) {
	t := &turn{words: wordsFor(c.Question), question: c.Question, asked: c.Question, facts: givenOf(c.Question, tongueOf(LanguageOf(c.Question)))}
	p := &passage{block: visibleBlock(c.Block), status: c.Status}
	p.title = titleUnder(c.Title, p.block)
	if c.Status == "" {
		p.document = &document{name: c.Title}
	}
	t.issued = []*passage{p}
	return t.judge(cleanDraft(c.Sentence) + markOf(0))
}
