package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/internal/strictjson"
)

// The bounds of what a project takes, in code points, as package projects has
// them: a request beyond them is told which member is wrong.
const (
	maxProjectName  = 200
	maxDescription  = 4000
	maxSelectedOnce = 1000
)

// projectFields are the members of a project that a client writes. required says
// whether the first and the place must be there.
func projectFields(required bool) []*field {
	return []*field{
		{name: "name", kind: textField, required: required, max: maxProjectName, shape: oneLine, example: "Viviendas en la calle Mayor", doc: "Name of the project."},
		{name: "description", kind: anyText, nullable: true, max: maxDescription, shape: readable, example: "Doce viviendas en bloque", doc: "Description; null or empty for none."},
		{name: "geo_id", kind: textField, required: required, max: 64, example: "ES-05019",
			doc: "Identifier of the project's place, in any letter case; of the key's country."},
		{name: "collections", kind: textsField, max: maxSelectedOnce, example: []string{"cte-db-sua"},
			doc: "Slugs of the selected regulations, in order of selection."},
	}
}

var (
	newProjectBody    = projectFields(true)
	changeProjectBody = projectFields(false)
)

func (a *API) projectChangeOperations() []*operation {
	return []*operation{{
		id: "createProject", method: http.MethodPost, path: "/api/v1/projects", tag: "Projects",
		summary:     "Create a project",
		description: "Makes a project of the key's organization and answers with its full context. It does not become the active one: see activateProject.",
		group:       access.Data, body: newProjectBody, idempotent: true, creates: true, extension: true,
		status: http.StatusCreated, response: ProjectInfoResponse{}, run: a.createProject,
	}, {
		id: "getProject", method: http.MethodGet, path: "/api/v1/projects/{project_id}", tag: "Projects",
		summary:     "Get the full context of a project by its path",
		description: "Answers as GET /api/v1/project/info does with that project_id." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, extension: true,
		response: ProjectInfoResponse{}, run: a.getProject,
	}, {
		id: "updateProject", method: http.MethodPatch, path: "/api/v1/projects/{project_id}", tag: "Projects",
		summary:     "Change a project",
		description: "Changes the members sent and leaves the others as they are; collections replaces the whole selection." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, body: changeProjectBody, extension: true,
		response: ProjectInfoResponse{}, run: a.updateProject,
	}, {
		id: "deleteProject", method: http.MethodDelete, path: "/api/v1/projects/{project_id}", tag: "Projects",
		summary:     "Delete a project",
		description: "Deletes a project with all it holds: documents, site data, calculations. A second time it is not found. A question under way about it fails and is not charged." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, extension: true,
		status: http.StatusNoContent, run: a.deleteProject,
	}, {
		id: "activateProject", method: http.MethodPost, path: "/api/v1/projects/{project_id}/activate", tag: "Projects",
		summary:     "Make a project the user's active one",
		description: "The active project is the one questions are about when they name none. Takes no body." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, extension: true,
		response: ProjectInfoResponse{}, run: a.activateProject,
	}}
}

func (a *API) createProject(ctx context.Context, x *exchange, in *input) (reply, error) {
	p := projects.Project{OrganizationID: x.principal.OrganizationID}
	if err := a.fill(&p, x.principal.Country, in.body); err != nil {
		return reply{}, err
	}
	stored, err := a.deps.Projects.Put(ctx, p)
	if err != nil {
		return reply{}, ofProject(err, "body")
	}
	info, err := a.deps.Projects.Info(ctx, member(x), stored.ID)
	if err != nil {
		return reply{}, err
	}
	return created("/api/v1/projects/"+stored.ID, projectInfo(info)), nil
}

// fill puts the members sent into a project. The error names every one that is
// about something that does not exist.
func (a *API) fill(p *projects.Project, country geo.ID, body strictjson.Value) error {
	var mistakes []ErrorDetail
	if v, sent := body.Get("name"); sent {
		p.Name = v.Text
	}
	if v, sent := body.Get("description"); sent {
		p.Description = v.Text
	}
	if v, sent := body.Get("geo_id"); sent {
		id, ok := a.placeOf(country, v.Text)
		if !ok {
			mistakes = append(mistakes, ErrorDetail{"body.geo_id", noSuchPlace, MistakeNotFound})
		}
		p.GeoID = id
	}
	if v, sent := body.Get("collections"); sent {
		p.Selected = nil
		for i, item := range v.Items {
			if wrong := a.checkSelected(p, country, item.Text); wrong.made() {
				mistakes = append(mistakes, wrong.at(fmt.Sprintf("body.collections[%d]", i)))
			}
			p.Selected = append(p.Selected, item.Text)
		}
	}
	if len(mistakes) > 0 {
		return invalid(mistakes...)
	}
	return nil
}

// placeOf returns the place an identifier stands for in a country.
func (a *API) placeOf(country geo.ID, text string) (geo.ID, bool) {
	places := a.deps.Engine.Snapshot().Places
	id, err := places.ParseID(text)
	if err != nil || id.Country() != country {
		return "", false
	}
	_, err = places.Get(id)
	return id, err == nil
}

const noSuchPlace = "must be a place in the key's country: /api/v1/location/search finds places by name"

const noSuchCode = "must be the slug of a code of the project's country: /api/v1/codes/search finds codes"

// checkSelected says what keeps a code from being selected besides those that
// are.
func (a *API) checkSelected(p *projects.Project, country geo.ID, slug string) mistake {
	if p.GeoID != "" {
		country = p.GeoID.Country()
	}
	if !a.visible(country, slug) {
		return mistake{MistakeNotFound, noSuchCode}
	}
	for _, selected := range p.Selected {
		if selected == slug {
			return mistake{MistakeRepeated, "is there twice"}
		}
	}
	return mistake{}
}

// visible reports whether a country has a code.
func (a *API) visible(country geo.ID, slug string) bool {
	catalog := a.deps.Engine.Snapshot().Codes
	code, err := catalog.Get(slug)
	return err == nil && catalog.Visible(code, country)
}

func (a *API) getProject(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	return jsonReply(projectInfo(info)), nil
}

func (a *API) updateProject(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	_, err = a.deps.Projects.Update(ctx, p.OrganizationID, p.ID, func(p *projects.Project) error {
		return a.fill(p, x.principal.Country, in.body)
	})
	if err != nil {
		return reply{}, ofProject(err, "body")
	}
	return a.getProject(ctx, x, in)
}

// ofProject says what an error of changing a project itself means: a broken rule
// is the request's, at location, and everything else is as it is.
func ofProject(err error, location string) error {
	if errors.Is(err, projects.ErrInvalid) {
		return invalid(ErrorDetail{location, reason(err), MistakeRefused})
	}
	return err
}

func (a *API) deleteProject(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	return noContent, a.deps.Projects.Delete(ctx, p.OrganizationID, p.ID)
}

func (a *API) activateProject(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	if err := a.deps.Projects.Activate(ctx, member(x), p.ID); err != nil {
		return reply{}, err
	}
	return a.getProject(ctx, x, in)
}
