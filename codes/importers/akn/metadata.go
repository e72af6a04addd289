package akn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/geo"
)

// newMetadata reads what the metadata say.
func newMetadata(document *importers.Node, given *importers.Given, report *importers.Report) *metadata {
	m := &metadata{document: document, meta: document.Child("meta"), report: report, today: given.Today}
	m.find()
	m.repeal(given)
	return m
}

// edition joins what is given with what was found.
func (m *metadata) edition(name string, given *importers.Given) (*importers.Edition, error) {
	found := m.found
	if given.Version == "" && given.Effective.IsZero() && found.Effective.IsZero() && !m.expression.IsZero() {
		with := *given
		with.Version = m.expression.String()
		given = &with
	}
	return importers.NewEdition(name, given, found, m.report)
}

// metadata reads <meta>.
type metadata struct {
	document, meta *importers.Node
	report         *importers.Report
	today          codes.Date

	dates      map[string][]codes.Date // by meaning
	expression codes.Date              // of this wording
	made       codes.Date              // of the work
	others     []codes.Date            // on which acts that amend this one took effect
	spans      *spans
	found      importers.Found
}

func (m *metadata) find() {
	identification := m.meta.Child("identification")
	work, expression := identification.Child("FRBRWork"), identification.Child("FRBRExpression")
	f := importers.Found{Identifier: identifier(work), Title: m.title(work), ShortTitle: m.document.Find("shortTitle").Plain()}
	if f.ShortTitle == f.Title {
		f.ShortTitle = ""
	}
	m.collect(work, expression)
	f.Published = first(m.dates["published"])
	f.Effective = m.effective(m.today)
	if ends := m.dates["repealed"]; len(ends) > 0 {
		f.Repealed = slices.MaxFunc(ends, codes.Date.Compare)
	}
	f.Lang = languageOf(expression, m.document)
	f.SourceURL = source(expression, work)
	f.Author = m.author(work)
	m.territory(value(work.Child("FRBRcountry")), &f)
	m.status(&f)
	m.found = f
}

// repeal takes what the text says at its head of its own end. What the caller says of
// it outranks that.
func (m *metadata) repeal(given *importers.Given) {
	if given.Status != "" || !given.Repealed.IsZero() {
		return
	}
	const most = 12
	var list []string
	var paragraphs func(n *importers.Node)
	paragraphs = func(n *importers.Node) {
		each(n, func(kid *importers.Node) {
			switch {
			case len(list) == most || kid.Name == "article":
			case kid.Name == "p":
				list = append(list, kid.Plain())
			default:
				paragraphs(kid)
			}
		})
	}
	for _, part := range []string{"coverPage", "preface", "preamble", "body"} {
		paragraphs(m.document.Child(part))
	}
	if n, ok := importers.FindNotice(m.found.Title, list); ok {
		n.Apply(&m.found, m.report)
	}
}

// value returns the value attribute of an element that may be absent.
func value(n *importers.Node) string {
	if n == nil {
		return ""
	}
	return strings.TrimSpace(n.Attr("value"))
}

// identifier is the address of the work, without the host: "ukpga/2008/27".
func identifier(work *importers.Node) string {
	uri := value(work.Child("FRBRuri"))
	if uri == "" {
		uri, _, _ = strings.Cut(value(work.Child("FRBRthis")), "/!")
	}
	if _, rest, ok := strings.Cut(uri, "://"); ok {
		_, uri, _ = strings.Cut(rest, "/")
	}
	uri = strings.TrimPrefix(strings.Trim(uri, "/"), "akn/")
	return strings.TrimPrefix(uri, "id/")
}

func (m *metadata) title(work *importers.Node) string {
	if t := value(work.Child("FRBRtitle")); t != "" {
		return t
	}
	for _, part := range []string{"preface", "coverPage", "preamble"} {
		for _, element := range []string{"docTitle", "shortTitle", "longTitle"} {
			if t := m.document.Child(part).Find(element).Plain(); t != "" {
				return t
			}
		}
	}
	for alias := work.Child("FRBRalias"); alias != nil; alias = alias.Next {
		if alias.Name == "FRBRalias" && strings.Contains(strings.ToLower(alias.Attr("name")), "title") {
			return value(alias)
		}
	}
	return ""
}

