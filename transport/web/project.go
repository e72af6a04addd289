package web

import (
	"cmp"
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"

	"github.com/reglookup/regengine/geo"
)

// projects lists the projects of the reader's organization, chosen the one of an id; where
// that is "" the one of another, if there is one, or else the active one.
func (v *visit) projects(id, otherwise string) (list []option, chosen *chosenProject, err error) {
	var answer struct {
		Projects []struct {
			ID       string `json:"project_id"`
			Name     string
			Location string
			Active   bool `json:"is_active"`
		}
	}
	if err := v.get("/api/v1/projects", nil, &answer); err != nil {
		return nil, nil, err
	}
	active := ""
	list = make([]option, len(answer.Projects))
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
		list[i].Chosen, chosen = true, &chosenProject{answer.Projects[i].ID, answer.Projects[i].Name}
	}
	return list, chosen, nil
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
	if page.Projects, _, err = v.projects("", ""); err != nil {
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
	Checks checkList
	Run    *checkRun
	Files  []projectFile
	Known  []string // what circumstances are called

	Selected, Unselected codeChoice
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
	Selected   []selectedCode                  `json:"collections"`
	Unselected []selectedCode                  `json:"unselected_collections"`
	Active     bool                            `json:"is_active"`
	Generated  []struct{ Titulo, Tipo string } `json:"generated_documents"`
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
	Version     *string
}

// codeChoice are codes that can be ticked, by why they apply at the place.
type codeChoice struct {
	Name   string // of which these are
	Count  int
	Groups []codeGroup
}

type codeGroup struct {
	Reason string
	Codes  []tickedCode
}

type tickedCode struct {
	Slug, Short, Title, Scope, Version string // Title is "" where Short is all of it
	Chosen                             bool
}

func projectPath(id string) string { return "/projects/" + url.PathEscape(id) }

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

func (s *Site) projectPage(v *visit, id string) (*projectPage, error) {
	page := &projectPage{frame: s.frame(v.request, "", "project", ""), ID: id, Nonce: rand.Text()}
	if err := v.get("/api/v1/project/info", url.Values{"project_id": {id}}, &page.Info); err != nil {
		return nil, err
	}
	var err error
	if page.Checks, err = v.checkList(page.frame, id); err != nil {
		return nil, err
	}
	var documents struct{ Documents []projectFile }
	if err := v.get(projectAPI(id)+"/documents", nil, &documents); err != nil {
		return nil, err
	}
	page.For = &chosenProject{id, page.Info.Name}
	page.Title, page.Files = page.Info.Name, documents.Documents
	place := s.placeOf(v, string(page.Info.Geo.ID))
	page.at(place)
	why := s.reasonsAt(v, page.frame, place)
	page.Selected, page.Unselected = s.choiceOf(page, page.Info.Selected, true, why), s.choiceOf(page, page.Info.Unselected, false, why)
	page.Selected.Name, page.Unselected.Name = page.T("project.selected"), page.T("project.unselected")
	page.Known = s.circumstanceNames(v, page.Lang)
	return page, nil
}

// choiceOf groups codes by the reason they apply for, by slug.
func (s *Site) choiceOf(page *projectPage, list []selectedCode, chosen bool, why map[string]string) codeChoice {
	choice, at := codeChoice{Count: len(list)}, map[string]int{}
	for _, c := range list {
		ticked := tickedCode{Slug: c.Slug, Short: c.Title, Version: text(c.Version), Chosen: chosen}
		if code, err := s.engine.Snapshot().Codes.Get(c.Slug); err == nil {
			ticked.Scope = page.T("scope.one." + string(code.Scope))
			if code.ShortTitle != "" {
				ticked.Short, ticked.Title = code.ShortTitle, c.Title
			}
		}
		reason := cmp.Or(why[c.Slug], page.T("project.elsewhere"))
		if _, ok := at[reason]; !ok {
			at[reason] = len(choice.Groups)
			choice.Groups = append(choice.Groups, codeGroup{Reason: reason})
		}
		group := &choice.Groups[at[reason]]
		group.Codes = append(group.Codes, ticked)
	}
	return choice
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

// Kilobytes writes the size of a file.
func (p *projectPage) Kilobytes(size int64) string {
	return p.count(int(max(1, size>>10))) + "\u00a0kB"
}
