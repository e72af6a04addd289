package verify_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
	"github.com/reglookup/regengine/verify/understand"
	"github.com/reglookup/regengine/verify/verifytest"
)

func TestCheckLanguage(t *testing.T) {
	for _, tt := range []struct {
		name, tag, file, text string
		want                  []string // "" for nothing wrong
	}{
		{name: "OK nothing", tag: "qx"},
		{name: "OK empty", tag: "qx", file: "grammar.txt", text: "# nothing\n"},
		{name: "OK byte order mark", tag: "qx", file: "grammar.txt", text: "\ufeff# nothing\nhead: first\n"},
		{name: "section", tag: "qx", file: "grammar.txt", text: "\n[verbs]\nla\n", want: []string{`grammar.txt:2: unknown section "verbs"`}},
		{name: "setting", tag: "qx", file: "grammar.txt", text: "heads: first\nhead: middle\n", want: []string{`grammar.txt:1: unknown setting "heads"`, "grammar.txt:2: head is first or last"}},
		{name: "between", tag: "qx", file: "grammar.txt", text: "between: a b\n", want: []string{"grammar.txt:1: between needs …"}},
		{name: "operator", tag: "qx", file: "grammar.txt", text: "[comparators]\n=>: mor\n>: mor\n<: mor\n", want: []string{`grammar.txt:2: "=>" is none of`, `grammar.txt:4: "mor" stands for > already`}},
		{name: "long comparator", tag: "qx", file: "grammar.txt", text: "[behind]\n>: a b c d e f\n", want: []string{"has more than 5 words"}},
		{name: "stem", tag: "qx", file: "grammar.txt", text: "[stem]\nplurals: s\nirregular: abc\nending: >a\n", want: []string{`:2: unknown key "plurals"`, ":3: an irregular word", ":4: an ending"}},
		{name: "phrases", tag: "qx", file: "grammar.txt", text: "[phrases]\nits: s\n", want: []string{`:2: unknown kind of phrases "its"`}},
		{name: "long phrase", tag: "qx", file: "grammar.txt", text: "[phrases]\nof: " + strings.Repeat("a", 200) + "\n", want: []string{":2: ", "longer than 100 bytes"}},
		{name: "many phrases", tag: "qx", file: "grammar.txt", text: "[phrases]\nof: " + strings.Repeat("a,", 300) + "\n", want: []string{":2: more than 200"}},
		{name: "no key", tag: "qx", file: "grammar.txt", text: "[phrases]\nits\n", want: []string{`:2: write "key: value"`}},
		{name: "zones", tag: "qx", file: "grammar.txt", text: "[zones]\nwind: a\nradon: I\n", want: []string{":2: unknown key", ":3: a radon zone"}},
		{name: "data", tag: "qx", file: "grammar.txt", text: "[data of places]\nwind: a\n", want: []string{`:2: unknown datum "wind"`}},
		{name: "not text", tag: "qx", file: "grammar.txt", text: "\xff", want: []string{"grammar.txt: no UTF-8"}},
		{name: "large", tag: "qx", file: "vocabulary.txt", text: strings.Repeat("a", 2<<20), want: []string{"vocabulary.txt: no UTF-8 text of at most"}},
		{name: "synonyms", tag: "qx", file: "synonyms.txt", text: "a\n[thinks]\nb\n[kinds]\nlength\n", want: []string{
			"synonyms.txt:1: a line before", `:2: unknown section "thinks"`, ":5: a line of [kinds]"}},
		{name: "signals", tag: "qx", file: "signals.txt", text: "mores: a\nleast: min*, *\n", want: []string{`signals.txt:1: unknown kind "mores"`, `signals.txt:2: "*" stands for every word`}},
		{name: "messages", tag: "qx", file: "messages.tsv", text: "\nverify.bad_nummer\tX\nverify.missing\tX\nask.what\tX\n", want: []string{`messages.tsv:2: there is no text "bad_nummer"`, "messages.tsv:3: "}},
		{name: "tag", tag: "q", want: []string{"no language tag"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			files := fstest.MapFS{}
			if tt.file != "" {
				files[tt.file] = &fstest.MapFile{Data: []byte(tt.text)}
			}
			err := verify.CheckLanguage(tt.tag, files)
			if len(tt.want) == 0 {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if err == nil {
				t.Fatalf("want %q, got no error", tt.want)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("want %q, got\n%v", want, err)
				}
			}
			if added := verify.AddLanguage(tt.tag, files); added == nil || added.Error() != err.Error() {
				t.Errorf("want AddLanguage to say the same, got %v", added)
			}
		})
	}
}