// collect sorts the dates of the metadata by what their names mean. A date whose
// name is not known is of neither kind; of the work it is one on which it was made.
func (m *metadata) collect(work, expression *importers.Node) {
	m.dates = make(map[string][]codes.Date)
	name := func(n *importers.Node) string { return n.Attr("name") }
	m.named(work, name)
	m.made = m.madeOn(work)
	m.named(expression, name)
	if n := expression.Child("FRBRdate"); n != nil {
		m.expression = m.date(n)
	}
	m.add("published", m.meta.Child("publication"))
	m.named(m.meta.Child("lifecycle"), func(n *importers.Node) string {
		if n.Attr("type") == "repeal" {
			return "repeal"
		}
		return n.Attr("refersTo")
	})
	m.proprietary(m.meta.Child("proprietary"), false)
	m.whole()
	m.notBefore()
}

func (m *metadata) named(parent *importers.Node, name func(*importers.Node) string) {
	if parent == nil {
		return
	}
	for n := parent.First; n != nil; n = n.Next {
		if n.Attr("date") != "" {
			m.add(meaning(name(n)), n)
		}
	}
}

// madeOn is the first day of the work that is neither of publication nor of force.
func (m *metadata) madeOn(work *importers.Node) codes.Date {
	var days []codes.Date
	for n := work.Child("FRBRdate"); n != nil; n = n.Next {
		if n.Name != "FRBRdate" || meaning(n.Attr("name")) != "" {
			continue
		}
		if d := m.date(n); !d.IsZero() {
			days = append(days, d)
		}
	}
	return first(days)
}

// proprietary reads the publisher's own elements, which name dates as well: in an
// attribute or in their text. What stands in an element about another act (one that
// amends this one, one this one repeals) is that act's, and is only counted.
func (m *metadata) proprietary(n *importers.Node, another bool) {
	if n == nil {
		return
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		what := meaning(kid.Name)
		switch {
		case kid.Name == "":
		case what == "" || !isDated(kid):
			m.proprietary(kid, another || isOfAnother(kid))
		case !another:
			m.add(what, kid)
		case what == "effective":
			m.others = append(m.others, m.date(kid))
		}
	}
}

// isDated reports whether an element is a date: one in an attribute, or one for its
// whole text.
func isDated(n *importers.Node) bool {
	if n.Attr("date") != "" {
		return true
	}
	_, err := codes.ParseDate(strings.TrimSpace(n.Plain()))
	return err == nil
}

// isOfAnother reports whether a publisher's element tells of another act: by what
// it is called, or because it leads to one.
func isOfAnother(n *importers.Node) bool {
	name := importers.SlugOf(n.Name)
	if slices.ContainsFunc(anotherNames, func(word string) bool { return strings.Contains(name, word) }) {
		return true
	}
	for kid := n.First; kid != nil; kid = kid.Next {
		if strings.Contains(kid.Attr("href"), "/") || strings.Contains(kid.Attr("uri"), "/") {
			return true
		}
	}
	return false
}

// notBefore drops days on which the act was not made yet: it can neither have been
// published nor in force then.
func (m *metadata) notBefore() {
	for _, what := range []string{"published", "effective", "repealed"} {
		m.dates[what] = slices.DeleteFunc(m.dates[what], func(d codes.Date) bool {
			early := d.Before(m.made)
			if early {
				m.report.Add(importers.Problem{Line: int(m.meta.Line), Where: "meta", Message: fmt.Sprintf("%s is taken for no day of this act (%s): it was made on %s", d, what, m.made)})
			}
			return early
		})
	}
}

func (m *metadata) add(what string, n *importers.Node) {
	if what == "" || n == nil {
		return
	}
	if d := m.date(n); !d.IsZero() {
		m.dates[what] = append(m.dates[what], d)
	}
}

// meaning returns what a name of a date means, "" when that is not known.
func meaning(name string) string {
	if at := strings.LastIndexAny(name, ":#/"); at >= 0 { // "jolux:dateApplicability", "#entryIntoForce"
		name = name[at+1:]
	}
	return dateNames[strings.ReplaceAll(importers.SlugOf(name), "-", "")]
}

// date reads the date of an element, a time behind it left aside. Publishers
// write a day that never comes for one not fixed.
func (m *metadata) date(n *importers.Node) codes.Date {
	text, _, _ := strings.Cut(cmp.Or(n.Attr("date"), n.Plain()), "T")
	d, err := codes.ParseDate(strings.TrimSpace(text))
	if err != nil {
		m.report.Add(importers.Problem{Line: int(n.Line), Where: n.Name, Message: "its date is none of the form YYYY-MM-DD; it is taken for unknown"})
		return codes.Date{}
	}
	const never = "9000-01-01"
	if d.String() >= never {
		return codes.Date{}
	}
	return d
}

