package legal

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
)

func TestGrammar_Heading(t *testing.T) {
	for _, test := range []struct {
		lang, text    string
		division      Division // "" is no heading
		number, title string
	}{
		{"es", "CAPÍTULO II", Chapter, "II", ""},
		{"es", "Capítulo 2. Condiciones", Chapter, "2", "Condiciones"},
		{"es", "Sección 1.ª Características", Section, "1.ª", "Características"},
		{"es", "TÍTULO PRELIMINAR", Title, "PRELIMINAR", ""},
		{"es", "Artículo 5. Plazos.", Article, "5", "Plazos."},
		{"es", "Artículo 4 bis. Registro.", Article, "4 bis", "Registro."},
		{"es", "Art. 7.- Sanciones", Article, "7", "Sanciones"},
		{"es", "Artículo único. Aprobación.", Article, "único", "Aprobación."},
		{"es", "Disposición adicional vigésima segunda. Plazo.", Provision, "vigésima segunda", "Plazo."},
		{"es", "Disposición derogatoria.", Provision, "", ""},
		{"es", "ANEXO", Annex, "", ""},
		{"es", "ANEJO IV Tablas", Annex, "IV", "Tablas"},
		{"es", "ITC-BT-25", Instruction, "ITC-BT-25", ""},
		{"es", "IT 1.2.4 Caudales", Coded, "IT 1.2.4", "Caudales"},
		{"es", "PREÁMBULO", Preamble, "", "PREÁMBULO"},
		{"es", "Artículo segundo bis. Tuberías", Article, "segundo bis", "Tuberías"},
		{"es", "Artículo 5a. Arquetas", Article, "5a", "Arquetas"},
		{"es", "Artículo 7-A. Siete", Article, "7-A", "Siete"},
		{"es", "Artículo 7-Alcance", Article, "7", "Alcance"},
		{"es", "Artículo 16 undecies. Llaves", Article, "16 undecies", "Llaves"},
		{"es", "ARTÍCULO VIGÉSIMO TERCERO.- Contadores", Article, "VIGÉSIMO TERCERO", "Contadores"},
		{"es", "Artículo uno. Objeto", Article, "uno", "Objeto"},
		{"es", "Artículo treinta y dos. Plazos", Article, "treinta y dos", "Plazos"},
		{"es", "Artículo dos de la ley dice que no.", "", "", ""},
		{"en", "Article twenty-one. Ramps", Article, "twenty-one", "Ramps"},
		{"en", "Article 1a", Article, "1a", ""},
		{"fr", "Article 12 quinquies", Article, "12 quinquies", ""},
		{"es", "Artículo 5 de la ley dice que no.", "", "", ""},
		{"es", "Artículo 5, apartado 2", "", "", ""},
		{"es", "artículo 5. Plazos", "", "", ""},
		{"es", "Título I, de la ley", "", "", ""},
		{"es", "UNE 23.500 Sistemas de abastecimiento", "", "", ""},
		{"es", "Anexo al informe", "", "", ""},
		{"ca", "Article 3. Definicions", Article, "3", "Definicions"},
		{"ca", "Disposició transitòria primera. Terminis", Provision, "primera", "Terminis"},
		{"gl", "Artigo 12. Obxecto", Article, "12", "Obxecto"},
		{"gl", "Disposición derradeira segunda. Entrada en vigor", Provision, "segunda", "Entrada en vigor"},
		{"eu", "3. artikulua. Helburua", Article, "3", "Helburua"},
		{"eu", "II. KAPITULUA", Chapter, "II", ""},
		{"en", "Section 3: Means of escape", Section, "3", "Means of escape"},
		{"en", "SCHEDULE 2", Annex, "2", ""},
		{"en", "Regulation 4 states that building work is work.", "", "", ""},
		{"fr", "Article 1er", Article, "1er", ""},
		{"fr", "Article L. 111-1", Article, "L. 111-1", ""},
		{"fr", "Chapitre Ier : Dispositions générales", Chapter, "Ier", "Dispositions générales"},
		{"pt", "Artigo 2.º Âmbito", Article, "2.º", "Âmbito"},
		{"it", "Art. 3 Definizioni", Article, "3", "Definizioni"},
		{"it", "CAPO II", Chapter, "II", ""},
	} {
		t.Run(test.lang+" "+test.text, func(t *testing.T) {
			h, ok := For(test.lang).Heading(test.text)
			if ok != (test.division != "") || h.Division != test.division || h.Number != test.number || h.Title != test.title {
				t.Errorf("got %v %+v", ok, h)
			}
		})
	}
}

