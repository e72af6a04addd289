package verify

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
	"github.com/reglookup/regengine/verify/understand"
)

// Verifier decides checks over one snapshot, safe for concurrent use. The rules of
// each country are a book of their own, with words of its languages alone: what
// another country's rules or languages say changes nothing there.
type Verifier struct {
	places *geo.Gazetteer
	books  map[geo.ID]*rulebook // by country
	hashes map[codes.VersionRef]string
}

// rulebook is the rules that hold in one country, and the words its checks are
// understood by.
type rulebook struct {
	country geo.ID
	lang    string // the tag of its language
	tongues *tongues
	places  *geo.Gazetteer
	catalog *codes.Catalog

	lexicon    understand.Lexicon
	concepts   map[string]*rules.Concept // "element stair", "parameter height"
	alone      [][]string                // the parameters a yes/no check asks for by an element's name alone
	counts     [][]string                // the parameters a check in a unit that counts asks for so
	facts      []*fact
	keys       map[string][]int                 // the facts that keys of schedules name, by the stems of their words
	asUse      map[string][]int                 // the facts that a use of the building states, by the stems of its words
	namedBy    map[string]map[string][][]string // the names of a concept in stems, by its kind and id and by each stem
	sited      factSet                          // facts that are data of places
	parting    factSet                          // facts that alone tell whether whole versions are about a thing
	impossible [][]condition
	rules      map[rules.Subject][]*rule
	kinship    kinship
	ruled      map[codes.VersionRef]bool // versions that have rules
	scopes     map[codes.VersionRef]*versionScope
	cites      map[codes.VersionRef]map[string]string // what sections are cited by
	limits     *limitIndex                            // limits found in texts; nil without
	worded     map[wordedName][]understand.Word       // nil when it is made
	reading    []understand.Word                      // room for the words of one name after the other; nil then too
	toponyms   toponyms
	rooms      sync.Pool // of *room
	wordings   []codeWording
	weighed    struct {
		once  sync.Once
		index *wordIndex
	}
}

// toponyms are the names of all places, put together when first needed.
type toponyms struct {
	once  sync.Once
	names map[string]bool // words of weight, folded
}

// Options configure a Verifier. The zero value decides by rules alone.
type Options struct {
	// Limits are what extractors found in the texts. They decide where no rule
	// does; a set of a document that is not there is left out.
	Limits []textlimits.LimitSet
}

// New builds a Verifier. It does no I/O. Rule sets that hold their Source only
// are parsed. A rule that cannot be traced to its text, or that names what no
// set of its country declares, is an error that wraps a [*rules.Error].
func New(places *geo.Gazetteer, catalog *codes.Catalog, texts *retrieval.Retriever, ruleSets []rules.RuleSet, opts *Options) (*Verifier, error) {
	sets, err := parseAll(ruleSets)
	if err != nil {
		return nil, err
	}
	v := &Verifier{places: places, books: make(map[geo.ID]*rulebook), hashes: make(map[codes.VersionRef]string)}
	for _, part := range partition(places, catalog, sets, opts) {
		book, err := newRulebook(part, places, catalog, texts)
		if err != nil {
			return nil, err
		}
		v.books[part.country] = book
	}
	for i := range sets {
		if set := &sets[i]; len(set.Rules)+len(set.Impossible)+len(set.Fillings) > 0 {
			v.hashes[set.Ref] = rules.HashSource(set.Source)
		}
	}
	return v, nil
}

// newRulebook builds the book of one country.
func newRulebook(of domain, places *geo.Gazetteer, catalog *codes.Catalog, texts *retrieval.Retriever) (*rulebook, error) {
	v := &rulebook{
		country: of.country, lang: of.lang, tongues: of.tongues, places: places, catalog: catalog, lexicon: make(understand.Lexicon), keys: make(map[string][]int), asUse: make(map[string][]int), namedBy: make(map[string]map[string][][]string),
		concepts: make(map[string]*rules.Concept), rules: make(map[rules.Subject][]*rule), ruled: make(map[codes.VersionRef]bool), scopes: make(map[codes.VersionRef]*versionScope), kinship: newKinship(),
		cites: make(map[codes.VersionRef]map[string]string), worded: make(map[wordedName][]understand.Word),
	}
	c := &compiler{v: v, factOf: make(map[string]int), context: []textContext{{names: v.tongues.Vocabulary()}}}
	sets := of.sets
	for i := range sets {
		v.cites[sets[i].Ref] = sets[i].Cites
		c.declare(&sets[i])
		if len(c.problems) > 0 {
			return nil, ruleSetError(sets[i].Ref, c.problems)
		}
	}
	c.knowAltitude()
	c.words()
	c.data()
	for i := range sets {
		if err := c.compile(&sets[i], texts); err != nil {
			return nil, err
		}
	}
	if ref, ok := c.link(sets); !ok {
		return nil, ruleSetError(ref, c.problems)
	}
	for _, list := range v.rules {
		sortRules(list)
	}
	v.kin()
	for _, f := range v.facts {
		f.usual, f.defaultWhere = c.conditions(f.Line, f.Usual), c.conditions(f.Line, f.DefaultWhere)
	}
	for _, f := range v.facts {
		f.all = f.options(knowledge{})
		if f.Place != "" {
			v.sited = append(v.sited, f.index)
		}
		if f.Default != "" {
			f.assumed = f.stated(f.Default, byDefault)
		}
	}
	if of.limits != nil {
		v.limits = newLimitIndex(v.tongues, catalog, texts, v.uncurated(of.limits))
	}
	v.worded, v.reading = nil, nil
	return v, nil
}

