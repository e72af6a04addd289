package importers_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/importers"
)

func TestWords_Add(t *testing.T) {
	w := importers.Words{}
	w.Add("Paso de 10 m² (CO2), paso-Útil; 10m2")
	want := importers.Words{"paso": 2, "de": 1, "10": 2, "m": 2, "2": 3, "co": 1, "útil": 1}
	if diff := cmp.Diff(want, w); diff != "" || w.Total() != 12 {
		t.Errorf("%d words, -want +got\n%s", w.Total(), diff)
	}
}

func TestReport_CountWords(t *testing.T) {
	long := strings.Repeat("paso de escalera ", 100)
	for name, test := range map[string]struct {
		source, kept string
		count        int
		says         string // "" for nothing
	}{
		"all":                        {"uno dos", "dos: UNO", 2, ""},
		"repeated makes up for none": {"uno dos", "uno, uno", 1, `1 of the 2 words`},
		"small share":                {long + "uno", long, 300, ""},
		"more":                       {long + "uno dos tres cuatro tres", long, 300, `such as "tres", "cuatro", "dos", "uno"`},
		"nothing":                    {"", "uno", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			source, kept := importers.Words{}, importers.Words{}
			source.Add(test.source)
			kept.Add(test.kept)
			var r importers.Report
			r.CountWords(source, kept)
			if diff := cmp.Diff([]importers.Count{{What: "words", Source: source.Total(), Kept: test.count}}, r.Counts); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if said := len(r.Problems) > 0; said != (test.says != "") || said && !strings.Contains(r.Problems[0].String(), test.says) {
				t.Errorf("the report says %v", r.Problems)
			}
		})
	}
}

// A text has the words of its parts.
func TestWords_Parts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.String().Draw(t, "a"), rapid.String().Draw(t, "b")
		parts, all := importers.Words{}, importers.Words{}
		parts.Add(a)
		parts.Add(b)
		all.Add(a + " \n" + b)
		if diff := cmp.Diff(all, parts); diff != "" {
			t.Errorf("-together +apart\n%s", diff)
		}
	})
}

func TestNode_Spell(t *testing.T) {
	root, err := importers.ParseXML(t.Context(), "f", []byte("<a><p>on<i>e</i> two</p><p>three</p>four<x>not</x></a>"), nil)
	if err != nil {
		t.Fatal(err)
	}
	inline := func(n *importers.Node) bool { return n.Name != "p" && n.Name != "a" }
	got := root.Spell(inline, func(n *importers.Node) bool { return n.Name == "x" })
	if diff := cmp.Diff([]string{"one", "two", "three", "four"}, strings.Fields(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