func TestOutline_Depth(t *testing.T) {
	for name, lines := range map[string][]struct {
		text  string
		depth int // 0 is no item
	}{
		"nested":   {{"a) uno", 1}, {"– dos", 2}, {"– tres", 2}, {"b) cuatro", 1}, {"1.º cinco", 2}, {"i) seis", 3}, {"2.º siete", 2}},
		"letter i": {{"g) uno", 1}, {"h) dos", 1}, {"i) tres", 1}, {"j) cuatro", 1}},
		"roman":    {{"(i) one", 1}, {"(ii) two", 1}, {"(a) three", 2}, {"(iii) four", 1}},
		"v":        {{"iv) uno", 1}, {"v) dos", 1}, {"vi) tres", 1}},
		"ñ":        {{"n) uno", 1}, {"ñ) dos", 1}, {"o) tres", 1}},
		"gap":      {{"a) uno", 1}, {"d) dos", 1}},
		"initial":  {{"D. Juan Pérez", 0}},
		"sentence": {{"2. Apartado", 0}},
	} {
		t.Run(name, func(t *testing.T) {
			var o Outline
			for _, line := range lines {
				mark, ok := ParseMark(line.text)
				depth := 0
				if ok {
					depth, _ = o.Depth(mark)
				}
				if depth != line.depth {
					t.Errorf("%q has depth %d, want %d", line.text, depth, line.depth)
				}
			}
		})
	}
}

func TestRoman(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3999).Draw(t, "n")
		if got := roman(Roman(n)); got != n {
			t.Fatalf("%d is written %q and read %d", n, Roman(n), got)
		}
	})
}

func TestDetect(t *testing.T) {
	for lang, text := range map[string]string{
		"es": "Los edificios de nueva construcción deberán cumplir las condiciones que se establecen en el anexo de la norma para que sea más segura.",
		"ca": "Els edificis de nova construcció han de complir les condicions que s'estableixen en aquesta norma per a les persones amb discapacitat.",
		"gl": "Os edificios de nova construción deberán cumprir as condicións que se establecen no anexo da norma para unha maior seguridade dos usuarios.",
		"eu": "Eraikin berriek arau honetan ezarritako baldintzak bete behar dituzte eta horren arabera egin dira, bat ez bada beste.",
		"en": "New buildings should meet the conditions that are set out in this document, and for all of them a certificate must be issued by the owner.",
		"fr": "Les bâtiments neufs doivent respecter les conditions qui sont fixées dans la présente annexe pour la sécurité des personnes et des biens.",
		"pt": "Os edifícios novos devem cumprir as condições que são fixadas no anexo da norma para uma maior segurança dos utilizadores e não só.",
		"it": "Gli edifici di nuova costruzione devono rispettare le condizioni che sono fissate nella norma per la sicurezza delle persone e dei beni.",
		"":   "1234 5678",
	} {
		if got := Detect(text); got != lang {
			t.Errorf("%q is taken for %q, want %q", text, got, lang)
		}
	}
}

// write returns sections, indented, and blocks of a text given as lines.
func write(t *testing.T, lang string, elements ...Element) (sections []string, blocks []retrieval.Block, report importers.Report) {
	t.Helper()
	b := importers.NewBuilder("c/v", lang, "Norma")
	if _, err := Write(t.Context(), b, elements, &Options{Lang: lang, Title: "Norma", Report: &report}); err != nil {
		t.Fatal(err)
	}
	list, blocks := b.Done()
	for _, s := range list {
		sections = append(sections, strings.Repeat("  ", s.Level-1)+s.Title)
	}
	return sections, blocks, report
}

