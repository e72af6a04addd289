package extractive

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// statement is what a passage says in one piece: a sentence, an item of a list
// with the line that leads it, or a row of a table.
type statement struct {
	passage *ask.Passage
	text    string
	lead    string // the line or paragraph a list item stands under
	prior   string // the sentence before, which may name what this one is about
	row     int    // in passage.Table; -1 for prose
	order   int    // within the passage

	named   bool // it names the use of a building that is asked about
	further bool // it is for all uses it does not name

	score float64 // share of the question it is about, less where it hardly suits
	rank  float64 // what the best are chosen by
}

// statements takes a passage apart.
func statements(p *ask.Passage) []statement {
	var list []statement
	add := func(s statement) {
		s.passage, s.order = p, len(list)
		list = append(list, s)
	}
	switch {
	case p.Table != nil:
		for i, row := range p.Table.Rows {
			add(statement{text: strings.Join(row, " | "), row: i})
		}
	case p.Kind == retrieval.List:
		lead := p.Lead
		for line := range strings.Lines(p.Text) {
			item, isItem := strings.CutPrefix(strings.TrimSpace(line), "- ")
			switch {
			case item == "":
			case isItem:
				add(statement{text: item, lead: lead, row: -1})
			default:
				lead = item
				add(statement{text: item, row: -1})
			}
		}
	default:
		prior := ""
		for _, s := range ask.Sentences(p.Text) {
			add(statement{text: s, lead: p.Lead, prior: prior, row: -1})
			prior = s
		}
	}
	return list
}

// heading is what is said above the statement: title and path of its passage,
// caption and header of its table.
func (s *statement) heading() string {
	parts := []string{s.passage.Title, s.passage.Version, s.lead}
	if t := s.passage.Table; t != nil {
		parts = append(parts, t.Caption)
		parts = append(parts, t.Header...)
	}
	return strings.Join(parts, "\n")
}

// innermost is the nearest heading: the caption of a table, or the last title.
func (s *statement) innermost() string {
	if t := s.passage.Table; t != nil && t.Caption != "" {
		return t.Caption
	}
	parts := strings.Split(s.passage.Title, " › ")
	return parts[len(parts)-1]
}

// property is what the headings put a number on, nearest first: in a table the
// caption. It is nil when none is given in amounts of that dimension, or one
// heading names several.
func (s *statement) property(dimension string) *ask.Property {
	gives := givenBy(s.innermost())
	for _, heading := range []string{gives, s.lead, s.prior} {
		var found *ask.Property
		for _, w := range retrieval.Words(heading, "") {
			p := ask.PropertyOf(w.Fold)
			if p == nil || p.Given || !p.Measures(dimension) && dimension != "" {
				continue
			}
			if found != nil && found != p {
				return nil
			}
			found = p
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// rest is the remainder of the passage.
func (s *statement) rest() string {
	if s.passage.Table != nil {
		return strings.Join(s.passage.Table.Notes, "\n")
	}
	return s.passage.Text
}

// exceptions are the other sentences or notes of the passage that limit it.
func (s *statement) exceptions() []string {
	var list []string
	if s.passage.Table != nil {
		for _, note := range s.passage.Table.Notes {
			for _, sentence := range ask.Sentences(note) {
				if exceptionCue.MatchString(retrieval.Fold(sentence)) {
					list = append(list, sentence)
				}
			}
		}
		return list
	}
	for _, other := range statements(s.passage) {
		if other.order != s.order && exceptionCue.MatchString(retrieval.Fold(other.text)) && !slices.Contains(list, other.text) {
			list = append(list, other.text)
		}
	}
	return list
}
