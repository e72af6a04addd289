package codes

import (
	"maps"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

var languageTag = lazyregexp.New(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

// Wording is what a code, or a version of one, is called in one more language. What
// is left empty is unknown in that language.
type Wording struct {
	Title       string
	ShortTitle  string // of a code alone
	Description string
	Author      string // of a version alone
}

// secondLanguage is read where there is no wording in the language asked for.
const secondLanguage = "en"

// In returns the catalogue as a country reads it. Codes that belong to no single
// country have titles, descriptions and issuing bodies in the country's language,
// else in English, else as they are; all else is the same, and so is the whole
// catalogue for a country of which nothing is loaded.
func (c *Catalog) In(country geo.ID) *Catalog {
	if read, ok := c.readIn[country]; ok {
		return read
	}
	return c
}

// readings are the codes as each country reads them.
type readings struct {
	language map[geo.ID]string // of a country; absent where it has no scheme
	made     map[reading]*Code
}

type reading struct {
	slug, language string
}

func newReadings(places *geo.Gazetteer) *readings {
	r := &readings{language: make(map[geo.ID]string), made: make(map[reading]*Code)}
	for _, country := range places.Countries() {
		if scheme, ok := places.Scheme(country); ok {
			r.language[country] = scheme.Language()
		}
	}
	return r
}

// of returns a code as a country reads it: the same code in the same language is one.
func (r *readings) of(code *Code, country geo.ID) *Code {
	language, ok := r.language[country]
	if !ok || code.Language == "" {
		return code
	}
	key := reading{code.Slug, language}
	if r.made[key] == nil {
		r.made[key] = code.in(language)
	}
	return r.made[key]
}

// in returns the code in a language, itself where it has no other words for it.
func (code *Code) in(language string) *Code {
	if primary(language) == primary(code.Language) {
		return code
	}
	read := *code
	if w, ok := wordingIn(code.Wordings, language); ok {
		read.Title, read.ShortTitle, read.Description = w.Title, w.ShortTitle, w.Description
	}
	read.Versions = make([]Version, len(code.Versions))
	for i, v := range code.Versions {
		if w, ok := wordingIn(v.Wordings, language); ok {
			v.Title, v.Description, v.Author = w.Title, w.Description, w.Author
		}
		read.Versions[i] = v
	}
	return &read
}

func wordingIn(wordings map[string]Wording, language string) (Wording, bool) {
	for _, tag := range [...]string{language, primary(language), secondLanguage} {
		if w, ok := wordings[tag]; ok {
			return w, true
		}
	}
	return Wording{}, false
}

// primary returns the language of a BCP 47 tag: "fr" of "fr-CA".
func primary(tag string) string {
	first, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return first
}

// read returns the catalogue as a country reads it, itself where it reads nothing
// otherwise. What applies where is the same: the tables of places hold the codes as
// read in the place's country already.
func (c *Catalog) read(r *readings, country geo.ID) *Catalog {
	list := make([]*Code, len(c.codes))
	other := false
	for i, code := range c.codes {
		list[i] = r.of(code, country)
		other = other || list[i] != code
	}
	if !other {
		return c
	}
	read := &Catalog{covering: c.covering, applicable: c.applicable}
	read.index(list)
	return read
}

// wordings checks what a code or a version is called in other languages; own is the
// language it is written in.
func (v *validator) wordings(ref VersionRef, own string, wordings map[string]Wording) {
	for _, tag := range slices.Sorted(maps.Keys(wordings)) {
		const field = "wordings"
		w := wordings[tag]
		switch {
		case own == "":
			v.add(ref, field, "are in other languages, but nothing says which that of the code's own title is; write its language")
		case !languageTag.MatchString(tag):
			v.add(ref, field, "%q is no BCP 47 tag such as fr", tag)
		case primary(tag) == primary(own):
			v.add(ref, field, "%s is the language of the title itself; leave it out", tag)
		}
		v.text(ref, field, w.Title, true)
		for _, text := range [...]string{w.ShortTitle, w.Description, w.Author} {
			v.text(ref, field, text, false)
		}
	}
}
