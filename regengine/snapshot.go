package regengine

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
)

// Snapshot is one consistent, immutable state of the engine.
type Snapshot struct {
	Places   *geo.Gazetteer
	Codes    *codes.Catalog
	Texts    *retrieval.Retriever
	Verifier *verify.Verifier
	Revision int64
}

// NewSnapshot validates and indexes data. The error joins the mistakes of all of
// it, each once: a [*geo.TreeError], a [*codes.CatalogError], and for each rule
// set at fault an error that begins with "rules of code/version: " and mostly
// wraps a [*verify.RuleError]. What only follows from another mistake is not
// complained of: a code may name a place that was refused itself, and while a
// rule set cannot be read the others are not held against the words it may
// declare.
func NewSnapshot(schemes []geo.Scheme, data Data) (*Snapshot, error) {
	places, refused, placeErr := inspectPlaces(schemes, data.Places)
	if places == nil {
		return nil, placeErr
	}
	catalog, err := codes.Inspect(places, data.Codes, refused)
	if err != nil {
		err = fmt.Errorf("codes: %w", err)
	}
	texts := retrieval.New(data.Blocks)
	verifier, ruleErr := inspectRules(places, catalog, texts, data.Rules)
	if err := errors.Join(placeErr, err, ruleErr); err != nil {
		return nil, err
	}
	return &Snapshot{Places: places, Codes: catalog, Texts: texts, Verifier: verifier}, nil
}

// inspectPlaces returns the gazetteer of the places that are sound, the others
// by identifier, and what is wrong with them. The gazetteer is nil when nothing
// can be told without it, as when two schemes serve one country.
func inspectPlaces(schemes []geo.Scheme, list []geo.Place) (*geo.Gazetteer, map[geo.ID]bool, error) {
	places, err := geo.NewGazetteer(schemes, list)
	if err == nil {
		return places, nil, nil
	}
	err = fmt.Errorf("places: %w", err)
	var tree *geo.TreeError
	if !errors.As(err, &tree) {
		return nil, nil, err
	}
	refused := make(map[geo.ID]bool, len(tree.Problems))
	for _, problem := range tree.Problems {
		refused[problem.ID] = true
	}
	places, again := geo.NewGazetteer(schemes, withoutRefused(list, refused))
	if again != nil {
		return nil, nil, err
	}
	return places, refused, err
}

// withoutRefused returns the places that are not refused and do not lie in one
// that is, and adds the latter to refused. A refused country takes all of its
// places with it, for it may be missing itself.
func withoutRefused(list []geo.Place, refused map[geo.ID]bool) []geo.Place {
	sound := slices.Clone(list)
	for before := -1; before != len(refused); {
		before = len(refused)
		sound = slices.DeleteFunc(sound, func(p geo.Place) bool {
			if refused[p.ID] || refused[p.Parent] || refused[p.ID.Country()] {
				refused[p.ID] = true
			}
			return refused[p.ID]
		})
	}
	return sound
}

// maxFaultySets is how many rule sets with mistakes are told of at once. Each
// costs a compilation of all.
const maxFaultySets = 100

// inspectRules returns the Verifier, or what is wrong with each of the rule sets.
func inspectRules(places *geo.Gazetteer, catalog *codes.Catalog, texts *retrieval.Retriever, rules []verify.RuleSet) (*verify.Verifier, error) {
	verifier, err := verify.New(places, catalog, texts, rules)
	if err == nil {
		return verifier, nil
	}
	sets, unread := parseRules(rules)
	if unread != nil {
		return nil, unread
	}
	// First the words alone, as two sets may declare one differently. A set that
	// fails here loses the declarations in question, a set that fails later its
	// rules; never those words the other sets rely on.
	bare := slices.Clone(sets)
	for i := range bare {
		bare[i] = declarations(bare[i])
	}
	compile := func(sets []verify.RuleSet) error {
		_, err := verify.New(places, catalog, texts, sets)
		return err
	}
	conflicts := eachFault(bare, compile, func(i int, lines map[int]bool) {
		bare[i], sets[i] = undeclare(bare[i], lines), undeclare(sets[i], lines)
	})
	faults := eachFault(sets, compile, func(i int, _ map[int]bool) { sets[i] = declarations(sets[i]) })
	if all := errors.Join(conflicts, faults); all != nil {
		err = all
	}
	return nil, fmt.Errorf("rules: %w", err)
}

// parseRules returns the sets with what their sources say. The error joins the
// mistakes of all that say nothing sensible.
func parseRules(rules []verify.RuleSet) ([]verify.RuleSet, error) {
	sets := slices.Clone(rules)
	var all error
	for i, set := range sets {
		if len(set.Source) == 0 {
			continue
		}
		parsed, err := verify.ParseRules(set.Ref, set.Source)
		if err != nil {
			all = errors.Join(all, fmt.Errorf("rules of %s: %w", set.Ref, err))
			continue
		}
		sets[i] = parsed
	}
	return sets, all
}

// eachFault compiles sets again and again, each time without what was at fault,
// which mend takes out of the i-th set, and joins the errors. Compiling stops at
// the first set that fails and names it in the text of its error only.
func eachFault(sets []verify.RuleSet, compile func([]verify.RuleSet) error, mend func(i int, lines map[int]bool)) error {
	var all error
	mended := make(map[int]int)
	for range maxFaultySets {
		err := compile(sets)
		if err == nil {
			return all
		}
		all = errors.Join(all, err)
		i := slices.IndexFunc(sets, func(s verify.RuleSet) bool { return RulesOf(s.Ref, err) })
		if i < 0 || mended[i] > 1 { // nothing to go on with
			return all
		}
		mended[i]++
		mend(i, linesOf(err))
	}
	return errors.Join(all, fmt.Errorf("more rule sets may have mistakes; correct these %d first", maxFaultySets))
}
