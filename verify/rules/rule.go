package rules

import (
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
)

// RuleSet is the rules of one version as their author wrote them, beside the
// version's text in a pack, with the words needed to understand a check.
type RuleSet struct {
	Ref    codes.VersionRef
	Source []byte // YAML

	// What Source says; filled by [Parse].
	Language   string // of the quotes, BCP 47
	Uses       []string
	Concepts   []Concept
	Facts      []Fact
	Context    Names             // words said of any element that change nothing
	Impossible [][]Condition     // combinations of facts that cannot be
	Unless     []Condition       // what the whole version is not about; already part of every rule's Unless
	About      []Condition       // what the whole version is about and nothing else; already part of every rule's When
	Ages       Ages              // of the buildings the version holds for
	Cites      map[string]string // section -> the article it is: what its rules are cited by that have no Cite
	Rules      []Rule
	Wordings   []Wording // how people write checks about what the rules limit
	Fillings   []Filling // what this version lays down for rules of wider levels
}

// CiteOf is what a rule of the set is cited by: what its author says of it, else of its
// section; "" leaves it to the heading.
func (s *RuleSet) CiteOf(r *Rule) string {
	if r.Cite != "" {
		return r.Cite
	}
	return s.Cites[r.Section]
}

// Text is one text in several languages: BCP 47 tag -> text.
type Text map[string]string

// In returns the text in lang, else in fallback, else in the first language by
// name, else "".
func (t Text) In(lang, fallback string) string {
	for _, l := range []string{lang, fallback} {
		if s, ok := t[l]; ok {
			return s
		}
	}
	first := ""
	for l := range t {
		if first == "" || l < first {
			first = l
		}
	}
	return t[first]
}

// Names are wordings in several languages: BCP 47 tag -> wordings.
type Names map[string][]string

// ConceptKind says what a Concept names.
type ConceptKind string

// The kinds of concepts.
const (
	ElementConcept   ConceptKind = "element"   // a thing that is built
	ParameterConcept ConceptKind = "parameter" // what is measured of it
)

// Concept is one thing people name in many ways. A wording counts in every
// inflection; the longest wording that fits wins.
type Concept struct {
	ID    string
	Kind  ConceptKind
	Label Text
	Names Names

	// Not holds wordings that contain a name and mean something else: a moving
	// stair is no stair. A check that says one of them is not decided.
	Not Names

	Of      []string          // elements: what it is a part of, when a part of anything else is another thing
	Broader []string          // elements: concepts whose rules hold for this one too
	Implies map[string]string // facts the name alone tells, unless the text says otherwise
	Assumes map[string]string // facts that hold of it while nothing else is said: a default of its own

	Relation quantity.Relation // parameters: which dimensionless units mean the same
	Binds    bool              // parameters: of nothing but its rules' elements, so naming one anywhere is enough
	Alone    bool              // parameters: what a yes/no check asks that names nothing but an element
	Signed   bool              // parameters: negative values make sense
	Scope    bool              // parameters: whether the regulation that is the element applies
	Line     int
}

// Whole returns what a rule has of what its whole file is about, and is not: nothing where
// it says itself what the regulation applies to.
func (s *RuleSet) Whole(r *Rule) (about, unless []Condition) {
	for _, c := range s.Concepts {
		says := func(of Subject) bool { return of.Parameter == c.ID }
		if c.Kind == ParameterConcept && c.Scope && slices.ContainsFunc(r.Subjects, says) {
			return nil, nil
		}
	}
	return s.About, s.Unless
}

// FactKind is the kind of values a Fact has.
type FactKind string

// The kinds of facts.
const (
	BooleanFact  FactKind = "boolean"
	CategoryFact FactKind = "category"
	QuantityFact FactKind = "quantity"
	TextFact     FactKind = "text" // any word, such as a climate zone
)

