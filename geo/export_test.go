package geo

// SearchAll is Search without a limit.
func (g *Gazetteer) SearchAll(q string) ([]*Place, error) {
	return g.search(q, SearchOptions{Limit: 1 << 20})
}

// Forms returns the forms a place is known under in full.
func Forms(p *Place) (anywhereForms, otherForms []string) {
	for _, f := range nameForms(p) {
		if f.reach == anywhere {
			anywhereForms = append(anywhereForms, f.text)
		} else {
			otherForms = append(otherForms, f.text)
		}
	}
	return anywhereForms, otherForms
}

// IsArticle tells the words that may be left out in front of a name.
var IsArticle = isArticle

// WithoutApostrophes joins what apostrophes part.
var WithoutApostrophes = withoutApostrophes
