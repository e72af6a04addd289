package pack

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
	"github.com/reglookup/regengine/regengine"
)

// Files of a pack in which one uses what the other declares. The heights are those
// of the text below.
const (
	declaring = "format: 1\nlanguage: es\nelements:\n  stair: {label: escalera, names: [escalera]}\nparameters:\n  width: {label: anchura, names: [anchura]}\n" +
		"facts:\n  hospital: {kind: boolean, label: hospital, yes: [de hospital], default: \"false\"}\nrules: []\n"
	using = "format: 1\nlanguage: es\nuses: [stair, width, hospital]\nrules:\n  - id: width\n    subjects: [{element: stair, parameter: width}]\n" +
		"    unless: [{fact: hospital, is: \"true\"}]\n    require: {op: \">=\", value: 1, unit: m}\n    section: scope\n    quote: La anchura es de 1 m como mínimo.\n" +
		"    tests:\n      - {element: escalera, parameter: anchura, value: 0.9, unit: m, expect: non_compliant}\n"
	usingText  = "---\ntitle: One\nstatus: active\nlanguage: es\ninternal: true\n---\n\n# Scope\n\nLa anchura es de 1 m como mínimo.\n"
	usingRules = "codes/two/2020.rules.yaml"
	ofDeclared = "codes/one/2020.rules.yaml"
)

func twoFiles(declared, used string) map[string]string {
	return map[string]string{
		"places.csv":          places,
		ofDeclared:            declared,
		"codes/two/code.yaml": "title: Two\ncountry: ES\nscope: national\nterritories: [ES]\n",
		"codes/two/2020.md":   usingText,
		usingRules:            used,
	}
}

// TestRead_uses: the tests of a file that uses what another file declares run
// with that other one, and are left where there is no such file.
func TestRead_uses(t *testing.T) {
	wrong := strings.Replace(using, "expect: non_compliant", "expect: compliant", 1)
	twice := strings.Replace(declaring, "rules: []", "uses: [beam]\nrules: []", 1)
	tests := map[string]struct {
		edits    map[string]string
		want     []string
		untested bool
	}{
		"OK":             {twoFiles(declaring, using), nil, false},
		"ErrTest":        {twoFiles(declaring, wrong), []string{usingRules + ":12: rule width: the test fails: want compliant, got non_compliant"}, false},
		"NotDeclared":    {map[string]string{"codes/one/2020.md": usingText, ofDeclared: wrong}, nil, true},
		"NotDeclaredFar": {twoFiles(twice, wrong), nil, true},
		"DeclaredBadly":  {twoFiles("format: 1\nlanguage: es\nelements: 1\n", wrong), []string{ofDeclared + ":3: elements"}, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p, err := Read(minimal(tt.edits), nil)
			if p == nil {
				t.Fatal(err)
			}
			if len(tt.want) > 0 || err != nil {
				wantProblems(t, tt.want, err)
			}
			if got := len(p.Untested) > 0; got != tt.untested {
				t.Errorf("untested: %v", p.Untested)
			}
			for _, set := range p.Data.Rules {
				if len(set.Rules) > 0 && (len(set.Uses) == 0 || len(set.Concepts) > 0) {
					t.Errorf("%s was changed by the linting of it: %+v", set.Ref, set)
				}
			}
		})
	}
}

// TestRead_usesTwice: what two files declare differently is told by the snapshot,
// once, on the line where it stands.
func TestRead_usesTwice(t *testing.T) {
	edits := twoFiles(declaring, strings.Replace(using, "rules:", "facts:\n  hospital: {kind: boolean, label: hospital, yes: [de hospital]}\nrules:", 1))
	p, err := Read(minimal(edits), nil)
	if err != nil {
		t.Fatalf("told by the linting already: %v", err)
	}
	_, err = regengine.NewSnapshot([]geo.Scheme{es.Scheme{}}, p.Data)
	wantProblems(t, []string{usingRules + ":5: fact hospital is declared elsewhere"}, p.Explain(err))
}

// TestReadOptions_Trusted: the tests of trusted rules are not run; a quote that
// does not stand in the text is found by the snapshot all the same.
func TestReadOptions_Trusted(t *testing.T) {
	wrong := strings.Replace(using, "expect: non_compliant", "expect: compliant", 1)
	if _, err := Read(minimal(twoFiles(declaring, wrong)), &ReadOptions{Trusted: true}); err != nil {
		t.Errorf("a test was run: %v", err)
	}
	p, err := Read(minimal(twoFiles(declaring, strings.Replace(using, "quote: La", "quote: Una", 1))), &ReadOptions{Trusted: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err = regengine.NewSnapshot([]geo.Scheme{es.Scheme{}}, p.Data)
	wantProblems(t, []string{usingRules + ":5: rule width: no block of section"}, p.Explain(err))
}

// TestRead_textUnread: rules whose text cannot be read keep nothing but their
// words: what they lay down for others would be held against the missing text.
func TestRead_textUnread(t *testing.T) {
	const term = "format: 1\nlanguage: es\nuses: [stair]\nterms:\n  - {of: one#width, term: setback, value: 5, section: scope, quote: Son 5 m.}\n"
	edits := map[string]string{"codes/one/2020.md": "no front matter", ofDeclared: declaring + term[len("format: 1\nlanguage: es\nuses: [stair]\n"):]}
	p, err := Read(minimal(edits), nil)
	if p == nil || !errors.Is(err, ErrInvalid) {
		t.Fatal(err)
	}
	set := p.Data.Rules[0]
	if len(set.Fillings) > 0 || len(set.Rules) > 0 || set.Source != nil || len(set.Concepts) != 2 {
		t.Errorf("kept of rules without a text: %+v", set)
	}
	if diff := cmp.Diff(codes.VersionRef{Code: "one", Version: "2020"}, set.Ref); diff != "" {
		t.Error(diff)
	}
}
