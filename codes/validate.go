package codes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// CatalogError lists every break of a rule. It wraps ErrInvalid.
type CatalogError struct {
	Problems []Problem
}

// Problem is one break of a rule.
type Problem struct {
	Ref     VersionRef // Version is "" when the code itself is meant
	Field   string     // "slug", "territories", "succeeded_by", ...
	Message string     // what is wrong and what to do
}

// shownProblems is how many breaks the text of a CatalogError spells out.
const shownProblems = 20

// Error lists the first breaks, one a line.
func (e *CatalogError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d problem(s)", ErrInvalid, len(e.Problems))
	for i, p := range e.Problems {
		if i == shownProblems {
			fmt.Fprintf(&b, "\n... and %d more", len(e.Problems)-i)
			break
		}
		fmt.Fprintf(&b, "\n%s: %s: %s", p.Ref, p.Field, p.Message)
	}
	return b.String()
}

// Unwrap returns ErrInvalid.
func (e *CatalogError) Unwrap() error { return ErrInvalid }

var (
	codeSlug    = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	versionSlug = lazyregexp.New(`^[a-z0-9]+([.-][a-z0-9]+)*$`)
)

// MaxSlug is the longest slug, in bytes.
const MaxSlug = 100

// SlugProblem tells what is wrong with the slug of a code, or of a version
// where version is true; "" when nothing is.
func SlugProblem(slug string, version bool) string {
	pattern, form := codeSlug, "lower-case letters, digits and single hyphens"
	if version {
		pattern, form = versionSlug, "lower-case letters, digits, single hyphens and dots"
	}
	switch {
	case slug == "search" || slug == "latest" || version && slug == "compare":
		return fmt.Sprintf("%q is a reserved word; choose another", slug)
	case len(slug) > MaxSlug:
		return fmt.Sprintf("is longer than %d characters", MaxSlug)
	case !pattern.MatchString(slug):
		return fmt.Sprintf("%q must be made of %s", slug, form)
	}
	return ""
}

type validator struct {
	places   *geo.Gazetteer
	refused  map[geo.ID]bool // places a code may name although they are not there
	versions map[VersionRef]*Version
	problems []Problem
}

func validate(places *geo.Gazetteer, list []Code, refused map[geo.ID]bool) error {
	v := &validator{places: places, refused: refused, versions: make(map[VersionRef]*Version)}
	seen := make(map[string]bool, len(list))
	for i := range list {
		code := &list[i]
		if seen[code.Slug] {
			v.add(VersionRef{Code: code.Slug}, "slug", "is used by two codes; rename one")
		}
		seen[code.Slug] = true
		v.register(code)
	}
	for i := range list {
		v.code(&list[i])
	}
	v.successions()
	if len(v.problems) > 0 {
		return &CatalogError{Problems: v.problems}
	}
	return nil
}

func (v *validator) add(ref VersionRef, field, format string, args ...any) {
	v.problems = append(v.problems, Problem{ref, field, fmt.Sprintf(format, args...)})
}

func (v *validator) register(code *Code) {
	for i := range code.Versions {
		ref := VersionRef{code.Slug, code.Versions[i].Slug}
		if v.versions[ref] != nil {
			v.add(ref, "slug", "is used by two versions of the code; rename one")
		}
		v.versions[ref] = &code.Versions[i]
	}
}

func (v *validator) code(code *Code) {
	ref := VersionRef{Code: code.Slug}
	if reason := SlugProblem(code.Slug, false); reason != "" {
		v.add(ref, "slug", "%s", reason)
	}
	v.text(ref, "title", code.Title, true)
	v.text(ref, "short_title", code.ShortTitle, false)
	v.text(ref, "description", code.Description, false)
	if code.Language != "" && !languageTag.MatchString(code.Language) {
		v.add(ref, "language", "%q is no BCP 47 tag such as es", code.Language)
	}
	v.wordings(ref, code.Language, code.Wordings)
	for _, tag := range code.Tags {
		v.text(ref, "tags", tag, true)
	}
	v.country(ref, code)
	v.territories(ref, code)
	for i := range code.Versions {
		version := VersionRef{code.Slug, code.Versions[i].Slug}
		v.version(version, &code.Versions[i])
		v.wordings(version, code.Language, code.Versions[i].Wordings)
	}
}

func (v *validator) text(ref VersionRef, field, text string, required bool) {
	switch {
	case required && strings.TrimSpace(text) == "":
		v.add(ref, field, "is empty; it is required")
	case !utf8.ValidString(text):
		v.add(ref, field, "is not valid UTF-8; save the file as UTF-8")
	case strings.ContainsRune(text, 0):
		v.add(ref, field, "contains a NUL character; remove it")
	}
}

var alpha2 = lazyregexp.New(`^[A-Z]{2}$`)

func (v *validator) country(ref VersionRef, code *Code) {
	if !alpha2.MatchString(code.CountryCode) {
		v.add(ref, "country", "%q is no ISO 3166-1 alpha-2 code such as ES", code.CountryCode)
		return
	}
	if breadth(code) >= 0 && (code.CountryCode == Supranational) != (code.Scope == European) {
		v.add(ref, "country", "%s goes with the scope %s and with no other", Supranational, European)
	}
}

