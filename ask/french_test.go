package ask_test

import (
	"io/fs"
	"os"
	"testing"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// A language that came along is checked as those are that the package brings along.
func TestRefused_French(t *testing.T) {
	files := os.DirFS("../examples/plugin-fr/language")
	for _, add := range []func(string, fs.FS) error{ask.AddLanguage, quantity.AddLanguage, retrieval.AddLanguage} {
		if err := add("fr", files); err != nil {
			t.Fatal(err)
		}
	}
	prose := &retrieval.Block{Lang: "fr", Text: "La largeur du dégagement ne doit pas être inférieure à 1,40 m au-delà de cent personnes. L'arrêté du 25 juin 1980 s'applique. Un garde-corps est exigé si la chute dépasse 3 m."}
	table := &retrieval.Block{Lang: "fr", Kind: retrieval.TableKind, Table: &retrieval.Table{
		Caption: "Largeur minimale, en m", Header: []string{"Usage", "Jusqu'à 50 personnes", "Plus de 50 personnes"}, Rows: [][]string{{"Bureaux", "0,90", "1,40"}, {"Hôtels", "1,20", "1,80"}},
	}}
	table.Text = table.Table.Text()
	for _, tt := range []struct {
		block    *retrieval.Block
		sentence string
		stands   bool
	}{
		{prose, "Le dégagement mesure au moins 140 cm au-delà de 100 personnes.", true},
		{prose, "Le dégagement mesure au plus 1,40 m.", false},
		{prose, "Le garde-corps est exigé si la chute est de moins de 3 m.", false},
		{prose, "Le garde-corps n'est pas exigé si la chute est de 3 m au plus.", true},
		{prose, "Le dégagement mesure au moins un mètre et demi.", false},
		{prose, "L'arrêté du 25 juin 1980 s'applique.", true},
		{prose, "L'arrêté du 25 juillet 1980 s'applique.", false},
		{table, "Pour 30 personnes, un hôtel demande 1,20 m.", true},
		{table, "Pour 80 personnes, un hôtel demande 1,20 m.", false},
		{table, "Pour 80 personnes, les bureaux demandent 1,80 m.", false},
	} {
		reason := ask.Refused(ask.Citation{
			Sentence: tt.sentence, Block: tt.block, Title: "Règlement", Status: codes.Active,
			Question: ask.Question{Text: "Quelle largeur faut-il ?", Project: &projects.Info{Language: "fr"}},
		})
		if (reason == "") != tt.stands {
			t.Errorf("%s: want it to stand %v, got %q", tt.sentence, tt.stands, reason)
		}
	}
}
