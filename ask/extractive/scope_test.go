package extractive_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/projects"
)

// library builds blocks of the world's regulation on safety; every figure is
// made up.
type library struct{ blocks []retrieval.Block }

func (l *library) add(kind retrieval.Kind, heading, text string) *retrieval.Block {
	n := len(l.blocks)
	l.blocks = append(l.blocks, retrieval.Block{
		ID: fmt.Sprintf("00000000-0000-5000-8000-0000000001%02x", n), Doc: "seguridad/2022", Section: "escaleras",
		Path: []string{heading}, Kind: kind, Lang: "es", Order: 100 + n, Text: text,
	})
	return &l.blocks[n]
}

func (l *library) table(heading, caption string, header []string, rows ...[]string) {
	lines := []string{caption, strings.Join(header, " | ")}
	for _, row := range rows {
		lines = append(lines, strings.Join(row, " | "))
	}
	b := l.add(retrieval.TableKind, heading, strings.Join(lines, "\n"))
	b.Title, b.Table = caption, &retrieval.Table{Caption: caption, Header: header, Rows: rows}
}

// stairs is a regulation with cases in several sections.
func stairs() *library {
	l := &library{}
	l.add(retrieval.Paragraph, "Graderíos pequeños", "Son los de zonas con un máximo de 12 espectadores.")
	l.add(retrieval.List, "Graderíos pequeños", "- La tabica del graderío llega a 26 cm como máximo.\n- En una grada curva, la pisada mide al menos 7 cm en el lado estrecho y 47 cm como máximo en el ancho.")
	l.add(retrieval.Paragraph, "Graderíos grandes", "La tabica del graderío está entre 14 cm y 21 cm si hay un montacargas de apoyo; sin ese apoyo, está entre 14 cm y 19 cm.")
	l.add(retrieval.Paragraph, "Graderíos grandes", "En todo el graderío, la suma de dos tabicas y una pisada (2C + H) queda entre 58 cm y 74 cm.")
	l.add(retrieval.Paragraph, "Graderíos grandes", "En los tramos curvos la pisada del graderío llega a 31 cm como mínimo a 60 cm del borde interior, y a 47 cm como máximo en el borde exterior.")
	l.add(retrieval.Paragraph, "Celosías", "Dos condiciones rigen en los hoteles:")
	l.add(retrieval.List, "Celosías", "- Las aberturas de la celosía son menores que una esfera de 13 cm de diámetro.\n- La celosía dista del muro al menos 9 cm.")
	l.add(retrieval.Paragraph, "Celosías", "En oficinas, las aberturas de la celosía deben ser menores que una esfera de 17 cm de diámetro.")
	l.add(retrieval.Paragraph, "Toldos (DB)", "Si el vuelo es de 4 m o menos, el toldo tiene una altura de 2,30 m como mínimo. Si el vuelo pasa de 4 m, el toldo tiene una altura de 2,70 m como mínimo. "+
		"Los toldos de más de 8 m de altura llevan un tirante. El toldo junto a un acceso mide al menos 2,50 m de alto, aunque la ordenanza permita 2,10 m.")
	l.add(retrieval.Paragraph, "Artículo 9. Pasarelas", "La pendiente de una pasarela es del 11 % como máximo. Si no es una pasarela cubierta, su pendiente es del 15 % como máximo. La pendiente transversal de una pasarela es del 3 % como máximo.")
	l.add(retrieval.Paragraph, "Artículo 9. Pasarelas", "La anchura de una pasarela se mide entre barandas. Si es peatonal, mide al menos 1,35 m. Su tramo tiene 16 m de largo como máximo, y 11 m como máximo si es peatonal.")
	l.add(retrieval.Paragraph, "Altura de los buzones grandes", "La altura del buzón es de 1,22 m como mínimo.")
	l.add(retrieval.Paragraph, "Buzones pequeños", "El buzón queda a 0,88 m del suelo como mínimo.")
	l.add(retrieval.Paragraph, "Taquillas", "En uso docente, la taquilla tiene una altura de 1,31 m como mínimo.")
	l.add(retrieval.Paragraph, "Taquillas", "En los demás usos, la taquilla tiene una altura de 1,61 m como mínimo.")
	l.add(retrieval.Paragraph, "Percheros", "El perchero está a una altura de 1,45 m como mínimo. En uso infantil hay otro perchero, a una altura de 0,77 m como mínimo.")
	l.table("Vestuarios", "Anchura mínima del banco del vestuario, en m, según el número de personas", []string{"Uso", "Hasta 20", "Hasta 60", "Más de 60"},
		[]string{"Deportivo", "0,45", "0,55", "0,65"}, []string{"Escolar", "0,35", "0,35", "0,35"})
	return l
}

func stairsWorld(t *testing.T) *asktest.World {
	t.Helper()
	return world(t, stairs().blocks...)
}