// Fact is a circumstance a rule asks about. What nobody said stays unknown.
type Fact struct {
	ID    string
	Kind  FactKind
	Label Text

	// Own says whether it is a property of the thing itself, as resisting fire is of a door:
	// behind another thing that is named, it is that one's. nil where its author does not
	// say; see [Warnings].
	Own *bool

	// Says holds the wordings that state a quantity or a text; {} stands for
	// the number or the word: "diferencia de cota {}", "{} de altura sobre".
	Says Names

	Yes, No Names           // boolean: wordings that state or deny it
	AsUse   Names           // boolean: what states it where it is all that is given as the use of the building
	Hints   Names           // wordings after which a boolean may hold, or any value of a quantity or text is possible
	Values  []CategoryValue // category
	Counts  []Count         // category: which numbers its values are; Says state the number then
	Unit    quantity.Unit   // quantity

	// Place names the technical datum of a place it is taken from:
	// climate_zone, altitude_m, seismic_zone, radon_zone, population or the key
	// of an extra one; or "region", the identifier of the region it lies in.
	Place string

	// Tells says which part of every check states the fact; see [Tells].
	Tells Tells

	// Default holds when nothing at all was said: the reading no writer would
	// mention. The verdict names it when it used it. "" for none.
	Default string

	// Usual says when a list of requirements leaves out what holds against the default:
	// nil never, without conditions always, else where it is known that all of them hold.
	// Who says otherwise is listed it, and what is stricter is listed anyway, unless the
	// conditions are about the use of the building.
	Usual []Condition

	// DefaultWhere are conditions that have to be known to hold for the default to be
	// assumed; none hold it everywhere.
	DefaultWhere []Condition
	Line         int
}

// Tells is what a Fact tells of a building, when that is more than a wording here or there.
type Tells string

// TellsUse marks the category that says what a building is used for: what a check
// gives as the use of the building states it, in full. Words there that nothing
// explains leave open what the building is, and keep a value from complying.
const TellsUse Tells = "use"

// Ages is which buildings rules hold for.
type Ages string

// AnyAge says that rules hold however old the building is. Without it they judge no
// building that a check dates before the day they came into force.
const AnyAge Ages = "any"

// Hole stands for the value in a wording of a fact.
const Hole = "{}"

// CategoryValue is one value of a category.
type CategoryValue struct {
	ID    string
	Label Text
	Says  Names
	Hints Names // wordings after which it may hold, or something else may be meant
}

// Condition is a statement about facts: true, false or, where a fact is
// unknown, unknown. Exactly one of Fact, All, Any and Not is set.
type Condition struct {
	Fact  string
	Op    string          // "is", "in", "starts", "<", "<=", "=", ">=" or ">"
	Texts []string        // for is, in and starts; booleans are "true" and "false"
	Value quantity.Number // for comparisons, in the fact's unit

	All, Any []Condition
	Not      *Condition
}

// Asks reports whether a condition turns on a fact.
func (c Condition) Asks(fact string) bool {
	inner := func(other Condition) bool { return other.Asks(fact) }
	return c.Fact == fact || c.Not != nil && c.Not.Asks(fact) || slices.ContainsFunc(c.All, inner) || slices.ContainsFunc(c.Any, inner)
}

// Subject is what a rule is about: an element and what is measured of it.
type Subject struct{ Element, Parameter string }

// Op is how a requirement compares.
type Op string

// The operators. NoLimit states that the text sets none, which is a verdict of
// its own; a missing rule is not.
const (
	Less         Op = "<"
	AtMost       Op = "<="
	Equal        Op = "="
	AtLeast      Op = ">="
	Greater      Op = ">"
	Between      Op = "between"
	OneOf        Op = "in"
	MustBeTrue   Op = "true"
	MustBeAbsent Op = "false"
	NoLimit      Op = "none"
)

// Direction is how a limit bounds a value (DECISIONS 10).
type Direction string

// The directions; an undetermined result has none.
const (
	Maximum  Direction = "maximum"
	Minimum  Direction = "minimum"
	Equality Direction = "equality"
	Boolean  Direction = "boolean"
)

// Direction returns how op bounds a value to one side, or that it names the value; "" of
// any other operator.
func (op Op) Direction() Direction {
	switch op {
	case Less, AtMost:
		return Maximum
	case AtLeast, Greater:
		return Minimum
	case Equal:
		return Equality
	case Between, OneOf, MustBeTrue, MustBeAbsent, NoLimit:
	}
	return ""
}

// Requirement is what a rule asks of the value.
type Requirement struct {
	Op       Op
	Value    Bound // of the one-sided operators
	Min, Max Bound // of Between
	Values   []quantity.Number
	Unit     quantity.Unit
}

// Bound is a number, a table of values, a formula or a term. A cell without any
// of them is "no limit", which is not missing.
type Bound struct {
	Number  *quantity.Number
	Table   *Table
	Formula *Formula
	Term    *Term
}

// Term is a value that a text leaves to one of a narrower level.
type Term struct {
	Name    string
	Label   Text                 // what it is, for a person
	By      codes.NormativeScope // who fills it in; "" for anyone
	Default *Bound               // what holds while nobody does; nil for nothing
}