func lines(texts ...string) []Element {
	list := make([]Element, len(texts))
	for i, s := range texts {
		list[i].Text = s
	}
	return list
}

func TestWrite_Nesting(t *testing.T) {
	for name, test := range map[string]struct{ in, want []string }{
		"provisions leave chapters": {
			[]string{"TÍTULO I", "Reglas", "CAPÍTULO I", "Más reglas", "Artículo 1. Uno.", "Texto del artículo.", "Disposición final única. Vigor.", "Texto final."},
			[]string{"TÍTULO I. Reglas", "  CAPÍTULO I. Más reglas", "    Artículo 1. Uno.", "Disposición final única. Vigor."},
		},
		"parts of an annex after its provisions": {
			[]string{"ANEXO", "Reglamento de plazas", "PARTE I", "Artículo 1. Uno.", "Texto.", "Disposición adicional primera. Otra.", "Texto.", "PARTE II", "IT 1.1 Caudal", "Texto."},
			[]string{"ANEXO. Reglamento de plazas", "  PARTE I", "    Artículo 1. Uno.", "  Disposición adicional primera. Otra.", "  PARTE II", "    IT 1.1 Caudal"},
		},
		"numbered headings of an annex": {
			[]string{"ANEXO II", "Alumbrado", "1. Objeto", "Esta parte trata del alumbrado de las plazas.", "2. Niveles", "2.1 Interior", "El nivel será el que pida cada uso.", "2.2 Exterior", "El nivel será la mitad."},
			[]string{"ANEXO II. Alumbrado", "  1. Objeto", "  2. Niveles", "    2.1 Interior", "    2.2 Exterior"},
		},
		"numbers of an article are paragraphs": {
			[]string{"Artículo 1. Uno.", "1. Las plazas", "2. Los parques", "Texto."},
			[]string{"Artículo 1. Uno."},
		},
		"numerals of a preamble": {
			[]string{"PREÁMBULO", "I", "Texto primero.", "II", "Texto segundo.", "TÍTULO I", "Artículo 1. Uno.", "Texto."},
			[]string{"PREÁMBULO", "  I", "  II", "TÍTULO I", "  Artículo 1. Uno."},
		},
		"wording of another text": {
			[]string{"Artículo 1. Uno.", "El anexo queda así:", "«ANEXO I", "Modelo de parte", "1. Datos", "Los datos del titular.»", "Artículo 2. Dos.", "Texto."},
			[]string{"Artículo 1. Uno.", "Artículo 2. Dos."},
		},
		"table of contents": {
			[]string{"Sección 1. Uno", "Sección 2. Dos", "Sección 3. Tres", "Sección 4. Cuatro", "Sección 1. Uno", "Texto.", "Sección 2. Dos", "Texto.", "Sección 3. Tres", "Texto.", "Sección 4. Cuatro", "Texto."},
			[]string{"Sección 1. Uno", "Sección 2. Dos", "Sección 3. Tres", "Sección 4. Cuatro"},
		},
		"signatures": {
			[]string{"Artículo 1. Uno.", "Texto.", "El Ministro de Plazas,", "PEDRO LÓPEZ RUIZ", "REGLAMENTO DE PLAZAS", "Artículo 1. Otro.", "Texto."},
			[]string{"Artículo 1. Uno.", "REGLAMENTO DE PLAZAS", "  Artículo 1. Otro."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, _, _ := write(t, "es", lines(test.in...)...)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("sections (-want +got):\n%s", diff)
			}
		})
	}
}

// A text that has no title but that of its first article keeps the article.
func TestWrite_TitleOfArticle(t *testing.T) {
	const title = "Artículo 1. Pasillos"
	b := importers.NewBuilder("c/v", "es", title)
	kept, err := Write(t.Context(), b, lines(title, "Texto del uno.", "Artículo 2. Rampas", "Texto del dos."), &Options{Lang: "es", Title: title})
	if err != nil || kept.Articles != 2 {
		t.Fatalf("%d articles, %v", kept.Articles, err)
	}
	sections, blocks := b.Done()
	if len(sections) != 2 || sections[0].Slug != "articulo-1" || blocks[0].Kind != retrieval.Article {
		t.Errorf("sections %+v, first block %s", sections, blocks[0].Kind)
	}
}

