package main

import (
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/note"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/textlimits"
)

// asked are questions about the pack's texts and what the answers must hold; ""
// where the texts do not answer, which no answer may hide.
var asked = []struct{ query, want string }{
	{"Quelle est la hauteur maximale des marches d'un escalier ouvert au public ?", "16 cm"},
	{"Quelle est la largeur minimale des circulations des parties communes ?", "≥ 1,2 m"},
	{"Quelle hauteur minimale doit avoir le garde-corps d'un balcon ?", "1 m"},
	{"Quelle est la pente maximale d'un plan incliné ?", "5 %"},
	{"Quelle surface habitable minimale doit avoir la pièce principale d'un logement décent ?", "9 m²"},
	{"Quelle est la largeur minimale d'un dégagement de deux unités de passage ?", "1,40 m"},
	{"What is the minimum width of an accessible path?", "1,40 m"},
	{"How many units of passage for 350 people?", "≥ 5"},
	{"Combien de dégagements faut-il pour 80 travailleurs ?", "51 à 100"},
	{"Combien d'unités de passage pour 180 travailleurs ?", "≥ 3"},
	{"Un dévers de 3 % est-il admis sur un cheminement ?", "2 % au plus"},
	{"Quelle est la couleur exigée pour les volets ?", ""},
	{"Quel est le nombre minimal de marches d'un escalier ?", ""},
	{"Combien de places de stationnement pour vélos faut-il ?", ""},
	{"What colour must the shutters be?", ""},
}

// TestAsk asks over the pack in this process, without a language model.
func TestAsk(t *testing.T) {
	engine := joined(t)
	project := parisProject(readPack(t).Data.Codes)
	for _, a := range asked {
		answer, err := engine.Ask(t.Context(), ask.Question{Text: a.query, Project: project},
			&regengine.AskOptions{Model: note.New(nil), Now: func() time.Time { return time.Date(2026, time.June, 1, 0, 0, 0, 0, time.UTC) }})
		if err != nil {
			t.Fatal(err)
		}
		checkAnswer(t, a.query, a.want, answer)
	}
}

// joined is an engine this country has joined, as it is served without its plugin.
func joined(t *testing.T) *regengine.Engine {
	t.Helper()
	data := readPack(t).Data
	data.Places = places()
	table, err := geo.Tabulate(t.Context(), country{}, data.Places)
	if err != nil {
		t.Fatal(err)
	}
	joining := regengine.Country{Scheme: *table, Language: make(map[string][]byte)}
	names, err := fs.Glob(country{}.LanguageFiles(), "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if joining.Language[name], err = fs.ReadFile(country{}.LanguageFiles(), name); err != nil {
			t.Fatal(err)
		}
	}
	data.Countries = []regengine.Country{joining}
	opts := &regengine.Options{Extractor: textlimits.New(), Languages: languageReaders}
	engine, err := regengine.Open(t.Context(), regengine.Static(data), nil, opts)
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// checkAnswer holds an answer against the words it must hold, each with a source. What
// has no answer may be shown what is near, and says so.
func checkAnswer(t *testing.T, query, want string, answer *ask.Answer) {
	t.Helper()
	text := strings.ReplaceAll(answer.Text, "\u00a0", " ") // between a number and its unit
	switch {
	case want == "" && answer.Form != ask.FormNotFound && answer.Form != ask.FormPossible:
		t.Errorf("%s\nwant no sure answer from the texts, got %s", query, text)
	case want != "" && (len(answer.Sources) == 0 || !strings.Contains(text, want) || !strings.Contains(text, "[1]")):
		t.Errorf("%s\nwant %q with a source, got %s", query, want, text)
	}
	t.Logf("%s\n  %s: %s", query, answer.Form, text)
}

// parisProject selects every text of the pack.
func parisProject(list []codes.Code) *projects.Info {
	info := &projects.Info{
		Project:  projects.Project{ID: "0b7a7a52-8c1e-4f0e-9a55-2f1f3c1d9e01", OrganizationID: "org", Name: "École", GeoID: "FR-75056"},
		Language: "fr",
		Place:    scheme{}.Derive(builtInCommunes()["FR-75056"]),
	}
	for _, c := range list {
		i := slices.IndexFunc(c.Versions, func(v codes.Version) bool { return v.Status == codes.Active })
		info.Selected = append(info.Selected, projects.Collection{
			Slug: c.Slug, Title: c.Title, Version: c.Versions[i].Slug, Versions: []codes.VersionRef{{Code: c.Slug, Version: c.Versions[i].Slug}},
		})
	}
	return info
}
