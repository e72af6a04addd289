package textlimits_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/verify/textlimits"
)

// frenchFiles are the language files of the example plugin for France.
func frenchFiles() fs.FS { return os.DirFS("../../examples/plugin-fr/language") }

func addFrench(t testing.TB) {
	t.Helper()
	for _, add := range []func(string, fs.FS) error{quantity.AddLanguage, textlimits.AddLanguage} {
		if err := add("fr", frenchFiles()); err != nil {
			t.Fatal(err)
		}
	}
}

// figuresOf writes the limits of a text as "op value unit", a range as "min..max".
func figuresOf(t *testing.T, text, lang string) string {
	t.Helper()
	limits, err := textlimits.New().Extract(t.Context(), []retrieval.Block{{ID: "b", Kind: retrieval.Paragraph, Lang: lang, Text: text}})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, l := range limits {
		figure := strings.TrimSpace(strings.Join([]string{string(l.Op), l.Value, l.Unit}, " "))
		if l.Min != "" {
			figure = l.Min + ".." + l.Max + " " + l.Unit
		}
		if len(l.Doubts) > 0 {
			figure += " ?"
		}
		out = append(out, figure)
	}
	return strings.Join(out, "; ")
}

// TestFrench: the limits of French sentences, each in the words regulations use.
func TestFrench(t *testing.T) {
	addFrench(t)
	for _, tt := range []struct{ text, want string }{
		// At least.
		{"La largeur utile de l'escalier doit être d'au moins 1,20 m.", ">= 1.2 m"},
		{"La largeur minimale des portes est de 0,90 m.", ">= 0.9 m"},
		{"La largeur du cheminement est au minimum de 1,40 m.", ">= 1.4 m"},
		{"Les portes ont une largeur minimale de 0,80 m.", ">= 0.8 m"},
		{"La hauteur libre ne doit pas être inférieure à 2,20 m.", ">= 2.2 m"},
		{"La hauteur sous plafond ne peut être inférieure à 2,50 m.", ">= 2.5 m"},
		{"La surface du logement ne saurait être inférieure à 14 m².", ">= 14 m²"},
		{"Le giron des marches est supérieur ou égal à 28 cm.", ">= 28 cm"},
		{"La profondeur du palier doit être supérieure ou égale à 1,20 m.", ">= 1.2 m"},
		{"La largeur des couloirs doit être égale ou supérieure à 1,20 m.", ">= 1.2 m"},
		{"La main courante doit être située à une hauteur minimale de 0,80 m.", ">= 0.8 m"},
		{"Le débit extrait est d'au moins 75 m³/h.", ">= 75 m³/h"},
		{"L’éclairement moyen doit être d’au moins 150 lux.", ">= 150 lux"},
		{"Le passage libre est de 0,83 m minimum.", ">= 0.83 m"},
		{"La largeur de la porte doit être de 0,90 m au minimum.", ">= 0.9 m"},
		{"La hauteur du garde-corps doit être de 1 m ou plus.", ">= 1 m"},
		{"L'isolement acoustique doit être au moins égal à 53 dB.", ">= 53 dB"},
		{"La surface vitrée ne peut pas être inférieure à 10 %.", ">= 10 %"},
		{"L'établissement dispose d'au moins deux sorties.", ">= 2 sorties"},
		{"La distance entre deux bornes doit être au moins de 1,50 m.", ">= 1.5 m"},
		{"Le local doit présenter une surface minimale de 1 500 m².", ">= 1500 m²"},
		{"Le local doit présenter une surface minimale de 1\u202f500 m².", ">= 1500 m²"},
		{"Les cheminements ont une largeur qui n'est pas inférieure à 1,40 m.", ">= 1.4 m"},
		// At most.
		{"La hauteur des marches est inférieure ou égale à 16 cm.", "<= 16 cm"},
		{"La hauteur des marches ne doit pas dépasser 17 cm.", "<= 17 cm"},
		{"La pente ne doit pas excéder 5 %.", "<= 5 %"},
		{"La pente ne peut excéder 6 %.", "<= 6 %"},
		{"La pente des rampes ne saurait dépasser 12 %.", "<= 12 %"},
		{"La pente maximale est de 4 %.", "<= 4 %"},
		{"Le dévers est au maximum de 2 %.", "<= 2 %"},
		{"La distance à parcourir est au plus égale à 40 m.", "<= 40 m"},
		{"Le ressaut doit être d'une hauteur maximale de 2 cm.", "<= 2 cm"},
		{"Les ressauts ne dépassent pas 2 cm de hauteur.", "<= 2 cm"},
		{"L'effort nécessaire pour ouvrir la porte ne doit pas être supérieur à 50 N.", "<= 50 N"},
		{"Le coefficient de transmission thermique est limité à 0,36 W/(m².K).", "<= 0.36 W/(m².K)"},
		{"Le niveau de bruit ne doit pas dépasser 30 dB(A).", "<= 30 dB(A)"},
		{"Le temps de réverbération n'excède pas 0,8 s.", "<= 0.8 s"},
		{"L'écartement des barreaux est de 11 cm maximum.", "<= 11 cm"},
		{"La saillie peut atteindre jusqu'à 15 cm.", "<= 15 cm"},
		{"L'effectif est de 19 personnes au maximum.", "<= 19 personnes"},
		{"La température de l'eau ne doit pas excéder 50 °C.", "<= 50 °C"},
		{"La hauteur du seuil ne peut être supérieure à 2 cm.", "<= 2 cm"},
		{"En aucun cas la pente ne doit dépasser 10 %.", "<= 10 %"},
		// Strict.
		{"Le vide doit être inférieur à 11 cm.", "< 11 cm"},
		{"La hauteur doit être strictement supérieure à 1,80 m.", "> 1.8 m"},
		// Ranges.
		{"La hauteur de la main courante est comprise entre 0,80 m et 1,00 m.", "0.8..1 m"},
		{"Les commandes sont situées à une hauteur comprise entre 0,90 et 1,30 m.", "0.9..1.3 m"},
		// Circumstances keep the limit.
		{"Lorsque l'escalier dessert un étage, sa largeur doit être d'au moins 1 m.", ">= 1 m"},
		{"Dans les bâtiments neufs, la largeur du couloir est d'au moins 1,20 m.", ">= 1.2 m"},
		{"Si la pente est supérieure à 4 %, la longueur du palier est d'au moins 1,20 m.", ">= 1.2 m"},
		{"Sauf en cas d'impossibilité technique, la pente ne doit pas dépasser 5 %.", "<= 5 %"},
		{"La largeur est d'au moins 1,40 m ; elle peut être ramenée à 1,20 m.", ">= 1.4 m; >= 1.2 m"},
		{"La pente ne doit pas dépasser 5 %. Toutefois, elle peut atteindre 8 % sur 2 m au plus.", "<= 5 %; <= 8 %"},
		// Numbers in words.
		{"Tout escalier de plus de trois marches doit être muni d'une main courante.", "true"},
		{"L'établissement comporte au moins deux issues.", ">= 2 issues"},
		// No limits.
		{"L'article 12 de l'arrêté du 24 décembre 2015 s'applique.", ""},
		{"Le tableau 3 donne les valeurs de la zone H1.", ""},
		{"Le permis de construire déposé après le 1er janvier 2013 est soumis au présent texte.", ""},
		{"Par exemple, une salle de 50 m² accueille 50 personnes.", ""},
		{"Les murs sont peints en blanc.", ""},
		{"Le présent arrêté entre en vigueur dans un délai de 6 mois.", ""},
		// A figure before its verb says of which things a sentence speaks; that it
		// limits as well is not seen.
		{"Un palier d'une longueur d'au moins 1,20 m est prévu.", ""},
		// Nobody can tell what 1.500 is.
		{"La surface est d'au moins 1.500 m².", ""},
	} {
		t.Run(tt.text, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, figuresOf(t, tt.text, "fr")); diff != "" {
				t.Error("(-want +got)\n" + diff)
			}
		})
	}
}