// parseAll returns the sets with their rules, in order of version. Of several
// that cannot be read the first one's mistakes are returned.
func parseAll(ruleSets []rules.RuleSet) ([]rules.RuleSet, error) {
	sets := slices.Clone(ruleSets)
	slices.SortStableFunc(sets, func(a, b rules.RuleSet) int {
		return compareRefs(a.Ref, b.Ref)
	})
	for i := range sets {
		if i > 0 && sets[i].Ref == sets[i-1].Ref {
			return nil, fmt.Errorf("verify: two rule sets for %s", sets[i].Ref)
		}
	}
	errs := make([]error, len(sets))
	var wg sync.WaitGroup
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range sets {
		free <- struct{}{}
		wg.Go(func() {
			errs[i] = ready(&sets[i])
			<-free
		})
	}
	wg.Wait()
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("rules of %s: %w", sets[i].Ref, err)
		}
	}
	return sets, nil
}

// ready reads the Source of a set that holds nothing else, and looks for the words its
// names go by.
func ready(set *rules.RuleSet) error {
	if !isParsed(set) && len(set.Source) > 0 {
		parsed, err := rules.Parse(set.Ref, set.Source)
		if err != nil {
			return err
		}
		*set = parsed
	}
	if problems := wordless(set); len(problems) > 0 {
		return rules.NewError(set.Ref, problems)
	}
	return nil
}

// isParsed reports whether the set holds what its Source says. Rules alone would
// not do: they need the words declared beside them.
func isParsed(s *rules.RuleSet) bool {
	return len(s.Rules)+len(s.Fillings) > 0 && len(s.Concepts)+len(s.Facts)+len(s.Uses) > 0
}

func compareRefs(a, b codes.VersionRef) int {
	switch as, bs := a.String(), b.String(); {
	case as < bs:
		return -1
	case as > bs:
		return 1
	}
	return 0
}

// compile adds the rules of one set.
func (c *compiler) compile(set *rules.RuleSet, texts *retrieval.Retriever) error {
	if len(set.Rules)+len(set.Impossible)+len(set.Fillings)+len(set.About)+len(set.Unless) == 0 {
		return nil
	}
	version, err := c.v.catalog.Version(set.Ref)
	if err != nil {
		return fmt.Errorf("rules of %s: %w", set.Ref, err)
	}
	c.scoped(set)
	c.parts(set)
	for _, together := range set.Impossible {
		c.v.impossible = append(c.v.impossible, c.conditions(1, together))
	}
	for i := range set.Rules {
		r := &set.Rules[i]
		section := texts.Section(set.Ref.String(), r.Section)
		c.v.kinship.named[passage{set.Ref, r.Section}] = &namedElements{blocks: section}
		c.rule(set, r, version, section)
	}
	for i := range set.Fillings {
		f := &set.Fillings[i]
		c.filling(set, f, version, texts.Section(set.Ref.String(), f.Section))
	}
	c.implied(set)
	c.wordings(set)
	c.v.ruled[set.Ref] = len(set.Rules) > 0
	if len(c.problems) > 0 {
		return ruleSetError(set.Ref, c.problems)
	}
	return nil
}

// implied checks what the names of a set's concepts tell.
func (c *compiler) implied(set *rules.RuleSet) {
	for _, concept := range set.Concepts {
		for _, told := range []map[string]string{concept.Implies, concept.Assumes} {
			for id, text := range told {
				if f := c.fact(concept.Line, id); f != nil {
					if reason := f.ValueProblem(text); reason != "" {
						c.add(concept.Line, "%s", reason)
					}
				}
			}
		}
		for _, id := range concept.Broader {
			if c.v.concepts["element "+id] == nil {
				c.add(concept.Line, "no loaded file declares element %q", id)
			}
		}
	}
}

func (v *rulebook) factByID(id string) *fact {
	for _, f := range v.facts {
		if f.ID == id {
			return f
		}
	}
	return nil
}

// Verify decides one check on a day. ErrLocationNotFound and ErrInvalidCode as
// documented there, and a [CircumstanceError]; every other doubt is an Undetermined result with a warning.
func (v *Verifier) Verify(ctx context.Context, check Check, on codes.Date) (*Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	place, err := v.place(check)
	if err != nil {
		return nil, err
	}
	if !check.AsOf.IsZero() {
		on = check.AsOf
	}
	result, err := v.books[place.ID.Country()].verify(&check, place, on)
	if err == nil {
		result.Ref = check.Ref
	}
	return result, err
}

// verify decides a check at a place of the book's country.
func (v *rulebook) verify(check *Check, place *geo.Place, on codes.Date) (*Result, error) {
	if wrong := v.checkGiven(check.Circumstances); len(wrong) > 0 {
		return nil, wrong[0]
	}
	scope, err := v.scope(check, place, on)
	if err != nil {
		return nil, err
	}
	d := &decision{v: v, check: check, place: place, scope: scope, on: on}
	defer d.leave()
	ruled := d.run()
	out := v.withTexts(d, ruled)
	if out == ruled {
		out.Missing = d.missing(out)
	}
	return d.grouped(out), nil
}

// withTexts holds what the rules came to against the limits found in texts.
func (v *rulebook) withTexts(d *decision, ruled *Result) *Result {
	switch {
	case v.limits == nil || d.misplaced:
		return ruled
	case ruled.Status == Undetermined:
		return v.fromTexts(d, ruled)
	case ruled.passes():
		return v.besideTexts(d, ruled)
	}
	return ruled
}

func (v *Verifier) place(check Check) (*geo.Place, error) {
	id, err := v.places.ParseID(check.GeoID)
	if err != nil || check.Country != "" && id.Country() != check.Country {
		return nil, ErrLocationNotFound
	}
	place, err := v.places.Get(id)
	if err != nil {
		return nil, ErrLocationNotFound
	}
	return place, nil
}