// A figure belongs to the subject asked about, bounds the way asked, and every
// scope that has a word to say is named (CITATIONS N5, N6).
func TestModel_Next_ScopeLeads(t *testing.T) {
	w := stairsWorld(t)
	for question, want := range map[string]string{
		"¿Cuál es la tabica máxima de un graderío?": "La contrahuella máxima depende del caso: 26 cm (Graderíos pequeños); 21 cm (Graderíos grandes, si hay un montacargas de apoyo); " +
			"19 cm (Graderíos grandes, sin ese apoyo). [1][2]",
		"¿Qué tabica debe tener un graderío grande?": "La contrahuella depende del caso: entre 14 cm y 21 cm (si hay un montacargas de apoyo); entre 14 cm y 19 cm (sin ese apoyo). [1]",
		"What is the maximum riser in a graderío?": "The maximum riser height depends on the case: 26 cm (Graderíos pequeños); 21 cm (Graderíos grandes, si hay un montacargas de apoyo); " +
			"19 cm (Graderíos grandes, sin ese apoyo). [1][2]",
		"¿Puedo hacer un graderío con tabica de 23 cm?": "Depende del caso: con contrahuella de 23 cm se cumple: máximo 26 cm (Graderíos pequeños); " +
			"no se cumple: entre 14 cm y 21 cm (Graderíos grandes, si hay un montacargas de apoyo); entre 14 cm y 19 cm (Graderíos grandes, sin ese apoyo). [1][2]",
		"¿Cumple una tabica de 20 cm en un graderío grande sin apoyo?":                   "No: con contrahuella de 20 cm no se cumple: entre 14 cm y 19 cm (sin ese apoyo). [1]",
		"¿Qué pisada máxima tiene una grada curva?":                                      "La huella máxima es de 47 cm. [1]",
		"¿Qué pisada mínima hay en los tramos curvos de un graderío?":                    "La huella mínima es de 31 cm. [1]",
		"¿Qué abertura máxima tiene una celosía en un hotel?":                            "La abertura máxima es de 13 cm. [1]",
		"¿Qué separación máxima hay entre barrotes de una celosía de oficinas?":          "La separación máxima es de 17 cm. [1]",
		"¿Qué separación mínima hay entre la celosía y la pared?":                        "La separación mínima es de 9 cm. [1]",
		"Si el vuelo es de 3 m y de 5 m, ¿qué altura mínima tiene el toldo?":             "Para 3 m, la altura mínima es de 2,30 m. [1]\n\nPara 5 m, la altura mínima es de 2,70 m. [1]",
		"What is the minimum height of a toldo over a 6 m projection?":                   "For 6 m, the minimum height is 2.70 m. [1]",
		"¿Qué altura mínima tiene un toldo junto a un acceso?":                           "La altura mínima es de 2,50 m. [1]",
		"¿Vale un toldo de 2,40 m de altura con un vuelo de 7 m?":                        "No: con altura de 2,40 m no se cumple: mínimo 2,70 m (si el vuelo pasa de 4 m). [1]",
		"¿Qué pendiente transversal máxima tiene una pasarela?":                          "La pendiente transversal máxima es de 3 %. [1]",
		"¿Qué anchura mínima tiene una pasarela peatonal?":                               "La anchura mínima es de 1,35 m. [1]",
		"¿Qué longitud máxima tiene un tramo de pasarela peatonal?":                      "La longitud máxima es de 11 m. [1]",
		"¿Qué anchura mínima tiene el banco de un vestuario deportivo?":                  "La anchura mínima depende del caso: 0,45 m (Deportivo, Hasta 20); 0,55 m (Deportivo, Hasta 60); 0,65 m (Deportivo, Más de 60). [1]",
		"¿Qué altura mínima tiene la taquilla de un colegio?":                            "La altura mínima es de 1,31 m. [1]",
		"¿Qué altura mínima tiene la taquilla de una oficina?":                           "La altura mínima es de 1,61 m. [1]",
		"¿Qué altura mínima tiene el perchero de uso infantil?":                          "La altura mínima depende del caso: 0,77 m (en uso infantil hay otro perchero); 1,45 m. [1]",
		"¿Qué altura mínima tiene un buzón?":                                             "La altura mínima depende del caso: 1,22 m (Altura de los buzones grandes); 0,88 m (Buzones pequeños). [1][2]",
		"¿Qué anchura mínima tiene el banco del vestuario escolar?":                      "La anchura mínima es de 0,35 m (fila «Escolar»). [1]",
		"¿Qué anchura mínima tiene el banco de un vestuario deportivo para 40 personas?": "La anchura mínima es de 0,55 m (fila «Deportivo», columna «Hasta 60»). [1]",
		"What is the minimum width of a banco in a vestuario deportivo for 90 people?":   "The minimum width is 0.65 m (row “Deportivo”, column “Más de 60”). [1]",
	} {
		t.Run(question, func(t *testing.T) {
			a := answer(t, w, question)
			got, _, _ := strings.Cut(a.Text, "\n\n- ")
			got, _, _ = strings.Cut(got, "\n\nSegún ")
			got, _, _ = strings.Cut(got, "\n\n«")
			got, _, _ = strings.Cut(got, "\n\nAccording ")
			got = withoutPlace(got)
			if got != want {
				t.Errorf("\nwant %s\n got %s", want, got)
			}
		})
	}
}

