package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// passageVersion is the one version of each code made of passages.
const passageVersion = "passages"

// passageData makes texts of the passages of cases: a version for each code, a
// section for each section, a paragraph for each passage. Every code applies in
// all countries there are places of. lang tells the language of a place.
func passageData(places []geo.Place, cases []verifyeval.Case, lang func(geoID string) string) (regengine.Data, error) {
	data := regengine.Data{Places: places}
	b := passageBuilder{lang: lang, seen: make(map[string]bool), sections: make(map[string]map[string]string)}
	for _, c := range cases {
		b.add(c)
	}
	if len(b.blocks) == 0 {
		return data, errors.New("no case has a passage: the column normative_text is empty or missing")
	}
	var countries []geo.ID
	for _, p := range places {
		if p.Level == geo.Country {
			countries = append(countries, p.ID)
		}
	}
	for _, code := range b.codes {
		code.Territories, code.CountryCode, code.Scope = countries, codes.Supranational, codes.European
		data.Codes = append(data.Codes, code)
	}
	data.Blocks = b.blocks
	return data, nil
}

type passageBuilder struct {
	lang     func(geoID string) string
	codes    []codes.Code
	blocks   []retrieval.Block
	seen     map[string]bool              // passages by document
	sections map[string]map[string]string // slug of a section by document and title
}

func (b *passageBuilder) add(c verifyeval.Case) {
	text := strings.TrimSpace(c.Passage)
	code := b.code(cmp.Or(c.Code, "unnamed"))
	doc := codes.VersionRef{Code: code.Slug, Version: passageVersion}.String()
	if text == "" || b.seen[doc+"\n"+text] {
		return
	}
	b.seen[doc+"\n"+text] = true
	title := cmp.Or(strings.TrimSpace(c.Section), "Passages")
	b.blocks = append(b.blocks, retrieval.Block{
		ID: passageID(len(b.blocks)), Doc: doc, Section: b.section(code, doc, title), Path: []string{title}, Kind: retrieval.Paragraph, Lang: b.lang(c.Check.GeoID),
		Order: len(b.blocks), Text: text, SHA256: retrieval.HashText(text),
	})
}

// passageID numbers blocks in the form of a UUID.
func passageID(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", n) }

func (b *passageBuilder) code(slug string) *codes.Code {
	i := slices.IndexFunc(b.codes, func(c codes.Code) bool { return c.Slug == slug })
	if i < 0 {
		i = len(b.codes)
		b.codes = append(b.codes, codes.Code{Slug: slug, Title: slug, Versions: []codes.Version{{
			Slug: passageVersion, Title: "Passages of " + slug, Status: codes.Active, Internal: true,
		}}})
	}
	return &b.codes[i]
}

func (b *passageBuilder) section(code *codes.Code, doc, title string) string {
	if b.sections[doc] == nil {
		b.sections[doc] = make(map[string]string)
	}
	slug, known := b.sections[doc][title]
	if !known {
		slug = fmt.Sprintf("s%d", len(b.sections[doc])+1)
		b.sections[doc][title] = slug
		version := &code.Versions[0]
		version.Sections = append(version.Sections, codes.Section{Slug: slug, Title: title, Level: 1})
	}
	return slug
}
