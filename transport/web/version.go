package web

import (
	"net/url"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine"
)

// versionPage is the reading page of one version.
type versionPage struct {
	chrome
	Code      *codes.Code
	Version   *codes.Version
	Status    string
	Source    string // official source, "" unless it is a web address
	Versions  []versionLink
	Successor *versionLink
	Sections  []section
}

// versionLink points to the page of a version.
type versionLink struct {
	Title   string
	Path    string
	Status  string
	Current bool // the page it stands on
}

// section is one section with its blocks.
type section struct {
	Slug, Title string
	Level       int // of the heading: 2 to 6
	Blocks      []block
}

// block is one block as the template shows it.
type block struct {
	ID, Title string
	Lang      string // "" where it is the page's
	Text      string
	Items     []string // of a list
	Table     *retrieval.Table
}

func (s *Site) versionPage(snapshot *regengine.Snapshot, ref codes.VersionRef) (*versionPage, error) {
	code, err := snapshot.Codes.Get(ref.Code)
	if err != nil {
		return nil, err
	}
	version, err := snapshot.Codes.Version(ref)
	if err != nil {
		return nil, err
	}
	lang := language(snapshot, code, ref)
	page := &versionPage{chrome: s.chrome(lang, version.Title), Code: code, Version: version, Source: webAddress(version.SourceURL)}
	page.Status = page.Words.Status[string(version.Status)]
	for _, v := range code.Versions {
		link := newLink(code, v, page.Words)
		link.Current = v.Slug == version.Slug
		page.Versions = append(page.Versions, link)
	}
	page.Successor = successor(snapshot.Codes, version.SucceededBy, page.Words)
	for _, sec := range version.Sections {
		page.Sections = append(page.Sections, newSection(snapshot.Texts.Section(ref.String(), sec.Slug), sec, lang))
	}
	return page, nil
}

// language returns the language of a version: that of its text, else of its
// country.
func language(snapshot *regengine.Snapshot, code *codes.Code, ref codes.VersionRef) string {
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

func newLink(code *codes.Code, v codes.Version, w words) versionLink {
	return versionLink{Title: v.Title, Status: w.Status[string(v.Status)], Path: path(codes.VersionRef{Code: code.Slug, Version: v.Slug})}
}

// path returns the path of a version's page.
func path(ref codes.VersionRef) string {
	return "/codes/" + url.PathEscape(ref.Code) + "/" + url.PathEscape(ref.Version)
}

func successor(catalog *codes.Catalog, ref codes.VersionRef, w words) *versionLink {
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

func newSection(blocks []*retrieval.Block, of codes.Section, lang string) section {
	s := section{Slug: of.Slug, Title: of.Title, Level: min(max(of.Level, 1)+1, 6)}
	for _, b := range blocks {
		s.Blocks = append(s.Blocks, newBlock(b, lang))
	}
	return s
}

func newBlock(b *retrieval.Block, lang string) block {
	out := block{ID: b.ID, Title: b.Title, Text: b.Text, Table: b.Table}
	if b.Lang != lang {
		out.Lang = b.Lang
	}
	if b.Kind == retrieval.List {
		out.Items = listItems(b.Text)
	}
	if b.Table != nil && b.Table.Caption == b.Title {
		out.Title = "" // the caption says it
	}
	return out
}

// listItems splits the text of a list, which has an item a line led by "- ".
func listItems(text string) []string {
	var items []string
	for line := range strings.SplitSeq(text, "\n") {
		item, isItem := strings.CutPrefix(strings.TrimLeft(line, " "), "- ")
		if !isItem && len(items) > 0 {
			items[len(items)-1] += "\n" + line
			continue
		}
		items = append(items, item)
	}
	return items
}