func TestAddLanguage_builtIn(t *testing.T) {
	for _, tag := range []string{"es", "en", "en-GB", "ES"} {
		if err := verify.AddLanguage(tag, fstest.MapFS{}); !errors.Is(err, verify.ErrBuiltInLanguage) {
			t.Errorf("%s: want ErrBuiltInLanguage, got %v", tag, err)
		}
		if err := verify.CheckLanguage(tag, fstest.MapFS{}); !errors.Is(err, verify.ErrBuiltInLanguage) {
			t.Errorf("%s: want ErrBuiltInLanguage, got %v", tag, err)
		}
	}
}

// tongueRules are rules of the made-up language's country.
const tongueRules = `
format: 1
language: qy
elements:
  gate: {label: {qy: porto}, names: {qy: [porto]}}
  wall: {label: {qy: muro}, names: {qy: [muro]}}
parameters:
  width: {label: {qy: bredo, en: width}, names: {qy: [bredo], en: [width]}}
facts:
  people: {kind: quantity, unit: ud, label: {qy: homak}, says: {qy: ["{} homak"]}}
  wet: {kind: boolean, label: {qy: aqua}, yes: {qy: [su aqua]}, no: {qy: [ni aqua]}}
rules:
  - id: gate
    subjects: [{element: [gate], parameter: width}]
    when: [{fact: people, ">": 1000}]
    require: {op: ">=", value: 2, unit: pert}
    section: s
    quote: Ba porto muste ni lef 2 pert.
  - id: gate-few
    subjects: [{element: [gate], parameter: width}]
    when: [{fact: people, "<=": 1000}]
    require: {op: ">=", value: 1, unit: m}
    section: s
    quote: Ba porto muste ni lef 1 pert.
`

