package quantity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// marks are the performances a fire class vouches for (EN 13501-2): R bears
// load, E keeps flames, I heat, W radiation off; C closes by itself, S keeps
// smoke off. They are written in a fixed order, joined by spaces.
type marks string

// fireClass splits a class into its letters, its minutes and its additions:
// "EI2 60-C5", "EI-60", "REI", "EI2-C5", "EI t".
var fireClass = lazyregexp.New(`^(RF|EF|PF|R?EI[12₁₂]?M?|R?EWM?|REM?|RM?|EM?)((?:-?(?:C[0-5₀-₅]?|S(?:a|m|200|₂₀₀)?))*)` +
	`(?:[ \x{a0}\x{202f}]?-?[ ]?([0-9]{2,3}))?([ ]?-?t)?((?:[ -](?:C[0-5₀-₅]?|S(?:a|m|200|₂₀₀)?))*)`)

// fireMinutes are the periods that classes come in.
var fireMinutes = []string{"10", "15", "20", "30", "45", "60", "90", "120", "180", "240", "360"}

var subscripts = strings.NewReplacer("₀", "0", "₁", "1", "₂", "2", "₃", "3", "₄", "4", "₅", "5")

// mayBeFireClass spares most words the expression: every class begins with one of
// three letters.
func mayBeFireClass(text string) bool {
	return text != "" && (text[0] == 'R' || text[0] == 'E' || text[0] == 'P')
}

// parseFireUnit reads a class without its minutes.
func parseFireUnit(text string) (Unit, bool) {
	if !mayBeFireClass(text) {
		return Unit{}, false
	}
	m := fireClass.FindStringSubmatch(text)
	if m == nil || len(m[0]) != len(text) || m[3] != "" {
		return Unit{}, false
	}
	return fireUnit(m), true
}

// fireUnit makes the unit of what fireClass matched.
func fireUnit(m []string) Unit {
	letters, additions := subscripts.Replace(m[1]), strings.FieldsFunc(subscripts.Replace(m[2]+m[5]), func(r rune) bool { return r == '-' || r == ' ' })
	all := splitMarks(letters)
	slices.Sort(additions)
	all = append(all, slices.Compact(additions)...)
	symbol := strings.Join(append([]string{letters}, slices.Compact(additions)...), "-")
	return Unit{symbol: symbol, label: FireClass, marks: marks(strings.Join(all, " ")), factor: NewNumber(1, 1)}
}

// PartClass takes a class that is written as one value apart, as door and wall schedules
// have it: "EI2 60-C5", in no unit, in classes or in minutes, is 60 in EI2-C5. Every other
// value and unit stay as they are.
func PartClass(value, unit string) (minutes, class string) {
	m := fireClass.FindStringSubmatch(value)
	if m == nil || len(m[0]) != len(value) || m[3] == "" {
		return value, unit
	}
	if u, err := ParseUnit(unit); unit != "" && (err != nil || u.Kind() != Class && !u.Equal(MustUnit("min"))) {
		return value, unit
	}
	return m[3], fireUnit(m).symbol
}

// splitMarks takes "REI2" apart. The old Spanish classes RF, EF and PF stand for
// themselves.
func splitMarks(letters string) []string {
	if slices.Contains([]string{"RF", "EF", "PF"}, letters) {
		return []string{letters}
	}
	var out []string
	for _, r := range letters {
		if r >= '0' && r <= '9' {
			out[len(out)-1] += string(r)
			continue
		}
		out = append(out, string(r))
	}
	return out
}

// impliedMarks lists what a mark vouches for beside itself: I1 is tested more
// severely than I2, insulation holds off radiation too, a door that closes more
// often does so fewer times as well.
var impliedMarks = map[string][]string{
	"I": {"W"}, "I1": {"I", "I2", "W"}, "I2": {"W"},
	"C": {}, "C0": {"C"}, "C1": {"C", "C0"}, "C2": {"C", "C0", "C1"}, "C3": {"C", "C0", "C1", "C2"}, "C4": {"C", "C0", "C1", "C2", "C3"},
	"C5": {"C", "C0", "C1", "C2", "C3", "C4"}, "RF": {"PF", "EF"}, "PF": {"EF"},
}

// covers reports whether a class with marks m vouches for all of want, and
// names what it does not.
func (m marks) covers(want marks) (missing []string) {
	have := strings.Fields(string(m))
	for _, mark := range strings.Fields(string(want)) {
		if !slices.ContainsFunc(have, func(h string) bool { return h == mark || slices.Contains(impliedMarks[h], mark) }) {
			missing = append(missing, mark)
		}
	}
	return missing
}

// Satisfies reports whether what has the fire class have (60 in EI is EI 60)
// meets the class want: it must vouch for every letter of it, for as long.
// ErrIncompatible when either is no fire class.
func Satisfies(have, want Quantity) (bool, error) {
	if !have.Unit.IsFireClass() || !want.Unit.IsFireClass() {
		return false, incompatible(have.Unit, want.Unit)
	}
	return len(have.Unit.marks.covers(want.Unit.marks)) == 0 && have.Value.Cmp(want.Value) >= 0, nil
}

// missingMarks says which letters keep a class from being another.
func missingMarks(have, want Unit) error {
	return fmt.Errorf("%w: the fire class %s does not vouch for %s of %s", ErrIncompatible, have, strings.Join(have.marks.covers(want.marks), ", "), want)
}
