package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine/access"
)

var (
	askQuery = &field{name: "query", kind: textField, required: true, max: ask.MaxQuery, example: "¿Qué anchura útil mínima tiene una escalera de uso general?",
		doc: "The question, 1 to 2000 characters, in the language the answer should have."}
	turnsProject = &field{name: "project_id", kind: uuidField, blank: true, doc: "Only turns in this project; empty is as if absent."}
	turnIDPath   = &field{name: "turn_id", kind: uuidField, required: true, doc: "The id that the header X-Turn-Id gave."}
)

// askCredits is the price of a turn (SPEC section 8).
const askCredits = 1

func (a *API) askOperations() []*operation {
	return []*operation{{
		id: "ask", method: http.MethodPost, path: "/api/v2/ask", tag: "Ask",
		summary: "Answer a question in the context of a project",
		description: "Searches the regulations and documents of the project in up to 6 rounds and 6 searches and answers with [N] markers, each checked against the blocks retrieved. " +
			"Costs one credit; none when the project has neither a regulation nor a document, which is answered with 200 and an explanation. " +
			"The credit is charged if and only if the answer is stored: a turn that fails, or whose project is deleted meanwhile, costs nothing. " +
			"A turn that outlives its client goes on and is charged: send an Idempotency-Key, and the same request brings its answer, or 409 while it runs. " +
			"A user has as many turns running at once as the plan says (6 unless it does), those of the earlier version of this operation included; one more waits, within its own 120 s, and is answered with 429 rate_limit_exceeded and Retry-After, without a charge, when none ended in 90 s. " +
			"A turn takes up to 120 s: use a client timeout of 150 s or more." + foreignProject + "\n\n" + eventsDescription,
		group: access.Intelligence, body: []*field{askQuery, projectIDField}, idempotent: true, streams: true,
		response: AskAnswer{}, run: a.ask,
	}, {
		id: "listTurns", method: http.MethodGet, path: "/api/v2/turns", tag: "Ask",
		summary:     "List the answered turns of the user",
		description: "Returns what the same user asked in the last 24 hours and was answered, the newest first, without the answers: of all projects that are still there, or of one." + foreignProject,
		group:       access.Data, queryFields: []*field{turnsProject}, extension: true,
		response: TurnListResponse{}, run: a.listTurns,
	}, {
		id: "getTurn", method: http.MethodGet, path: "/api/v2/ask/{turn_id}", tag: "Ask",
		summary: "Get the answer of a turn again",
		description: "Tells how a turn of the same user stands, for 24 hours after it was asked. " +
			"A turn that the service could not end, because it crashed, is interrupted within a minute and its credit given back.",
		group: access.Data, pathFields: []*field{turnIDPath}, extension: true,
		response: TurnResponse{}, run: a.getTurn,
	}}
}

func (a *API) legacyOperations() []*operation {
	return []*operation{{
		id: "legacyAsk", method: http.MethodPost, path: "/api/v1/ask", tag: "Ask",
		summary: "Answer a question by one search over the active project",
		group:   access.Intelligence, body: []*field{askQuery}, idempotent: true, hidden: true, deprecated: true, header: legacyHeaders,
		response: LegacyAskResponse{}, run: a.legacyAsk,
	}}
}

func (a *API) ask(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.projectOf(ctx, x, in.member(projectIDField.name))
	if err != nil {
		return reply{}, err
	}
	events := wantsEvents(in.request.Header)
	question := ask.Question{Text: in.member(askQuery.name), Project: info}
	if answer, ok := ask.NothingSelected(question); ok {
		a.metrics.turns.WithLabelValues(turnNothingSelected).Inc()
		done := jsonReply(a.askResponse(question, answer))
		if events {
			return answerAsEvent(x, done)
		}
		return done, nil
	}
	t := &turn{api: a, member: member(x), question: question, options: a.askOptions(), response: func(done *ask.Answer) any { return a.askResponse(question, done) }}
	c := charged{operation: meteredAsk, credits: askCredits, timeout: ask.TurnTimeout, work: t.run}
	if events {
		return a.streamTurn(ctx, x, in, c, t)
	}
	answer, outcome, err := a.charge(ctx, x, in, c)
	if outcome.ID != "" {
		x.Header().Set(headerTurnID, outcome.ID)
	}
	return answer, err
}

