package web

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
)

// newProjectPage asks for what a project begins with.
type newProjectPage struct {
	frame
	Nonce, Name, GeoID, Use, Description string
	Place                                *geo.Place
	PlaceText                            string // as its field has it
	Uses                                 []string
	Wrong                                map[string]bool
}

func (s *Site) newProject(w http.ResponseWriter, r *http.Request, v *visit) {
	s.write(w, r, http.StatusOK, "newproject", s.newProjectPage(v, r.URL.Query()))
}

func (s *Site) newProjectPage(v *visit, form url.Values) *newProjectPage {
	page := &newProjectPage{frame: s.frame(v.request, "", "project", ""), Nonce: cmp.Or(form.Get("nonce"), rand.Text()), Wrong: map[string]bool{}}
	page.Title = page.T("project.new")
	text := func(name string) string { return strings.TrimSpace(strings.ToValidUTF8(form.Get(name), "")) }
	page.Name, page.GeoID, page.Use, page.Description = text("name"), s.placeNamed(v, text("geo_id")), text("building_use"), text("description")
	if page.GeoID == "" && page.Here != nil {
		page.GeoID = string(page.Here.ID)
	}
	if page.Place = s.placeOf(v, page.GeoID); page.Place != nil {
		page.at(page.Place)
		page.PlaceText = s.placeText(v, page.Place)
	}
	page.Uses = s.choicesFor(s.engine.Snapshot(), v.principal.Country, page.Lang, "").Uses
	return page
}

// createProject makes a project with everything that applies at its place selected, and
// its use as a datum.
func (s *Site) createProject(w http.ResponseWriter, r *http.Request, v *visit) {
	page := s.newProjectPage(v, r.PostForm)
	page.Wrong["name"], page.Wrong["geo_id"] = page.Name == "", page.Place == nil
	if page.Wrong["name"] || page.Wrong["geo_id"] {
		s.write(w, r, http.StatusUnprocessableEntity, "newproject", page)
		return
	}
	id, err := v.createProject(page)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, projectPath(id), http.StatusSeeOther)
}

func (v *visit) createProject(page *newProjectPage) (id string, err error) {
	var there locationAnswer
	if err := v.get(placeAPI(page.GeoID), nil, &there); err != nil {
		return "", err
	}
	body := map[string]any{"name": page.Name, "geo_id": page.GeoID, "description": page.Description}
	slugs := []string{}
	for _, c := range there.Codes {
		slugs = append(slugs, c.Slug)
	}
	body["collections"] = slugs
	var made struct {
		ID string `json:"project_id"`
	}
	header := http.Header{"Idempotency-Key": {idempotencyKey(page.Nonce, body)}}
	if err := v.post("/api/v1/projects", header, body, &made); err != nil {
		return "", err
	}
	if page.Use == "" {
		return made.ID, nil
	}
	datum := map[string]any{"label": page.T("ask.use"), "value": page.Use}
	return made.ID, v.send(http.MethodPut, projectAPI(made.ID)+"/memory/"+useCircumstance, datum)
}

func projectAPI(id string) string { return "/api/v1/projects/" + url.PathEscape(id) }

// send makes the API change something whose answer no page shows. A nil body is none.
func (v *visit) send(method, path string, body any) error {
	var encoded []byte
	if body != nil {
		var err error
		if encoded, err = json.Marshal(body); err != nil {
			panic(err) // it is made of texts
		}
	}
	return v.call(method, path, nil, nil, encoded, nil)
}

// changed goes back to a part of a project's page, or says why nothing was changed.
func (s *Site) changed(w http.ResponseWriter, r *http.Request, part string, err error) {
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	http.Redirect(w, r, projectPath(r.PathValue("id"))+"#"+part, http.StatusSeeOther)
}

func (s *Site) activateProject(w http.ResponseWriter, r *http.Request, v *visit) {
	s.changed(w, r, "c", v.send(http.MethodPost, projectAPI(r.PathValue("id"))+"/activate", nil))
}

// changeProject gives a project another name and description.
func (s *Site) changeProject(w http.ResponseWriter, r *http.Request, v *visit) {
	body := map[string]any{"name": strings.TrimSpace(r.PostForm.Get("name")), "description": strings.TrimSpace(r.PostForm.Get("description"))}
	s.changed(w, r, "", v.send(http.MethodPatch, projectAPI(r.PathValue("id")), body))
}

