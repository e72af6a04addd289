package web

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
)

// projects lists the projects of the reader's organization, chosen the one of an id; where
// that is "" the one of another, if there is one, or else the active one.
func (v *visit) projects(id, otherwise string) ([]option, error) {
	var answer struct {
		Projects []struct {
			ID       string `json:"project_id"`
			Name     string
			Location string
			Active   bool `json:"is_active"`
		}
	}
	if err := v.get("/api/v1/projects", nil, &answer); err != nil {
		return nil, err
	}
	list, active := make([]option, len(answer.Projects)), ""
	for i, p := range answer.Projects {
		list[i] = option{Value: p.ID, Name: p.Name + " · " + p.Location}
		if p.Active {
			active = p.ID
		}
	}
	is := func(id string) func(o option) bool { return func(o option) bool { return o.Value == id } }
	if !slices.ContainsFunc(list, is(otherwise)) {
		otherwise = active
	}
	if i := slices.IndexFunc(list, is(cmp.Or(id, otherwise))); i >= 0 {
		list[i].Chosen = true
	}
	return list, nil
}

// projectsPage lists projects.
type projectsPage struct {
	frame
	Projects []option
}

func (s *Site) listProjects(w http.ResponseWriter, r *http.Request, v *visit) {
	page := projectsPage{frame: s.frame(r, "", "project", "")}
	page.Title = page.T("project.all")
	var err error
	if page.Projects, err = v.projects("", ""); err != nil {
		s.refuse(w, r, err)
		return
	}
	s.write(w, r, http.StatusOK, "projects", page)
}

// projectPage is all that is known of a project.
type projectPage struct {
	frame
	ID     string
	Nonce  string // of the form that runs the checks again
	Info   projectInfo
	Checks []savedCheck
	Total  int // of checks
	Run    *checkRun
	Files  []projectFile
	Why    map[string]string // why a code applies at the place, by slug
	Short  map[string]string // how codes are called for short, likewise
	Known  []string          // what circumstances are called
}

// projectFile is a document that was uploaded.
type projectFile struct {
	ID    string `json:"document_id"`
	Name  string
	Pages int // 0 where nobody counted them
	Size  int64
}

// projectInfo is what the page takes of the API's answer.
type projectInfo struct {
	ID          string `json:"project_id"`
	Name        string
	Description string `json:"project_description"`
	Geo         struct {
		ID   geo.ID `json:"geo_id"`
		Name string
	} `json:"geo_context"`
	Selected   []selectedCode                        `json:"collections"`
	Unselected []struct{ Slug, Title, Scope string } `json:"unselected_collections"`
	Active     bool                                  `json:"is_active"`
	Generated  []struct{ Titulo, Tipo string }       `json:"generated_documents"`
	Memory     []struct {
		Key, Label, Value string
		Unit              *string
		Source            string
	}
	Calculations []struct {
		ID                     string `json:"calculation_id"`
		Name, Summary, Verdict string
	}
	Calculators []struct {
		ID    string `json:"calculator_id"`
		Title string
	} `json:"available_calculators"`
}

type selectedCode struct {
	Slug, Title string
	Scope       string `json:"scope_label"`
	Version     *string
}

// savedCheck is a check that the project keeps, with what it came to.
type savedCheck struct {
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
type shownCheck struct{ Title, Note, Link, Figure, Margin, Class, Verdict string }

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
		Name                     *string
		Element, Parameter, Unit string
		Value                    json.Number `json:"provided_value"`
		Before, After            outcome

		Shown struct{ Title, Was, Is, Class string } `json:"-"`
	}
	Refused []struct{ Name *string }
}

func projectPath(id string) string { return "/projects/" + url.PathEscape(id) }

func checksAPI(project string) string {
	return "/api/v1/projects/" + url.PathEscape(project) + "/checks"
}

func (s *Site) project(w http.ResponseWriter, r *http.Request, v *visit) {
	page, err := s.projectPage(v, r.PathValue("id"))
	if err != nil {
		s.forgetProject(w) // its link leads here again
		s.refuse(w, r, err)
		return
	}
	s.keepProject(w, page.ID, page.Info.Name)
	if page.Here != nil {
		s.keepPlace(w, page.Here.ID)
	}
	s.write(w, r, http.StatusOK, "project", page)
}