func TestWrite_Blocks(t *testing.T) {
	for name, test := range map[string]struct {
		in   []Element
		want []string
	}{
		"table with caption and notes": {
			[]Element{{Text: "Tabla 2. Anchos (m)"}, {Role: AsTable, Table: &retrieval.Table{Rows: [][]string{{"Acera", "1,80"}}}}, {Text: "(1) Medida libre."}, {Text: "Otro texto."}},
			[]string{"table Tabla 2. Anchos (m)\nAcera | 1,80\n(1) Medida libre.", "paragraph Otro texto."},
		},
		"caption without its table": {
			lines("Texto.", "Tabla 2. Anchos", "Otro texto."),
			[]string{"paragraph Texto.", "note Tabla 2. Anchos\n[tabla que no está en este texto]", "paragraph Otro texto."},
		},
		"formula lost": {
			lines("El caudal se calcula con la siguiente expresión:", "Donde Q es el caudal de aire."),
			[]string{"paragraph El caudal se calcula con la siguiente expresión:", "note [fórmula que no está en este texto]", "paragraph Donde Q es el caudal de aire."},
		},
		"formula there": {
			lines("El caudal se calcula con la siguiente expresión:", "Q = v · A"),
			[]string{"paragraph El caudal se calcula con la siguiente expresión:", "paragraph Q = v · A"},
		},
		"picture": {
			[]Element{{Role: AsLost, Text: "Planta"}, {Text: "Figura 1. Planta de la plaza"}},
			[]string{"note Figura 1. Planta de la plaza\n[imagen que no está en este texto: Planta]"},
		},
		"article in the line of its heading": {
			lines("Artículo 1. "+strings.Repeat("Las plazas serán públicas. ", 10), "Artículo 2. Se deroga la orden anterior.", "Artículo 3. Tres.", "Texto."),
			[]string{
				"article " + strings.TrimSpace(strings.Repeat("Las plazas serán públicas. ", 10)),
				"article Se deroga la orden anterior.", "article Texto.",
			},
		},
		"terms": {
			append(lines("ANEXO. Terminología"), Element{Text: "RAMPA", Strong: true}, Element{Text: "Plano inclinado que se anda."}, Element{Text: "Huella: fondo del peldaño."}),
			[]string{"definition RAMPA: Plano inclinado que se anda.", "definition Huella: fondo del peldaño."},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, blocks, _ := write(t, "es", test.in...)
			var got []string
			for _, b := range blocks {
				got = append(got, string(b.Kind)+" "+b.Text)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("blocks (-want +got):\n%s", diff)
			}
		})
	}
}

// TestWrite_Controls holds that control characters leave a table and its text
// alike.
func TestWrite_Controls(t *testing.T) {
	_, blocks, _ := write(t, "es", Element{Role: AsTable, Table: &retrieval.Table{Rows: [][]string{{"a\x02b", "c"}}}})
	if b := blocks[0]; b.Text != b.Table.Text() || b.Text != "ab | c" {
		t.Errorf("text %q of %q", b.Text, b.Table.Rows)
	}
}

// TestWords_Missing finds words that are gone, whatever stands twice elsewhere.
func TestWords_Missing(t *testing.T) {
	var source, kept, left Words
	source.Line("Uno dos tres, cua\u00adtro; TRES de 12 m²")
	kept.Line("uno cuatro uno tres uno")
	left.Line("dos")
	if got := source.Total(); got != 5 {
		t.Errorf("%d words, want 5", got)
	}
	if got := source.Missing(&kept); got != 2 {
		t.Errorf("%d words missing, want 2: dos, tres", got)
	}
	if got := source.Missing(&kept, &left); got != 1 {
		t.Errorf("%d words missing, want 1: tres", got)
	}
	var parts Words
	parts.Add("cua")
	parts.Add("tro uno")
	parts.End()
	if got := parts.Missing(&kept); got != 0 {
		t.Errorf("a word in two texts: %d missing", got)
	}
}

