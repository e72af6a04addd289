package asktest

import (
	"context"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// World is an invented country with four regulations: two are selected in its
// project, one is not, one is repealed; of one there is a repealed edition too.
// Every figure is made up.
type World struct {
	Texts   *retrieval.Retriever
	Catalog *codes.Catalog
	Project *projects.Info

	// Documents are the project's own; nil until there is one. See AddDocument.
	Documents *Library
}

// NewWorld builds the world. more are further blocks to index.
func NewWorld(more ...retrieval.Block) (*World, error) {
	catalog, err := newCatalog(catalogue())
	if err != nil {
		return nil, err
	}
	return &World{
		Texts:   retrieval.New(append(blocks(), more...)),
		Catalog: catalog,
		Project: project(),
	}, nil
}

func newCatalog(list []codes.Code) (*codes.Catalog, error) {
	places, err := geo.NewGazetteer([]geo.Scheme{scheme{}}, []geo.Place{{ID: "XX", Name: "Equis", Level: geo.Country}})
	if err != nil {
		return nil, err
	}
	return codes.NewCatalog(places, list)
}

// CatalogWith returns the world's catalogue with its first code changed, as it
// may be when a turn ends.
func (w *World) CatalogWith(change func(*codes.Code)) (*codes.Catalog, error) {
	list := catalogue()
	change(&list[0])
	return newCatalog(list)
}

// Agent returns an agent over the world, with its documents and a second reader that
// agrees with everything unless opts has others.
func (w *World) Agent(m ask.Model, opts *ask.Options) *ask.Agent {
	var o ask.Options
	if opts != nil {
		o = *opts
	}
	if o.Documents == nil && w.Documents != nil {
		o.Documents = w.Documents
	}
	if o.SecondReader == nil {
		o.SecondReader = Agreeing()
	}
	return ask.New(m, w.Texts, w.Catalog, &o)
}

// Question asks in the world's project.
func (w *World) Question(text string) ask.Question {
	return ask.Question{Text: text, Project: w.Project}
}

// Ask runs one turn.
func (w *World) Ask(ctx context.Context, m ask.Model, text string) (*ask.Answer, error) {
	return w.Agent(m, nil).Answer(ctx, w.Question(text))
}

// Handle returns the handle of the first passage of a transcript whose text
// holds a word, "" when there is none.
func Handle(t *ask.Transcript, word string) string {
	for _, r := range t.Results {
		for _, p := range r.Passages {
			if strings.Contains(p.Text, word) {
				return p.Handle
			}
		}
	}
	return ""
}

type scheme struct{ geo.UnimplementedScheme }

func (scheme) Country() geo.ID  { return "XX" }
func (scheme) Language() string { return "es" }
func (scheme) ParseID(text string) (geo.ID, geo.Level, error) {
	if strings.EqualFold(text, "XX") {
		return "XX", geo.Country, nil
	}
	return "", 0, geo.ErrInvalidID
}

func catalogue() []codes.Code {
	safety := code("seguridad", "Reglamento de Seguridad de Uso", codes.Active, "barreras", "escaleras", "rampas", "puertas")
	safety.Versions = append(safety.Versions, codes.Version{
		Slug: "2010", Title: "Reglamento de Seguridad de Uso (2010)", Status: codes.Repealed, Internal: true,
		Sections: []codes.Section{{Slug: "barreras", Title: "Barreras", Level: 1}},
	})
	return []codes.Code{
		safety,
		code("energia", "Reglamento de Ahorro de Energía", codes.Active, "envolvente", "aire"),
		code("antigua", "Reglamento Antiguo de Seguridad", codes.Repealed, "barreras"),
		code("ajena", "Reglamento de Aguas", codes.Active, "tuberias"),
	}
}

func code(slug, title string, status codes.Status, sections ...string) codes.Code {
	v := codes.Version{Slug: "2022", Title: title, Status: status, Internal: true}
	for _, s := range sections {
		v.Sections = append(v.Sections, codes.Section{Slug: s, Title: strings.ToUpper(s[:1]) + s[1:], Level: 1})
	}
	return codes.Code{
		Slug: slug, Title: title, CountryCode: "XX", Scope: codes.National,
		Territories: []geo.ID{"XX"}, Versions: []codes.Version{v},
	}
}

func project() *projects.Info {
	altitude := 640
	return &projects.Info{
		Project: projects.Project{ID: "0b7a7a52-8c1e-4f0e-9a55-2f1f3c1d9e01", OrganizationID: "org", Name: "Casa Equis", GeoID: "XX"},
		Place: geo.Place{ID: "XX", Name: "Equis", Level: geo.Municipality,
			Tech: &geo.TechData{ClimateZone: "D3", AltitudeM: &altitude}},
		TechSummary: "Zona climática: D3\nAltitud: 640 m",
		Selected: []projects.Collection{
			{Slug: "seguridad", Title: "Reglamento de Seguridad de Uso", Version: "2022", Versions: []codes.VersionRef{{Code: "seguridad", Version: "2022"}}},
			{Slug: "energia", Title: "Reglamento de Ahorro de Energía", Version: "2022", Versions: []codes.VersionRef{{Code: "energia", Version: "2022"}}},
		},
		Unselected: []projects.Collection{{Slug: "ajena", Title: "Reglamento de Aguas"}},
		Contents: projects.Contents{
			Memory: []projects.MemoryItem{{Key: "ocupacion", Label: "Ocupación prevista", Value: "120", Unit: "personas", Source: "user"}},
		},
	}
}

func blocks() []retrieval.Block {
	return []retrieval.Block{
		paragraph("seguridad/2022", "barreras", 0, "Altura de las barreras",
			"Las barreras de protección tendrán una altura de 0,95 m, como mínimo, cuando la diferencia de cota que protegen no exceda de 5 m, "+
				"y de 1,15 m en el resto de los casos. Véase la nota [3] del art. 4.2."),
		paragraph("seguridad/2022", "barreras", 1, "Dónde hacen falta",
			"Habrá barreras de protección en los desniveles, balcones y ventanas con una diferencia de cota mayor que 60 cm, "+
				"excepto cuando la disposición del edificio haga muy improbable la caída."),
		paragraph("seguridad/2022", "escaleras", 2, "Peldaños",
			"En tramos rectos, la huella medirá 29 cm como mínimo. La contrahuella medirá entre 12,5 cm y 18 cm, salvo en escaleras de uso restringido."),
		table("seguridad/2022", "escaleras", 3, "Anchura mínima de los tramos de escalera", []string{"Uso del edificio", "Anchura (m)"},
			[][]string{{"Residencial vivienda", "1,05"}, {"Docente", "1,25"}, {"Sanitario", "1,45"}}, nil),
		table("seguridad/2022", "rampas", 4, "Pendiente máxima de las rampas accesibles", []string{"Longitud del tramo", "Pendiente"},
			[][]string{{"Menor que 3 m", "9 %"}, {"Menor que 6 m", "7 %"}, {"Resto de los casos", "5 %"}}, nil),
		paragraph("seguridad/2022", "barreras", 5, "Pasamanos",
			"El pasamanos estará a una altura mínima de 0,92 m y máxima de 1,08 m."),
		paragraph("seguridad/2022", "puertas", 6, "Puertas", "No se permite que las puertas de aseos abran hacia el interior del pasillo."),
		table("energia/2022", "envolvente", 0, "Transmitancia térmica límite de los elementos, en W/m²·K", []string{"Elemento", "Zona C", "Zona D", "Zona E"},
			[][]string{{"Muros en contacto con el exterior", "0,50", "0,43", "0,38"}, {"Cubiertas", "0,41", "0,36", "0,34"}},
			[]string{"En reformas parciales se admite otro valor siempre que se justifique."}),
		paragraph("energia/2022", "aire", 1, "Permeabilidad", "La permeabilidad al aire de los huecos no superará 9 m³/h·m² en la zona D."),
		paragraph("seguridad/2010", "barreras", 0, "Altura de las barreras", "Las barreras de protección tendrán una altura de 0,88 m, como mínimo."),
		paragraph("antigua/2022", "barreras", 0, "Altura de las barreras", "Las barreras de protección tendrán una altura de 0,80 m, como mínimo."),
		paragraph("ajena/2022", "tuberias", 0, "Tuberías", "Las tuberías tendrán una pendiente mínima del 2 %. La barandilla de la arqueta medirá 0,70 m."),
	}
}

func paragraph(doc, section string, order int, title, text string) retrieval.Block {
	return retrieval.Block{
		ID: blockID(doc, order), Doc: doc, Section: section, Title: title,
		Path: []string{strings.ToUpper(section[:1]) + section[1:]},
		Kind: retrieval.Paragraph, Lang: "es", Order: order, Text: text,
	}
}

func table(doc, section string, order int, caption string, header []string, rows [][]string, notes []string) retrieval.Block {
	lines := []string{caption, strings.Join(header, " | ")}
	for _, row := range rows {
		lines = append(lines, strings.Join(row, " | "))
	}
	b := paragraph(doc, section, order, caption, strings.Join(append(lines, notes...), "\n"))
	b.Kind, b.Table = retrieval.TableKind, &retrieval.Table{Caption: caption, Header: header, Rows: rows, Notes: notes}
	return b
}

func blockID(doc string, order int) string {
	sum := 0
	for _, c := range doc {
		sum = (sum*31 + int(c)) % 0xffffff
	}
	return fmt.Sprintf("%08x-0000-5000-8000-%012x", sum, order)
}
