package geo

// Scheme is what a country brings along: the shape of its identifiers and the
// words of its language. Built-in countries and plugins implement the same
// interface. Implementations are safe for concurrent use and do no I/O.
type Scheme interface {
	// Country returns the identifier of the country served, such as "ES".
	Country() ID

	// Language returns the BCP 47 tag its names and words are in, such as "es".
	Language() string

	// ParseID canonicalises text typed in any letter case and tells the level
	// its shape stands for. It says nothing about whether the place exists.
	// Text of another shape, or of another country, gives ErrInvalidID.
	ParseID(text string) (ID, Level, error)

	// ParentAllowed reports whether a place of identifier id may hang under
	// parent. Levels have been compared already; this is for what digits say
	// (municipality ES-28079 belongs to province ES-28). It returns "" or a
	// reason a person can act on.
	ParentAllowed(id, parent ID) (reason string)

	// ScopeWord returns the country's word for a normative scope ("national")
	// and its readable form: "estatal", "Estatal" (DECISIONS 18). An unknown
	// scope comes back as it is.
	ScopeWord(scope string) (word, label string)

	// LevelWord returns the readable word for a level: "Municipio".
	LevelWord(level Level) string

	// Derive returns p with the technical data filled in that the country can
	// compute from the rest (a climate zone from province and altitude). What
	// p states already is kept. p itself is not changed.
	Derive(p Place) Place

	// Summary describes the technical data of p in the country's language, one
	// datum a line, naming what is unknown where that matters. "" when p
	// carries none.
	Summary(p Place) string
}

// UnimplementedScheme is to be embedded in every Scheme, so that a method added
// later does not break it. Its answers are the neutral ones.
type UnimplementedScheme struct{}

// ParseID implements [Scheme]: nothing is an identifier.
func (UnimplementedScheme) ParseID(string) (ID, Level, error) { return "", 0, ErrInvalidID }

// ParentAllowed implements [Scheme]: every parent of a fitting level is allowed.
func (UnimplementedScheme) ParentAllowed(_, _ ID) string { return "" }

// ScopeWord implements [Scheme]: the scope is its own word.
func (UnimplementedScheme) ScopeWord(scope string) (word, label string) { return scope, scope }

// LevelWord implements [Scheme]: the name of SPEC section 2.1.
func (UnimplementedScheme) LevelWord(level Level) string { return level.String() }

// Derive implements [Scheme]: nothing can be computed.
func (UnimplementedScheme) Derive(p Place) Place { return p }

// Summary implements [Scheme]: nothing is said.
func (UnimplementedScheme) Summary(Place) string { return "" }