// What a sum, another property, or a narrower one is said of, answers nothing.
func TestModel_Next_ScopeAbstains(t *testing.T) {
	w := stairsWorld(t)
	for _, question := range []string{
		"¿Qué altura libre de paso tiene un toldo?",   // heights, but no free one
		"¿Qué pisada mínima tiene un graderío recto?", // only of curved ones
		"¿Qué altura tiene el tirante de un toldo?",   // the height is of the toldo
		"¿Qué longitud mínima tiene un toldo?",
		"¿Cuántas gradas tiene un graderío?",
		"¿Qué abertura máxima tiene una celosía en un colegio?", // of hotels and offices only
		"¿Qué altura tiene un toldo según el DB-SI?",            // "si" opens a sentence of the text
	} {
		t.Run(question, func(t *testing.T) {
			if a := answer(t, w, question); len(a.Sources) > 0 {
				t.Errorf("no text answers that: %s", a.Text)
			}
		})
	}
}

// What the sentence that answers says in full is not quoted as well; what it leaves
// out is.
func TestModel_Next_SaysOnce(t *testing.T) {
	for question, quoted := range map[string]bool{
		"¿Qué abertura máxima tiene una celosía en un hotel?":  false,
		"¿Qué altura mínima tiene un toldo junto a un acceso?": true, // although another rule allows less
	} {
		if a := answer(t, stairsWorld(t), question); strings.Contains(a.Text, "\n") != quoted {
			t.Errorf("%s: quoted %v in\n%s", question, !quoted, a.Text)
		}
	}
}

// An abstention names the regulation the question is about, whole, and why it
// was not searched.
func TestModel_Next_NamesUnsearched(t *testing.T) {
	w := world(t)
	w.Project.Unselected = append(w.Project.Unselected,
		projects.Collection{Slug: "cte-db-hs", Title: "Código Técnico. Documento Básico HS Salubridad"},
		projects.Collection{Slug: "cte-db-hr", Title: "Código Técnico. Documento Básico HR Ruido", Version: "2019", Versions: []codes.VersionRef{{Code: "cte-db-hr", Version: "2019"}}})
	w.Project.Selected = append(w.Project.Selected, projects.Collection{Slug: "cte-db-se-c", Title: "Documento Básico SE-C Cimientos"})
	for question, want := range map[string]string{
		"¿Qué caudal de ventilación exige DB-HS 3?":    "«Código Técnico. Documento Básico HS Salubridad» no está entre las normas seleccionadas, y su texto no está disponible.",
		"¿Qué aislamiento exige el DB-HR?":             "«Código Técnico. Documento Básico HR Ruido» no está entre las normas seleccionadas.",
		"¿Qué asiento admite el DB-SE-C?":              "«Documento Básico SE-C Cimientos» está entre las normas seleccionadas, pero su texto no está disponible.",
		"¿Qué pendiente exige el Reglamento de Aguas?": "«Reglamento de Aguas» no está entre las normas seleccionadas, y su texto no está disponible.",
	} {
		t.Run(question, func(t *testing.T) {
			a := answer(t, w, question)
			if !strings.HasSuffix(a.Text, "\n- Según los datos del proyecto, "+want) || strings.Count(a.Text, "\n- ") != 1 {
				t.Errorf("want only %s in\n%s", want, a.Text)
			}
		})
	}
}

// Whatever the figures of two scopes are, the lead tells both apart, or one
// where they agree (CITATIONS S7).
func TestModel_Next_ScopesProperty(t *testing.T) {
	asktest.FewerChecks(t)
	rapid.Check(t, func(t *rapid.T) {
		small, large := rapid.IntRange(10, 60).Draw(t, "small"), rapid.IntRange(10, 60).Draw(t, "large")
		l := &library{}
		l.add(retrieval.Paragraph, "Quioscos pequeños", fmt.Sprintf("El mostrador del quiosco tiene un fondo de %d cm como mínimo.", small))
		l.add(retrieval.Paragraph, "Quioscos grandes", fmt.Sprintf("El mostrador del quiosco tiene %d cm de fondo como mínimo.", large))
		w, err := asktest.NewWorld(l.blocks...)
		if err != nil {
			t.Fatal(err)
		}
		a, err := w.Ask(t.Context(), extractive.New(), "¿Qué profundidad mínima tiene el mostrador de un quiosco?")
		if err != nil {
			t.Fatal(err)
		}
		want := []string{
			fmt.Sprintf("La profundidad mínima depende del caso: %d cm (Quioscos pequeños); %d cm (Quioscos grandes). [1][2]", small, large),
			fmt.Sprintf("La profundidad mínima depende del caso: %d cm (Quioscos grandes); %d cm (Quioscos pequeños). [1][2]", large, small),
		}
		if got := lead(a); small != large && !slices.Contains(want, got) || small == large && !strings.HasPrefix(got, fmt.Sprintf("La profundidad mínima es de %d cm", small)) {
			t.Fatalf("%d and %d gave %s", small, large, got)
		}
	})
}