// runChecks decides all checks of a project again and shows which flip.
func (s *Site) runChecks(w http.ResponseWriter, r *http.Request, v *visit) {
	id := r.PathValue("id")
	run := &checkRun{}
	nonce := r.PostForm.Get("nonce")
	header := http.Header{"Idempotency-Key": {idempotencyKey(nonce, map[string]any{"run": id})}}
	err := v.call(http.MethodPost, checksAPI(id)+"/run", nil, header, nil, run)
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
	}
	s.write(w, r, http.StatusOK, "project", page)
}

func (s *Site) projectPage(v *visit, id string) (*projectPage, error) {
	page := &projectPage{frame: s.frame(v.request, "", "project", ""), ID: id, Nonce: rand.Text()}
	if err := v.get("/api/v1/project/info", url.Values{"project_id": {id}}, &page.Info); err != nil {
		return nil, err
	}
	var checks struct {
		Checks []savedCheck
		Total  int
	}
	if err := v.get(checksAPI(id), url.Values{"page_size": {"50"}}, &checks); err != nil {
		return nil, err
	}
	var documents struct{ Documents []projectFile }
	if err := v.get(projectAPI(id)+"/documents", nil, &documents); err != nil {
		return nil, err
	}
	page.For = &chosenProject{id, page.Info.Name}
	page.Title, page.Checks, page.Total, page.Files = page.Info.Name, checks.Checks, checks.Total, documents.Documents
	place := s.placeOf(v, string(page.Info.Geo.ID))
	page.at(place)
	page.Why = s.reasonsAt(v, page.frame, place)
	page.Known = s.circumstanceNames(v, page.Lang)
	page.Short = map[string]string{}
	for _, code := range s.engine.Snapshot().Codes.All() {
		page.Short[code.Slug] = code.ShortTitle
	}
	s.describe(v, page.frame, page.Checks)
	return page, nil
}

// reasonsAt says why each code applies at a place.
func (s *Site) reasonsAt(v *visit, f frame, place *geo.Place) map[string]string {
	why := map[string]string{}
	var answer locationAnswer
	if place == nil || v.get(placeAPI(string(place.ID)), nil, &answer) != nil {
		return why // the page has its codes all the same
	}
	at := placePage{frame: f, Place: place}
	at.Around, _ = s.engine.Snapshot().Places.Ancestors(place.ID) // it is a place of the snapshot
	for _, c := range answer.Codes {
		why[c.Slug] = at.reason(c.Scope, c.Match)
	}
	return why
}

// circumstanceNames are what the circumstances of the reader's country are called.
func (s *Site) circumstanceNames(v *visit, lang string) []string {
	otherwise := languageOfCountry(s.engine.Snapshot(), v.principal.Country)
	known := s.circumstances(v.principal.Country)
	names := make([]string, 0, len(known))
	for _, c := range known {
		names = append(names, c.Label.In(lang, otherwise))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// describe writes saved checks, each with what was told of it.
func (s *Site) describe(v *visit, f frame, checks []savedCheck) {
	known, otherwise := s.circumstances(v.principal.Country), languageOfCountry(s.engine.Snapshot(), v.principal.Country)
	for i := range checks {
		c := &checks[i]
		f.describe(c)
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
	q := question{GeoID: c.Check.GeoID, Element: c.Check.Element, Parameter: c.Check.Parameter, Use: text(c.Check.Use), AsOf: text(c.Check.AsOf),
		Value: c.Check.Value.String(), Unit: c.Check.Unit}
	for id, raw := range c.Check.Circumstances {
		q.Given = append(q.Given, givenFact{ID: id, Text: writtenValue(raw)})
	}
	c.Shown.Link = "/check?" + q.query("")
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
		return what
	}
	return *name + ": " + what
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

// Kilobytes writes the size of a file.
func (p *projectPage) Kilobytes(size int64) string {
	return p.count(int(max(1, size>>10))) + "\u00a0kB"
}