// lookUpTimeout bounds what is looked up for a turn before it begins, and after
// it has ended.
const lookUpTimeout = 10 * time.Second

// projectOf returns the project a question is about. It does not listen to the
// client: the question was received whole, and from then on a turn is run and
// charged whether or not anybody waits for it (SPEC section 8, rule 1).
func (a *API) projectOf(ctx context.Context, x *exchange, id string) (*projects.Info, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookUpTimeout)
	defer cancel()
	if err := checkServed(a.deps.Engine.Snapshot(), x.principal.Country); err != nil {
		return nil, err
	}
	return a.info(ctx, x, id)
}

// The headers that announce the end of the first version (DECISIONS 16): since
// when it is deprecated, in seconds of Unix time (RFC 9745), and what to use.
var legacyHeaders = [][2]string{
	{"Deprecation", "@1767225600"},
	{"Sunset", "Tue, 30 Nov 2027 00:00:00 GMT"}, // RFC 8594: not before that day
	{"Link", `</api/v2/ask>; rel="successor-version"`},
}

func (a *API) legacyAsk(ctx context.Context, x *exchange, in *input) (reply, error) {
	info, err := a.projectOf(ctx, x, "")
	if err != nil {
		return reply{}, err
	}
	question := ask.Question{Text: in.member(askQuery.name), Project: withoutContext(info)}
	if answer, ok := ask.NothingSelected(question); ok {
		a.metrics.turns.WithLabelValues(turnNothingSelected).Inc()
		return jsonReply(a.legacyAskResponse(info, answer)), nil
	}
	options := a.askOptions()
	options.Model = oneSearch{options.Model}
	t := &turn{api: a, member: member(x), question: question, options: options, response: func(done *ask.Answer) any { return a.legacyAskResponse(info, done) }}
	answer, _, err := a.charge(ctx, x, in, charged{operation: meteredLegacyAsk, credits: askCredits, timeout: ask.TurnTimeout, work: t.run})
	return answer, err
}

// withoutContext leaves out of a project what the first version does not look
// at: memory and calculations (SPEC section 4.11).
func withoutContext(info *projects.Info) *projects.Info {
	bare := *info
	bare.Memory, bare.Calculations, bare.Generated, bare.Calculators = nil, nil, nil, nil
	return &bare
}

// oneSearch is a Model that searches for the question itself, once, in whatever
// the project has selected, and leaves the draft to another.
type oneSearch struct{ drafter ask.Model }

// Next implements [ask.Model].
func (m oneSearch) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	if t.Round == 1 && !t.Final {
		return ask.Step{Calls: m.searches(t)}, nil
	}
	final := *t
	final.Final, final.Tools = true, nil
	step, err := m.drafter.Next(ctx, &final)
	step.Calls = nil
	return step, err
}

func (m oneSearch) searches(t *ask.Transcript) []ask.Call {
	args := map[string]any{ask.ArgQueries: []string{t.Question.Text}}
	var calls []ask.Call
	if len(t.Question.Project.Selected) > 0 {
		calls = append(calls, ask.NewCall(ask.SearchRegulations, args))
	}
	if len(t.Question.Project.Documents) > 0 {
		calls = append(calls, ask.NewCall(ask.SearchDocuments, args))
	}
	return calls
}

// maxTurns is how many turns are listed.
const maxTurns = 100

