package host

import (
	"fmt"
	"strings"

	"github.com/reglookup/regengine/geo/lazyregexp"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/regengine"
)

// Description of a plugin.
type Description struct {
	Approval
	Title, Language, Licence, SDK string
	Formats                       []Format
	Packs                         []string
	BringsLanguage                bool
	Sources                       []Source

	// Forms are the calculators it runs.
	Forms []regengine.CalculatorForm
}

// Format is a file a plugin reads places from.
type Format struct{ Name, Title string }

// Source is where a plugin's data come from.
type Source struct{ Title, URL string }

// languageTags are the tags a plugin may name: a language, and perhaps a script or
// a country. Package join looks closer.
var languageTags = lazyregexp.New(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)

func descriptionOf(d *wire.Description, name, sha string) Description {
	out := Description{
		Approval: Approval{Name: name, SHA256: sha, Country: d.Country, Version: d.Version},
		Title:    d.Title, Language: d.Language, Licence: d.Licence, SDK: d.SDK,
		Packs: d.Packs, BringsLanguage: d.BringsLanguage,
	}
	for _, f := range d.Formats {
		out.Formats = append(out.Formats, Format(f))
	}
	for _, s := range d.Sources {
		out.Sources = append(out.Sources, Source(s))
	}
	for _, c := range d.Calculators {
		out.Forms = append(out.Forms, regengine.CalculatorForm{ID: c.ID, Title: c.Title, Input: c.Input, Result: c.Result})
	}
	return out
}

// checkDescription says what is wrong with what a plugin in the file of that name
// says of itself. ErrBroken.
func checkDescription(d *wire.Description, name string) error {
	switch {
	case strings.TrimPrefix(d.Name, filePrefix) != name:
		return fmt.Errorf("%w: it calls itself %.60q, and its file %q; they must be the same", ErrBroken, d.Name, filePrefix+name)
	case !isCountry(string(d.Country)):
		return fmt.Errorf("%w: its country %.20q is not two capital letters of ISO 3166-1", ErrBroken, d.Country)
	case !languageTags.MatchString(d.Language):
		return fmt.Errorf("%w: its language %.20q is no language tag", ErrBroken, d.Language)
	}
	seen := map[string]bool{}
	for _, c := range d.Calculators {
		if seen[c.ID] {
			return fmt.Errorf("%w: two of its calculators are called %q", ErrBroken, c.ID)
		}
		seen[c.ID] = true
	}
	return nil
}

// sameAs says whether a plugin is what was approved. ErrBroken.
func (d *Description) sameAs(a *Approval) error {
	if d.Country != a.Country || d.Name != a.Name {
		return fmt.Errorf("%w: it was approved as %q of %s, and now says it is %q of %s", ErrBroken, a.Name, a.Country, d.Name, d.Country)
	}
	return nil
}
