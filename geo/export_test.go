package geo

// SearchAll is Search without a limit.
func (g *Gazetteer) SearchAll(q string) ([]*Place, error) {
	f, err := g.search(q, SearchOptions{Limit: 1 << 20})
	return f.places, err
}

// SearchPlain is Search of a text as it stands, without reading what it says of the
// place.
func (g *Gazetteer) SearchPlain(q string, opts *SearchOptions) ([]*Place, error) {
	if err := checkQuery(q); err != nil {
		return nil, err
	}
	o := limited(opts)
	return g.lead(q, o, g.searchNames(q, o)).places, nil
}

// Form is a folded text under which a place is known in full.
type Form struct {
	Text     string
	Anywhere bool // a query may begin to match inside
	Words    bool // or, failing that, at the beginning of a word
	Alias    bool // a form of an alias alone
}

// Forms returns the forms of p's name and aliases.
func Forms(p *Place) []Form {
	var forms []Form
	for _, f := range nameForms(p) {
		forms = append(forms, Form{f.text, f.reach == anywhere, f.reach <= wordsOnly, f.alias})
	}
	return forms
}

// IsArticle tells the words that may be left out in front of a name.
var IsArticle = isArticle
