package verify

import (
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/understand"
)

// counted returns the values of a category that a number of things may be; none where
// it is no whole number or nothing is said of it.
func counted(f *rules.Fact, s quantity.Interval) []string {
	if n, exact := s.Exact(); exact && !n.IsInt() {
		return nil
	}
	var out []string
	for _, c := range f.Counts {
		if compare(s, c.Op, c.Number) != no {
			out = append(out, c.Value)
		}
	}
	return out
}

// reads reports whether the number of a wording is a value of a category that says
// which numbers its values are; wordings of other facts have none to be read so.
func (f *fact) reads(s understand.Sense, w *understand.Word) bool {
	if f.Kind != rules.CategoryFact || s.Value != "" || s.Hint {
		return true
	}
	return w.Number != nil && w.Strange == "" && !w.Part && (w.Unit.IsZero() || w.Unit.Kind() == quantity.Count) && len(counted(&f.Fact, *w.Number)) > 0
}