// TestAssemble_LostWords says when a reader has lost words.
// Marks of the publisher are no part of titles, numbers and sentences: they stand in a
// note of the section whose text they tell of.
func TestWrite_PublisherMarks(t *testing.T) {
	sections, blocks, _ := write(t, "es",
		Element{Text: "▼B"}, Element{Text: "Artículo 1"}, Element{Text: "Objeto"}, Element{Text: "Regula las plazas de la ciudad."},
		Element{Text: "▼M2"}, Element{Text: "Artículo 1 bis"}, Element{Text: "►M2 Sombra ◄"}, Element{Text: "La sombra es ►C1 del toldo ◄, de la plaza."},
		Element{Text: "▼M10 Artículo 2. Agua"}, Element{Text: "El agua corre, según la ley.", Refs: []retrieval.Ref{{Start: 22, End: 25, URL: "https://example.org"}}},
		Element{Text: "▼M3 —————"})
	if diff := cmp.Diff([]string{"Artículo 1. Objeto", "Artículo 1 bis. Sombra", "Artículo 2. Agua"}, sections); diff != "" {
		t.Errorf("sections -want +got\n%s", diff)
	}
	var got []string
	for _, b := range blocks {
		got = append(got, b.Section+" "+string(b.Kind)+" "+b.Text)
	}
	want := []string{
		"articulo-1 note ▼B", "articulo-1 paragraph Regula las plazas de la ciudad.",
		"articulo-1-bis note ▼M2 ►M2 ►C1", "articulo-1-bis paragraph La sombra es del toldo, de la plaza.",
		"articulo-2 note ▼M10", "articulo-2 paragraph El agua corre, según la ley.", "articulo-2 note ▼M3 —————",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("blocks -want +got\n%s", diff)
	}
	e := Element{Text: "►M1 Según la ley ◄ y la ►M2 orden◄.", Refs: []retrieval.Ref{{Start: 0, End: 5, URL: "https://example.org/m1"}, {Start: 16, End: 19, URL: "https://example.org/ley"}}}
	e.takeMarks()
	if len(e.Refs) != 1 || e.Text[e.Refs[0].Start:e.Refs[0].End] != "ley" || e.Text != "Según la ley y la orden." {
		t.Errorf("%q with %+v", e.Text, e.Refs)
	}
}

func TestCountArticles(t *testing.T) {
	const text = "Artículo 1. Uno\n▼M2 Artículo 1 bis. Dos\n## Artículo décimo tercero\nArtículo 5a. Tres\nArt. 16 bis. Cuatro\nArtículo segundo. Uno\nel artículo 5 dice\nArtículo 5 de la ley dice\n"
	if n := CountArticles(text); n != 6 {
		t.Errorf("%d articles, want 6", n)
	}
	const annexes = "ANEXO I\nAnexo B. Tablas\nEl anexo I dice\nAnexo al informe\n**ANEXO**\nSchedule 2: Doors\nAPÉNDICE A.1\n"
	if n := CountAnnexes(annexes); n != 5 {
		t.Errorf("%d annexes, want 5", n)
	}
}

func TestAssemble_LostWords(t *testing.T) {
	for name, test := range map[string]struct {
		file string
		lost bool
	}{
		"whole": {"Artículo 1. Uno. Texto del artículo.", false},
		"lost":  {"Artículo 1. Uno. Texto del artículo. Cinco palabras más que faltan.", true},
	} {
		t.Run(name, func(t *testing.T) {
			s := &Source{Elements: lines("Artículo 1. Uno.", "Texto del artículo.")}
			s.Words.Line(test.file)
			imp, err := Assemble(t.Context(), "f", s, &importers.Given{Code: "c", Version: "v", Title: "T", Lang: "es", Scope: codes.National, Territories: []geo.ID{"ES"}})
			if err != nil {
				t.Fatal(err)
			}
			said := slices.ContainsFunc(imp.Report.Problems, func(p importers.Problem) bool { return strings.Contains(p.Message, "words of the file are not in") })
			if said != test.lost {
				t.Errorf("the report says %v", imp.Report.Problems)
			}
		})
	}
}

