package regengine

import (
	"cmp"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

// Counts says how much there is to decide checks by.
type Counts struct {
	Rules  []RulesRead // versions that have rules, in order
	Limits LimitsRead  // what was read from texts
}

// RulesRead says how many rules a version has.
type RulesRead struct {
	Ref   codes.VersionRef
	Rules int
}

// LimitsRead counts what extractors found in texts.
type LimitsRead struct {
	Texts        int // documents there are blocks of
	PatternTexts int // of them read by patterns, also where nothing was found
	Pattern      int // limits
	ModelTexts   int // of them read by a language model
	Model        int
}

// countRules leaves out versions that only declare words for others.
func countRules(sets []rules.RuleSet) []RulesRead {
	var out []RulesRead
	for _, set := range sets {
		n := len(set.Rules)
		if n == 0 && len(set.Source) > 0 { // as it comes from a Store, which checked it
			if parsed, err := rules.Parse(set.Ref, set.Source); err == nil {
				n = len(parsed.Rules)
			}
		}
		if n > 0 {
			out = append(out, RulesRead{set.Ref, n})
		}
	}
	slices.SortFunc(out, func(a, b RulesRead) int { return cmp.Compare(a.Ref.String(), b.Ref.String()) })
	return out
}

func countLimits(data Data) LimitsRead {
	docs := make(map[string]bool)
	for i := range data.Blocks {
		docs[data.Blocks[i].Doc] = true
	}
	out := LimitsRead{Texts: len(docs)}
	for _, set := range data.Limits {
		switch {
		case !docs[set.Doc]:
		case set.Origin == textlimits.FromModel:
			out.ModelTexts++
			out.Model += len(set.Limits)
		default:
			out.PatternTexts++
			out.Pattern += len(set.Limits)
		}
	}
	return out
}
