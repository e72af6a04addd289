package httpapi

import (
	"context"
	"net/http"
	"strings"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
)

// Projects answers about the projects of an organization; [projects.Service]
// does.
type Projects interface {
	List(ctx context.Context, m projects.Member) ([]projects.Summary, error)

	// Info returns one project; "" means the member's active one.
	// projects.ErrNoActive, projects.ErrNotFound.
	Info(ctx context.Context, m projects.Member, projectID string) (*projects.Info, error)
}

var projectIDField = &field{name: "project_id", kind: uuidField,
	doc: "The project; the user's active one when omitted. Naming a project does not make it the active one."}

const foreignProject = " A project of another organization answers exactly as one that does not exist."

func (a *API) projectOperations() []*operation {
	return []*operation{{
		id: "listProjects", method: http.MethodGet, path: "/api/v1/projects", tag: "Projects",
		summary:     "List the organization's projects",
		description: "Returns every project of the key's organization, newest first.",
		group:       access.Data,
		response:    ProjectListResponse{}, run: a.listProjects,
	}, {
		id: "getProjectInfo", method: http.MethodGet, path: "/api/v1/project/info", tag: "Projects",
		summary:     "Get the full context of a project",
		description: "Returns what questions about the project are answered from: place, regulations, documents, site data, calculations." + foreignProject,
		group:       access.Data, queryFields: []*field{projectIDField},
		response: ProjectInfoResponse{}, run: a.getProjectInfo,
	}}
}

func member(x *exchange) projects.Member {
	return projects.Member{OrganizationID: x.principal.OrganizationID, UserID: x.principal.UserID}
}

func (a *API) listProjects(ctx context.Context, x *exchange, _ *input) (reply, error) {
	found, err := a.deps.Projects.List(ctx, member(x))
	if err != nil {
		return reply{}, err
	}
	return jsonReply(ProjectListResponse{Projects: list(found, projectItem), Total: len(found)}), nil
}

func (a *API) getProjectInfo(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.deps.Projects.Info(ctx, member(x), strings.ToLower(in.text(projectIDField.name)))
	if err != nil {
		return reply{}, err
	}
	return jsonReply(projectInfo(info)), nil
}