// territoryLevel is the level the one territory of a scope must have; scopes
// absent from it take lists.
var territoryLevel = map[NormativeScope]geo.Level{
	National: geo.Country, Regional: geo.Region, Provincial: geo.Province, Municipal: geo.Municipality,
}

func (v *validator) territories(ref VersionRef, code *Code) {
	if breadth(code) < 0 {
		v.add(ref, "scope", "%q is none of %v", code.Scope, Scopes())
		return
	}
	if len(code.Territories) == 0 {
		v.add(ref, "territories", "are empty; name the places the code applies in")
		return
	}
	if _, single := territoryLevel[code.Scope]; single && len(code.Territories) > 1 {
		v.add(ref, "territories", "a %s code has one territory, not %d; use sectorial or supramunicipal for a list",
			code.Scope, len(code.Territories))
	}
	seen := make(map[geo.ID]bool)
	for _, id := range code.Territories {
		if seen[id] {
			v.add(ref, "territories", "%s is named twice", id)
		}
		seen[id] = true
		v.territory(ref, code, id)
	}
}

func (v *validator) territory(ref VersionRef, code *Code, id geo.ID) {
	if code.CountryCode != Supranational && string(id.Country()) != code.CountryCode {
		v.add(ref, "territories", "%s is not in the code's country %s", id, code.CountryCode)
		return
	}
	if v.refused[id] {
		return
	}
	level := v.level(ref, code, id)
	if level == 0 {
		return
	}
	if want := wantedLevel(code.Scope); want != 0 && level != want {
		v.add(ref, "territories", "%s is a %s; a %s code applies in a %s", id, level, code.Scope, want)
	}
}

// level returns the level of a territory, or 0 after it has said why it cannot
// be one. Of a country whose places are not loaded the country itself may be named.
func (v *validator) level(ref VersionRef, code *Code, id geo.ID) geo.Level {
	_, served := v.places.Scheme(id.Country())
	if !served || code.Scope == European && v.empty(id) {
		if id != id.Country() || !alpha2.MatchString(string(id)) {
			v.add(ref, "territories", "%s: of a country that is not served only the country itself can be named", id)
			return 0
		}
		return geo.Country
	}
	place, err := v.places.Get(id)
	if err != nil {
		v.add(ref, "territories", "%s is not among the places loaded; load it first, or correct it", id)
		return 0
	}
	return place.Level
}

// empty reports whether nothing of the country is loaded yet: its scheme is
// there, its places come with a later import.
func (v *validator) empty(id geo.ID) bool {
	_, err := v.places.Get(id.Country())
	return err != nil
}

func wantedLevel(scope NormativeScope) geo.Level {
	if scope == European {
		return geo.Country
	}
	return territoryLevel[scope]
}

func (v *validator) version(ref VersionRef, version *Version) {
	if reason := SlugProblem(version.Slug, true); reason != "" {
		v.add(ref, "slug", "%s", reason)
	}
	v.text(ref, "title", version.Title, true)
	v.text(ref, "description", version.Description, false)
	v.text(ref, "author", version.Author, false)
	v.text(ref, "source_url", version.SourceURL, false)
	switch version.Status {
	case Active, Repealed:
	case Draft, InProgress:
		if !version.Repealed.IsZero() {
			v.add(ref, "repealed", "a version that is %s was never in force and cannot be repealed", version.Status)
		}
	default:
		v.add(ref, "status", "%q is none of active, repealed, draft, in_progress", version.Status)
	}
	v.dates(ref, version)
	v.sections(ref, version)
}

func (v *validator) dates(ref VersionRef, version *Version) {
	for _, d := range []struct {
		field string
		date  Date
	}{{"effective", version.Effective}, {"published", version.Published}} {
		if !version.Repealed.IsZero() && version.Repealed.Before(d.date) {
			v.add(ref, "repealed", "%s lies before %s %s", version.Repealed, d.field, d.date)
		}
	}
}

func (v *validator) sections(ref VersionRef, version *Version) {
	seen := make(map[string]bool, len(version.Sections))
	for _, s := range version.Sections {
		switch {
		case !codeSlug.MatchString(s.Slug):
			v.add(ref, "sections", "slug %q must be made of lower-case letters, digits and single hyphens", s.Slug)
		case seen[s.Slug]:
			v.add(ref, "sections", "slug %q is used twice; give one heading its own {#slug}", s.Slug)
		}
		seen[s.Slug] = true
		v.text(ref, "sections", s.Title, true)
	}
}

// successions checks that every successor exists and that no chain of them
// comes back to where it began.
func (v *validator) successions() {
	for ref, version := range v.versions {
		next := version.SucceededBy
		if next.IsZero() {
			continue
		}
		if v.versions[next] == nil {
			v.add(ref, "succeeded_by", "%s does not exist", next)
			continue
		}
		if v.circular(ref) {
			v.add(ref, "succeeded_by", "the chain of successors comes back to %s", ref)
		}
	}
	sortProblems(v.problems)
}

func (v *validator) circular(start VersionRef) bool {
	at := start
	for range v.versions {
		version := v.versions[at]
		if version == nil || version.SucceededBy.IsZero() {
			return false
		}
		at = version.SucceededBy
		if at == start {
			return true
		}
	}
	return false
}

func sortProblems(problems []Problem) {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Ref.Code, b.Ref.Code), cmp.Compare(a.Ref.Version, b.Ref.Version))
	})
}
