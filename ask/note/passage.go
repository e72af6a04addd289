package note

import (
	"cmp"
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// candidate is a passage that may answer.
type candidate struct {
	*ask.Passage
	bag      bag
	own      bag // without what it stands under
	rank     int // in its search, from 1
	near     float64
	share    float64 // of the question, in the passage and what it stands under
	ownShare float64
	worded   float64 // how well it does by its words
	score    float64
}

// answer is a question with what was found for it.
type answer struct {
	*question
	transcript *ask.Transcript
	found      []*candidate // by the search, in its order
	private    []*candidate
	around     map[string][]*ask.Passage // by handle, what stands around a passage, in order
	required   *ask.Required
	editions   []ask.Edition
	byZone     bool            // a column of a table was chosen by the project's zone
	all        string          // see everything
	shown      map[string]bool // handles of passages that stand in the answer already
	listed     float64         // how likely the list of what rules require is right
}

func newAnswer(t *ask.Transcript) *answer {
	a := &answer{question: readQuestion(t.Question), transcript: t, around: map[string][]*ask.Passage{}, shown: map[string]bool{}}
	for i := range t.Results {
		r := &t.Results[i]
		switch r.Call.Tool {
		case ask.RequirementsTool:
			a.required = r.Required
		case ask.EditionsTool:
			a.editions = r.Editions
		case ask.ReadSection:
			for k := range r.Passages {
				a.around[handleOf(r.Call)] = append(a.around[handleOf(r.Call)], &r.Passages[k])
			}
		default:
			a.take(r)
		}
	}
	a.rate()
	return a
}

// take takes in the passages of a search, each once.
func (a *answer) take(r *ask.Result) {
	best := 0.0
	for i := range r.Passages {
		best = max(best, r.Passages[i].Score)
	}
	for i := range r.Passages {
		p := &r.Passages[i]
		if known := func(c *candidate) bool { return c.Handle == p.Handle }; slices.ContainsFunc(a.found, known) || slices.ContainsFunc(a.private, known) {
			continue
		}
		c := &candidate{Passage: p, rank: i + 1, own: a.bagOf(p.Lead + "\n" + p.Text)}
		c.bag = a.bagOf(p.Title + "\n" + p.Lead + "\n" + p.Text)
		if best > 0 {
			c.near = p.Score / best
		}
		if p.Private {
			a.private = append(a.private, c)
			continue
		}
		a.found = append(a.found, c)
	}
}

// rate weighs the words of the question by what was found, and the passages by them.
func (a *answer) rate() {
	bags := make([]bag, 0, len(a.found))
	for _, c := range a.found {
		bags = append(bags, c.bag)
	}
	a.weigh(bags)
	for _, c := range slices.Concat(a.found, a.private) {
		c.share, c.ownShare = a.share(c.bag), a.share(c.own)
		c.worded = c.near + shareWeight*c.share
		c.score = c.worded + priorWeight*c.Prior
		if a.namesEdition(c.Version) {
			c.score += namedWeight
		}
	}
}

// namedWeight is how much it counts that a passage is of a regulation that the question names
// by its sign or its number.
const namedWeight = 0.5

func (a *answer) namesEdition(version string) bool {
	return slices.ContainsFunc(a.editions, func(e ask.Edition) bool { return e.Exact && e.Ref.String() == version })
}

// innermost is the last heading of those a passage stands under; "" where it is the
// regulation's own.
func innermost(title string) string {
	at := strings.LastIndex(title, " › ")
	if at < 0 {
		return ""
	}
	return title[at:]
}

// priorWeight is how much it counts that the question is surely about rules that stand in it,
// whatever they call it.
const priorWeight = 3

// shareWeight is how much it counts that a passage has the question's words, beside its
// place in the search.
const shareWeight = 0.6

// ranked are the passages of regulations, the likeliest first.
func (a *answer) ranked() []*candidate {
	list := slices.Clone(a.found)
	slices.SortStableFunc(list, func(x, y *candidate) int { return cmp.Compare(y.score, x.score) })
	return list
}

// mostWords is how many words of a section are quoted around a passage.
const mostWords = 120

// stretch is a passage with what stands around it, as far as one can read at a glance:
// what follows it, which may be its exception, before what leads to it.
func (a *answer) stretch(of *ask.Passage) []*ask.Passage {
	section := a.around[of.Handle]
	out := []*ask.Passage{of}
	at := slices.IndexFunc(section, func(p *ask.Passage) bool { return p.Handle == of.Handle })
	if at < 0 {
		return out
	}
	count := min(length(of), mostWords/2)
	add := func(i int) bool {
		if i < 0 || i >= len(section) || section[i].Version != of.Version || !sameSection(section[i], of) || section[i].Table != nil || count+length(section[i]) > mostWords {
			return false
		}
		count += length(section[i])
		out = append(out, section[i])
		return true
	}
	for i := at + 1; add(i); i++ {
	}
	for i := at - 1; add(i); i-- {
	}
	return out
}

// sameSection reports whether two passages stand under one heading.
func sameSection(p, q *ask.Passage) bool {
	return strings.HasPrefix(p.Title, q.Title) || strings.HasPrefix(q.Title, p.Title)
}

func length(p *ask.Passage) int { return len(strings.Fields(p.Lead)) + len(strings.Fields(p.Text)) }

// quote is a passage as an item of an answer: where it stands, its words, its handle.
func (a *answer) quote(p *ask.Passage, where bool) string {
	if a.shown[p.Handle] {
		return ""
	}
	a.shown[p.Handle] = true
	title := ""
	if where {
		title = "**" + heading(p) + "**: "
	}
	text := a.textOf(p)
	if text == "" {
		return ""
	}
	return "- " + title + "«" + text + "» [[" + p.Handle + "]]"
}

// heading says where a passage stands: the regulation and the innermost heading.
func heading(p *ask.Passage) string {
	if p.Private || p.Status != "" && p.Status != activeStatus {
		return p.Title
	}
	parts := strings.Split(p.Title, " › ")
	if len(parts) < 2 {
		return p.Title
	}
	first := parts[0]
	if sentences := ask.Sentences(first); len(sentences) > 0 {
		first = sentences[0]
	}
	return strings.TrimSuffix(first, ".") + " › " + parts[len(parts)-1]
}

// activeStatus is that of an edition in force.
const activeStatus = "active"

// textOf is what is quoted of a passage: the whole of prose, of a long table what fits.
func (a *answer) textOf(p *ask.Passage) string {
	if p.Table != nil {
		return a.tableText(p)
	}
	var list []string
	for _, s := range ask.Statements(p.Text, p.Lead, nil) {
		list = append(list, s.Text)
	}
	text := strings.Join(cutStatements(list), " ")
	if lead := strings.TrimSpace(p.Lead); text != "" && lead != "" && !strings.HasPrefix(text, lead) {
		return lead + " " + text
	}
	return text
}

// cutStatements keeps the statements that fit, the first one always.
func cutStatements(list []string) []string {
	count := 0
	for i, s := range list {
		if count += len(strings.Fields(s)); count > mostWords && i > 0 {
			return list[:i]
		}
	}
	return list
}
