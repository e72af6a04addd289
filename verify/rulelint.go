package verify

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// Lint checks rules against the blocks they quote: the quote stands in a block
// of its section, its words agree with the operator, and the numbers of the
// limit occur in it. Every name has a word to go by. When all that is in order, the
// tests kept beside the rules are run.
func Lint(set rules.RuleSet, blocks []retrieval.Block) []rules.Problem {
	problems := slices.Concat(directions(&set, blocks), rules.Lint(set, blocks), wordless(&set))
	if len(problems) == 0 {
		problems = runCases(set, blocks)
	}
	slices.SortStableFunc(problems, func(a, b rules.Problem) int { return cmp.Compare(a.Line, b.Line) })
	return problems
}

// directions holds the operators against the words of the quotes. A language
// without words to go by leaves it to the numbers.
func directions(set *rules.RuleSet, blocks []retrieval.Block) []rules.Problem {
	words := known().languages[langfile.Primary(set.Language)]
	if words == nil {
		return nil
	}
	sections := make(map[string][]*retrieval.Block)
	for i := range blocks {
		sections[blocks[i].Section] = append(sections[blocks[i].Section], &blocks[i])
	}
	var problems []rules.Problem
	for i := range set.Rules {
		r := &set.Rules[i]
		cited, ok := rules.FindQuote(sections[r.Section], r.Quote)
		if !ok {
			continue
		}
		if what := words.Unsaid(r.Require.Op, cited.Excerpt); what != "" {
			problems = append(problems, rules.Problem{Line: r.Line, Message: fmt.Sprintf("rule %s: the words of the quote do not say %s, the operator %s does", r.ID, what, r.Require.Op)})
		}
	}
	return problems
}

// wordless returns the names of a set that nothing is left of once the little words are
// left out, and the wordings of values that would take every number.
func wordless(set *rules.RuleSet) []rules.Problem {
	var w wordFinder
	for i := range set.Concepts {
		c := &set.Concepts[i]
		what := string(c.Kind) + " " + c.ID
		w.names(c.Line, what, c.Names)
		w.names(c.Line, what, c.Not)
	}
	for i := range set.Facts {
		f := &set.Facts[i]
		what := "fact " + f.ID
		for _, names := range []rules.Names{f.Says, f.Yes, f.No, f.Hints} {
			w.names(f.Line, what, names)
		}
		for _, v := range f.Values {
			w.names(f.Line, what, v.Says)
			w.names(f.Line, what, v.Hints)
		}
	}
	w.names(1, "context", set.Context)
	return w.problems
}

// wordFinder looks for the words that wordings of rules go by.
type wordFinder struct{ problems []rules.Problem }

func (w *wordFinder) names(line int, what string, names rules.Names) {
	for _, lang := range slices.Sorted(maps.Keys(names)) {
		for _, name := range names[lang] {
			switch {
			case hasLongWord(name) || slices.ContainsFunc(known().reading(lang).Phrase(name, lang).Words, func(w understand.Word) bool { return !w.IsHole }):
			case strings.Contains(name, rules.Hole):
				w.problems = append(w.problems, rules.Problem{Line: line, Message: fmt.Sprintf("%s: %q has no word beside %s to go by and would take every number", what, name, rules.Hole)})
			default:
				w.problems = append(w.problems, rules.Problem{Line: line, Message: fmt.Sprintf("%s: %q has no word to go by", what, name)})
			}
		}
	}
}

// hasLongWord tells quickly of most names that they have a word to go by: articles
// and other little words are short.
func hasLongWord(name string) bool {
	letters := 0
	for _, r := range name {
		if !unicode.IsLetter(r) {
			letters = 0
			continue
		}
		if letters++; letters > longestLittleWord {
			return true
		}
	}
	return false
}

// longestLittleWord is the number of letters of the longest word that may be left
// out of a name, with room to spare.
const longestLittleWord = 6

// WordsAgree reports whether the words of a text say what op does: that a number
// bounds from above or below, that something is a duty, that there is no limit.
// Of Equal and OneOf no words are typical; they agree with everything. Nothing
// agrees in a language that there are no words for.
func WordsAgree(lang string, op rules.Op, text string) bool {
	l := known().languages[langfile.Primary(lang)]
	return l != nil && l.HasSignals() && l.Unsaid(op, text) == ""
}
