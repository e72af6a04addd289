package importers

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// Found is what a file says of itself; what it does not say is zero.
type Found struct {
	Identifier string // the publisher's: "BOE-A-2006-5515", "ukpga/2008/27"
	Title      string
	ShortTitle string

	Country     string // as in [codes.Code]
	Scope       codes.NormativeScope
	Territories []geo.ID
	Tags        []string

	Status    codes.Status
	Published codes.Date
	Effective codes.Date
	Repealed  codes.Date
	Newest    codes.Date // last first day in force the file knows of; zero is Effective
	Author    string
	SourceURL string
	Lang      string
}

// Edition is one version of a code, its text still to come.
type Edition struct {
	Code    codes.Code // without versions
	Version codes.Version
	Lang    string
}

// NewEdition joins what is given with what was found and what is stored, in this
// order of weight. Where given and found differ, the report says so. A
// [*FileError] of ErrGiven names everything that neither says, and what is given
// in a form nothing can be stored in; found in such a form it is left out, and the
// report says so.
func NewEdition(name string, given *Given, found Found, report *Report) (*Edition, error) {
	if given == nil {
		given = &Given{}
	}
	j := &join{report: report}
	given, found = j.sound(given, found)
	e := &Edition{Lang: cmp.Or(j.text("language", given.Lang, found.Lang), given.Otherwise)}
	slug := given.Code
	if slug == "" && found.Identifier != "" {
		slug = SlugOf(found.Identifier)
	}
	stored := given.storedCode(slug)
	e.Code = j.code(slug, stored, given, found)
	e.Version = j.version(given, found)
	if given.Status == "" && given.Repealed.IsZero() {
		newest := e.Version.Effective
		if newest.Before(found.Newest) {
			newest = found.Newest
		}
		KeepEnd(&e.Version, stored, newest)
	}
	e.Version.Title = cmp.Or(e.Version.Title, e.Code.Title) // an edition without a title of its own
	j.need("--code", "the slug the code is to have", e.Code.Slug == "")
	j.need("--title", "the title", e.Code.Title == "" || e.Version.Title == "")
	j.need("--geo-id", "the territory it applies in", len(e.Code.Territories) == 0)
	j.need("--scope", "what kind of territory that is", e.Code.Scope == "")
	j.need("--version", "a slug of the version, or its date with --effective", e.Version.Slug == "")
	j.need("--language", "the language of the text", e.Lang == "")
	if len(j.missing) > 0 {
		return nil, &FileError{Name: name, Err: ErrGiven, Problems: j.missing}
	}
	return e, nil
}

// Doc returns the name of the edition's blocks: "code/version".
func (e *Edition) Doc() string {
	return codes.VersionRef{Code: e.Code.Slug, Version: e.Version.Slug}.String()
}

// Builder returns a Builder for the edition's text.
func (e *Edition) Builder() *Builder { return NewBuilder(e.Doc(), e.Lang, e.Version.Title) }

// Import is the whole import of a file that holds one edition.
func (e *Edition) Import(b *Builder, report Report) *Import {
	sections, blocks := b.Done()
	e.Version.Sections = sections
	code := e.Code
	code.Versions = []codes.Version{e.Version}
	return &Import{Code: code, Blocks: blocks, Report: report}
}

// join collects what is missing and what differs.
type join struct {
	report  *Report
	missing []Problem
}

func (j *join) need(flag, what string, missing bool) {
	if missing {
		j.missing = append(j.missing, Problem{Where: "metadata", Message: fmt.Sprintf("the file does not say %s; give it with %s", what, flag)})
	}
}

func (j *join) differ(what, given, found string) {
	if given != "" && found != "" && given != found && j.report != nil {
		j.report.Add(Problem{Message: fmt.Sprintf("%s: the file says %q, %q was given and holds", what, found, given)})
	}
}

func (j *join) text(what, given, found string) string {
	j.differ(what, given, found)
	return cmp.Or(given, found)
}

func (j *join) date(what string, given, found codes.Date) codes.Date {
	if given.IsZero() {
		return found
	}
	if !found.IsZero() {
		j.differ(what, given.String(), found.String())
	}
	return given
}

func (j *join) code(slug string, as *codes.Code, given *Given, found Found) codes.Code {
	var stored codes.Code
	if as != nil {
		stored = *as
	}
	code := codes.Code{
		Slug:        slug,
		Title:       cmp.Or(stored.Title, given.Title, found.Title),
		ShortTitle:  cmp.Or(given.ShortTitle, stored.ShortTitle, found.ShortTitle),
		Description: stored.Description,
		Scope:       cmp.Or(given.Scope, stored.Scope, found.Scope),
		Tags:        firstList(given.Tags, stored.Tags, found.Tags),
		Territories: firstList(given.Territories, stored.Territories, found.Territories),
	}
	code.CountryCode = cmp.Or(given.Country, stored.CountryCode, found.Country)
	if code.CountryCode == "" && code.Scope == codes.European {
		code.CountryCode = codes.Supranational
	}
	if code.CountryCode == "" && len(code.Territories) > 0 {
		code.CountryCode = string(code.Territories[0].Country())
	}
	return code
}

func (j *join) version(given *Given, found Found) codes.Version {
	v := codes.Version{
		Title:     j.text("title", given.Title, found.Title),
		Published: j.date("day of publication", given.Published, found.Published),
		Effective: j.date("first day in force", given.Effective, found.Effective),
		Repealed:  j.date("first day no longer in force", given.Repealed, found.Repealed),
		Author:    cmp.Or(given.Author, found.Author),
		SourceURL: cmp.Or(given.SourceURL, found.SourceURL),
		Internal:  true,
	}
	v.Status = cmp.Or(given.Status, found.Status, StatusOn(given.Today, v))
	v.Slug = given.Version
	for _, day := range []codes.Date{v.Effective, v.Published} {
		if v.Slug == "" && !day.IsZero() {
			v.Slug = day.String()
		}
	}
	return v
}

// StatusOn returns the status a version's dates give it on a day: repealed from
// the day of its repeal, in progress before the first day in force, else active.
// Without a day it is active unless it has been repealed.
func StatusOn(today codes.Date, v codes.Version) codes.Status {
	switch {
	case !v.Repealed.IsZero() && (today.IsZero() || v.Repealed.Compare(today) <= 0):
		return codes.Repealed
	case !today.IsZero() && v.Effective.Compare(today) > 0:
		return codes.InProgress
	}
	return codes.Active
}

func firstList[T any](lists ...[]T) []T {
	for _, list := range lists {
		if len(list) > 0 {
			return slices.Clone(list)
		}
	}
	return nil
}

// OneVersion refuses what can be said of one version only, where a file holds
// several: a [*FileError] of ErrGiven.
func OneVersion(name string, versions int, given *Given) error {
	if versions == 1 {
		return nil
	}
	e := &FileError{Name: name, Err: ErrGiven}
	for _, g := range []struct {
		flag  string
		given bool
	}{
		{"--version", given.Version != ""}, {"--status", given.Status != ""}, {"--published", !given.Published.IsZero()},
		{"--effective", !given.Effective.IsZero()}, {"--repealed", !given.Repealed.IsZero()},
	} {
		if g.given {
			e.Problems = append(e.Problems, Problem{Where: g.flag, Message: fmt.Sprintf(
				"the file holds %d versions, each with its own dates; leave %s out, or take only the version in force", versions, g.flag)})
		}
	}
	if e.Problems == nil {
		return nil
	}
	return e
}
