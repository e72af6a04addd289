package pack

import (
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/rules"
)

// canonical returns a copy of data in the order packs have, of one country if one
// is given, with nothing where there is nothing: no empty lists, technical data
// for every municipality.
func canonical(data regengine.Data, country geo.ID) regengine.Data {
	d := regengine.Data{
		Places: slices.Clone(data.Places),
		Codes:  slices.Clone(data.Codes),
		Blocks: slices.Clone(data.Blocks),
		Rules:  slices.Clone(data.Rules),
	}
	if country != "" {
		d = ofCountry(d, country)
	}
	for i := range d.Places {
		canonicalPlace(&d.Places[i])
	}
	for i := range d.Codes {
		canonicalCode(&d.Codes[i])
	}
	for i := range d.Blocks {
		canonicalBlock(&d.Blocks[i])
	}
	sortData(&d)
	return d
}

// ofCountry drops what a caller of the country does not see. Blocks and rules go
// with their codes; those of no code at all stay, to be reported.
func ofCountry(d regengine.Data, country geo.ID) regengine.Data {
	dropped := make(map[string]bool)
	d.Places = slices.DeleteFunc(d.Places, func(p geo.Place) bool { return p.ID.Country() != country })
	d.Codes = slices.DeleteFunc(d.Codes, func(c codes.Code) bool {
		dropped[c.Slug] = !visible(c, country)
		return dropped[c.Slug]
	})
	d.Blocks = slices.DeleteFunc(d.Blocks, func(b retrieval.Block) bool {
		code, _, _ := strings.Cut(b.Doc, "/")
		return dropped[code]
	})
	d.Rules = slices.DeleteFunc(d.Rules, func(r rules.RuleSet) bool { return dropped[r.Ref.Code] })
	return d
}

func visible(c codes.Code, country geo.ID) bool {
	if c.CountryCode != codes.Supranational {
		return c.CountryCode == string(country)
	}
	return slices.ContainsFunc(c.Territories, func(id geo.ID) bool { return id.Country() == country })
}

func none[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

func canonicalPlace(p *geo.Place) {
	p.Aliases = none(p.Aliases)
	switch {
	case p.Tech != nil:
		tech := *p.Tech
		tech.Extra = none(tech.Extra)
		p.Tech = &tech
	case p.Level == geo.Municipality:
		p.Tech = &geo.TechData{}
	}
}

func canonicalCode(c *codes.Code) {
	c.Tags, c.Territories, c.Versions = none(c.Tags), none(c.Territories), slices.Clone(none(c.Versions))
	for i := range c.Versions {
		c.Versions[i].Sections = none(c.Versions[i].Sections)
	}
}

// canonicalBlock also gives a block what follows from its text as it is read: hash
// and references.
func canonicalBlock(b *retrieval.Block) {
	b.Path, b.Lead, b.SHA256 = none(b.Path), "", retrieval.HashText(b.Text)
	if importers.IsUUID(b.Anchor) { // the id itself is no name
		b.Anchor = ""
	}
	links, _ := given(b)
	b.Refs = joinRefs(b.Text, b.Lang, links)
	if b.Table == nil {
		return
	}
	t := *b.Table
	t.Header, t.Head, t.Rows, t.Spans, t.Notes = none(t.Header), none(t.Head), none(t.Rows), none(t.Spans), none(t.Notes)
	b.Table = &t
}

// compare reports an entry that does not read back as what it was, and what of it.
func (e *exporter) compare(what string, rep *report, want, got any) bool {
	if err := rep.err(nil); err != nil {
		e.fail("%s: %w", what, err)
		rep.problems = nil
		return false
	}
	w, g := reflect.ValueOf(want), reflect.ValueOf(got)
	same := true
	for i := range w.NumField() {
		if !reflect.DeepEqual(w.Field(i).Interface(), g.Field(i).Interface()) {
			e.fail("%s: %s %s", what, w.Type().Field(i).Name, why(w.Field(i).Interface()))
			same = false
		}
	}
	return same
}

// why says what keeps a value from being written.
func why(value any) string {
	switch text, _ := value.(string); {
	case !utf8.ValidString(text):
		return "is not valid UTF-8"
	case strings.ContainsRune(text, 0):
		return "contains a NUL character"
	}
	return "would not read back as it is"
}

// sorted iterates over a map in order of its keys.
func sorted[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}
