package verify_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/langfile"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
	"github.com/reglookup/regengine/verify/verifytest"
)

// frenchFiles are the language files of the example plugin for France, the texts of
// this package among its messages.
func frenchFiles(t testing.TB) fs.FS {
	t.Helper()
	folder := filepath.Join("..", "examples", "plugin-fr", "language")
	files := fstest.MapFS{}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var messages strings.Builder
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = &fstest.MapFile{Data: data}
		if e.Name() == langfile.MessagesFile || e.Name() == "messages.verify.part" {
			messages.Write(data)
		}
	}
	if all := messages.String(); files["messages.verify.part"] != nil && !strings.Contains(string(filesData(files, langfile.MessagesFile)), "\nverify.") {
		files[langfile.MessagesFile] = &fstest.MapFile{Data: []byte(all)}
	}
	return files
}

func filesData(files fstest.MapFS, name string) []byte {
	if f := files[name]; f != nil {
		return f.Data
	}
	return nil
}

// addFrench makes French known to this process.
func addFrench(t testing.TB) {
	t.Helper()
	files := frenchFiles(t)
	for _, add := range []func(string, fs.FS) error{verify.AddLanguage, quantity.AddLanguage, textlimits.AddLanguage} {
		if err := add("fr", files); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFrench_files(t *testing.T) { addFrench(t) }

// frenchPlaces are communes, and a town of a country that speaks Spanish; or those of
// one of the two countries only.
func frenchPlaces(t testing.TB, only geo.ID) *geo.Gazetteer {
	t.Helper()
	altitude := 35
	list := []geo.Place{
		{ID: "ES", Name: "España", Level: geo.Country},
		{ID: "ES-1", Name: "Villanueva", Level: geo.Municipality, Parent: "ES"},
		{ID: "FR", Name: "France", Level: geo.Country},
		{ID: "FR-1", Name: "Saint-Rémy-du-Val", Level: geo.Municipality, Parent: "FR", Tech: &geo.TechData{AltitudeM: &altitude, ClimateZone: "H1a"}},
		{ID: "FR-2", Name: "Bourg", Level: geo.Municipality, Parent: "FR", Tech: &geo.TechData{ClimateZone: "H3"}},
		{ID: "FR-3", Name: "Nulle-Part", Level: geo.Municipality, Parent: "FR", Tech: &geo.TechData{}},
	}
	list = slices.DeleteFunc(list, func(p geo.Place) bool { return only != "" && p.ID.Country() != only })
	places, err := geo.NewGazetteer([]geo.Scheme{tongueScheme{"FR", "fr"}, tongueScheme{"ES", "es"}}, list)
	if err != nil {
		t.Fatal(err)
	}
	return places
}

// tongueScheme takes any identifier of a country that speaks a language.
type tongueScheme struct {
	country geo.ID
	lang    string
}

func (s tongueScheme) Country() geo.ID                             { return s.country }
func (s tongueScheme) Language() string                            { return s.lang }
func (s tongueScheme) ParentAllowed(_, _ geo.ID) string            { return "" }
func (s tongueScheme) ScopeWord(scope string) (word, label string) { return scope, scope }
func (s tongueScheme) LevelWord(level geo.Level) string            { return level.String() }
func (s tongueScheme) Derive(p geo.Place) geo.Place                { return p }
func (s tongueScheme) Summary(geo.Place) string                    { return "" }
func (s tongueScheme) ParseID(text string) (geo.ID, geo.Level, error) {
	switch id := geo.ID(strings.ToUpper(text)); {
	case id == s.country:
		return id, geo.Country, nil
	case id.Country() == s.country:
		return id, geo.Municipality, nil
	}
	return "", 0, geo.ErrInvalidID
}

// twoCountries are the French rules in France and Spanish ones in Spain, with the
// limits of texts in both.
func twoCountries(t testing.TB, all map[geo.ID]string, passages map[geo.ID]string) *verify.Verifier {
	t.Helper()
	day, _ := codes.NewDate(2020, 1, 1)
	var list []codes.Code
	var sets []rules.RuleSet
	var limits []textlimits.LimitSet
	var blocks []retrieval.Block
	for _, country := range []geo.ID{"ES", "FR"} {
		slug, lang := strings.ToLower(string(country))+"-code", strings.ToLower(string(country))
		ref := codes.VersionRef{Code: slug, Version: "1"}
		list = append(list, codes.Code{Slug: slug, Title: slug, CountryCode: string(country), Scope: codes.National, Territories: []geo.ID{country},
			Versions: []codes.Version{{Slug: "1", Title: slug, Status: codes.Active, Effective: day, Internal: true}}})
		if source := all[country]; source != "" {
			set, err := rules.Parse(ref, []byte(source))
			if err != nil {
				t.Fatal(err)
			}
			sets, blocks = append(sets, set), append(blocks, blocksOf(set)...)
		}
		var texts []retrieval.Block
		for i, line := range strings.Split(passages[country], "\n") {
			if line != "" {
				texts = append(texts, retrieval.Block{ID: slug + "-t" + strconv.Itoa(i), Doc: ref.String(), Section: "t", Kind: retrieval.Paragraph, Lang: lang, Order: 100 + i, Text: line})
			}
		}
		found, err := textlimits.New().Extract(t.Context(), texts)
		if err != nil {
			t.Fatal(err)
		}
		blocks = append(blocks, texts...)
		limits = append(limits, textlimits.LimitSet{Doc: ref.String(), Origin: textlimits.FromPattern, Extractor: "pattern", Limits: found})
	}
	var only geo.ID
	if all["FR"]+passages["FR"] == "" {
		only, list = "ES", list[:1]
	}
	places := frenchPlaces(t, only)
	catalog, err := codes.NewCatalog(places, list)
	if err != nil {
		t.Fatal(err)
	}
	v, err := verify.New(places, catalog, retrieval.New(blocks), sets, &verify.Options{Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func frenchRules(t testing.TB) string {
	t.Helper()
	source, err := os.ReadFile("testdata/french.rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// TestFrench_rules: the linter takes rules in French, and runs their tests in French.
func TestFrench_rules(t *testing.T) {
	addFrench(t)
	set, err := rules.Parse(codes.VersionRef{Code: "fr-code", Version: "1"}, []byte(frenchRules(t)))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range verify.Lint(set, blocksOf(set)) {
		t.Error(p)
	}
}

// TestFrench_checks: what is asked in French, or in English, at a French commune.
func TestFrench_checks(t *testing.T) {
	addFrench(t)
	v := twoCountries(t, map[geo.ID]string{"FR": frenchRules(t)}, nil)
	for _, tt := range []struct {
		element, parameter, value, unit string
		want                            verify.Status
		limit                           string
	}{
		{"garde-corps protégeant d'une chute de 3 m", "hauteur", "1", "m", verify.Compliant, "1"},
		{"garde-corps protégeant d’une chute de 3 m", "hauteur", "99", "cm", verify.NonCompliant, "100"},
		{"garde-corps de balcon avec une chute de 0,80 m", "hauteur", "0.9", "m", verify.Conditional, "1"},
		{"garde-corps de balcon, chute de 0,80 m", "hauteur", "0.9", "m", verify.Compliant, "0.9"},
		{"garde-corps en verre de la terrasse", "hauteur", "95", "cm", verify.Conditional, "100"},
		{"garde-corps en verre de la terrasse", "hauteur", "85", "centimètres", verify.NonCompliant, "90"},
		{"rambarde d'escalier, chute d'au moins 2 m", "hauteur", "0.95", "m", verify.NonCompliant, "1"},
		{"garde-corps, chute n'excédant pas 1 m", "hauteur", "0.95", "mètre", verify.Compliant, "0.9"},
		{"garde-corps avec une chute de deux mètres", "hauteur", "0.95", "m", verify.NonCompliant, "1"},
		{"garde-corps avec une chute comprise entre 2 et 4 m", "hauteur", "1.05", "m", verify.Compliant, "1"},
		{"garde-corps de baignoire", "hauteur", "1.2", "m", verify.Undetermined, ""},
		{"garde-corps de lit d'enfant", "hauteur", "1.2", "m", verify.Undetermined, ""},
		{"escalier sans ascenseur", "hauteur de marche", "17.5", "cm", verify.NonCompliant, "17"},
		{"escalier sans ascenseur", "hauteur des marches", "170", "mm", verify.Compliant, "170"},
		{"escalier d'immeuble avec ascenseur", "hauteur de marche", "17.5", "cm", verify.Compliant, "18"},
		{"escalier d'un bâtiment", "hauteur de marche", "17.5", "cm", verify.Conditional, "17"},
		{"escaliers extérieurs en béton", "giron", "28", "cm", verify.Compliant, "28"},
		{"escalier", "giron", "0.27", "m", verify.NonCompliant, "0.28"},
		{"escalier", "giron", "28", "kg", verify.Undetermined, ""},
		{"escalier", "giron", "28", "toises", verify.Undetermined, ""},
		{"escalier", "giron transversal", "30", "cm", verify.Undetermined, ""},
		{"porte d'entrée", "passage libre", "83", "cm", verify.Compliant, "83"},
		{"porte", "passage libre", "83", "cm", verify.Compliant, "83"},
		{"portes intérieures en bois", "largeur utile", "0.8", "m", verify.NonCompliant, "0.83"},
		{"porte de placard", "largeur", "0.9", "m", verify.Undetermined, ""},
		{"porte-fenêtre", "largeur", "0.9", "m", verify.Undetermined, ""},
		{"rampe d'accès extérieure", "pente", "5", "%", verify.Compliant, "5"},
		{"rampe d'accès", "inclinaison", "9", "%", verify.NonCompliant, "8"},
		{"rampe de 1,50 m de long", "pente", "7", "pour cent", verify.Compliant, "8"},
		{"rampe d'une longueur de 3 m", "pente", "0.06", "ratio", verify.NonCompliant, "0.05"},
		{"rampe", "pente transversale", "1", "%", verify.Undetermined, ""},
		{"couloir pour 40 personnes", "largeur", "1.25", "m", verify.Compliant, "1.2"},
		{"couloir pour 1 200 personnes", "largeur", "1.25", "m", verify.NonCompliant, "1.4"},
		{"couloir pour 1\u202f600 personnes", "largeur", "1.7", "m", verify.NonCompliant, "1.8"},
		{"couloir pour 1.200 personnes", "largeur", "1.45", "m", verify.Undetermined, ""}, // 1,2 or 1200?
		{"couloir pour plus de 60 personnes", "largeur", "1.25", "m", verify.NonCompliant, "1.4"},
		{"local ouvert au public", "éclairement", "180", "lux", verify.NonCompliant, "200"},
		{"salle recevant du public", "niveau d'éclairement", "250", "lx", verify.Compliant, "200"},
		{"salle de réunion de 80 personnes", "nombre de sorties", "1", "sorties", verify.NonCompliant, "2"},
		{"salle de 80 personnes", "nombre d'issues", "2", "unités", verify.Compliant, "2"},
		{"cuisine d'un logement", "débit d'air extrait", "75", "m³/h", verify.Compliant, "75"},
		{"cuisine", "débit extrait", "20", "l/s", verify.NonCompliant, "20.8333333334"},
		{"mur de façade", "coefficient de transmission thermique", "0.37", "W/(m².K)", verify.NonCompliant, "0.36"},
		{"mur extérieur en zone climatique H3", "coefficient de transmission thermique", "0.37", "W/m²K", verify.Compliant, "0.4"},
		{"mur extérieur", "coefficient de transmission thermique linéique", "0.3", "W/(m².K)", verify.Undetermined, ""},
		{"garde-corps, dénivelé de 60 cm", "existence", "0", "booléen", verify.NonCompliant, ""},
		{"garde-corps, dénivelé de 60 cm", "présence", "1", "oui / non", verify.Compliant, ""},
		{"stair without lift", "rise", "175", "mm", verify.NonCompliant, "170"},
		{"guardrail with a drop of 3 m", "height", "0.95", "m", verify.NonCompliant, "1"},
		{"barandilla con una caída de 3 m", "altura", "1.2", "m", verify.Undetermined, ""}, // Spanish is no language of France
		{"escalier sin ascensor", "giron", "30", "cm", verify.Undetermined, ""},
	} {
		t.Run(tt.element+" "+tt.parameter+" "+tt.value, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit, GeoID: "FR-1", Country: "FR"}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != tt.want || tt.limit != "" && got.Limit != tt.limit {
				t.Errorf("want %s %s, got %s %s\nconditions %s\nwarnings %s", tt.want, tt.limit, got.Status, got.Limit, strings.Join(got.Conditions, " / "), strings.Join(got.Warnings, " / "))
			}
		})
	}
}

// TestFrench_words: what a check in French is answered in.
func TestFrench_words(t *testing.T) {
	addFrench(t)
	v := twoCountries(t, map[geo.ID]string{"FR": frenchRules(t), "ES": safetyRules}, nil)
	for _, tt := range []struct {
		name  string
		check verify.Check
		want  string
	}{
		{"strange word", verify.Check{Element: "garde-corps de baignoire", Parameter: "hauteur", Value: "1", Unit: "m", GeoID: "FR-1"}, "qui n'a pas été compris"},
		{"unit", verify.Check{Element: "escalier", Parameter: "giron", Value: "1", Unit: "toises", GeoID: "FR-1"}, `L'unité "toises" n'est pas reconnue`},
		{"condition", verify.Check{Element: "garde-corps", Parameter: "hauteur", Value: "0.95", Unit: "m", GeoID: "FR-1"}, "hauteur de chute"},
		{"no rule", verify.Check{Element: "porte", Parameter: "pente", Value: "1", Unit: "%", GeoID: "FR-1"}, "Aucune règle"},
		{"in English", verify.Check{Element: "guardrail", Parameter: "height", Value: "0.95", Unit: "m", GeoID: "FR-1"}, "Complies"},
		{"nothing understood", verify.Check{Element: "xyz", Parameter: "xyz", Value: "0.95", Unit: "m", GeoID: "FR-1"}, "Aucune règle chargée ne porte sur le paramètre"},
		{"Spanish in France", verify.Check{Element: "barandilla", Parameter: "altura", Value: "0.95", Unit: "m", GeoID: "FR-1"}, "Aucune règle chargée ne porte sur le paramètre"},
		{"French in Spain", verify.Check{Element: "garde-corps", Parameter: "hauteur", Value: "0.95", Unit: "m", GeoID: "ES-1"}, "Ninguna regla cargada trata del parámetro"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := v.Verify(t.Context(), tt.check, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.Join(append(got.Warnings, got.Conditions...), "\n"); !strings.Contains(said, tt.want) {
				t.Errorf("want %q said, got %s %q", tt.want, got.Status, said)
			}
		})
	}
}

// safetyRules are rules of Spain for the same things as the French ones.
const safetyRules = `
format: 1
language: es
elements:
  guard: {label: {es: barandilla}, names: {es: [barandilla], en: [guardrail]}}
parameters:
  height: {label: {es: altura}, names: {es: [altura], en: [height]}}
facts:
  drop: {kind: quantity, unit: m, label: {es: desnivel}, says: {es: ["desnivel de {}", "caída de {}"], en: ["drop of {}"]}}
rules:
  - id: guard
    subjects: [{element: [guard], parameter: height}]
    when: [{fact: drop, ">": 6}]
    require: {op: ">=", value: 1.10, unit: m}
    section: s
    quote: Con más de 6 m de desnivel la barandilla mide al menos 1,10 m.
`

// TestCountries_apart: the rules, words and texts of one country change nothing in
// another, not by one byte.
func TestCountries_apart(t *testing.T) {
	spanish := "La anchura mínima de los pasillos será de 1,20 m.\nLas puertas tendrán una anchura de 0,80 m como mínimo."
	french := "La largeur minimale des couloirs est de 1,40 m.\nLa pasillo anchura est d'au moins 3 m."
	alone := twoCountries(t, map[geo.ID]string{"ES": safetyRules}, map[geo.ID]string{"ES": spanish})
	addFrench(t)
	if err := verify.AddLanguage("qs", os.DirFS("testdata/tongue")); err != nil { // one no other test has added
		t.Fatal(err)
	}
	both := twoCountries(t, map[geo.ID]string{"ES": safetyRules, "FR": frenchRules(t)}, map[geo.ID]string{"ES": spanish, "FR": french})
	for _, check := range []verify.Check{
		{Element: "barandilla con un desnivel de 7 m", Parameter: "altura", Value: "1.05", Unit: "m"},
		{Element: "barandilla", Parameter: "altura", Value: "1.05", Unit: "m"},
		{Element: "guardrail with a drop of 8 m", Parameter: "height", Value: "1.05", Unit: "m"},
		{Element: "barandilla de porte", Parameter: "altura", Value: "1.05", Unit: "m"},
		{Element: "barandilla de Bourg", Parameter: "altura", Value: "1.05", Unit: "m"},
		{Element: "barandilla sans ascenseur", Parameter: "altura", Value: "1.05", Unit: "mètres"},
		{Element: "barandilla con desnivel de mor 7 m", Parameter: "altura", Value: "1.05", Unit: "m"},
		{Element: "barandilla con desnivel de au moins 7 m", Parameter: "altura", Value: "1.05", Unit: "m"},
		{Element: "barandilla junto a Bourg", Parameter: "altura", Value: "1.05", Unit: "m"},
		{Element: "pasillo", Parameter: "anchura", Value: "1.3", Unit: "m"},
		{Element: "puerta de 1 200 personas", Parameter: "anchura", Value: "1.3", Unit: "m"},
		{Element: "puerta para 1.200 personas", Parameter: "anchura", Value: "0.7", Unit: "m"},
		{Element: "couloir", Parameter: "largeur", Value: "1.3", Unit: "m"},
	} {
		check.GeoID = "ES-1"
		want, err := alone.Verify(t.Context(), check, verifytest.On())
		if err != nil {
			t.Fatal(err)
		}
		got, err := both.Verify(t.Context(), check, verifytest.On())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s | %s (-want +got)\n%s", check.Element, check.Parameter, diff)
		}
	}
}

// TestFrench_texts: limits found in French texts decide French checks.
func TestFrench_texts(t *testing.T) {
	addFrench(t)
	v := twoCountries(t, nil, map[geo.ID]string{"FR": strings.Join([]string{
		"La largeur minimale des couloirs est de 1,40 m.",
		"La pente des rampes ne doit pas dépasser 5 %.",
		"Lorsque l'escalier comporte un ascenseur, la hauteur des marches est inférieure ou égale à 18 cm.",
		"Le débit extrait des cuisines est d'au moins 75 m³/h.",
		"La hauteur des garde-corps ne peut être inférieure à 1 m.",
	}, "\n"), "ES": "La altura de las puertas será de 2 m como mínimo."})
	for _, tt := range []struct {
		element, parameter, value, unit string
		want                            verify.Status
		limit                           string
	}{
		{"couloir", "largeur", "1.3", "m", verify.NonCompliant, "1.4"},
		{"couloir d'école", "largeur utile", "1.5", "m", verify.Compliant, "1.4"},
		{"rampe", "pente", "6", "%", verify.NonCompliant, "5"},
		{"rampe", "pente transversale", "1", "%", verify.Undetermined, ""},
		{"cuisine", "débit extrait", "60", "m³/h", verify.NonCompliant, "75"},
		{"garde-corps", "hauteur", "1.1", "m", verify.Compliant, "1"},
		{"garde-corps de baignoire", "hauteur", "1.1", "m", verify.Undetermined, ""},
		{"porte", "hauteur", "1.1", "m", verify.Undetermined, ""},
		{"puerta", "altura", "1.1", "m", verify.Undetermined, ""},
	} {
		t.Run(tt.element+" "+tt.parameter+" "+tt.value, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit, GeoID: "FR-1"}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if got.Status != tt.want || tt.limit != "" && got.Limit != tt.limit {
				t.Errorf("want %s %s, got %s %s\nconditions %s\nwarnings %s", tt.want, tt.limit, got.Status, got.Limit, strings.Join(got.Conditions, " / "), strings.Join(got.Warnings, " / "))
			}
		})
	}
}
