package ask_test

import (
	"os"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval"
)

// Whether an amount keeps a limit is said only where both are about one measure of one
// thing, and nothing else has a say.
func TestAgainst(t *testing.T) {
	files := os.DirFS("../examples/plugin-fr/language")
	for _, add := range []error{retrieval.AddLanguage("fr", files), ask.AddLanguage("fr", files)} {
		if add != nil {
			t.Fatal(add)
		}
	}
	const (
		path   = "La largeur d’un sentier est de 1,15 m au moins."
		inside = "À l’intérieur d’un refuge, la largeur d’un sentier est de 1,15 m au moins."
		choice = "Le parapet d’un pont, d’une digue ou d’une jetée a une hauteur de 1,25 m au moins."
		sill   = "Un perron a une hauteur de 7 cm au plus et un bord biseauté."
	)
	within, beyond := func(v string) string { return v + " respecte cette limite" }, func(v string) string { return v + " ne respecte pas cette limite" }
	for _, c := range []struct{ question, text, behind, want string }{
		{"Puis-je faire un sentier de 1 m de large ?", path, "", beyond("1 m")},
		{"Un sentier de 115 cm de large est-il conforme ?", path, "", within("115 cm")},
		{"Est-il interdit de faire un sentier large de 0,90 m ?", path, "", beyond("0,90 m")},
		{"Un sentier de 1,10 m de large dans un refuge est-il admis ?", inside, "", beyond("1,10 m")},
		{"Le parapet d’une digue peut-il avoir une hauteur de 1,20 m ?", choice, "", beyond("1,20 m")},
		{"Un perron de 9 cm de haut est-il admis ?", sill, "", beyond("9 cm")},
		{"Is a sentier of 0.90 m width allowed?", path, "", "0.90 m does not keep this limit"},

		// the measure is another, or not said
		{"Un sentier de 1 m est-il conforme ?", path, "", ""},
		{"Un sentier de 1 m de long est-il conforme ?", path, "", ""},
		{"Un sentier de 1 m de large et de haut est-il conforme ?", path, "", ""},
		{"Un sentier de 5 % de large est-il conforme ?", path, "", ""},
		// the thing is another, or of a case that one of both does not name
		{"Une digue de 1 m de large est-elle conforme ?", path, "", ""},
		{"Un sentier de 1 m de large dans un refuge est-il conforme ?", path, "", ""},
		{"Un sentier de 1 m de large est-il conforme ?", inside, "", ""},
		{"Le parapet d’un toit peut-il avoir une hauteur de 1,20 m ?", choice, "", ""},
		{"Une digue peut-elle avoir une hauteur de 1,20 m ?", choice, "", ""},
		{"Un escalier de 1 m de large est-il conforme ?", "Dans une tour, un escalier ou une rampe a une largeur de 1,10 m au moins.", "", ""},
		// the question bounds, denies or makes a condition, or has two amounts
		{"Un sentier de plus de 1 m de large est-il conforme ?", path, "", ""},
		{"Pourquoi un sentier de 1 m de large n’est-il pas conforme ?", path, "", ""},
		{"Un sentier de 1 m de large est-il conforme sauf ici ?", path, "", ""},
		{"Un sentier de 1 m de large et 3 m plus loin est-il conforme ?", path, "", ""},
		// the statement bounds not, or both ways, has a condition, or is limited
		{"Un sentier de 1 m de large est-il conforme ?", "La largeur d’un sentier est de 1,15 m.", "", ""},
		{"Un sentier de 1 m de large est-il conforme ?", "La largeur d’un sentier est de 0,80 m au moins et de 1,90 m au plus.", "", ""},
		{"Un sentier de 1 m de large est-il conforme ?", "La largeur d’un sentier est de 1,15 m au moins si le sol glisse.", "", ""},
		{"Un sentier de 1 m de large est-il conforme ?", "La largeur d’un sentier peut être de 1,15 m au moins.", "", ""},
		{"Un sentier de 1 m de large est-il conforme ?", "La largeur d’un sentier n’est pas de 1,15 m au moins.", "", ""},
		{"Un sentier de 1 m de large est-il conforme ?", path, "Toutefois, cette largeur peut être réduite à 0,75 m.", ""},
		{"Un sentier de 1 m de large est-il conforme ?", path, "Les sentiers de montagne ne sont pas visés.", ""},
	} {
		list := ask.Statements(c.text+"\n"+c.behind, "", nil)
		if got := ask.Against(inCountry("fr", c.question), list, 0); got != c.want {
			t.Errorf("%s / %s: got %q, want %q", c.question, c.text, got, c.want)
		}
	}
	if got := ask.Against(inCountry("es", "¿Es conforme un sendero de 1 m de ancho?"), ask.Statements(path, "", nil), 0); got != "" {
		t.Errorf("in Spanish it says %q", got)
	}
}
