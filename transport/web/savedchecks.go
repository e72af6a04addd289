package web

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
)

// savedCheck is a check that the project keeps, with what it came to.
type savedCheck struct {
	ID    string `json:"check_id"`
	Name  *string
	Check struct {
		Element, Parameter, Unit string
		Value                    json.Number
		GeoID                    string  `json:"geo_id"`
		Use                      *string `json:"building_use"`
		AsOf                     *string `json:"as_of"`
		Circumstances            map[string]json.RawMessage
	}
	Result outcome

	Shown shownCheck `json:"-"`
}

// shownCheck is a check as the page writes it.
type shownCheck struct {
	Title, Note, Link, Figure, Margin, Class, Verdict string

	Was string // what it came to before, where that is something else
}

// outcome is what a check came to.
type outcome struct {
	Compliant bool         `json:"is_compliant"`
	Status    string       `json:"result_status"`
	Limit     *json.Number `json:"limit_value"`
	Margin    *json.Number
	Direction *string `json:"limit_direction"`
}

// checkRun is what all checks came to when they were decided again.
type checkRun struct {
	Total, Decided int
	Flipped        []struct {
		ID                       string `json:"check_id"`
		Name                     *string
		Element, Parameter, Unit string
		Value                    json.Number `json:"provided_value"`
		Before, After            outcome

		Shown shownFlip `json:"-"`
	}
	Refused []struct{ Name *string }
}

// shownFlip is a check that came to another verdict, as the page writes it.
type shownFlip struct{ Title, Was, Is, Class string }

// manyChecks is how many checks a page shows.
const manyChecks = 50

// checkList is a page of a project's checks, what is broken first.
type checkList struct {
	Checks   []savedCheck
	Total    int // of those that the filter lets pass
	Page     int
	Pages    int            `json:"total_pages"`
	Statuses map[string]int `json:"result_statuses"`

	All        int          `json:"-"` // whatever they came to
	Filters    []filterLink `json:"-"`
	From, To   int          `json:"-"` // the first and the last that is shown, from 1
	Prev, Next string       `json:"-"` // the pages beside this one; "" for none
}

// filterLink leads to the checks that came to one thing.
type filterLink struct {
	Href, Name string
	Count      int
	Chosen     bool
}

// checkGroups are the results that a list of checks can be held to, what matters most
// first, and the verdicts of each.
var checkGroups = []struct {
	result, text string
	verdicts     []string
}{
	{"", "batch.all", []string{"non_compliant", "conditional_not_compliant", "undetermined", "compliant", "conditional"}},
	{"non_compliant", "verdict.non_compliant", []string{"non_compliant"}},
	{"open", "verdict.open", []string{"conditional_not_compliant", "undetermined"}},
	{"compliant", "verdict.compliant", []string{"compliant", "conditional"}},
}

// checkList returns the page of a project's checks that the address asks for.
func (v *visit) checkList(f frame, id string) (list checkList, err error) {
	asked := v.request.URL.Query()
	query := url.Values{"page_size": {strconv.Itoa(manyChecks)}, "order": {"worst"}}
	for _, name := range []string{"result", "page"} {
		if text := asked.Get(name); text != "" {
			query.Set(name, text)
		}
	}
	if err := v.get(checksAPI(id), query, &list); err != nil {
		return list, err
	}
	list.link(f, id, asked.Get("result"))
	v.site.describe(v, f, id, list.Checks)
	return list, nil
}

// link fills in what leads to other checks of the project, and says which these are.
func (l *checkList) link(f frame, id, result string) {
	for _, group := range checkGroups {
		link := filterLink{Href: checksPath(id, group.result, 1), Name: f.T(group.text), Chosen: group.result == result}
		for _, verdict := range group.verdicts {
			link.Count += l.Statuses[verdict]
		}
		if link.Count > 0 || link.Chosen {
			l.Filters = append(l.Filters, link)
		}
		if group.result == "" {
			l.All = link.Count
		}
	}
	if l.Page > 1 {
		l.Prev = checksPath(id, result, min(l.Page-1, l.Pages))
	}
	if l.Page < l.Pages {
		l.Next = checksPath(id, result, l.Page+1)
	}
	l.From = (l.Page-1)*manyChecks + 1
	l.To = l.From + len(l.Checks) - 1
}

// checksPath is the page of a project with some of its checks.
func checksPath(id, result string, page int) string {
	query := url.Values{}
	if result != "" {
		query.Set("result", result)
	}
	if page > 1 {
		query.Set("page", strconv.Itoa(page))
	}
	return (&url.URL{Path: projectPath(id), RawQuery: query.Encode(), Fragment: "checks"}).String()
}

// changed shows what a check comes to now.
func (l *checkList) changed(id string, now shownFlip) {
	for i := range l.Checks {
		if c := &l.Checks[i]; c.ID == id {
			c.Shown.Was, c.Shown.Verdict, c.Shown.Class = now.Was, now.Is, now.Class
		}
	}
}

func (s *Site) deleteCheck(w http.ResponseWriter, r *http.Request, v *visit) {
	s.changed(w, r, "checks", v.send(http.MethodDelete, checksAPI(r.PathValue("id"))+"/"+url.PathEscape(r.PostForm.Get("check_id")), nil))
}

func checksAPI(project string) string {
	return "/api/v1/projects/" + url.PathEscape(project) + "/checks"
}

