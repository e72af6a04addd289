package crossref

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes/retrieval"
)

// mention is what a case expects of a Ref: its text, and what it names.
type mention struct{ Text, Work, Part string }

func mentions(text string, refs []retrieval.Ref) []mention {
	var list []mention
	for _, r := range refs {
		list = append(list, mention{text[r.Start:r.End], r.Work, r.Part})
	}
	return list
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       []mention
	}{
		{"es", "según el artículo 5 de la Ley 38/1999, de 5 de noviembre", []mention{{"artículo 5 de la Ley 38/1999", "Ley 38/1999", "art-5"}}},
		{"es", "el apartado 2 del artículo 14.", []mention{{"apartado 2 del artículo 14", "", "art-14/ap-2"}}},
		{"es", "en el art. 4.2 b) y la letra c)", []mention{{"art. 4.2 b)", "", "art-4/ap-2/let-b"}, {"letra c)", "", "let-c"}}},
		{"es", "los artículos 5, 6 y 7 de este real decreto", []mention{
			{"artículos 5", "", "art-5"}, {"6", "", "art-6"}, {"7 de este real decreto", "", "art-7"},
		}},
		{"es", "la tabla 2.1 y las tablas 3.1 y 3.2", []mention{{"tabla 2.1", "", "tab-2.1"}, {"tablas 3.1", "", "tab-3.1"}, {"3.2", "", "tab-3.2"}}},
		{"es", "la tabla 3.1.1.a-HE1 del Anejo B del DB-HE", []mention{{"tabla 3.1.1.a-HE1 del Anejo B del DB-HE", "DB-HE", "an-b/tab-3.1.1.a-he-1"}}},
		{"es", "sección HS 3 del DB HS", []mention{{"sección HS 3 del DB HS", "DB HS", "sec-hs-3"}}},
		{"es", "véase DB-SUA 1", []mention{{"DB-SUA 1", "DB-SUA", "sec-sua-1"}}},
		{"es", "conforme al DB-SE-AE y al DB-SE", []mention{{"DB-SE-AE", "DB-SE-AE", ""}, {"DB-SE", "DB-SE", ""}}},
		{"es", "disposición adicional primera del Real Decreto Legislativo 1/2013", []mention{
			{"disposición adicional primera del Real Decreto Legislativo 1/2013", "Real Decreto Legislativo 1/2013", "da-1"},
		}},
		{"es", "la Orden FOM/1635/2013, el R.D. 842/2002 y la Directiva 2010/31/UE", []mention{
			{"Orden FOM/1635/2013", "Orden FOM/1635/2013", ""}, {"R.D. 842/2002", "R.D. 842/2002", ""}, {"Directiva 2010/31/UE", "Directiva 2010/31/UE", ""},
		}},
		{"es", "artículo 9 bis", []mention{{"artículo 9 bis", "", "art-9-bis"}}},
		{"es", "el apartado 3.2 del anejo I", []mention{{"apartado 3.2 del anejo I", "", "an-i/ap-3.2"}}},
		{"es", "se aplica la ley y el artículo que proceda; el punto de luz", nil},
		{"ca", "l'article 12 de la Llei 13/2014", []mention{{"article 12 de la Llei 13/2014", "Llei 13/2014", "art-12"}}},
		{"en", "see paragraph 2.1 and Article 5(2)(a) of Regulation (EU) No 305/2011", []mention{
			{"paragraph 2.1", "", "ap-2.1"}, {"Article 5(2)(a) of Regulation (EU) No 305/2011", "Regulation (EU) No 305/2011", "art-5/ap-2/let-a"},
		}},
		{"en", "the Building Regulations 2010, and Regulations 2013.", nil},
		{"en", "Table 1.1 in Appendix A", []mention{{"Table 1.1 in Appendix A", "", "an-a/tab-1.1"}}},
		{"xx", "artículo 5 del DB-SI", []mention{{"DB-SI", "DB-SI", ""}}},
	} {
		t.Run(c.text, func(t *testing.T) {
			if diff := cmp.Diff(c.want, mentions(c.text, Find(c.text, c.lang))); diff != "" {
				t.Errorf("Find (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWorkKey_SameForEverySpelling(t *testing.T) {
	for want, spellings := range map[string][]string{
		"rd-314/2006":         {"Real Decreto 314/2006", "RD 314/2006", "R.D. 314/2006, de 17 de marzo"},
		"ley-38/1999":         {"Ley 38/1999"},
		"dbsi":                {"DB-SI", "DB SI Seguridad"},
		"reglamento-305/2011": {"Reglamento (UE) n.º 305/2011", "Reglamento (UE) nº 305/2011"},
		"directiva-2010/31":   {"Directiva 2010/31/UE", "Directiva 2010/31/CE"},
		"cte":                 {"Código Técnico de la Edificación", "CTE"},
		"":                    {"Ley del suelo", "cte", "Orden de servicio", ""},
	} {
		for _, text := range spellings {
			if got, _ := WorkKey(text, "es"); got != want {
				t.Errorf("WorkKey(%q) = %q, want %q", text, got, want)
			}
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("artículo 5 de la Ley 38/1999, tabla 2.1 del Anejo B", "es")
	f.Add("Article 5(2)(a) of Regulation (EU) No 305/2011", "en")
	f.Add("artículos 1, 2 y\xff 3 del", "")
	f.Fuzz(func(t *testing.T, text, lang string) {
		last := 0
		for _, r := range Find(text, lang) {
			if r.Start < last || r.End <= r.Start || r.End > len(text) {
				t.Fatalf("ref %+v after %d in a text of %d bytes", r, last, len(text))
			}
			if r.Work == "" && r.Part == "" {
				t.Fatalf("ref %+v names nothing", r)
			}
			last = r.End
		}
	})
}
