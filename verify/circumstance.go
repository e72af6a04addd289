package verify

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// Circumstances given as data: an id, which is that of a fact of the rules, and a value
// that is certain. See [Check].

// ErrInvalidCircumstance is what every [CircumstanceError] wraps.
var ErrInvalidCircumstance = errors.New("verify: invalid circumstance")

// CircumstanceError says what is wrong with one circumstance of a check.
type CircumstanceError struct {
	ID      string
	Message string   // without the value that was given
	Unknown bool     // there is no such id
	Near    []string // ids there are that look like it, where it is unknown
}

// Error implements error.
func (e *CircumstanceError) Error() string {
	return fmt.Sprintf("%v: %s: %s", ErrInvalidCircumstance, e.ID, e.Message)
}

// Unwrap returns ErrInvalidCircumstance.
func (e *CircumstanceError) Unwrap() error { return ErrInvalidCircumstance }

// The ids that every country has: the use of the building, and how high the site lies.
const (
	BuildingUseID  = "building_use"
	SiteAltitudeID = "site_altitude"
)

// MaxCircumstances is how many circumstances one check may give.
const MaxCircumstances = 200

// CheckCircumstances says what is wrong with the circumstances of a check in a country,
// in order of their ids.
func (v *Verifier) CheckCircumstances(country geo.ID, given map[string]Value) []*CircumstanceError {
	return v.book(country).checkGiven(given)
}

// ParseCircumstance reads the value of a circumstance as a person writes it in a table
// or on a command line: yes, no, sí, true, false, 1 or 0; "7,5 m"; "150"; the id of a
// category's value; a text. The error is a *CircumstanceError.
func (v *Verifier) ParseCircumstance(country geo.ID, id, text string) (Value, error) {
	b := v.book(country)
	f := b.circumstance(id)
	if f == nil {
		return Value{}, b.unknownCircumstance(id)
	}
	value := readValue(f.Kind, strings.TrimSpace(text))
	if _, reason := f.take(value, b.lang); reason != "" {
		return Value{}, &CircumstanceError{ID: id, Message: reason}
	}
	return value, nil
}

// yesAndNo are the words for a boolean in a table.
var yesAndNo = map[string]bool{"yes": true, "sí": true, "si": true, "true": true, "1": true, "no": false, "false": false, "0": false}

func readValue(kind rules.FactKind, text string) Value {
	switch kind {
	case rules.BooleanFact:
		if yes, ok := yesAndNo[strings.ToLower(text)]; ok {
			return BooleanValue(yes)
		}
		return TextValue(text)
	case rules.QuantityFact:
		end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("+-0123456789.,", r) })
		if end < 0 {
			end = len(text)
		}
		number := strings.TrimPrefix(text[:end], "+")
		if !strings.Contains(number, ".") {
			number = strings.Replace(number, ",", ".", 1)
		}
		return QuantityValue(number, strings.TrimSpace(text[end:]))
	case rules.CategoryFact:
		if _, err := quantity.ParseNumber(text); err == nil {
			return QuantityValue(text, "")
		}
	case rules.TextFact:
	}
	return TextValue(text)
}

// book returns the rules of a country; empty ones where it has none.
func (v *Verifier) book(country geo.ID) *rulebook {
	if b := v.books[country]; b != nil {
		return b
	}
	return &rulebook{country: country}
}

// circumstance returns the fact of an id; nil for none. The ids every country has stand
// for the fact that tells the use, and for the altitude of the site, whatever rules
// call them; one that no rules ask about takes any value of its kind.
func (v *rulebook) circumstance(id string) *fact {
	if f := v.factByID(id); f != nil {
		return f
	}
	role := map[string]func(*fact) bool{
		BuildingUseID:  func(f *fact) bool { return f.Tells == rules.TellsUse },
		SiteAltitudeID: func(f *fact) bool { return f.Place == rules.PlaceAltitude },
	}[id]
	if role == nil {
		return nil
	}
	if i := slices.IndexFunc(v.facts, role); i >= 0 {
		return v.facts[i]
	}
	return unasked()[id]
}

// unasked stands for the ids every country has where no rules ask about them.
var unasked = sync.OnceValue(func() map[string]*fact {
	return map[string]*fact{
		BuildingUseID:  {Fact: rules.Fact{ID: BuildingUseID, Kind: rules.TextFact}, index: -1},
		SiteAltitudeID: {Fact: siteFact(), index: -1},
	}
})

// checkGiven says what is wrong with circumstances, in order of their ids.
func (v *rulebook) checkGiven(given map[string]Value) []*CircumstanceError {
	if len(given) > MaxCircumstances {
		return []*CircumstanceError{{Message: fmt.Sprintf("at most %d circumstances", MaxCircumstances)}}
	}
	var out []*CircumstanceError
	for _, id := range slices.Sorted(maps.Keys(given)) {
		f := v.circumstance(id)
		if f == nil {
			out = append(out, v.unknownCircumstance(id))
			continue
		}
		if _, reason := f.take(given[id], v.lang); reason != "" {
			out = append(out, &CircumstanceError{ID: id, Message: reason})
		}
	}
	return out
}

const maxNearIDs = 5

func (v *rulebook) unknownCircumstance(id string) *CircumstanceError {
	e := &CircumstanceError{ID: id, Message: "unknown circumstance", Unknown: true, Near: v.nearIDs(id)}
	if len(e.Near) > 0 {
		e.Message += "; near: " + strings.Join(e.Near, ", ")
	}
	return e
}

// nearIDs returns the ids that share most letters with id, three in a row, the nearest first.
func (v *rulebook) nearIDs(id string) []string {
	asked := grams(id)
	score := make(map[string]int)
	for _, f := range v.facts {
		if n := shared(asked, grams(f.ID)); 2*n > len(asked) {
			score[f.ID] = n
		}
	}
	out := slices.SortedFunc(maps.Keys(score), func(a, b string) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	if len(out) == 0 {
		return nil
	}
	return out[:min(len(out), maxNearIDs)]
}
