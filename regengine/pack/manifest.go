package pack

import (
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

var (
	manifestKeys = []string{"format", "name", "title", "description", "country", "licence", "sources", "extra"}
	sourceKeys   = []string{"title", "url"}
	extraKeys    = []string{"key", "label", "unit"}
)

var (
	countryCode = lazyregexp.New(`^[A-Z]{2}$`)
	extraKey    = lazyregexp.New(`^[a-z][a-z0-9_]*$`)
)

// parseManifest reads pack.yaml; nil when it is no YAML mapping.
func parseManifest(rep *report, source []byte) *Manifest {
	m := (&yamlDoc{rep: rep, file: manifestFile}).parse(source, manifestKeys...)
	if m == nil {
		return nil
	}
	m.format()
	manifest := &Manifest{
		Name:        m.text("name", true),
		Title:       m.text("title", true),
		Description: m.prose("description", false),
		Country:     geo.ID(m.country("country", false)),
		Licence:     m.text("licence", false),
	}
	if problem := codes.SlugProblem(manifest.Name, false); manifest.Name != "" && problem != "" {
		m.bad("name", "%s", problem)
	}
	for _, item := range m.items("sources", false) {
		manifest.Sources = append(manifest.Sources, m.source(item))
	}
	for _, item := range m.items("extra", false) {
		if extra := m.extra(item, manifest.Extra); extra.Key != "" {
			manifest.Extra = append(manifest.Extra, extra)
		}
	}
	return manifest
}

func (m *mapping) format() {
	switch number := m.scalar("format", "the number 1", true, "!!int"); number {
	case "", "1":
	default:
		m.bad("format", "%s is not a format this program reads; it reads 1", number)
	}
}

func (m *mapping) country(key string, required bool) string {
	country := m.text(key, required)
	if country != "" && !countryCode.MatchString(country) {
		m.bad(key, "%q is no ISO 3166-1 alpha-2 code in capitals, such as ES", country)
		return ""
	}
	return country
}

func (m *mapping) source(item *yaml.Node) Source {
	s := m.mapping(item, sourceKeys...)
	if s == nil {
		return Source{}
	}
	return Source{Title: s.text("title", true), URL: s.address("url")}
}

func (m *mapping) extra(item *yaml.Node, before []Extra) Extra {
	e := m.mapping(item, extraKeys...)
	if e == nil {
		return Extra{}
	}
	extra := Extra{Key: e.text("key", true), Label: e.text("label", true), Unit: e.text("unit", false)}
	switch {
	case extra.Key == "":
	case !extraKey.MatchString(extra.Key):
		e.bad("key", "%q must be made of lower-case letters, digits and underscores, a letter first", extra.Key)
	case slices.Contains(placeColumns, extra.Key):
		e.bad("key", "%q is a column every %s has; choose another", extra.Key, placesFile)
	case slices.ContainsFunc(before, func(b Extra) bool { return b.Key == extra.Key }):
		e.bad("key", "%q is declared twice; remove one", extra.Key)
	}
	return extra
}

// manifestDoc is the canonical YAML of a manifest.
func manifestDoc(m Manifest) yamlMapping {
	doc := newMapping()
	doc.raw("format", "!!int", "1")
	doc.text("name", m.Name)
	doc.text("title", m.Title)
	doc.text("description", m.Description)
	doc.text("country", string(m.Country))
	doc.text("licence", m.Licence)
	sources := make([]*yaml.Node, 0, len(m.Sources))
	for _, s := range m.Sources {
		entry := newMapping()
		entry.text("title", s.Title)
		entry.text("url", s.URL)
		sources = append(sources, entry.node)
	}
	extra := make([]*yaml.Node, 0, len(m.Extra))
	for _, e := range m.Extra {
		entry := newMapping()
		entry.text("key", e.Key)
		entry.text("label", e.Label)
		entry.text("unit", e.Unit)
		extra = append(extra, entry.node)
	}
	doc.list("sources", sources)
	doc.list("extra", extra)
	return doc
}
