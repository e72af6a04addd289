package httpapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/verify"
)

var (
	checkIDPath = &field{name: "check_id", kind: uuidField, required: true, doc: "The check's identifier, in either letter case.",
		example: "3f1c7a52-6f0e-4d3b-9a55-2f4f8f6f1b10"}
	saveCheckBody = append(slices.Clip(verifyBody),
		&field{name: "name", kind: textField, nullable: true, max: 200, shape: oneLine, example: "Barandilla de la azotea", doc: "What to call the check, on one line."})
	checksPage = &field{name: "page", kind: integerField, min: 1, max: maxPage, standard: 1,
		doc: "Page, from 1 to 1000000, in plain digits without leading zeros; past the end there are no checks."}
	checksResult = &field{name: "result", kind: enumField, enum: []string{"compliant", "non_compliant", "open"},
		doc: "Lists only the checks that comply, also with further duties; that do not; or that are open: undetermined, and conditional with is_compliant false."}
	checksOrder = &field{name: "order", kind: enumField, enum: []string{"oldest", "newest", "worst"},
		doc: "The order of the list, oldest first when omitted; worst: what does not comply first, then what is open."}
	checksAll = &field{name: "all", kind: enumField, enum: []string{"true"}, required: true, example: "true",
		doc: "true: every check of the project is meant."}
	runAsOf = &field{name: "as_of", kind: dateField, example: "2027-01-01",
		doc: "Decides by the law in force on that day, also the checks that name a day themselves; when omitted, by theirs, or by what is active today."}
	runKeep = &field{name: "keep", kind: enumField, enum: []string{"true", "false"},
		doc: "true: what each check comes to takes the place of what is kept with it, so that the next run tells what flips from then on. When omitted, nothing is changed."}
)

// runTimeout is for a full project.
const runTimeout = 2 * time.Minute

func (a *API) checkOperations() []*operation {
	const path = "/api/v1/projects/{project_id}/checks"
	one := []*field{projectIDPath, checkIDPath}
	return []*operation{{
		id: "listChecks", method: http.MethodGet, path: path, tag: "Projects",
		summary:     "List the saved checks of a project",
		description: "One page of the checks a project keeps, with what each came to when it was decided." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, queryFields: []*field{checksResult, checksOrder, checksPage, codesPageSize, verifyDetail}, extension: true,
		response: CheckListResponse{}, run: a.listChecks,
	}, {
		id: "saveCheck", method: http.MethodPost, path: path, tag: "Projects",
		summary: "Decide a check and keep it",
		description: "Decides a check as POST /api/v1/verify does and keeps it in the project with its verdict, its receipt and the day. It is decided by what is sent and by its place alone: the site data of the project do not count. " +
			"Costs one credit. A project keeps at most 5,000 checks. Send an Idempotency-Key to repeat a request safely." + foreignProject,
		group: access.Intelligence, pathFields: []*field{projectIDPath}, queryFields: []*field{verifyDetail}, body: saveCheckBody, needsPlan: true, idempotent: true, extension: true,
		status: http.StatusCreated, response: SavedCheck{}, run: a.saveCheck,
	}, {
		id: "runChecks", method: http.MethodPost, path: path + "/run", tag: "Projects",
		summary: "Decide every saved check again",
		description: "Decides all checks of the project over one and the same data and tells which come to another verdict than the one kept with them. Takes no body. " +
			"Costs one credit for each check that can be decided; when the credits do not suffice for all of them, none is decided: 429 quota_exceeded. " +
			"Counts as one request for the rate limit. Send an Idempotency-Key to repeat a request safely." + foreignProject,
		group: access.Intelligence, pathFields: []*field{projectIDPath}, queryFields: []*field{runAsOf, runKeep}, needsPlan: true, idempotent: true, extension: true,
		response: CheckRunResponse{}, run: a.runChecks,
	}, {
		id: "getCheck", method: http.MethodGet, path: path + "/{check_id}", tag: "Projects",
		summary:     "Get a saved check",
		description: "Returns a check with the verdict kept with it." + foreignProject,
		group:       access.Data, pathFields: one, queryFields: []*field{verifyDetail}, extension: true,
		response: SavedCheck{}, run: a.getCheck,
	}, {
		id: "deleteCheck", method: http.MethodDelete, path: path + "/{check_id}", tag: "Projects",
		summary:     "Delete a saved check",
		description: "Deletes a check. A second time it is not found." + foreignProject,
		group:       access.Data, pathFields: one, extension: true,
		status: http.StatusNoContent, run: a.deleteCheck,
	}, {
		id: "deleteChecks", method: http.MethodDelete, path: path, tag: "Projects",
		summary:     "Delete every saved check of a project",
		description: "Deletes all checks of the project, also where there are none; all=true has to be said." + foreignProject,
		group:       access.Data, pathFields: []*field{projectIDPath}, queryFields: []*field{checksAll}, extension: true,
		status: http.StatusNoContent, run: a.deleteChecks,
	}}
}

// verdictsOf are the verdicts of checks by what they come to for who reads them.
var verdictsOf = map[string][]string{
	"compliant":     {string(verify.Compliant), string(verify.Conditional)},
	"non_compliant": {string(verify.NonCompliant)},
	"open":          {string(verify.ConditionalNotCompliant), string(verify.Undetermined)},
}