func tongueVerifier(t testing.TB, lang, list string) *verify.Verifier {
	t.Helper()
	places, err := geo.NewGazetteer([]geo.Scheme{tongueScheme{"QY", lang}}, []geo.Place{
		{ID: "QY", Name: "Qyland", Level: geo.Country},
		{ID: "QY-1", Name: "Qytown", Level: geo.Municipality, Parent: "QY"},
	})
	if err != nil {
		t.Fatal(err)
	}
	ref := codes.VersionRef{Code: "qy-code", Version: "1"}
	day, _ := codes.NewDate(2020, 1, 1)
	catalog, err := codes.NewCatalog(places, []codes.Code{{Slug: ref.Code, Title: "Q", CountryCode: "QY", Scope: codes.National, Territories: []geo.ID{"QY"},
		Versions: []codes.Version{{Slug: "1", Title: "Q", Status: codes.Active, Effective: day, Internal: true}}}})
	if err != nil {
		t.Fatal(err)
	}
	var sets []rules.RuleSet
	var blocks []retrieval.Block
	if list != "" {
		set, err := rules.Parse(ref, []byte(list))
		if err != nil {
			t.Fatal(err)
		}
		sets, blocks = []rules.RuleSet{set}, blocksOf(set)
	}
	const said = "Ba bredo vo gate isto ni lef 3 m."
	blocks = append(blocks, retrieval.Block{ID: "said", Doc: ref.String(), Section: "t", Kind: retrieval.Paragraph, Lang: lang, Order: 100, Text: said})
	limits := []textlimits.LimitSet{{Doc: ref.String(), Origin: textlimits.FromPattern, Extractor: "hand", Limits: []textlimits.Limit{
		{Block: "said", Op: rules.AtLeast, Value: "3", Unit: "m", Group: 1, Clause: textlimits.Span{End: len(said)}, Phrases: phrases("measure", "bredo", "thing", "gate")},
	}}}
	v, err := verify.New(places, catalog, retrieval.New(blocks), sets, &verify.Options{Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestAddLanguage: a language that is nothing but files is understood.
func TestAddLanguage(t *testing.T) {
	files := os.DirFS("testdata/tongue")
	for _, add := range []func(string, fs.FS) error{verify.AddLanguage, quantity.AddLanguage} {
		for range 2 { // again is no different
			if err := add("qy", files); err != nil {
				t.Fatal(err)
			}
		}
	}
	v := tongueVerifier(t, "qy-QY", tongueRules)
	for _, tt := range []struct {
		element, parameter, value, unit string
		want                            verify.Status
		says                            string
	}{
		{"porto vo mor 1 200 homak", "bredo", "1,9", "pert", verify.Undetermined, "The value is not a decimal number."},
		{"porto vo 1 200 homak", "bredo", "1.9", "pert", verify.NonCompliant, ""},
		{"porto vo mor 1 200 homak", "bredok", "200", "sen", verify.Compliant, ""},
		{"porto vo 1\u00a0000 homak", "bredo", "1.2", "pertak", verify.Compliant, ""},
		{"blanko porto vo 1\u00a0000 homak", "bredo", "1.2", "pertak", verify.Conditional, "blanko"},
		{"porto vo ni mor 900 homak", "bredo", "1.2", "m", verify.Compliant, ""},
		{"porto vo 1.200 homak", "bredo", "1.2", "m", verify.Undetermined, ""},
		{"porto", "bredo", "1.2", "m", verify.Conditional, ""},
		{"muro porto", "bredo", "0.5", "m", verify.Undetermined, ""}, // the head stands last, and nothing relates the two
		{"strange porto vo 5 homak", "bredo", "2.2", "m", verify.Undetermined, "strange"},
		{"porto", "alto", "1.2", "m", verify.Undetermined, `Ni regel su "alto".`},
		{"porto", "bredo", "1.2", "metros", verify.Undetermined, "metros"},
	} {
		t.Run(tt.element+" "+tt.parameter+" "+tt.value+" "+tt.unit, func(t *testing.T) {
			got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: tt.parameter, Value: tt.value, Unit: tt.unit, GeoID: "QY-1"}, verifytest.On())
			if err != nil {
				t.Fatal(err)
			}
			if said := strings.Join(append(got.Warnings, got.Conditions...), "\n"); got.Status != tt.want || !strings.Contains(said, tt.says) {
				t.Errorf("want %s %q, got %s %q", tt.want, tt.says, got.Status, said)
			}
		})
	}
}

// TestUnknownLanguage: in a country whose language nobody added a check is answered
// in English, by what the rules name word for word, and never by Spanish.
func TestUnknownLanguage(t *testing.T) {
	v := tongueVerifier(t, "qz", strings.NewReplacer("qy", "qz", "unit: pert", "unit: m").Replace(tongueRules))
	for _, tt := range []struct {
		element, value, unit string
		want                 verify.Status
		says                 string
	}{
		{"porto", "2.5", "m", verify.Compliant, ""},
		{"porto", "0.5", "m", verify.NonCompliant, ""},
		{"porto", "2.5", "metros", verify.Undetermined, `The unit "metros" is not known`},
		{"porto sin nada", "2.5", "m", verify.Undetermined, "was not recognised"},
	} {
		got, err := v.Verify(t.Context(), verify.Check{Element: tt.element, Parameter: "bredo", Value: tt.value, Unit: tt.unit, GeoID: "QY-1"}, verifytest.On())
		if err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(append(got.Warnings, got.Conditions...), "\n"); got.Status != tt.want || !strings.Contains(said, tt.says) {
			t.Errorf("%s %s %s: want %s %q, got %s %q", tt.element, tt.value, tt.unit, tt.want, tt.says, got.Status, said)
		}
	}
}

// TestVerifier_noRules: a country without rules answers, honestly.
func TestVerifier_noRules(t *testing.T) {
	v := tongueVerifier(t, "qw", "")
	got, err := v.Verify(t.Context(), verify.Check{Element: "gate", Parameter: "width", Value: "1", Unit: "m", GeoID: "QY-1"}, verifytest.On())
	if err != nil {
		t.Fatal(err)
	}
	if said := strings.Join(got.Warnings, "\n"); got.Status != verify.Undetermined || !strings.Contains(said, `No rule loaded is about the parameter "width"`) {
		t.Errorf("want undetermined and why, got %s %q", got.Status, said)
	}
}

// TestAddLanguage_meanwhile: languages are added while others build and ask.
func TestAddLanguage_meanwhile(t *testing.T) {
	v := tongueVerifier(t, "qv", strings.NewReplacer("qy", "qv", "unit: pert", "unit: m").Replace(tongueRules))
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range 5 {
				if err := verify.AddLanguage("qu", os.DirFS("testdata/tongue")); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for range 5 {
				_, err := v.Verify(t.Context(), verify.Check{Element: "porto", Parameter: "bredo", Value: "1", Unit: "m", GeoID: "QY-1"}, verifytest.On())
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// Signals are written as a language is, and found in texts whatever their letters.
func TestAddLanguage_signals(t *testing.T) {
	files := fstest.MapFS{"signals.txt": &fstest.MapFile{Data: []byte("most: höchstens, d'Übermaß, größ*\n")}}
	if err := verify.AddLanguage("qg", files); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{"Höchstens 5 m": true, "hochstens 5 m": true, "D’ÜBERMASS 5 m": true, "d'Übermaß 5 m": true, "größer 5 m": true, "5 m": false} {
		if got := verify.WordsAgree("qg", rules.AtMost, text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func FuzzCheckLanguage(f *testing.F) {
	for _, name := range []string{"grammar.txt", "synonyms.txt", "signals.txt", "vocabulary.txt"} {
		for _, path := range []string{"testdata/tongue/" + name, "../examples/plugin-fr/language/" + name} {
			if data, err := os.ReadFile(path); err == nil {
				f.Add(name, string(data))
			}
		}
	}
	f.Add("synonyms.txt", "[measures]\nbredo, alto < dika\n# and\ndika < bredo\n[things]\ngate | porto : gate\n[usual]\nbredo: m, >=\n[units]\nlength: bredo\n[slope]\nbredo\n[bounds]\nminimum: bredo / gate\n[exclusive]\na: gate | porto\n")
	f.Add("grammar.txt", "[stem]\nending: a>\nplural: s\n[phrases]\nof: (, [\n[elisions]\n' l\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		if !fs.ValidPath(name) || name == "." {
			return
		}
		files := fstest.MapFS{name: &fstest.MapFile{Data: []byte(text)}}
		if verify.CheckLanguage("qt", files) != nil {
			return
		}
		if err := verify.AddLanguage("qt", files); err != nil {
			t.Fatalf("checked, and yet %v", err)
		}
		v := tongueVerifier(t, "qt", "")
		if _, err := v.Verify(t.Context(), verify.Check{Element: "l'gate vo 1 200 homak", Parameter: "bredo", Value: "1", Unit: "m", GeoID: "QY-1"}, verifytest.On()); err != nil {
			t.Fatal(err)
		}
	})
}

// TestCheckLanguage_unread: sections that earlier versions read are no mistake.
func TestCheckLanguage_unread(t *testing.T) {
	file := "[partly]\nhalbo: x\nhalbo\n[phrases]\nout of use: kaputo\n"
	if err := verify.CheckLanguage("qy", fstest.MapFS{understand.GrammarFile: {Data: []byte(file)}}); err != nil {
		t.Error(err)
	}
	if err := verify.CheckLanguage("qy", fstest.MapFS{understand.GrammarFile: {Data: []byte("[partli]\nhalbo\n")}}); err == nil {
		t.Error("want an error of a section that never was, got none")
	}
}
