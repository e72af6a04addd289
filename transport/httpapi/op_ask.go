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
		doc: "The question, 1 to 2000 characters, in the language the answer should have (DECISIONS 22)."}
	turnIDPath = &field{name: "turn_id", kind: uuidField, required: true, doc: "The id that the header X-Turn-Id gave."}
)

// askCredits is the price of a turn (SPEC section 8).
const askCredits = 1

// The outcomes of a turn, as the metric calls them.
const (
	turnAnswered        = "answered"
	turnNothingSelected = "nothing_selected"
	turnFailed          = "failed"
)

func (a *API) askOperations() []*operation {
	return []*operation{{
		id: "ask", method: http.MethodPost, path: "/api/v2/ask", tag: "Ask",
		summary: "Answer a question in the context of a project",
		description: "Searches the regulations selected in the project in up to 6 rounds and 6 searches and answers with [N] markers, each checked against the blocks retrieved. " +
			"Costs one credit; none when the project has nothing selected, which is answered with 200 and an explanation (SPEC section 4.10). " +
			"A turn that outlives its client goes on and is charged: send an Idempotency-Key, and the same request brings its answer, or 409 while it runs (DECISIONS 8, 17). " +
			"A turn takes up to 120 s: use a client timeout of 150 s or more." + foreignProject,
		group: access.Intelligence, body: []*field{askQuery, projectIDField}, idempotent: true,
		response: AskResponse{}, run: a.ask,
	}, {
		id: "getTurn", method: http.MethodGet, path: "/api/v2/ask/{turn_id}", tag: "Ask",
		summary:     "Get the answer of a turn again",
		description: "Tells how a turn of the same user stands, for 24 hours after it was asked (DECISIONS 17).",
		group:       access.Data, pathFields: []*field{turnIDPath}, extension: true,
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
	info, err := a.projectOf(ctx, x, strings.ToLower(in.member(projectIDField.name)))
	if err != nil {
		return reply{}, err
	}
	question := ask.Question{Text: in.member(askQuery.name), Project: info}
	if answer, ok := ask.NothingSelected(question); ok {
		a.metrics.turns.WithLabelValues(turnNothingSelected).Inc()
		return jsonReply(a.askResponse(info, answer)), nil
	}
	answer, outcome, err := a.charge(ctx, x, in, charged{meteredAsk, askCredits, ask.TurnTimeout,
		a.turn(a.deps.Model, question, func(done *ask.Answer) any { return a.askResponse(info, done) })})
	if outcome.ID != "" {
		x.Header().Set(headerTurnID, outcome.ID)
	}
	return answer, err
}

// lookUpTimeout bounds what is looked up for a turn before it begins.
const lookUpTimeout = 10 * time.Second

// projectOf returns the project a question is about. It does not listen to the
// client: the question was received whole, and from then on a turn is run and
// charged whether or not anybody waits for it (SPEC section 8, rule 1).
func (a *API) projectOf(ctx context.Context, x *exchange, id string) (*projects.Info, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookUpTimeout)
	defer cancel()
	return a.deps.Projects.Info(ctx, member(x), id)
}

// turn returns the work of one turn over the present snapshot.
func (a *API) turn(model ask.Model, question ask.Question, response func(*ask.Answer) any) func(context.Context) ([]byte, error) {
	snapshot := a.deps.Engine.Snapshot()
	return func(ctx context.Context) ([]byte, error) {
		answer, err := ask.New(model, snapshot, snapshot.Codes, &ask.Options{Fallback: a.deps.Fallback}).Answer(ctx, question)
		if err != nil {
			a.metrics.turns.WithLabelValues(turnFailed).Inc()
			return nil, err
		}
		a.metrics.turns.WithLabelValues(turnAnswered).Inc()
		return encode(response(answer)), nil
	}
}

// The headers that announce the end of the first version (DECISIONS 16): since
// when it is deprecated, in seconds of Unix time (RFC 9745), and what to use.
var legacyHeaders = [][2]string{
	{"Deprecation", "@1767225600"},
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
	answer, _, err := a.charge(ctx, x, in, charged{meteredLegacyAsk, askCredits, ask.TurnTimeout,
		a.turn(oneSearch{a.deps.Model}, question, func(done *ask.Answer) any { return a.legacyAskResponse(info, done) })})
	return answer, err
}

// withoutContext leaves out of a project what the first version does not look
// at: memory and calculations (SPEC section 4.11).
func withoutContext(info *projects.Info) *projects.Info {
	bare := *info
	bare.Memory, bare.Calculations, bare.Generated = nil, nil, nil
	return &bare
}

// oneSearch is a Model that searches for the question itself, once, and leaves
// the draft to another.
type oneSearch struct{ drafter ask.Model }

// Next implements [ask.Model].
func (m oneSearch) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	if len(t.Results) == 0 {
		return ask.Step{Calls: []ask.Call{ask.NewCall(ask.SearchRegulations, map[string]any{ask.ArgQueries: []string{t.Question.Text}})}}, nil
	}
	final := *t
	final.Final = true
	step, err := m.drafter.Next(ctx, &final)
	step.Calls = nil
	return step, err
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
	return turnReply(rec)
}

// turnKept is how long a turn can be found again (DECISIONS 17).
const turnKept = 24 * time.Hour

var turnStates = map[access.RequestState]string{
	access.Reserved: "in_progress", access.Committed: "answered",
	access.Released: "failed", access.Interrupted: "failed",
}

func turnReply(rec access.Record) (reply, error) {
	turn := TurnResponse{TurnID: rec.ID, Status: turnStates[rec.State]}
	if rec.State == access.Committed {
		turn.Response = &TurnAnswer{}
		if err := json.Unmarshal(rec.Reply, turn.Response); err != nil {
			return reply{}, fmt.Errorf("turn %s: stored reply: %w", rec.ID, err)
		}
	}
	return jsonReply(turn), nil
}

// clientGone reports whether an error only says that nobody waits any more.
func clientGone(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, context.Canceled)
}