// Filling is the value one version gives to a term of another's rule.
type Filling struct {
	Of      RuleRef
	Term    string
	Value   Bound
	Unit    quantity.Unit // zero: that of the rule
	Section string
	Quote   string
	SHA256  string
	Line    int
}

// RuleRef names a rule of any version: "code#rule" or "code/version#rule".
type RuleRef struct {
	Code    string
	Version string // "" for every version that has it
	Rule    string
}

// String returns the form ParseRuleRef reads.
func (r RuleRef) String() string {
	ref := codes.VersionRef{Code: r.Code, Version: r.Version}
	if r.Version == "" {
		return r.Code + "#" + r.Rule
	}
	return ref.String() + "#" + r.Rule
}

// Matches reports whether r names the rule of that version.
func (r RuleRef) Matches(ref codes.VersionRef, id string) bool {
	return r.Code == ref.Code && (r.Version == "" || r.Version == ref.Version) && r.Rule == id
}

// Match is how a Table finds its cell.
type Match string

// The ways to find a cell.
const (
	Exact       Match = "exact"       // the fact's value is the key
	Prefix      Match = "prefix"      // the fact's value begins with the key
	Step        Match = "step"        // the narrowest key, such as "<= 25", that holds
	Interpolate Match = "interpolate" // linear between the keys
)

// Outside says what a Table of steps or points holds beyond its ends.
type Outside string

// What there is beyond a table. Without a word steps are out of scope and points
// clamp.
const (
	Clamp      Outside = "clamp"        // the outermost cell
	OutOfScope Outside = "out_of_scope" // nothing: the rule is silent there
)

// Table maps a fact to values; cells may be tables again. Where several cells
// hold, the narrowest counts, and "else" where none does: Cells stand in that
// order, whatever the order in the file.
type Table struct {
	By      string
	Match   Match
	Outside Outside
	Cells   []Cell
	Line    int
}

// Cell is one entry of a Table.
type Cell struct {
	Key   string
	Op    string          // of a step
	Bound quantity.Number // of a step or a point to interpolate, in the fact's unit
	Value Bound
}

// Extra is a further condition that holds beside a limit that is met.
type Extra struct {
	Text Text
	When []Condition // when it matters; empty: always
}

// Rule is one requirement as data.
type Rule struct {
	ID       string
	Line     int
	Subjects []Subject
	When     []Condition // all must hold
	Unless   []Condition // none may hold
	Require  Requirement
	Reading  Text // the circumstances in words; "" lets the conditions speak
	Extras   []Extra
	Section  string // slug of the section that holds the quote
	Cite     string // the article and table it stands in, as a person cites them: "DB-SUA 1, 4.2.1"; "" for none of its own
	Quote    string // stands word for word in a block of that section
	SHA256   string // of the block's text, hexadecimal; "" is not compared
	Cases    []Case

	// Composition with rules of other texts. A rule without any of these is
	// cumulative: it holds beside all others and the strictest governs.
	Overrides  []RuleRef              // replaced where this rule applies
	Downwards  bool                   // Overrides may name rules of a narrower level
	Implements []RuleRef              // the same requirement in another text: cited beside this one
	DefaultFor []codes.NormativeScope // holds only where no rule of those scopes about the same thing does

	From, To    codes.Date // first and last day it holds; zero: as long as its version
	Ages        Ages       // of the buildings it holds for; "" is that of its version
	Unexpressed Text       // what of the text the rule does not say
}

// Case is a test kept beside its rule: a check of the rule's text alone, at a
// place with the technical data named, and what must come of it.
type Case struct {
	Line        int
	Element     string
	Parameter   string
	Value       string
	Unit        string
	BuildingUse string
	Place       CasePlace
	At          codes.Date // the day asked about; zero for none
	Status      string     // compliant, conditional, non_compliant or undetermined
	Limit       string     // "" is not compared
	Margin      string     // "" is not compared
	Direction   Direction  // "" is not compared
	Says        string     // stands in a condition or a warning; "" is not compared
}

// CasePlace is the technical data of a Case's place, "" where unknown; extra
// ones as "key=value".
type CasePlace struct {
	ClimateZone, Altitude, SeismicZone, RadonZone, Population string
	Extra                                                     string // "key=value", one a line
}

// The technical data of a place that a fact may name under "place".
const (
	PlaceClimate  = "climate_zone"
	PlaceAltitude = "altitude_m"
	PlaceSeismic  = "seismic_zone"
	PlaceRadon    = "radon_zone"
	PlacePeople   = "population"
)