// TestUnknownLanguage: a text in a language nobody added gives no limits, not even
// where the words of another would do.
func TestUnknownLanguage(t *testing.T) {
	const text = "La altura no será inferior a 0,90 m."
	if got := figuresOf(t, text, "es"); got != ">= 0.9 m" {
		t.Fatalf("want the limit in Spanish, got %q", got)
	}
	for _, lang := range []string{"ca", "gl-ES", "pt", "xx"} {
		if got := figuresOf(t, text, lang); got != "" {
			t.Errorf("%s: want nothing, got %q", lang, got)
		}
		if got := textlimits.Comparisons(text, lang); got != nil {
			t.Errorf("%s: want no comparisons, got %v", lang, got)
		}
	}
}

// TestPatternExtractor_Extract_share: for how many of a thing a figure is, is no limit of them.
func TestPatternExtractor_Extract_share(t *testing.T) {
	addFrench(t)
	for _, tt := range []struct{ lang, text string }{
		{"fr", "Le total des unités de passage est d'une unité par 100 personnes."},
		{"fr", "Il faut une unité de passage par 100 personnes."},
		{"es", "El total de unidades de paso es de una unidad por 100 personas."},
		{"en", "The total width is one unit of passage per 100 persons."},
	} {
		if got := figuresOf(t, tt.text, tt.lang); strings.Contains(got, "100") {
			t.Errorf("%s: want no limit of 100, got %s", tt.text, got)
		}
	}
	if got := figuresOf(t, "Le débit est d'au moins 25 m³/h par occupant.", "fr"); !strings.HasPrefix(got, ">= 25 m³/h") {
		t.Errorf("want >= 25 m³/h, got %s", got)
	}
}