func (s *Site) deleteProject(w http.ResponseWriter, r *http.Request, v *visit) {
	if err := v.send(http.MethodDelete, projectAPI(r.PathValue("id")), nil); err != nil {
		s.refuse(w, r, err)
		return
	}
	s.forgetProject(w)
	http.Redirect(w, r, "/projects", http.StatusSeeOther)
}

// selectCodes makes the codes that are ticked the selection: those selected before stay
// in their order, and the others follow.
func (s *Site) selectCodes(w http.ResponseWriter, r *http.Request, v *visit) {
	var now struct {
		Collections []struct{ Slug string }
	}
	path := projectAPI(r.PathValue("id"))
	err := v.get(path+"/collections", nil, &now)
	if err == nil {
		ticked := r.PostForm["slug"]
		selection := []string{}
		for _, c := range now.Collections {
			if slices.Contains(ticked, c.Slug) {
				selection = append(selection, c.Slug)
			}
		}
		for _, slug := range ticked {
			if !slices.Contains(selection, slug) {
				selection = append(selection, slug)
			}
		}
		err = v.send(http.MethodPatch, path, map[string]any{"collections": selection})
	}
	s.changed(w, r, "codes", err)
}

// putDatum notes a datum: a circumstance where it is called like one, else what it says.
func (s *Site) putDatum(w http.ResponseWriter, r *http.Request, v *visit) {
	label := strings.TrimSpace(r.PostForm.Get("label"))
	body := map[string]any{"label": label, "value": strings.TrimSpace(r.PostForm.Get("value"))}
	if unit := strings.TrimSpace(r.PostForm.Get("unit")); unit != "" {
		body["unit"] = unit
	}
	key := s.datumKey(v, label)
	s.changed(w, r, "data", v.send(http.MethodPut, projectAPI(r.PathValue("id"))+"/memory/"+url.PathEscape(key), body))
}

// maxKey is how long the key of a datum may be.
const maxKey = 64

// datumKey is the id of the circumstance that is called like this in any language, or
// else the words of the label.
func (s *Site) datumKey(v *visit, label string) string {
	folded := geo.Fold(label)
	for id, c := range s.circumstances(v.principal.Country) {
		for _, name := range c.Label {
			if geo.Fold(name) == folded {
				return id
			}
		}
	}
	var key strings.Builder
	for _, r := range folded {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			key.WriteRune(r)
		case r == ' ' && key.Len() > 0:
			key.WriteByte('_')
		}
	}
	return strings.Trim(key.String()[:min(maxKey, key.Len())], "_")
}

func (s *Site) deleteDatum(w http.ResponseWriter, r *http.Request, v *visit) {
	s.changed(w, r, "data", v.send(http.MethodDelete, projectAPI(r.PathValue("id"))+"/memory/"+url.PathEscape(r.PostForm.Get("key")), nil))
}

// Bounds of the files a form sends to a project, the API's own and what is around them.
const maxDocuments = 2*projects.MaxFile + maxForm

// addDocuments hands files on to the API, one after the other, as they come.
func (s *Site) addDocuments(w http.ResponseWriter, r *http.Request, v *visit, p *parts) {
	for {
		file, err := p.next()
		if errors.Is(err, io.EOF) {
			s.changed(w, r, "documents", nil)
			return
		}
		if err != nil {
			s.unread(w, r, err)
			return
		}
		if err := v.sendFile(w, projectAPI(r.PathValue("id"))+"/documents", file); err != nil {
			s.refuse(w, r, err)
			return
		}
	}
}

// sendFile has the API read a file off the connection, at the pace and within the bounds
// that it has for uploads.
func (v *visit) sendFile(w http.ResponseWriter, path string, file *multipart.Part) error {
	r, err := http.NewRequestWithContext(v.request.Context(), http.MethodPost, path, file)
	if err != nil {
		panic(err) // the path is escaped
	}
	r.ContentLength = -1
	r.URL.RawQuery = url.Values{"name": {file.FileName()}}.Encode()
	r.Header.Set("Content-Type", "application/octet-stream")
	return v.do(&answer{header: http.Header{}, connection: w}, r, nil)
}

func (s *Site) deleteDocument(w http.ResponseWriter, r *http.Request, v *visit) {
	s.changed(w, r, "documents", v.send(http.MethodDelete, projectAPI(r.PathValue("id"))+"/documents/"+url.PathEscape(r.PostForm.Get("document_id")), nil))
}
