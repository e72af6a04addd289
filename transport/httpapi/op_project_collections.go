package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
)

var (
	slugsField = &field{name: "slugs", kind: textsField, required: true, min: 1, max: maxSelectedOnce, example: []string{"cte-db-sua", "cte-db-si"},
		doc: "Slugs of the regulations to select, behind those that are selected already."}
	collectionPath = &field{name: "slug", kind: anyText, required: true, doc: "Slug of the regulation.", example: "cte-db-sua"}
)

func (a *API) collectionOperations() []*operation {
	const path = "/api/v1/projects/{project_id}/collections"
	return []*operation{{
		id: "listCollections", method: http.MethodGet, path: path, tag: "Projects",
		summary:     "List the regulations of a project",
		description: "Returns those that are selected, and those available for the place that are not." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, extension: true,
		response: CollectionsResponse{}, run: a.listCollections,
	}, {
		id: "selectCollections", method: http.MethodPost, path: path, tag: "Projects",
		summary:     "Select regulations",
		description: "Selects regulations behind those selected already. What is selected stays where it is: the request can be repeated." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, body: []*field{slugsField}, extension: true,
		response: CollectionsResponse{}, run: a.selectCollections,
	}, {
		id: "selectCollection", method: http.MethodPut, path: path + "/{slug}", tag: "Projects",
		summary:     "Select one regulation",
		description: "Selects a regulation behind those selected already, or leaves it where it is. Takes no body." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath, collectionPath}, extension: true,
		response: CollectionsResponse{}, run: a.selectCollection,
	}, {
		id: "unselectCollection", method: http.MethodDelete, path: path + "/{slug}", tag: "Projects",
		summary:     "Take a regulation out of the selection",
		description: "Questions do not find the regulation any more. One that is not selected is not found." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath, collectionPath}, extension: true,
		status: http.StatusNoContent, run: a.unselectCollection,
	}}
}

func (a *API) listCollections(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.infoNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	whole := projectInfo(info)
	return jsonReply(CollectionsResponse{whole.Collections, whole.UnselectedCollections}), nil
}

func (a *API) selectCollections(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	named, _ := in.body.Get(slugsField.name)
	slugs := make([]string, len(named.Items))
	var mistakes []ErrorDetail
	for i, item := range named.Items {
		slugs[i] = item.Text
		if !a.visible(p.GeoID.Country(), item.Text) {
			mistakes = append(mistakes, ErrorDetail{fmt.Sprintf("body.slugs[%d]", i), noSuchCode, MistakeNotFound})
		}
	}
	if len(mistakes) > 0 {
		return reply{}, invalid(mistakes...)
	}
	if _, err := a.deps.Projects.Select(ctx, p.OrganizationID, p.ID, slugs...); err != nil {
		return reply{}, ofProject(err, "body."+slugsField.name)
	}
	return a.listCollections(ctx, x, in)
}

func (a *API) selectCollection(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	slug := in.path(collectionPath.name)
	if !a.visible(p.GeoID.Country(), slug) {
		return reply{}, errEntryNotFound
	}
	if _, err := a.deps.Projects.Select(ctx, p.OrganizationID, p.ID, slug); err != nil {
		return reply{}, ofProject(err, "path."+collectionPath.name)
	}
	return a.listCollections(ctx, x, in)
}

func (a *API) unselectCollection(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	slug := in.path(collectionPath.name)
	if !slices.Contains(p.Selected, slug) {
		return reply{}, errEntryNotFound
	}
	_, err = a.deps.Projects.Unselect(ctx, p.OrganizationID, p.ID, slug)
	if errors.Is(err, projects.ErrInvalid) { // taken out by another request meanwhile
		err = errEntryNotFound
	}
	return noContent, err
}
