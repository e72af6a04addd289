package importers

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// languageForm is the shape of a language tag (BCP 47) that packs take.
var languageForm = lazyregexp.New(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`)

// IsLanguage reports whether a tag has the form of BCP 47: "es", "pt-BR".
func IsLanguage(tag string) bool { return languageForm.MatchString(tag) }

// IsWebAddress reports whether an address is one a reader can be sent to: http or
// https, with a host.
func IsWebAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

// line makes one line of a title or name, without control characters.
func line(s string) string {
	return tidy(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, clean(tidy(s))))
}

// sound brings what is given and found into a form that can be stored. What is
// given and cannot be is missing; what is found and cannot be is left out.
func (j *join) sound(g *Given, f Found) (*Given, Found) {
	given := *g
	for _, text := range []*string{&given.Title, &given.ShortTitle, &given.Author, &f.Title, &f.ShortTitle, &f.Author, &f.Identifier} {
		*text = line(*text)
	}
	given.Tags, f.Tags = lines(given.Tags), lines(f.Tags)
	given.SourceURL, f.SourceURL = strings.TrimSpace(given.SourceURL), strings.TrimSpace(f.SourceURL)
	given.Lang, f.Lang = strings.TrimSpace(given.Lang), strings.TrimSpace(f.Lang)
	j.form("--source-url", "address of the source", "a full address that begins with https:// or http://", &given.SourceURL, &f.SourceURL, IsWebAddress)
	j.form("--language", "language", "a tag like es or pt-BR", &given.Lang, &f.Lang, IsLanguage)
	return &given, f
}

// lines is [line] for a list; what is empty then is left out.
func lines(list []string) []string {
	list = slices.Clone(list)
	for i, s := range list {
		list[i] = line(s)
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

func (j *join) form(flag, what, form string, given, found *string, ok func(string) bool) {
	if *given != "" && !ok(*given) {
		j.missing = append(j.missing, Problem{Where: flag, Message: fmt.Sprintf("%q is no %s; it must be %s", short(*given), what, form)})
	}
	if *found != "" && !ok(*found) {
		if j.report != nil {
			j.report.Add(Problem{Where: "metadata", Message: fmt.Sprintf("%q is no %s and is left out; give %s with %s", short(*found), what, form, flag)})
		}
		*found = ""
	}
}

// short cuts what a problem quotes.
func short(s string) string {
	const limit = 100
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + " …"
}

// storedCode is the code of a slug as it is stored, nil when there is none.
func (g *Given) storedCode(slug string) *codes.Code {
	if g == nil || g.Stored == nil || slug == "" {
		return nil
	}
	return g.Stored(slug)
}

// KeepEnd leaves a version the end it has in store, its repeal and its successor,
// where the file names none only because it is older than what is stored: newest
// is the last day in force the file knows of. A file that knows of all that is
// stored may take an end back. stored may be nil.
func KeepEnd(v *codes.Version, stored *codes.Code, newest codes.Date) {
	if stored == nil || newest.IsZero() || v.Status == codes.Draft || v.Status == codes.InProgress {
		return
	}
	at := slices.IndexFunc(stored.Versions, func(s codes.Version) bool { return s.Slug == v.Slug })
	later := func(s codes.Version) bool { return s.Effective.Compare(newest) > 0 }
	if at < 0 || !slices.ContainsFunc(stored.Versions, later) {
		return
	}
	was := &stored.Versions[at]
	if v.Repealed.IsZero() && was.Repealed.Compare(v.Effective) >= 0 && was.Repealed.Compare(v.Published) >= 0 {
		v.Repealed = was.Repealed
	}
	if v.SucceededBy.IsZero() {
		v.SucceededBy = was.SucceededBy
	}
	if was.Status == codes.Repealed {
		v.Status = codes.Repealed
	}
}
