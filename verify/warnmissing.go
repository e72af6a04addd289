package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
)

// warnMissing names what nobody said and the verdict turns on, and how to say it.
func (d *decision) warnMissing(t tally) {
	if d.probing {
		return
	}
	describe := describer{d.speaker, d.v, d.base, d.question.unit}
	var labels []string
	for _, v := range slices.Concat(t.passing, t.failing, t.open) {
		for _, index := range describe.missing(v.governing) {
			if label := d.asking(d.v.facts[index]); !slices.Contains(labels, label) {
				labels = append(labels, label)
			}
		}
	}
	if len(labels) > 0 {
		d.warn(msgMissing, strings.Join(labels, ", "))
	}
}

// asking writes a fact for somebody who is to tell it: its name, and words that state it.
func (s speaker) asking(f *fact) string {
	var words []string
	ways := f.ways()
	for i := range ways {
		if wording := s.wordingOf(ways, i); wording != "" && len(words) < maxWordings {
			words = append(words, "“"+wording+"”")
		}
	}
	if len(words) == 0 {
		return s.text(f.Label)
	}
	return s.text(f.Label) + " (" + strings.Join(words, s.say(msgOr)) + ")"
}

// maxWordings is how many ways to say a circumstance are shown.
const maxWordings = 3

// ways are the wordings that state each value of a fact; of a quantity with the
// unit where the number stands. What the wordings of a text are called by is not known.
func (f *fact) ways() []rules.Names {
	switch f.Kind {
	case rules.BooleanFact:
		return []rules.Names{f.Yes, f.No}
	case rules.QuantityFact:
		out := make(rules.Names, len(f.Says))
		for _, lang := range slices.Sorted(maps.Keys(f.Says)) {
			for _, wording := range f.Says[lang] {
				number := "…"
				if !f.Unit.IsRatio() && f.Unit.Kind() != quantity.Count { // the wording says what is counted
					number = strings.TrimSpace(number + " " + f.Unit.String())
				}
				out[lang] = append(out[lang], strings.Replace(wording, "{}", number, 1))
			}
		}
		return []rules.Names{out}
	case rules.CategoryFact:
		var out []rules.Names
		for _, v := range f.Values {
			out = append(out, v.Says)
		}
		return out
	case rules.TextFact:
	}
	return nil
}

// wordingOf returns the first wording of ways[i] in the speaker's language, one that is of no
// other way if there is any: "vehicles" may be vehicles alone or with people. "" where there is
// none.
func (s speaker) wordingOf(ways []rules.Names, i int) string {
	list := ways[i][s.lang]
	for _, wording := range list {
		shared := func(other rules.Names) bool { return slices.Contains(other[s.lang], wording) }
		if !slices.ContainsFunc(ways[:i], shared) && !slices.ContainsFunc(ways[i+1:], shared) {
			return wording
		}
	}
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