func (a *API) listChecks(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	page, size := in.integer(checksPage), in.integer(codesPageSize)
	wanted := projects.CheckPage{From: (page - 1) * size, Most: size, Only: verdictsOf[in.text(checksResult.name)], Newest: in.text(checksOrder.name) == "newest"}
	if in.text(checksOrder.name) == "worst" {
		wanted.First = slices.Concat(verdictsOf["non_compliant"], verdictsOf["open"])
	}
	found, total, err := a.deps.Projects.ListChecks(ctx, p.OrganizationID, p.ID, wanted)
	if err != nil {
		return reply{}, err
	}
	counts, err := a.deps.Projects.CountChecks(ctx, p.OrganizationID, p.ID)
	if err != nil {
		return reply{}, err
	}
	return jsonReply(CheckListResponse{
		Checks: list(found, func(c projects.SavedCheck) SavedCheck { return ShowSavedCheck(c, wantsReceipt(in)) }),
		Total:  total, Page: page, PageSize: size, TotalPages: (total + size - 1) / size, Statuses: verdictCounts(counts),
	}).with(pageLinks(in, page, size, total)), nil
}

func (a *API) saveCheck(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	snapshot := a.deps.Engine.Snapshot()
	check, err := newCheck(snapshot, x.principal.Country, in.body, "body")
	if err != nil {
		return reply{}, err
	}
	today := codes.DateOf(a.now())
	answer, _, err := a.charge(ctx, x, in, charged{operation: meteredSaveCheck, about: p.ID, credits: a.opts.VerifyCredits, timeout: verifyTimeout, work: func(ctx context.Context) ([]byte, error) {
		verdict, err := a.decide(ctx, snapshot, check, today)
		if err != nil {
			return nil, err
		}
		saved, err := a.deps.Projects.SaveChecks(ctx, p.OrganizationID, p.ID, NewSavedCheck(check, in.member("name"), verdict))
		if err != nil {
			return nil, ofProject(err, "body")
		}
		return encode(ShowSavedCheck(saved[0], wantsReceipt(in))), nil
	}})
	if err != nil {
		return reply{}, err
	}
	return madeCheck(p.ID, answer)
}

// madeCheck completes an answer that holds a new check, also one of an earlier request.
func madeCheck(projectID string, answer reply) (reply, error) {
	var made struct {
		CheckID string `json:"check_id"`
	}
	if err := json.Unmarshal(answer.body, &made); err != nil {
		return reply{}, fmt.Errorf("read a check that was saved: %w", err)
	}
	answer.status = http.StatusCreated
	answer.header = append(answer.header, [2]string{"Location", checkPath(projectID, made.CheckID)})
	return answer, nil
}

func (a *API) runChecks(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	found, _, err := a.deps.Projects.ListChecks(ctx, p.OrganizationID, p.ID, projects.AllChecks)
	if err != nil {
		return reply{}, err
	}
	asOf := dayOf(in, runAsOf)
	keep := in.text(runKeep.name) == "true"
	run := NewCheckRun(a.deps.Engine.Snapshot(), found, asOf, codes.DateOf(a.now()), EngineName(a.opts.Version))
	if len(run.Valid) == 0 {
		return jsonReply(run.Response(projects.Rerun{}, false)), nil // nothing to decide costs nothing
	}
	about := fmt.Sprint(p.ID, " ", asOf, " ", keep)
	answer, _, err := a.charge(ctx, x, in, charged{operation: meteredRunChecks, about: about, credits: a.opts.VerifyCredits * int64(len(run.Valid)), timeout: runTimeout, work: func(ctx context.Context) ([]byte, error) {
		done, err := a.deps.Projects.RunChecks(ctx, p.OrganizationID, p.ID, run.Valid, keep, run.Decide)
		if err != nil {
			return nil, err
		}
		return encode(run.Response(done, keep)), nil
	}})
	return answer, err
}

// checkNamed returns the project of the path and the identifier of the check behind it.
func (a *API) checkNamed(ctx context.Context, x *exchange, in *input) (p projects.Project, id string, err error) {
	if p, err = a.projectNamed(ctx, x, in); err != nil {
		return p, "", err
	}
	if id = in.path(checkIDPath.name); !isUUID(id) {
		return p, "", errEntryNotFound
	}
	return p, id, nil
}

func (a *API) getCheck(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, id, err := a.checkNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	found, err := a.deps.Projects.GetCheck(ctx, p.OrganizationID, p.ID, id)
	if err != nil {
		return reply{}, ofEntry(err, "path."+checkIDPath.name)
	}
	return jsonReply(ShowSavedCheck(found, wantsReceipt(in))), nil
}

func (a *API) deleteCheck(ctx context.Context, x *exchange, in *input) (reply, error) {
	return a.deleteEntry(ctx, x, in, checkIDPath, a.deps.Projects.DeleteCheck)
}

func (a *API) deleteChecks(ctx context.Context, x *exchange, in *input) (reply, error) {
	p, err := a.projectNamed(ctx, x, in)
	if err != nil {
		return reply{}, err
	}
	return noContent, a.deps.Projects.DeleteChecks(ctx, p.OrganizationID, p.ID)
}
