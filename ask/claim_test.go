package ask

import (
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

// TestClaim_Amounts holds how a claimed amount is read and compared: in words, as
// ratios and powers, by the writing of its language, and rounded by nobody
// (CITATIONS N1, N3, N7).
func TestClaim_Amounts(t *testing.T) {
	for _, tt := range []struct {
		lang, block, claim string
		want               bool
	}{
		{"es", "La merma será del 5 % como máximo.", "La merma será como máximo del cinco por ciento.", true},
		{"es", "La merma será del 5 % como máximo.", "La merma será como máximo del seis por ciento.", false},
		{"es", "El foso medirá 2 m como mínimo.", "El foso medirá dos metros como mínimo.", true},
		{"es", "El foso medirá 135 cm como mínimo.", "El foso medirá ciento treinta y cinco centímetros como mínimo.", true},
		{"en", "The pit shall be at least 2 m long.", "The pit shall be at least two metres long.", true},
		{"es", "La potencia prevista será de 5 750 W como mínimo.", "La potencia prevista será de 5.750 W como mínimo.", true},
		{"es", "La potencia prevista será de 5 750 W como mínimo.", "La potencia prevista será de 5,75 kW como mínimo.", true},
		{"es", "La potencia prevista será de 5 750 W como mínimo.", "La potencia prevista será de 5,75 W como mínimo.", false},
		{"es", "El hueco medirá 1,250 m como mínimo.", "El hueco medirá 1.250 m como mínimo.", false},
		{"es", "El hueco medirá 1,250 m como mínimo.", "El hueco medirá 1.250 mm como mínimo.", true},
		{"en", "The store shall be at least 1,250 m2.", "The store shall be at least 1250 m2.", true},
		{"en", "The store shall be at least 1,250 m2.", "The store shall be at least 1.25 m2.", false},
		{"en", "The gradient shall not exceed 1:20.", "The gradient shall not exceed 5 %.", true},
		{"en", "The gradient shall not exceed 1:20.", "The gradient shall not exceed 1 in 12.", false},
		{"es", "La masa será de 1,5·10^3 kg como máximo.", "La masa será de 1500 kg como máximo.", true},
		{"es", "La masa será de 1,5·10^3 kg como máximo.", "La masa será de 1,5 kg como máximo.", false},
		{"es", "La temperatura no bajará de -5 °C.", "La temperatura no bajará de 5 °C.", false},
		{"es", "La plaza medirá 2,20 x 5,00 m como mínimo.", "La plaza medirá 2,20 x 5,00 m como mínimo.", true},
		{"es", "La plaza medirá 2,20 x 5,00 m como mínimo.", "La plaza medirá 2,30 x 5,00 m como mínimo.", false},
		{"es", "El caudal será de 50 m³/h como mínimo.", "El caudal será de 13,89 l/s como mínimo.", true},
		{"es", "El caudal será de 50 m³/h como mínimo.", "El caudal será de 14 l/s como mínimo.", true},
		{"es", "El caudal será de 50,5 m³/h como mínimo.", "El caudal será de 14 l/s como mínimo.", false},
		{"es", "El caudal será de 50 m³/h como mínimo.", "El caudal será de 13 l/s como mínimo.", false},
		{"es", "La valla medirá 0,925 m como mínimo.", "La valla medirá 0,93 m como mínimo.", false},
		{"es", "La valla medirá 0,925 m como mínimo.", "La valla medirá 92,5 cm como mínimo.", true},
		{"es", "La valla medirá 0,925 m como mínimo.", "La valla medirá 0,925 como mínimo.", false},
		{"es", "El peldaño tendrá entre 13 y 18,5 cm.", "El peldaño tendrá entre 13 y 18,5 cm.", true},
		{"es", "El peldaño tendrá entre 13 y 18,5 cm.", "El peldaño tendrá entre 13 y 19,5 cm.", false},
		{"es", "El peldaño tendrá entre 13 y 18,5 cm.", "El peldaño tendrá como máximo 13 cm.", false},
	} {
		if got := refusal(tt.lang, tt.block, tt.claim); (got == "") != tt.want {
			t.Errorf("%s / %s: want supported %v, got %q", tt.block, tt.claim, tt.want, got)
		}
	}
}

// refusal checks one sentence against one block.
func refusal(lang, block, sentence string) string {
	t := &turn{words: wordings["es"], issued: []*passage{{title: "Reglamento", block: &retrieval.Block{Lang: lang, Text: block}}}}
	return t.unsupported(sentence, "", []int{0})
}

// TestClaim_Words holds the judge of words: paraphrases stay, what the passage
// does not say goes, and across languages names, synonyms and modality decide
// (CITATIONS S1, S2).
func TestClaim_Words(t *testing.T) {
	const es = "Las puertas de los aseos abrirán hacia el exterior. No se permite instalar cerraduras en ellas. Podrán tener una mirilla."
	for sentence, want := range map[string]bool{
		"Los aseos llevan puertas que abren hacia el exterior.":   true,
		"La puerta del aseo debe abrir hacia el exterior.":        true,
		"Está prohibido instalar cerraduras en las puertas.":      true,
		"Se permite instalar cerraduras en las puertas.":          false,
		"Las puertas de los aseos no abrirán hacia el exterior.":  false,
		"Las puertas de los aseos podrán tener una mirilla.":      true,
		"Las puertas de los aseos no podrán tener una mirilla.":   false,
		"Las puertas de los aseos serán de acero inoxidable.":     false,
		"Los ascensores tendrán espejo y botonera en braille.":    false,
		"Doors must open outwards to the exterior.":               true,
		"Lifts need a mirror and a keypad with embossed letters.": false,
	} {
		if got := refusal("es", es, sentence); (got == "") != want {
			t.Errorf("%s: want supported %v, got %q", sentence, want, got)
		}
	}
}

func TestRefsIn(t *testing.T) {
	for text, want := range map[string][]string{
		"según el art. 5.2 y la tabla 3.1":         {"article 5.2", "table 3.1"},
		"artículos 5, 6 y 7":                       {"article 5", "article 6", "article 7"},
		"el Real Decreto 314/2006, de 17 de marzo": {"law 314/2006", "date -03-17"},
		"la Orden TMA/851/2021":                    {"law 851/2021"},
		"el 1 de febrero de 2010 y el 2022-06-14":  {"date 2010-02-01", "date 2022-06-14"},
		"on February 1, 2010, section 4":           {"date 2010-02-01", "section 4"},
		"UNE-EN 12354-1:2018":                      {"standard 12354-1"},
		"en el DB-SUA 1 y la ITC-BT-25":            {"acronym dbsua1", "acronym itcbt25"},
		"Para 5 m, la altura mínima es de 0,95 m":  nil,
		"2010/31/UE": {"law 2010/31/ue"},
		"una pendiente de 1:12 en 3 m, nota aparte.": nil,
	} {
		var got []string
		for _, r := range refsIn(text) {
			got = append(got, r.kind+" "+r.id)
		}
		if len(got) != len(want) {
			t.Errorf("%s: want %v, got %v", text, want, got)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: want %v, got %v", text, want, got)
			}
		}
	}
}
