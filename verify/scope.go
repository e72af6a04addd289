package verify

import (
	"slices"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
)

// scope is the set of versions a check is decided by.
type scope struct {
	v          *rulebook
	place      geo.ID
	asOf       codes.Date         // zero: by status
	applicable []codes.Applicable // at the place
	named      []codes.VersionRef // nil: every active version of what applies
	waiting    []codes.VersionRef // of codes that are named, of which nobody knows if they were in force
	notes      []note
}

// note is a message to be said once the language is known.
type note struct {
	message message
	args    []any
}

func (s *scope) note(m message, args ...any) { s.notes = append(s.notes, note{m, args}) }

// holds reports whether a rule of that version takes part.
func (s *scope) holds(ref codes.VersionRef, version *codes.Version) bool {
	if s.named != nil {
		return slices.Contains(s.named, ref)
	}
	return s.current(ref, version) && s.applies(ref.Code)
}

// undated reports whether nobody knows if a version was in force on the day asked
// about.
func (s *scope) undated(ref codes.VersionRef) bool {
	if s.asOf.IsZero() {
		return false
	}
	force, err := s.v.catalog.ForceOn(ref, s.asOf)
	return err == nil && force.State == codes.ForceUnknown
}

// current reports whether a version counts where none is named: it is active, or
// was in force on the day asked about.
func (s *scope) current(ref codes.VersionRef, version *codes.Version) bool {
	if s.asOf.IsZero() {
		return version.Status == codes.Active
	}
	force, err := s.v.catalog.ForceOn(ref, s.asOf)
	return err == nil && force.State == codes.InForce
}

func (s *scope) applies(slug string) bool {
	if !s.asOf.IsZero() { // a code without an active version applied once
		code, err := s.v.catalog.Get(slug)
		return err == nil && s.v.covers(code, s.place)
	}
	return slices.ContainsFunc(s.applicable, func(a codes.Applicable) bool { return a.Code.Slug == slug })
}

// scope works out what a check is decided by (SPEC section 4.7, DECISIONS 12).
func (v *rulebook) scope(check *Check, place *geo.Place, on codes.Date) (*scope, error) {
	applicable, err := v.catalog.Applicable(place.ID)
	if err != nil {
		return nil, ErrLocationNotFound
	}
	s := &scope{v: v, place: place.ID, asOf: check.AsOf, applicable: applicable}
	if check.Codes == nil {
		return s, nil
	}
	s.named = []codes.VersionRef{}
	for _, ref := range check.Codes {
		if err := v.name(s, ref, check.Country, place, on); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// name adds one code or version a check asks for.
func (v *rulebook) name(s *scope, ref codes.VersionRef, country geo.ID, place *geo.Place, on codes.Date) error {
	code, err := v.catalog.Get(ref.Code)
	if err != nil || country != "" && !v.catalog.Visible(code, country) {
		return ErrInvalidCode
	}
	if !v.covers(code, place.ID) {
		s.note(msgNotApplicable, code.Slug, place.Name)
	}
	if ref.Version != "" {
		version, err := v.catalog.Version(ref)
		if err != nil {
			return ErrInvalidCode
		}
		v.addVersion(s, ref, version, on)
		return nil
	}
	found, undated := false, false
	for i := range code.Versions {
		version := &code.Versions[i]
		if ref := (codes.VersionRef{Code: code.Slug, Version: version.Slug}); s.current(ref, version) {
			v.addVersion(s, ref, version, on)
			found = true
		} else if s.undated(ref) {
			s.note(msgForceUnknown, ref.String(), s.asOf.String())
			s.waiting, undated = append(s.waiting, ref), true
		}
	}
	if !found && !undated {
		s.note(msgNoCurrent, code.Slug, versionSlugs(code))
	}
	return nil
}

func versionSlugs(code *codes.Code) string {
	slugs := make([]string, 0, len(code.Versions))
	for i := range code.Versions {
		slugs = append(slugs, code.Versions[i].Slug)
	}
	return strings.Join(slugs, ", ")
}

// namesCode reports whether the check names a version of the same code.
func (s *scope) namesCode(ref codes.VersionRef) bool {
	return slices.ContainsFunc(s.named, func(n codes.VersionRef) bool { return n.Code == ref.Code })
}

// inForceThen returns the versions of a code that were in force on the day asked
// about.
func (s *scope) inForceThen(slug string) []codes.VersionRef {
	code, err := s.v.catalog.Get(slug)
	if err != nil {
		return nil
	}
	var out []codes.VersionRef
	for i := range code.Versions {
		ref := codes.VersionRef{Code: slug, Version: code.Versions[i].Slug}
		if s.current(ref, &code.Versions[i]) {
			out = append(out, ref)
		}
	}
	return out
}

// covers reports whether the code's territory holds the place, whatever the
// state of its versions.
func (v *rulebook) covers(code *codes.Code, id geo.ID) bool {
	return slices.ContainsFunc(code.Territories, func(t geo.ID) bool { return v.places.Within(id, t) })
}

func (v *rulebook) addVersion(s *scope, ref codes.VersionRef, version *codes.Version, on codes.Date) {
	if slices.Contains(s.named, ref) {
		return
	}
	s.named = append(s.named, ref)
	switch {
	case !s.asOf.IsZero(): // the state of today says nothing about another day
		v.noteForce(s, ref, on)
	case version.Status == codes.Repealed:
		s.note(msgRepealed, ref.String())
	case version.Status != codes.Active:
		s.note(msgNotEnacted, ref.String())
	default:
		v.noteForce(s, ref, on)
	}
	switch {
	case !version.Internal:
		s.note(msgNotHosted, ref.String())
	case !v.ruled[ref]:
		s.note(msgNoRules, ref.String())
	}
}

// noteForce tells of a version that is used and not in force on a day, or of which
// nobody knows if it was on the day asked about.
func (v *rulebook) noteForce(s *scope, ref codes.VersionRef, on codes.Date) {
	force, err := v.catalog.ForceOn(ref, on)
	switch {
	case err != nil || force.State == codes.InForce:
	case force.State != codes.ForceUnknown:
		s.note(msgNotInForce, ref.String())
	case !s.asOf.IsZero():
		s.note(msgForceUnknown, ref.String(), s.asOf.String())
	}
}
