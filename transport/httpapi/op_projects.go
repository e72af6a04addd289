package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
)

// Projects looks after the projects of an organization; [projects.Service] does.
// Where a method names a project or an entry that is not the organization's, the
// error is projects.ErrNotFound; what breaks a rule is projects.ErrInvalid, and
// what would be too much projects.ErrFull.
type Projects interface {
	List(ctx context.Context, m projects.Member) ([]projects.Summary, error)

	// Info returns one project; "" means the member's active one.
	// projects.ErrNoActive, projects.ErrNotFound.
	Info(ctx context.Context, m projects.Member, projectID string) (*projects.Info, error)

	// Resolve returns the project itself, as Info finds it.
	Resolve(ctx context.Context, m projects.Member, projectID string) (projects.Project, error)

	// Put stores a new project where the ID is "".
	Put(ctx context.Context, p projects.Project) (projects.Project, error)

	// Update changes a project; nobody else writes it in between.
	Update(ctx context.Context, organizationID, projectID string, change func(p *projects.Project) error) (projects.Project, error)
	Delete(ctx context.Context, organizationID, projectID string) error
	Activate(ctx context.Context, m projects.Member, projectID string) error
	Select(ctx context.Context, organizationID, projectID string, slugs ...string) (projects.Project, error)
	Unselect(ctx context.Context, organizationID, projectID string, slugs ...string) (projects.Project, error)

	// AddDocument takes the text out of a file. projects.ErrUnreadable,
	// projects.ErrTooLarge.
	AddDocument(ctx context.Context, m projects.Member, projectID string, u projects.Upload) (d projects.Document, warnings []string, err error)
	DeleteDocument(ctx context.Context, organizationID, projectID, documentID string) error

	SetMemory(ctx context.Context, organizationID, projectID string, m projects.MemoryItem) error
	DeleteMemory(ctx context.Context, organizationID, projectID, key string) error

	// Calculate runs a calculator and keeps the run.
	Calculate(ctx context.Context, organizationID, projectID, calculatorID, name string, input json.RawMessage) (projects.Calculation, error)
	DeleteCalculation(ctx context.Context, organizationID, projectID, id string) error

	// SaveChecks keeps checks with what they came to; ListChecks returns a page of them and
	// how many there are; CountChecks says how many came to each verdict; RunChecks decides
	// some again.
	SaveChecks(ctx context.Context, organizationID, projectID string, list ...projects.SavedCheck) ([]projects.SavedCheck, error)
	GetCheck(ctx context.Context, organizationID, projectID, id string) (projects.SavedCheck, error)
	ListChecks(ctx context.Context, organizationID, projectID string, page projects.CheckPage) (list []projects.SavedCheck, total int, err error)
	CountChecks(ctx context.Context, organizationID, projectID string) (map[string]int, error)
	RunChecks(ctx context.Context, organizationID, projectID string, list []projects.SavedCheck, keep bool,
		decide func(ctx context.Context, c projects.SavedCheck) (projects.Decision, error)) (projects.Rerun, error)
	DeleteCheck(ctx context.Context, organizationID, projectID, id string) error
	DeleteChecks(ctx context.Context, organizationID, projectID string) error

	// CalculatorsOf lists what users of a country can fill in.
	CalculatorsOf(country geo.ID) []projects.Calculator

	// Run runs one of them and keeps nothing. projects.ErrInvalid,
	// projects.ErrUnavailable.
	Run(ctx context.Context, country geo.ID, calculatorID string, input json.RawMessage) (projects.Outcome, error)

	// SaveGenerated stores a new document where the ID is "", and otherwise the
	// next version. GetGenerated returns one version, the latest for 0.
	SaveGenerated(ctx context.Context, organizationID, projectID string, d projects.GeneratedDocument) (projects.GeneratedDocument, error)
	GetGenerated(ctx context.Context, organizationID, projectID, id string, version int) (projects.GeneratedDocument, error)
	ListVersions(ctx context.Context, organizationID, projectID, id string) ([]projects.GeneratedDocument, error)
	DeleteGenerated(ctx context.Context, organizationID, projectID, id string) error

	// Library opens the documents of a project.
	Library(ctx context.Context, organizationID, projectID string) (*projects.Library, error)
}