// runChecks decides all checks of a project again and shows which flip. What they come to
// is kept where the form says so.
func (s *Site) runChecks(w http.ResponseWriter, r *http.Request, v *visit) {
	id, keep := r.PathValue("id"), r.PostForm.Get("keep")
	run, query := &checkRun{}, url.Values{}
	if keep != "" {
		query.Set("keep", keep)
	}
	header := http.Header{"Idempotency-Key": {idempotencyKey(r.PostForm.Get("nonce"), map[string]any{"run": id, "keep": keep})}}
	err := v.call(http.MethodPost, checksAPI(id)+"/run", query, header, nil, run)
	page := (*projectPage)(nil)
	if err == nil {
		page, err = s.projectPage(v, id)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	page.Run = run
	for i := range run.Flipped {
		f := &run.Flipped[i]
		f.Shown.Title = page.titleOf(f.Name, f.Element, f.Parameter, f.Value, f.Unit)
		_, f.Shown.Was = page.verdictOf(f.Before)
		f.Shown.Class, f.Shown.Is = page.verdictOf(f.After)
		page.Checks.changed(f.ID, f.Shown)
	}
	s.write(w, r, http.StatusOK, "project", page)
}

// describe writes saved checks of a project, each with what was told of it.
func (s *Site) describe(v *visit, f frame, project string, checks []savedCheck) {
	known, otherwise := s.circumstances(v.principal.Country), languageOfCountry(s.engine.Snapshot(), v.principal.Country)
	for i := range checks {
		c := &checks[i]
		f.describe(c)
		c.Shown.Link = projectPath(project) + "/checks/" + url.PathEscape(c.ID)
		notes := []string{text(c.Check.Use)}
		for _, id := range slices.Sorted(maps.Keys(c.Check.Circumstances)) {
			written := writtenValue(c.Check.Circumstances[id])
			for _, option := range known[id].Options {
				if option.Value.String() == written {
					written = option.Label.In(f.Lang, otherwise)
				}
			}
			notes = append(notes, known[id].Label.In(f.Lang, otherwise)+": "+f.said(givenFact{Text: written}))
		}
		c.Shown.Note = strings.Join(slices.DeleteFunc(notes, func(note string) bool { return note == "" }), "; ")
	}
}

func (f frame) describe(c *savedCheck) {
	c.Shown.Title = f.titleOf(c.Name, c.Check.Element, c.Check.Parameter, c.Check.Value, c.Check.Unit)
	c.Shown.Class, c.Shown.Verdict = f.verdictOf(c.Result)
	if c.Result.Limit != nil {
		c.Shown.Figure = boundSign(text(c.Result.Direction)) + f.decimal(c.Result.Limit.String()) + unitOf(c.Check.Unit)
	}
	if c.Result.Margin != nil {
		c.Shown.Margin = f.signed(c.Result.Margin.String())
	}
}

// form is what was checked, as the form of a check holds it.
func (f frame) form(c *savedCheck) url.Values {
	q := question{GeoID: c.Check.GeoID, Element: c.Check.Element, Parameter: c.Check.Parameter, Use: text(c.Check.Use), AsOf: text(c.Check.AsOf),
		Value: f.decimal(c.Check.Value.String()), Unit: c.Check.Unit}
	for id, raw := range c.Check.Circumstances {
		q.Given = append(q.Given, givenFact{ID: id, Text: writtenValue(raw)})
	}
	return q.values("")
}

// keptCheck is a check that a project keeps, with the whole verdict.
type keptCheck struct {
	savedCheck
	Result  verdictAnswer
	Decided time.Time `json:"decided_at"`

	Project *chosenProject `json:"-"`
	On      string         `json:"-"` // the day it was decided
}

// keptCheck shows a check with what it came to when it was decided, which costs nothing;
// its form decides it anew.
func (s *Site) keptCheck(w http.ResponseWriter, r *http.Request, v *visit) {
	id, kept, info := r.PathValue("id"), &keptCheck{}, projectInfo{}
	err := v.get(checksAPI(id)+"/"+url.PathEscape(r.PathValue("check")), nil, kept)
	if err == nil {
		err = v.get("/api/v1/project/info", url.Values{"project_id": {id}}, &info)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	page := s.checkPage(w, v, s.frame(r, "", "", "").form(&kept.savedCheck))
	page.Section, page.Kept, page.Answer = "project", kept, &kept.Result
	kept.On, kept.Project = page.Words.Date(codes.DateOf(kept.Decided)), &chosenProject{id, info.Name}
	page.For = kept.Project
	page.Title = page.titleOf(kept.Name, page.Q.Element, page.Q.Parameter, kept.Check.Value, page.Q.Unit)
	page.explain(s, kept.Check.Value.String())
	s.write(w, r, http.StatusOK, "check", page)
}

// writtenValue is a circumstance of the API as a field holds it.
func writtenValue(raw json.RawMessage) string {
	var quantity struct {
		Value json.Number
		Unit  string
	}
	if err := json.Unmarshal(raw, &quantity); err == nil && quantity.Unit != "" {
		return quantity.Value.String() + " " + quantity.Unit
	}
	var written string
	if json.Unmarshal(raw, &written) == nil {
		return written
	}
	return string(raw)
}

func (f frame) titleOf(name *string, element, parameter string, value json.Number, unit string) string {
	what := element + ", " + parameter + " " + f.measured(value.String(), unit)
	if name == nil {
		return capital(what)
	}
	return *name + ": " + what
}

// capital begins a title.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToTitle(first)) + text[size:]
}

// verdictOf is the class of a verdict and its words.
func (f frame) verdictOf(o outcome) (class, words string) {
	switch {
	case o.Status == statusCompliant:
		return "ok", f.T("verdict.compliant")
	case o.Status == statusConditional && o.Compliant:
		return "ok", f.T("verdict.if")
	case o.Status == statusNonCompliant:
		return "bad", f.T("verdict.non_compliant")
	}
	return "wait", f.T("verdict.open")
}