// effective returns the first day of this wording: of the days on which the act
// took effect, the last by the day of the wording. Some publishers date every
// wording as the act was issued; then it is the last by today. Where no day has a
// name that is known, a wording later than the act is in force from its own day.
func (m *metadata) effective(today codes.Date) codes.Date {
	list := slices.Clone(m.dates["effective"])
	slices.SortFunc(list, codes.Date.Compare)
	if len(list) == 0 {
		if m.document.Name != "bill" && !m.made.IsZero() && m.made.Before(m.expression) {
			if len(m.spans.groups) > 0 { // the provisions name theirs
				return m.expression
			}
			m.report.Add(importers.Problem{Line: int(m.meta.Line), Where: "FRBRExpression", Message: fmt.Sprintf("no first day in force is named; that of the wording, %s, is taken; give another with --effective", m.expression)})
			return m.expression
		}
		return codes.Date{}
	}
	by := today
	if list[0].Before(m.expression) {
		by = m.expression
	}
	at := len(list)
	for at > 0 && !by.IsZero() && list[at-1].Compare(by) > 0 {
		at--
	}
	m.tellOthers(list[max(at, 1)-1])
	return list[max(at, 1)-1]
}

// tellOthers says that acts amended this one after the day it is in force from: the
// wording may be of a later day, which the file does not name.
func (m *metadata) tellOthers(from codes.Date) {
	var last codes.Date
	for _, d := range m.others {
		if last.Before(d) {
			last = d
		}
	}
	if from.Before(last) {
		m.report.Add(importers.Problem{Line: int(m.meta.Line), Where: "proprietary", Message: fmt.Sprintf("acts that amend this one took effect as late as %s; its own first day in force, %s, is taken; give that of this wording with --effective", last, from)})
	}
}

func first(list []codes.Date) codes.Date {
	if len(list) == 0 {
		return codes.Date{}
	}
	return slices.MinFunc(list, codes.Date.Compare)
}

// languageOf returns the language of the text as BCP 47: the metadata have the
// three letters of ISO 639.
func languageOf(expression, document *importers.Node) string {
	code := document.Attr("lang")
	if n := expression.Child("FRBRlanguage"); n != nil {
		code = n.Attr("language")
	}
	base, err := language.ParseBase(code)
	if err != nil || code == "" {
		return ""
	}
	return base.String()
}

// source returns the first web address of the expression or the work.
func source(nodes ...*importers.Node) string {
	for _, parent := range nodes {
		if parent == nil {
			continue
		}
		for n := parent.First; n != nil; n = n.Next {
			if v := value(n); strings.HasPrefix(v, "https://") || strings.HasPrefix(v, "http://") {
				return v
			}
		}
	}
	return ""
}

// author returns the name of the body the work's author refers to.
func (m *metadata) author(work *importers.Node) string {
	n := work.Child("FRBRauthor")
	if n == nil || !strings.HasPrefix(n.Attr("href"), "#") {
		return ""
	}
	id := n.Attr("href")[1:]
	references := m.meta.Child("references")
	if references == nil {
		return ""
	}
	for r := references.First; r != nil; r = r.Next {
		if r.Attr("eId") == id || r.Attr("id") == id {
			return r.Attr("showAs")
		}
	}
	return ""
}

// wholeCountry are the suffixes that name a whole country or several of its parts,
// where a publisher names the extent of a law like a region.
var wholeCountry = []string{"", "UKM", "GBN", "EAW"}

// territory finds where the law applies by the country of the work, which may
// name a region: "es-ct", "GB-SCT".
func (m *metadata) territory(country string, f *importers.Found) {
	country, region, _ := strings.Cut(strings.ToUpper(country), "-")
	if country == "UK" {
		country = "GB"
	}
	if len(country) != 2 || importers.SlugOf(country) != strings.ToLower(country) {
		return
	}
	f.Country = country
	switch {
	case country == codes.Supranational:
		f.Scope = codes.European
	case slices.Contains(wholeCountry, region):
		f.Scope, f.Territories = codes.National, []geo.ID{geo.ID(country)}
		m.report.Add(importers.Problem{Line: int(m.document.Line), Where: "FRBRcountry", Message: "the whole country is taken for the territory; give another with --geo-id and --scope"})
	default:
		f.Scope, f.Territories = codes.Regional, []geo.ID{geo.ID(country + "-" + region)}
	}
}

// status is what is said outright: a bill is a draft, and a publisher may say that
// an act is not in force. The dates tell the rest.
func (m *metadata) status(f *importers.Found) {
	if m.document.Name == "bill" {
		f.Status = codes.Draft
		f.Repealed = codes.Date{}
		return
	}
	if v := value(m.meta.Child("proprietary").Child("isInForce")); v == "false" && (f.Effective.IsZero() || !f.Repealed.IsZero()) {
		f.Status = codes.Repealed
	}
}
