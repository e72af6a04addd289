package extractive

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

//go:embed leaning.txt
var leaningTXT string

// Forms of a sentence that another completes; see leaning.txt.
var (
	elseOpens = readLeaning("else", `^ (?:(?:y|pero|and|but) )?(?:%s)\b`)
	backOpens = readLeaning("back", `^ (?:(?:y|pero|and|but) )?(?:%s)\b`)
	lastWord  = readLeaning("last", ` (?:%s) $`)
)

// readLeaning puts the forms of one kind into a pattern, when it is first used.
func readLeaning(kind, shape string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		var list []string
		for line := range strings.Lines(leaningTXT) {
			name, opening, ok := strings.Cut(strings.TrimSpace(line), " | ")
			if ok && name == kind {
				list = append(list, strings.ReplaceAll(regexp.QuoteMeta(opening), `\*`, `\p{L}*`))
			}
		}
		return regexp.MustCompile(fmt.Sprintf(shape, strings.Join(list, "|")))
	})
}

// leans reports whether a sentence says nothing without the one before it: what
// holds "en los demás casos" is known only to who knows the cases.
func leans(s *statement) bool {
	text := plain(s.text)
	return s.row < 0 && (elseOpens().MatchString(text) || backOpens().MatchString(text) || lastWord().MatchString(text))
}

// whole puts before each sentence that leans on another the one it leans on. One
// whose support is not in what was found is left out: half a paragraph misleads.
// Statements of one passage come in the order in which they stand there.
func whole(chosen []statement) []statement {
	var list []statement
	for i := range chosen {
		group, ok := supported(&chosen[i])
		if !ok {
			continue
		}
		for _, s := range group {
			if !holdsStatement(list, &s) {
				list = append(list, s)
			}
		}
	}
	return list
}

// supported is a statement with those it leans on, first to last; ok is false
// where one of them was not found.
func supported(s *statement) (group []statement, ok bool) {
	group = []statement{*s}
	for leans(&group[0]) {
		if s.passage.Kind == retrieval.List {
			return group, true // each item stands under its lead, which is quoted
		}
		before, found := statementBefore(&group[0])
		if !found {
			return group, !elseOpens().MatchString(plain(group[0].text))
		}
		group = slices.Insert(group, 0, before)
	}
	return group, true
}

// statementBefore is the sentence of the passage before one.
func statementBefore(s *statement) (statement, bool) {
	if s.order > 0 {
		list := statements(s.passage)
		if s.order < len(list) {
			return list[s.order-1], true
		}
	}
	return statement{}, false
}

func holdsStatement(list []statement, s *statement) bool {
	return slices.ContainsFunc(list, func(o statement) bool { return o.passage == s.passage && o.order == s.order })
}

// denies opens a sentence that says no by itself, of what the one before names.
var denies = lazyregexp.New(`^ (?:no|not) `)

// completed is whole, with the statement that says yes or no first: what it leans on
// says something else.
func completed(chosen []statement, says polar) []statement {
	list := whole(chosen)
	if len(list) == 0 || says == polarDepends || says == unjudged && !denies.MatchString(plain(chosen[0].text)) {
		return list
	}
	for i := range list {
		if list[i].passage == chosen[0].passage && list[i].order == chosen[0].order {
			decides := list[i]
			return slices.Insert(slices.Delete(list, i, i+1), 0, decides)
		}
	}
	return list
}
