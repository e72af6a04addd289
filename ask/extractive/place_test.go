package extractive

import "testing"

func TestPlainText(t *testing.T) {
	for text, want := range map[string]string{
		"c) 10 metros cúbicos por persona.":    "10 metros cúbicos por persona.",
		"3.º Las pasarelas serán rígidas.":     "Las pasarelas serán rígidas.",
		"1.34 Provide a rail.":                 "Provide a rail.",
		"2.50 m de paso libre.":                "2.50 m de paso libre.",
		"– a) La tapa será opaca.":             "La tapa será opaca.",
		"La tapa\nserá  opaca.":                "La tapa será opaca.",
		"12":                                   "12",
		"1. 2. 3.":                             "3.",
		"El 3. será el tramo de las banderas.": "El 3. será el tramo de las banderas.",
	} {
		if got := plainText(text); got != want {
			t.Errorf("%q: want %q, got %q", text, want, got)
		}
	}
}

func TestShortTitle(t *testing.T) {
	for title, want := range map[string]string{
		"Orden ABC/12/2030, de 4 de mayo, por la que se regulan las pasarelas": "Orden ABC/12/2030",
		"Ley 7/2031, de pasarelas":                   "Ley 7/2031",
		"Reglamento de pasarelas":                    "Reglamento de pasarelas",
		"Decreto ministeriale 4 maggio 2031, n. 236": "Decreto ministeriale 4 maggio 2031, n. 236",
		"Pasarelas. Segunda parte":                   "Pasarelas, Segunda parte",
		"Handbook of footbridges, with the notes of the second edition and of all those that followed it": "Handbook of footbridges",
	} {
		if got := shortTitle(title); got != want {
			t.Errorf("%q: want %q, got %q", title, want, got)
		}
	}
}

func TestQuery_PlaceOf(t *testing.T) {
	for _, c := range []struct{ lang, title, want string }{
		{"es", "Orden ABC/12/2030, de 4 de mayo › Artículo 9. Pasarelas.", "Según el artículo 9 («Pasarelas») de la Orden ABC/12/2030"},
		{"es", "Real Decreto 3/2030, de obras › 2.1 Tramos", "Según el Real Decreto 3/2030, apartado «Tramos»"},
		{"es", "Handbook › Notes", "Según «Handbook», apartado «Notes»"},
		{"en", "Act 3/2030, on works › Section 4. Ramps", "According to section 4 (“Ramps”) of Act 3/2030"},
		{"en", "Handbook", "According to Handbook"},
	} {
		a := analyse(questionIn(c.lang))
		s := statement{passage: passageUnder(c.title), row: -1}
		if got := a.placeOf(&s); got != c.want {
			t.Errorf("%s: want %q, got %q", c.title, c.want, got)
		}
	}
}