// TestWrite_RepeatedParagraphs keeps numbered paragraphs that several sections
// have alike: they are no table of contents.
func TestWrite_RepeatedParagraphs(t *testing.T) {
	var in []string
	for _, section := range []string{"HE 0", "HE 1", "HE 2"} {
		in = append(in, "Sección "+section[3:]+" Pruebas", "1 No se hacen pruebas finales.", "2 Se guardan los planos.", "3 Se firman las actas.", "4 Se archivan las copias.")
	}
	_, blocks, report := write(t, "es", lines(in...)...)
	said := 0
	for _, b := range blocks {
		said += strings.Count(b.Text, "No se hacen pruebas finales.")
	}
	if said != 3 || len(report.Problems) > 0 {
		t.Errorf("kept %d of 3 times; the report says %v", said, report.Problems)
	}
}

func TestGrammar_Caption(t *testing.T) {
	g := For("es")
	for _, text := range []string{"Tabla 2.1 Anchura", "Tabla a-Anejo D.", "Tabla a-Anejo D. Valores por zona", "Tabla b – HE1 Transmitancia", "Tabla 3.1.a - HE0"} {
		if of, ok := g.Caption(text); !ok || of != OfTable {
			t.Errorf("%q is no caption of a table", text)
		}
	}
	if _, ok := g.Caption("Tabla a la que se refiere el artículo"); ok {
		t.Error("a sentence is a caption")
	}
}

func TestForeignXML(t *testing.T) {
	for data, want := range map[string]string{
		"<!DOCTYPE html><html><body>x":                          "",
		"<?xml version='1.0'?><html xmlns='" + xhtml + "'><p>x": "",
		"<div><p>x":               "",
		"<https://example.org/a>": "",
		"Texto con <norma>":       "",
		"<?xml version='1.0'?><!-- <html> --><Legislation><p>":     "CLML",
		"<x:act xmlns:x='urn:legaldocml:3.0'>":                     "import akn",
		"<div xmlns='urn:other'>":                                  "<div>",
		"\xef\xbb\xbf<?xml version='1.0'?>\n<documento fecha='1'>": "import boe",
		"<?xml version='1.0'?>":                                    "without an element",
	} {
		if got := ForeignXML([]byte(data)); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q is %q, want %q", data, got, want)
		}
	}
}

func TestWrite_ErrTooMany(t *testing.T) {
	b := importers.NewBuilder("c/v", "es", "Norma")
	if _, err := Write(t.Context(), b, make([]Element, MaxElements+1), nil); !errors.Is(err, ErrTooMany) {
		t.Errorf("got %v", err)
	}
}

func TestWrite_Canceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Write(ctx, importers.NewBuilder("c/v", "es", "Norma"), lines("Texto."), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func FuzzGrammar(f *testing.F) {
	for _, s := range []string{"Artículo 5. Plazos.", "IT 1.2 Caudal", "ANEXO", "3. artikulua", "a) uno", "«x» means y", "Tabla 1. x", "2.1 T", "\u00a0.", "ﬁ"} {
		f.Add(s, "es")
	}
	f.Fuzz(func(t *testing.T, text, lang string) {
		g := For(lang)
		h, ok := g.Heading(text)
		if ok && (h.Text == "" || h.Division == "") {
			t.Errorf("%q gives %+v", text, h)
		}
		if m, ok := ParseMark(text); ok && !strings.HasSuffix(text, m.Rest) {
			t.Errorf("%q gives %+v", text, m)
		}
		g.Caption(text)
		g.Definition(text, true)
		g.IsNote(text)
		g.Following(text)
		b := importers.NewBuilder("c/v", lang, "T")
		if _, err := Write(t.Context(), b, lines(strings.Split(text, "\n")...), &Options{Lang: lang}); err != nil {
			t.Error(err)
		}
	})
}
