package wire

import (
	"encoding/json"
	"fmt"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
)

// Description says who a plugin is and what it brings.
type Description struct {
	Country        geo.ID // not parsed: join decides whether it is one
	Language       string // BCP 47
	Name, Version  string
	Title, Licence string
	SDK            string // version of the kit it was built with
	Sources        []Source
	Formats        []Format
	Calculators    []Calculator
	Packs          []string
	BringsLanguage bool
}

// Source is where data come from.
type Source struct{ Title, URL string }

// Format is a file a plugin reads.
type Format struct{ Name, Title string }

// Calculator is what is known of a calculator without running it.
type Calculator struct {
	ID, Title     string
	Input, Result json.RawMessage
}

// Bounds of a description.
const (
	maxLine      = 400      // bytes of a title, licence or address
	maxEntries   = 1000     // formats, calculators, packs or sources
	maxJSON      = 64 << 10 // bytes of a schema
	maxPackNames = 100      // bytes of a slug
)

// ToProto returns d as it is sent.
func (d *Description) ToProto() *pluginpb.Description {
	out := &pluginpb.Description{
		Country: string(d.Country), Language: d.Language, Name: d.Name, Version: d.Version,
		Title: d.Title, Licence: d.Licence, Sdk: d.SDK, Packs: d.Packs, BringsLanguage: d.BringsLanguage,
	}
	for _, s := range d.Sources {
		out.Sources = append(out.Sources, &pluginpb.DataSource{Title: s.Title, Url: s.URL})
	}
	for _, f := range d.Formats {
		out.Formats = append(out.Formats, &pluginpb.Format{Name: f.Name, Title: f.Title})
	}
	for _, c := range d.Calculators {
		out.Calculators = append(out.Calculators, &pluginpb.Calculator{Id: c.ID, Title: c.Title, InputSchema: c.Input, ResultSchema: c.Result})
	}
	return out
}

// DescriptionFromProto returns the description that was sent. ErrMalformed.
func DescriptionFromProto(m *pluginpb.Description) (Description, error) {
	if m == nil || len(m.GetSources()) > maxEntries || len(m.GetFormats()) > maxEntries ||
		len(m.GetCalculators()) > maxEntries || len(m.GetPacks()) > maxEntries {
		return Description{}, fmt.Errorf("%w: the description is missing or lists more than %d of something", ErrMalformed, maxEntries)
	}
	r := &lineReader{}
	d := Description{
		Country: geo.ID(r.line("country", m.GetCountry())), Language: r.line("language", m.GetLanguage()),
		Name: r.slug("name", m.GetName()), Version: r.version(m.GetVersion()),
		Title: r.line("title", m.GetTitle()), Licence: r.line("licence", m.GetLicence()),
		SDK: r.line("version of the kit", m.GetSdk()), BringsLanguage: m.GetBringsLanguage(),
	}
	r.lists(&d, m)
	if r.err != nil {
		return Description{}, r.err
	}
	return d, nil
}

// lineReader reads the texts of a description and keeps the first error.
type lineReader struct{ err error }

func (r *lineReader) lists(d *Description, m *pluginpb.Description) {
	for _, s := range m.GetSources() {
		d.Sources = append(d.Sources, Source{Title: r.line("source", s.GetTitle()), URL: r.line("address of a source", s.GetUrl())})
	}
	for _, f := range m.GetFormats() {
		d.Formats = append(d.Formats, Format{Name: r.slug("name of a format", f.GetName()), Title: r.line("title of a format", f.GetTitle())})
	}
	for _, p := range m.GetPacks() {
		d.Packs = append(d.Packs, r.slug("name of a pack", p))
	}
	for _, c := range m.GetCalculators() {
		d.Calculators = append(d.Calculators, Calculator{
			ID: r.slug("name of a calculator", c.GetId()), Title: r.line("title of a calculator", c.GetTitle()),
			Input: r.json(c.GetInputSchema()), Result: r.json(c.GetResultSchema()),
		})
	}
}

// line takes a text of one line, a terminal's control characters being none.
func (r *lineReader) line(what, text string) string {
	r.keep(checkText(what, text, maxLine))
	if r.err == nil && Clean(text, maxLine) != text || containsBreak(text) {
		r.keep(fmt.Errorf("%w: the %s is not one line of text", ErrMalformed, what))
	}
	return text
}

func containsBreak(text string) bool {
	for _, c := range text {
		if c == '\n' || c == '\t' || c == '\u2028' || c == '\u2029' {
			return true
		}
	}
	return false
}

var (
	slugShape    = lazyregexp.New(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)
	versionShape = lazyregexp.New(`^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[0-9A-Za-z.-]{1,40})?(?:\+[0-9A-Za-z.-]{1,40})?$`)
)

func (r *lineReader) slug(what, text string) string {
	if len(text) > maxPackNames || !slugShape.MatchString(text) {
		r.keep(fmt.Errorf("%w: the %s %.40q is no slug: small letters, digits and single hyphens, at most %d", ErrMalformed, what, text, maxPackNames))
	}
	return text
}

func (r *lineReader) version(text string) string {
	if !versionShape.MatchString(text) {
		r.keep(fmt.Errorf("%w: the version %.40q is not of the kind 1.2.0", ErrMalformed, text))
	}
	return text
}

func (r *lineReader) json(data []byte) json.RawMessage {
	if len(data) > maxJSON || !json.Valid(data) {
		r.keep(fmt.Errorf("%w: a schema is not JSON of at most %d bytes", ErrMalformed, maxJSON))
	}
	return data
}

func (r *lineReader) keep(err error) {
	if r.err == nil {
		r.err = err
	}
}