func (a *API) listTurns(ctx context.Context, x *exchange, in *input) (reply, error) {
	there, err := a.turnProjects(ctx, x, in.text(turnsProject.name))
	if err != nil {
		return reply{}, err
	}
	out := TurnListResponse{Turns: []TurnItem{}}
	if a.deps.Turns != nil {
		kept, err := a.deps.Turns.ListRequests(ctx, x.principal.UserID, meteredAsk, maxTurns)
		if err != nil {
			return reply{}, err
		}
		for _, rec := range kept {
			turn, err := turnOf(rec)
			if err != nil {
				return reply{}, err
			}
			if r := turn.Response; r != nil && there[r.Project.ProjectID] && a.now().Sub(rec.CreatedAt) <= turnKept {
				out.Turns = append(out.Turns, TurnItem{turn.TurnID, r.Query, r.Form, r.Project.ProjectID, rec.CreatedAt.UTC()})
			}
		}
	}
	out.Total = len(out.Turns)
	return jsonReply(out), nil
}

// turnProjects are the projects whose turns are listed: the one that is named, or all
// that are there. What a project held is gone with it, and so are its answers.
func (a *API) turnProjects(ctx context.Context, x *exchange, id string) (map[string]bool, error) {
	if id != "" {
		p, err := a.resolve(ctx, x, id)
		if err != nil {
			return nil, err
		}
		return map[string]bool{p.ID: true}, nil
	}
	all, err := a.deps.Projects.List(ctx, member(x))
	if err != nil {
		return nil, err
	}
	there := make(map[string]bool, len(all))
	for _, p := range all {
		there[p.ID] = ofCountry(x, p.GeoID, p.ID) == nil
	}
	return there, nil
}

func (a *API) getTurn(ctx context.Context, x *exchange, in *input) (reply, error) {
	id := in.path(turnIDPath.name)
	if a.deps.Turns == nil || !isUUID(id) {
		return reply{}, access.ErrNotFound
	}
	rec, err := a.deps.Turns.GetRequest(ctx, x.principal.UserID, strings.ToLower(id))
	if err != nil {
		return reply{}, err
	}
	if rec.Operation != meteredAsk || a.now().Sub(rec.CreatedAt) > turnKept {
		return reply{}, access.ErrNotFound
	}
	turn, err := turnOf(rec)
	if err != nil {
		return reply{}, err
	}
	if turn.Response == nil {
		return jsonReply(turn), nil
	}
	// What a project held is gone with it, and so is an answer that quotes it.
	switch _, err := a.resolve(ctx, x, turn.Response.Project.ProjectID); {
	case errors.Is(err, projects.ErrNotFound):
		return reply{}, access.ErrNotFound
	case err != nil:
		return reply{}, err
	}
	return jsonReply(turn), nil
}

// turnKept is how long a turn can be found again (DECISIONS 17).
const turnKept = 24 * time.Hour

// turnState is how a turn stands, in a word and in a sentence.
type turnState struct{ word, detail string }

var turnStates = map[access.RequestState]turnState{
	access.Reserved:    {"in_progress", "The turn runs. Its credit is reserved, and charged with the answer."},
	access.Committed:   {"answered", "The turn was answered and its credit charged."},
	access.Released:    {"failed", "The turn failed and its credit was given back: ask again."},
	access.Interrupted: {"interrupted", "The service ended before the turn did, and its credit was given back: ask again."},
}

func turnOf(rec access.Record) (TurnResponse, error) {
	state := turnStates[rec.State]
	turn := TurnResponse{TurnID: rec.ID, Status: state.word, Detail: state.detail}
	if rec.State == access.Committed {
		turn.Credits = rec.Credits
		turn.Response = &TurnAnswer{}
		if err := json.Unmarshal(rec.Reply, turn.Response); err != nil {
			return turn, fmt.Errorf("turn %s: stored reply: %w", rec.ID, err)
		}
	}
	return turn, nil
}

// clientGone reports whether an error only says that nobody waits any more.
func clientGone(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, context.Canceled)
}