var (
	projectIDField = &field{name: "project_id", kind: uuidField,
		doc: "The project; the user's active one when omitted. Naming a project does not make it the active one."}
	projectIDPath = &field{name: "project_id", kind: uuidField, required: true,
		doc: "The project's identifier, in either letter case.", example: "3f1c7a52-6f0e-4d3b-9a55-2f4f8f6f1b10"}
)

const foreignProject = " A project of another organization, or in another country than the key's, answers exactly as one that does not exist; an active project in another country is none."

func (a *API) projectOperations() []*operation {
	list := []*operation{{
		id: "listProjects", method: http.MethodGet, path: "/api/v1/projects", tag: "Projects",
		summary:     "List the organization's projects",
		description: "Returns every project of the key's organization in the key's country, newest first.",
		group:       access.Data,
		queryFields: listPages, response: ProjectListResponse{}, run: a.listProjects,
	}, {
		id: "getProjectInfo", method: http.MethodGet, path: "/api/v1/project/info", tag: "Projects",
		summary:     "Get the full context of a project",
		description: "Returns what questions about the project are answered from: place, regulations, documents, site data, calculations." + foreignProject,
		group:       access.Data, queryFields: []*field{projectIDField},
		response: ProjectInfoResponse{}, run: a.getProjectInfo,
	}}
	for _, more := range [][]*operation{
		a.projectChangeOperations(), a.collectionOperations(), a.documentOperations(),
		a.memoryOperations(), a.calculationOperations(), a.checkOperations(), a.reportOperations(), a.webhookOperations(), a.generatedOperations(),
	} {
		list = append(list, more...)
	}
	return list
}

func member(x *exchange) projects.Member {
	return projects.Member{OrganizationID: x.principal.OrganizationID, UserID: x.principal.UserID}
}

func (a *API) listProjects(ctx context.Context, x *exchange, in *input) (reply, error) {
	found, err := a.deps.Projects.List(ctx, member(x))
	if err != nil {
		return reply{}, err
	}
	found = slices.DeleteFunc(found, func(s projects.Summary) bool { return ofCountry(x, s.GeoID, s.ID) != nil })
	page, links := paged(in, found)
	return jsonReply(ProjectListResponse{Projects: list(page, projectItem), Total: len(found)}).with(links), nil
}

func (a *API) getProjectInfo(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.info(ctx, x, in.text(projectIDField.name))
	if err != nil {
		return reply{}, err
	}
	return jsonReply(projectInfo(info)), nil
}

// projectNamed returns the project of the path. One that is no UUID does not
// exist, and answers as every other that does not.
func (a *API) projectNamed(ctx context.Context, x *exchange, in *input) (projects.Project, error) {
	id := in.path(projectIDPath.name)
	if !isUUID(id) {
		return projects.Project{}, projects.ErrNotFound
	}
	return a.resolve(ctx, x, id)
}

// infoNamed returns the full context of the project of the path.
func (a *API) infoNamed(ctx context.Context, x *exchange, in *input) (*projects.Info, error) {
	id := in.path(projectIDPath.name)
	if !isUUID(id) {
		return nil, projects.ErrNotFound
	}
	return a.info(ctx, x, id)
}

// errEntryNotFound says that a project is there and what it should hold is not.
var errEntryNotFound = errors.New("httpapi: entry not found")

// ofEntry says what an error about an entry of a project that was found means: a
// missing one is the entry's, and a broken rule is the request's, at location.
func ofEntry(err error, location string) error {
	switch {
	case errors.Is(err, projects.ErrNotFound):
		return errEntryNotFound
	case errors.Is(err, projects.ErrInvalid), errors.Is(err, projects.ErrUnreadable):
		return invalid(ErrorDetail{location, reason(err), MistakeRefused})
	}
	return err
}

// maxReason bounds in bytes what is told of an error of the domain.
const maxReason = 500

// reason returns what the wording of a projects error says behind its sentinel,
// which is meant for whoever made the request.
func reason(err error) string {
	text := err.Error()
	for _, sentinel := range []error{projects.ErrInvalid, projects.ErrUnreadable} {
		if _, behind, found := strings.Cut(text, sentinel.Error()+": "); found {
			text = behind
			break
		}
	}
	if len(text) > maxReason {
		text = text[:maxReason] + "…"
	}
	return strings.ToValidUTF8(strings.Map(printable, text), "")
}

// printable drops what is no text on one line.
func printable(r rune) rune {
	if !plainText(string(r)) {
		return -1
	}
	return r
}
