package web

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/compare"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/verify/textlimits"
)

// codePage is the history of one code.
type codePage struct {
	frame
	Code     *codes.Code
	TextLang string // of its titles, "" where it is the frame's
	Editions []edition
}

// edition is a version in the history of its code, newest first.
type edition struct {
	Version *codes.Version
	Path    string
	State   codes.ForceState
	Force   string // how it stands today
	Before  string // the page that compares it with the one before whose text is here too; "" for none
}

func (s *Site) code(w http.ResponseWriter, r *http.Request) {
	snapshot := s.engine.Snapshot()
	code, err := snapshot.Codes.Get(r.PathValue("slug"))
	if err != nil {
		s.notFound(w, r)
		return
	}
	page := codePage{frame: s.frame(r, code.Title, "codes", ""), Code: code}
	if lang := languageOf(snapshot, code, codes.VersionRef{}); lang != page.Lang {
		page.TextLang = lang
	}
	page.Editions = s.editions(snapshot, code, page.Words)
	s.write(w, r, http.StatusOK, "code", page)
}

func (s *Site) editions(snapshot *regengine.Snapshot, code *codes.Code, w *words) []edition {
	today := codes.DateOf(s.opts.Now())
	list := make([]edition, 0, len(code.Versions))
	for i := range code.Versions {
		v := &code.Versions[i]
		ref := codes.VersionRef{Code: code.Slug, Version: v.Slug}
		standing, err := snapshot.Codes.ForceOn(ref, today)
		if err != nil {
			continue // a version of the code is one
		}
		list = append(list, edition{Version: v, Path: path(ref), State: standing.State, Force: w.Force(standing.State)})
	}
	slices.SortStableFunc(list, func(a, b edition) int { return b.Version.Effective.Compare(a.Version.Effective) })
	hosted := func(e edition) bool { return e.Version.Internal }
	for i := range list {
		if before := slices.IndexFunc(list[i+1:], hosted); before >= 0 && hosted(list[i]) {
			list[i].Before = comparePath(code.Slug, list[i+1+before].Version.Slug, list[i].Version.Slug)
		}
	}
	return list
}

func comparePath(slug, from, to string) string {
	return codePath(slug) + "/compare?" + url.Values{"from": {from}, "to": {to}}.Encode()
}

// comparePage tells two editions of a code apart.
type comparePage struct {
	frame
	Code     *codes.Code
	From, To *codes.Version
	FromPath string
	ToPath   string
	TextLang string
	Froms    []option
	Tos      []option
	Hosted   bool
	Same     int
	Limits   []limitChange
	Changes  []sectionChange
}

// limitChange is a figure for the same thing that is another now.
type limitChange struct{ Of, From, To string }

// sectionChange is a section of one edition beside that of the other.
type sectionChange struct {
	Kind     string
	From, To compare.Passage
	Old, New []changedWords
}

// changedWords are words of one side, and whether the other has them not.
type changedWords struct {
	Text    string
	Changed bool
}

func (s *Site) compare(w http.ResponseWriter, r *http.Request) {
	snapshot := s.engine.Snapshot()
	slug, query := r.PathValue("slug"), r.URL.Query()
	from, to := codes.VersionRef{Code: slug, Version: query.Get("from")}, codes.VersionRef{Code: slug, Version: query.Get("to")}
	code, err := snapshot.Codes.Get(slug)
	if err != nil {
		s.notFound(w, r)
		return
	}
	if !query.Has("from") && !query.Has("to") {
		s.compareNewest(w, r, s.editions(snapshot, code, wordsIn("")))
		return
	}
	compared, err := snapshot.Compare(from, to)
	if err != nil {
		s.notFound(w, r)
		return
	}
	page := comparePage{frame: s.frame(r, "", "codes", ""), Code: code, FromPath: path(from), ToPath: path(to), Hosted: compared.Hosted, Same: compared.Same}
	page.From, _ = snapshot.Codes.Version(from) // they were compared
	page.To, _ = snapshot.Codes.Version(to)
	page.Title = page.T("compare.heading", from.Version, to.Version)
	if lang := languageOf(snapshot, code, to); lang != page.Lang {
		page.TextLang = lang
	}
	for _, v := range code.Versions {
		page.Froms = append(page.Froms, option{v.Slug, v.Slug, v.Slug == from.Version})
		page.Tos = append(page.Tos, option{v.Slug, v.Slug, v.Slug == to.Version})
	}
	page.fill(compared)
	s.write(w, r, http.StatusOK, "compare", page)
}

// compareNewest goes to what the edition in force changed, or else the newest; where no
// texts can be compared, to the two newest.
func (s *Site) compareNewest(w http.ResponseWriter, r *http.Request, list []edition) {
	compared := func(e edition) bool { return e.Before != "" }
	at := slices.IndexFunc(list, func(e edition) bool { return compared(e) && e.State == codes.InForce })
	if at < 0 {
		at = slices.IndexFunc(list, compared)
	}
	switch {
	case at >= 0:
		http.Redirect(w, r, list[at].Before, http.StatusSeeOther)
	case len(list) > 1:
		http.Redirect(w, r, comparePath(r.PathValue("slug"), list[1].Version.Slug, list[0].Version.Slug), http.StatusSeeOther)
	default:
		s.notFound(w, r)
	}
}

func (p *comparePage) fill(compared *regengine.Comparison) {
	for _, c := range compared.Changes {
		for _, l := range c.Limits {
			p.Limits = append(p.Limits, limitChange{l.Of, p.stated(l.From), p.stated(l.To)})
		}
		p.Changes = append(p.Changes, newSectionChange(c.Change))
	}
}

func newSectionChange(c compare.Change) sectionChange {
	out := sectionChange{Kind: string(c.Kind), From: c.From, To: c.To}
	for _, words := range c.Words {
		if words.Fate != compare.Gained {
			out.Old = append(out.Old, changedWords{words.Text, words.Fate == compare.Lost})
		}
		if words.Fate != compare.Lost {
			out.New = append(out.New, changedWords{words.Text, words.Fate == compare.Gained})
		}
	}
	if c.Words == nil { // added, removed, or of another title alone
		out.Old, out.New = wholeText(c.From, c.Kind == compare.Removed), wholeText(c.To, c.Kind == compare.Added)
	}
	return out
}

func wholeText(of compare.Passage, changed bool) []changedWords {
	if of.Text == "" {
		return nil
	}
	return []changedWords{{of.Text, changed}}
}

// stated writes a limit of a text as a requirement is written.
func (f frame) stated(l textlimits.Limit) string {
	of := requirement{Operator: string(l.Op)}
	of.Limit, of.Min, of.Max = json.Number(l.Value), json.Number(l.Min), json.Number(l.Max)
	for _, v := range l.Values {
		of.Values = append(of.Values, json.Number(v))
	}
	if l.Unit != "" {
		of.Unit = &l.Unit
	}
	return f.limit(of, nil)
}
