package extractive

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

//go:embed inventory.tsv
var inventoryTSV string

// inventoryKind is one thing a project can be asked to list.
type inventoryKind struct {
	name                     string
	keys, must, allowed, but bag
}

// inventoryKinds reads the table: kinds in the order in which they are tried.
var inventoryKinds = sync.OnceValue(func() []inventoryKind {
	var list []inventoryKind
	for line := range strings.Lines(inventoryTSV) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(fields) != 5 {
			continue
		}
		list = append(list, inventoryKind{fields[0], stemsOf(fields[1]), stemsOf(fields[2]), stemsOf(fields[3]), stemsOf(fields[4])})
	}
	return list
})

// stemsOf collects the words of a text, as they are written and under both
// languages' stemmers, also those that count for nothing in a search.
func stemsOf(text string) bag {
	b := bag{}
	for _, lang := range []string{"es", "en"} {
		for _, w := range retrieval.Words(text, lang) {
			b[w.Fold] = true
			for _, term := range w.Terms {
				b[term] = true
			}
		}
	}
	return b
}

// hasWord reports whether a word is in a bag of stems.
func (b bag) hasWord(w retrieval.Word) bool {
	return b[w.Fold] || slices.ContainsFunc(w.Terms, func(term string) bool { return b[term] })
}

// inventory answers a question that asks what the project has: its regulations,
// documents, calculations, the edition of a code (SPEC section 2.7). It is ""
// when something else is asked.
func (a *query) inventory(q ask.Question) string {
	if q.Project == nil {
		return ""
	}
	text := a.text
	if a.source == ofData {
		text += " proyecto" // the words that said so are no part of the question any more
	}
	words := retrieval.Words(text, a.lang)
	for _, kind := range inventoryKinds() {
		if rest, ok := kind.asks(words); ok {
			if said := a.tell(kind.name, q, rest); said != "" {
				return said
			}
		}
	}
	return ""
}

// asks reports whether words ask for the kind, and returns those that it does not
// know: the name of a code, what a calculation is of, or else the question is of
// something more.
func (k *inventoryKind) asks(words []retrieval.Word) (rest []retrieval.Word, ok bool) {
	key, must := false, len(k.must) == 0
	for _, w := range words {
		switch {
		case k.must.hasWord(w):
			must = true
		case k.keys.hasWord(w):
			key = true
		case k.but[w.Fold]:
			return nil, false
		case !w.Stop() && !k.allowed.hasWord(w) && !asking[w.Fold]:
			rest = append(rest, w)
		}
	}
	switch {
	case len(rest) == 0 || k.name == "edition":
		return rest, key && must
	case k.name == "calculations":
		return rest, key // what is calculated is that of the project
	}
	return rest, false
}

// tell lists what the project has of a kind.
func (a *query) tell(kind string, q ask.Question, rest []retrieval.Word) string {
	s, p := a.saying(), q.Project
	switch kind {
	case "selected":
		return a.list(s.selected, editions(p.Selected, s.edition), s.noneSelected)
	case "unselected":
		return a.list(s.unselected, editions(p.Unselected, s.edition), s.noneUnselected)
	case "documents":
		return a.list(s.documents, namesOf(p.Documents, func(d projects.Document) string { return d.Name }), s.noDocuments)
	case "calculations":
		if len(rest) > 0 {
			return a.list(s.calculations, a.calculationsOf(q, rest), "")
		}
		return a.list(s.calculations, calculationTexts(q, p.Calculations), s.noCalculations)
	case "calculators":
		return a.list(s.calculators, namesOf(p.Calculators, projects.Calculator.Title), s.noCalculators)
	case "edition":
		return a.list(s.editions, editions(named(p, rest), s.edition), "")
	case "place":
		return a.list(s.place, []string{placeOf(p)}, "")
	}
	return ""
}

// itemised puts each item between quotation marks: titles have commas and full stops
// of their own.
func (a *query) itemised(items []string) string {
	s := a.saying()
	return s.open + strings.Join(items, s.shut+"; "+s.open) + s.shut
}

// mostListed is how long a sentence of a list may get, in bytes: a longer one is
// not checked, and so not said.
const mostListed = 1500

// list words data of the project, in as many sentences as it takes; none says that
// there are none.
func (a *query) list(lead string, items []string, none string) string {
	if len(items) == 0 {
		return none
	}
	var sentences []string
	for len(items) > 0 {
		n, size := 1, len(items[0])
		for n < len(items) && size+len(items[n]) < mostListed {
			size += len(items[n])
			n++
		}
		sentences = append(sentences, a.saying().opens+lead+a.itemised(items[:n])+".")
		items = items[n:]
	}
	return strings.Join(sentences, "\n\n")
}

func editions(list []projects.Collection, word string) []string {
	out := make([]string, 0, len(list))
	for _, c := range list {
		title := strings.Trim(oneSentence(c.Title), " .")
		if c.Version != "" {
			title += ", " + word + " " + c.Version
		}
		out = append(out, title)
	}
	return out
}

func namesOf[T any](list []T, name func(T) string) []string {
	out := make([]string, 0, len(list))
	for _, v := range list {
		out = append(out, strings.Trim(oneSentence(name(v)), " ."))
	}
	return out
}

// oneSentence joins the sentences of a datum, which are told together or not at
// all.
func oneSentence(text string) string {
	parts := ask.Sentences(strings.Join(strings.Fields(text), " "))
	for i := range parts {
		parts[i] = strings.TrimRight(parts[i], ". ")
	}
	return strings.Join(parts, "; ")
}

// named finds the collections that all of the words name, by title or slug.
func named(p *projects.Info, rest []retrieval.Word) []projects.Collection {
	if len(rest) == 0 {
		return nil
	}
	var found []projects.Collection
	for _, c := range slices.Concat(p.Selected, p.Unselected) {
		names := stemsOf(c.Title + " " + strings.ReplaceAll(c.Slug, "-", " "))
		if !slices.ContainsFunc(rest, func(w retrieval.Word) bool { return !namesAll(names, w) }) {
			found = append(found, c)
		}
	}
	return found
}

// namesAll reports whether a bag holds a word, or every part of "DB-SI".
func namesAll(names bag, w retrieval.Word) bool {
	if names.hasWord(w) {
		return true
	}
	parts := strings.FieldsFunc(w.Fold, notWord)
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool { return !names[part] })
}

// placeOf is where the project lies, innermost first.
func placeOf(p *projects.Info) string {
	names := []string{p.Place.Name}
	for _, above := range p.Ancestors {
		if !slices.Contains(names, above.Name) {
			names = append(names, above.Name)
		}
	}
	return strings.Join(names, "; ")
}
