package pack

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
)

// position is a place in a file of the pack.
type position struct {
	file string
	line int
}

// keyLines tells where the keys of a YAML file, or of a front matter, stand.
type keyLines struct {
	file   string
	lines  map[string]int
	faults map[string]bool // keys that were complained of
	unread bool            // the file says nothing that can be understood
}

// at returns the line of a key; 1 when the file does not have it.
func (k keyLines) at(key string) int { return max(k.lines[key], 1) }

// told reports whether nothing new can be said of a key: it was complained of,
// or what is wrong with it follows from something that was.
func (k keyLines) told(key string) bool {
	return k.unread || k.faults[key] || key == "territories" && k.faults["country"]
}

// placeLine is where a place stands, and whether the row could be understood.
type placeLine struct {
	line    int
	unclear bool
}

// positions tells where the data of a pack came from, and what was complained of
// while it was read.
type positions struct {
	places     []placeLine // of Data.Places
	placesLost bool        // there are places in the file that are not in Data
	keys       map[codes.VersionRef]keyLines
	linted     map[position]bool // lines of rules that do not agree with their text
}

func newPositions() positions {
	return positions{keys: make(map[codes.VersionRef]keyLines), linted: make(map[position]bool)}
}

// Explain tells where in the pack mistakes stand. It translates mistakes that only showed when the pack met other data
// back to file and line: a [*geo.TreeError] whose rows index Data.Places first
// (see regengine.Merge), a [*codes.CatalogError], any number of
// [*rules.Error], alone or joined. The [*Error] of a pack that was read in
// part may be joined to them: its mistakes are kept, and those of the other data
// left out that only follow from them. Mistakes in data that are not of the pack
// are kept, without a file. The result is an [*Error] that wraps err; an error
// in which there is nothing to translate comes back as it is, nil as nil.
func (p *Pack) Explain(err error) error {
	x := &explanation{pack: p}
	x.add(err, "")
	if explained := x.err(err); x.any && explained != nil {
		return explained
	}
	return err
}

// explanation is the work of one Explain.
type explanation struct {
	report
	pack *Pack
	any  bool // something could be translated
}

// add walks through an error and all it wraps. outside is the text of the
// outermost error around it that joins nothing.
func (x *explanation) add(err error, outside string) {
	switch e := err.(type) { //nolint:errorlint // every error of the tree is visited
	case nil:
		return
	case *Error:
		x.problems = append(x.problems, e.Problems...)
	case *geo.TreeError:
		for _, problem := range e.Problems {
			x.place(problem)
		}
	case *codes.CatalogError:
		for _, problem := range e.Problems {
			x.code(problem)
		}
	case *rules.Error:
		x.rules(e, cmp.Or(outside, e.Error()))
	case interface{ Unwrap() []error }:
		for _, inner := range e.Unwrap() {
			x.add(inner, "")
		}
		return
	default:
		outside = cmp.Or(outside, err.Error())
		if inner := errors.Unwrap(err); inner != nil {
			x.add(inner, outside)
			return
		}
		x.other(outside)
		return
	}
	x.any = true
}

func (x *explanation) place(problem geo.Problem) {
	from := &x.pack.positions
	message := problem.Message
	if problem.ID != "" {
		message = fmt.Sprintf("%s: %s", problem.ID, message)
	}
	switch row := problem.Row; {
	case from.placesLost: // it may be about a place that is lost
	case row >= 0 && row < len(from.places):
		if !from.places[row].unclear {
			x.report.add(placesFile, from.places[row].line, "%s", message)
		}
	case row >= 0:
		x.report.add("", 0, "place %s (loaded before this pack)", message)
	default:
		x.report.add("", 0, "places: %s", message)
	}
}

func (x *explanation) code(problem codes.Problem) {
	keys, ok := x.pack.positions.keys[problem.Ref]
	switch {
	case problem.Field == "territories" && x.pack.positions.placesLost: // as above
	case !ok:
		x.report.add("", 0, "code %s (loaded before this pack): %s: %s", problem.Ref, problem.Field, problem.Message)
	case !keys.told(problem.Field):
		x.report.add(keys.file, keys.at(problem.Field), "%s: %s", problem.Field, problem.Message)
	}
}

// quoteMissing is what a Verifier says of a rule whose quote is not in its text.
// [verify.Lint] has said so of the same line in other words.
const quoteMissing = "holds the quote word for word"

// rules places the mistakes of one rule set.
func (x *explanation) rules(mistakes *rules.Error, outside string) {
	file := x.rulesFile(mistakes.Ref)
	if file == "" {
		x.report.add("", 0, "%s", outside)
		return
	}
	for _, problem := range mistakes.Problems {
		linted := x.pack.positions.linted[position{file, problem.Line}]
		if !linted || !strings.Contains(problem.Message, quoteMissing) {
			x.report.add(file, problem.Line, "%s", problem.Message)
		}
	}
}

// rulesFile returns the file of a version's rules; "" when the pack has none.
func (x *explanation) rulesFile(ref codes.VersionRef) string {
	for _, set := range x.pack.Data.Rules {
		if set.Ref == ref {
			return path.Join(codesDir, ref.Code, ref.Version+rulesSuffix)
		}
	}
	return ""
}

// other keeps an error nothing is known about, for where there are others.
func (x *explanation) other(text string) { x.report.add("", 0, "%s", text) }
