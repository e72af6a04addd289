package regengine

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/crossref"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
)

// Snapshot is one consistent, immutable state of the engine.
type Snapshot struct {
	Places   *geo.Gazetteer
	Codes    *codes.Catalog
	Texts    *retrieval.Retriever
	Links    *crossref.Linker // what the cross references of Texts lead to
	Verifier *verify.Verifier
	Revision int64

	// Rebuilt are the documents whose segment was missing, damaged or not of
	// their blocks, so that they were indexed when the snapshot was made.
	Rebuilt []string

	// Countries are those that joined from outside, by identifier. They are shared:
	// read them, do not change them.
	Countries []Country

	// Extracted are the documents whose limits were read when the snapshot was
	// made, because none that fit were stored.
	Extracted []string

	// Counts returns how much there is to decide checks by. It is worked out once,
	// when first asked for.
	Counts func() Counts

	// Fingerprint returns what names the snapshot's data. It is worked out once,
	// when first asked for.
	Fingerprint func() Fingerprint

	pairs  func() *verify.Pairs // what questions may name, of all rules
	hybrid *retrieval.Hybrid    // nil for a search by words alone

	compared *comparisons // of versions
}

// Serves reports whether a country is served: its scheme is known and its places are
// loaded.
func (s *Snapshot) Serves(country geo.ID) bool {
	_, err := s.Places.Get(country)
	return err == nil && country == country.Country()
}

// NewSnapshot validates and indexes data. The error joins the mistakes of all of
// it, each once: a [*geo.TreeError], a [*codes.CatalogError], and for each rule
// set at fault an error that begins with "rules of code/version: " and mostly
// wraps a [*rules.Error]. What only follows from another mistake is not
// complained of: a code may name a place that was refused itself, and while a
// rule set cannot be read the others are not held against the words it may
// declare.
func NewSnapshot(schemes []geo.Scheme, data Data) (*Snapshot, error) {
	return newSnapshot(schemes, data, nil)
}

// newSnapshot is NewSnapshot that takes over from before, which may be nil, what
// it knows of documents that are the same.
func newSnapshot(schemes []geo.Scheme, data Data, before *retrieval.Retriever) (*Snapshot, error) {
	schemes, err := withTables(schemes, data)
	if err != nil {
		return nil, err
	}
	places, refused, placeErr := inspectPlaces(schemes, data.Places)
	if places == nil {
		return nil, placeErr
	}
	catalog, err := codes.Inspect(places, data.Codes, refused)
	if err != nil {
		err = fmt.Errorf("codes: %w", err)
	}
	texts, rebuilt := before.Update(data.Blocks, data.Segments)
	verifier, ruleErr := inspectRules(places, catalog, texts, data.Rules, &verify.Options{Limits: data.Limits})
	if err := errors.Join(placeErr, err, ruleErr); err != nil {
		return nil, err
	}
	return &Snapshot{Places: places, Codes: catalog, Texts: texts, Links: crossref.NewLinker(catalog, texts), Verifier: verifier, Rebuilt: rebuilt, Countries: sortedCountries(data.Countries),
		compared:    newComparisons(data.Limits),
		pairs:       sync.OnceValue(func() *verify.Pairs { return verify.NewPairs(verifier) }),
		Counts:      sync.OnceValue(func() Counts { return Counts{countRules(data.Rules), countLimits(data)} }),
		Fingerprint: sync.OnceValue(func() Fingerprint { return fingerprint(data) })}, nil
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
			if p.ID == "" { // of no consequence to others
				return true
			}
			if refused[p.ID] || p.Parent != "" && refused[p.Parent] || refused[p.ID.Country()] {
				refused[p.ID] = true
			}
			return refused[p.ID]
		})
	}
	return sound
}

// maxFaultySets is how many rule sets with mistakes are told of at once. Each
// costs a compilation of all.
const maxFaultySets = 25

// inspectRules returns the Verifier, or what is wrong with each of the rule sets.
func inspectRules(places *geo.Gazetteer, catalog *codes.Catalog, texts *retrieval.Retriever, ruleSets []rules.RuleSet, opts *verify.Options) (*verify.Verifier, error) {
	verifier, err := verify.New(places, catalog, texts, ruleSets, opts)
	if err == nil {
		return verifier, nil
	}
	sets, unread := parseRules(ruleSets)
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
	compile := func(sets []rules.RuleSet) error {
		_, err := verify.New(places, catalog, texts, sets, nil)
		return err
	}
	conflicts := eachFault(bare, compile, func(i int, mistakes []rules.Problem) {
		bare[i], sets[i] = undeclare(bare[i], mistakes), undeclare(sets[i], mistakes)
	})
	faults := eachFault(sets, compile, func(i int, _ []rules.Problem) { sets[i] = declarations(sets[i]) })
	if all := errors.Join(conflicts, faults); all != nil {
		err = all
	}
	return nil, fmt.Errorf("rules: %w", err)
}

// parseRules returns the sets with what their sources say. The error joins the
// mistakes of all that say nothing sensible.
func parseRules(ruleSets []rules.RuleSet) ([]rules.RuleSet, error) {
	sets := slices.Clone(ruleSets)
	var all error
	for i, set := range sets {
		if len(set.Source) == 0 {
			continue
		}
		parsed, err := rules.Parse(set.Ref, set.Source)
		if err != nil {
			all = errors.Join(all, fmt.Errorf("rules of %s: %w", set.Ref, err))
			continue
		}
		sets[i] = parsed
	}
	return sets, all
}

// eachFault compiles sets again and again, each time without what was at fault,
// which mend takes out of the i-th set, and joins the errors: a compilation ends
// at the first set that fails.
func eachFault(sets []rules.RuleSet, compile func([]rules.RuleSet) error, mend func(i int, mistakes []rules.Problem)) error {
	var all error
	mended := make(map[int]bool)
	for range maxFaultySets {
		err := compile(sets)
		if err == nil {
			return all
		}
		all = errors.Join(all, err)
		i := slices.IndexFunc(sets, func(s rules.RuleSet) bool {
			return strings.HasPrefix(err.Error(), "rules of "+s.Ref.String()+": ") // it tells in its text alone
		})
		if i < 0 || mended[i] { // nothing to take out
			return all
		}
		mended[i] = true
		var mistakes *rules.Error
		if errors.As(err, &mistakes) {
			mend(i, mistakes.Problems)
		} else {
			mend(i, nil)
		}
	}
	return errors.Join(all, fmt.Errorf("further rule sets may have mistakes; correct these %d first", maxFaultySets))
}

// declarations returns the words of a set without its rules.
func declarations(set rules.RuleSet) rules.RuleSet {
	set.Source, set.Rules, set.Impossible = nil, nil, nil
	return set
}

// undeclare returns a set without the words declared on the lines of mistakes.
func undeclare(set rules.RuleSet, mistakes []rules.Problem) rules.RuleSet {
	mistaken := func(line int) bool {
		return slices.ContainsFunc(mistakes, func(p rules.Problem) bool { return p.Line == line })
	}
	set.Source = nil // or it would be read again
	set.Concepts = slices.DeleteFunc(slices.Clone(set.Concepts), func(c rules.Concept) bool { return mistaken(c.Line) })
	set.Facts = slices.DeleteFunc(slices.Clone(set.Facts), func(f rules.Fact) bool { return mistaken(f.Line) })
	return set
}
