package web

import (
	"net/http"
	"net/url"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// versionPage is the reading page of one version.
type versionPage struct {
	frame
	TextLang  string // of the regulation, "" where it is the frame's
	Code      *codes.Code
	Version   *codes.Version
	Status    string
	Force     force
	Source    string // official source, "" unless it is a web address
	Versions  []versionLink
	Successor *versionLink
	Sections  []section
}

// force is how a version stands on the day the page is read.
type force struct {
	State             string // the class of the banner: a [codes.ForceState]
	Text              string
	Today             codes.Date
	From, Until       codes.Date
	ShowFrom, ShowEnd bool // which of the days belong to the statement
}

func newForce(f codes.Force, today codes.Date, w *words) force {
	out := force{
		State: string(f.State), Text: w.Force(f.State), Today: today, From: f.From, Until: f.Until,
		ShowFrom: !f.From.IsZero(), ShowEnd: !f.Until.IsZero(),
	}
	switch {
	case f.State == codes.NoLonger && out.ShowFrom:
		out.Text = w.WasInForce
	case f.State == codes.ForceUnknown && f.Version.Status == codes.Repealed:
		out.Text = w.RepealedUndated
	}
	return out
}

// versionLink points to the page of a version.
type versionLink struct {
	Title   string
	Path    string
	Status  string
	From    codes.Date // first day in force; zero when unknown
	Current bool       // the page it stands on
}

func (s *Site) versionPage(r *http.Request, snapshot *regengine.Snapshot, ref codes.VersionRef) (*versionPage, error) {
	code, err := snapshot.Codes.Get(ref.Code)
	if err != nil {
		return nil, err
	}
	version, err := snapshot.Codes.Version(ref)
	if err != nil {
		return nil, err
	}
	lang := languageOf(snapshot, code, ref)
	page := &versionPage{frame: s.frame(r, version.Title, "codes", lang), Code: code, Version: version, Source: webAddress(version.SourceURL)}
	if lang != page.Lang {
		page.TextLang = lang
	}
	page.Status = page.Words.Status(version.Status)
	today := codes.DateOf(s.opts.Now())
	standing, err := snapshot.Codes.ForceOn(ref, today)
	if err != nil {
		return nil, err
	}
	page.Force = newForce(standing, today, page.Words)
	for _, v := range code.Versions {
		link := newLink(code, v, page.Words)
		link.Current = v.Slug == version.Slug
		page.Versions = append(page.Versions, link)
	}
	page.Successor = successor(snapshot.Codes, version.SucceededBy, page.Words)
	writer := &blockWriter{snapshot: snapshot, lang: lang}
	bySection := make(map[string][]*retrieval.Block)
	for _, b := range snapshot.Texts.Doc(ref.String()) {
		bySection[b.Section] = append(bySection[b.Section], b)
	}
	for _, sec := range version.Sections {
		page.Sections = append(page.Sections, writer.section(sec, bySection[sec.Slug]))
	}
	return page, nil
}

// languageOf returns the language of a version: that of its text, else of its
// country.
func languageOf(snapshot *regengine.Snapshot, code *codes.Code, ref codes.VersionRef) string {
	if blocks := snapshot.Texts.Doc(ref.String()); len(blocks) > 0 && blocks[0].Lang != "" {
		return blocks[0].Lang
	}
	if scheme, ok := snapshot.Places.Scheme(geo.ID(code.CountryCode)); ok {
		return scheme.Language()
	}
	return "en"
}

// webAddress returns an address a browser may be sent to, or "": a source may
// come from a file anybody wrote.
func webAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return address
}

func newLink(code *codes.Code, v codes.Version, w *words) versionLink {
	return versionLink{Title: v.Title, Status: w.Status(v.Status), From: v.Effective, Path: path(codes.VersionRef{Code: code.Slug, Version: v.Slug})}
}

// path returns the path of a version's page.
func path(ref codes.VersionRef) string {
	return "/codes/" + url.PathEscape(ref.Code) + "/" + url.PathEscape(ref.Version)
}

func successor(catalog *codes.Catalog, ref codes.VersionRef, w *words) *versionLink {
	if ref.IsZero() {
		return nil
	}
	code, err := catalog.Get(ref.Code)
	if err != nil {
		return nil
	}
	version, err := catalog.Version(ref)
	if err != nil {
		return nil
	}
	link := newLink(code, *version, w)
	return &link
}
