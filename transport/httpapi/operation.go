package httpapi

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/transport/internal/strictjson"
)

// operation is one endpoint: what it is called, what it takes, what it may
// answer, and the function that does its work.
type operation struct {
	id          string
	method      string
	path        string
	summary     string
	description string
	tag         string
	group       access.Group

	pathFields  []*field
	queryFields []*field
	body        []*field // nil when the operation takes none
	maxBody     int64    // bytes; 0 means MaxBody
	uploads     bool     // takes files, which run reads itself

	needsPlan  bool // 403 plan_not_allowed without api_access
	mayCost    bool // costs credits, and needs the plan, where run finds that it does
	idempotent bool // takes an Idempotency-Key
	creates    bool // makes something, at no cost: with an Idempotency-Key once
	validated  bool // ETag and If-None-Match
	hidden     bool // kept out of the OpenAPI document
	extension  bool // beyond SPEC: x-extension
	streams    bool // answers with events where Accept asks for them
	deprecated bool

	header [][2]string // set on every answer of the operation

	status   int // of success; 0 means 200
	response any // a value of the wire type answered; nil for none
	run      func(ctx context.Context, x *exchange, in *input) (reply, error)

	metrics *operationMetrics // set when registered
	log     slog.Handler
}

// input is what an operation was sent, after validation.
type input struct {
	request        *http.Request
	query          []parameter
	raw            []byte // the body as sent; of files, what tells them from others
	files          []uploaded
	body           strictjson.Value
	idempotencyKey string
}

// path returns a path parameter, decoded.
func (in *input) path(name string) string { return in.request.PathValue(name) }

// text returns a query parameter, or "".
func (in *input) text(name string) string {
	for _, p := range in.query {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// member returns the text, or the digits, of a member of the body; "" when it
// is absent or null.
func (in *input) member(name string) string {
	v, _ := in.body.Get(name)
	return v.Text
}

// integer returns a query parameter as a number, or its field's standard.
func (in *input) integer(f *field) int {
	text := in.text(f.name)
	if text == "" {
		return f.standard
	}
	n, _ := f.integer(text)
	return n
}

// canonical appends the query to b in one spelling: every field in its order,
// with the value that counts. A NUL ends each, which no value holds.
func (in *input) canonical(b []byte, fields []*field) []byte {
	for _, f := range fields {
		if f.kind == integerField {
			b = strconv.AppendInt(b, int64(in.integer(f)), 10)
		} else {
			b = append(b, in.text(f.name)...)
		}
		b = append(b, 0)
	}
	return b
}

// register makes the mux and Huma's OpenAPI know an operation.
func (a *API) register(api huma.API, op *operation) {
	seen := a.pseudo(op.id)
	op.metrics, op.log = seen.metrics, seen.log
	documented := a.document(api.OpenAPI(), op)
	if !op.hidden {
		api.OpenAPI().AddOperation(documented)
		a.errors.add(op.id, op.problems()...)
	}
	api.Adapter().Handle(documented, func(ctx huma.Context) {
		r, w := humago.Unwrap(ctx)
		a.serve(w.(*exchange), r, op)
	})
}

// serve takes a routed request through the remaining checks, in the order of
// DECISIONS 7, and runs the operation.
func (a *API) serve(x *exchange, r *http.Request, op *operation) {
	x.op = op
	for _, pair := range op.header {
		x.Header().Set(pair[0], pair[1])
	}
	if err := a.checkLimit(x, op.group); err != nil {
		a.fail(x, err)
		return
	}
	in, err := a.read(x, r, op)
	if err != nil {
		a.fail(x, err)
		return
	}
	answer, err := a.once(r.Context(), x, in)
	if err != nil {
		a.fail(x, err)
		return
	}
	if language := a.languageOf(op, x.principal.Country); language != nil {
		x.Header()["Content-Language"] = language
	}
	if answer.file != nil {
		a.sendFile(x, answer)
		return
	}
	answer.write(x)
}

// speaking are the tags whose answers are in the language of the key's country; those of
// checks and questions are in the language of what was sent.
var speaking = map[string]bool{"Location": true, "Codes": true, "Calculators": true}

// languageOf returns what an answer says its language is; nil for nothing.
func (a *API) languageOf(op *operation, country geo.ID) []string {
	if !speaking[op.tag] {
		return nil
	}
	return a.views().languages[country]
}

// read takes in what an operation was sent: 415, 413 and 408, the plan, and then
// every mistake of the request at once.
func (a *API) read(x *exchange, r *http.Request, op *operation) (*input, error) {
	in := &x.input
	in.request = r
	if op.body != nil {
		raw, err := readBody(x.ResponseWriter, r, op)
		if err != nil {
			return nil, err
		}
		in.raw = raw
	}
	if op.needsPlan && !x.principal.Plan.APIAccess {
		return nil, problemPlan.err()
	}
	if mistakes := in.validate(op); len(mistakes) > 0 {
		return nil, invalid(mistakes...)
	}
	return in, nil
}

func (in *input) validate(op *operation) (mistakes []ErrorDetail) {
	if raw := in.request.URL.RawQuery; raw != "" || len(op.queryFields) > 0 {
		in.query, mistakes = parseQuery(raw, op.queryFields)
		in.query = withoutBlank(op.queryFields, in.query)
		mistakes = checkQuery(op.queryFields, in.query, mistakes)
	}
	if op.idempotent {
		key, wrong := idempotencyKey(in.request.Header)
		if wrong.made() {
			mistakes = append(mistakes, wrong.at("header."+headerIdempotencyKey))
		}
		in.idempotencyKey = key
	}
	if op.body == nil {
		return mistakes
	}
	body, err := strictjson.Parse(in.raw)
	if err != nil {
		var broken *strictjson.SyntaxError
		errors.As(err, &broken) // it is one
		return append(mistakes, ErrorDetail{"body" + broken.Path, broken.Error(), MistakeSyntax})
	}
	in.body = body
	return checkObject(body, op.body, "body", mistakes)
}

// withoutBlank leaves out the parameters that are as if absent when they are empty.
func withoutBlank(fields []*field, found []parameter) []parameter {
	return slices.DeleteFunc(found, func(p parameter) bool {
		return p.value == "" && slices.ContainsFunc(fields, func(f *field) bool { return f.name == p.name && f.blank })
	})
}

func checkQuery(fields []*field, found []parameter, mistakes []ErrorDetail) []ErrorDetail {
	for _, f := range fields {
		if f.required && !has(found, f.name) && !slices.ContainsFunc(mistakes, func(m ErrorDetail) bool { return m.Location == "query."+f.name }) {
			mistakes = append(mistakes, ErrorDetail{"query." + f.name, "is required", MistakeRequired})
		}
	}
	for _, p := range found {
		for _, f := range fields {
			if f.name != p.name {
				continue
			}
			if wrong := f.checkText(p.value); wrong.made() {
				mistakes = append(mistakes, wrong.at("query."+f.name))
			}
		}
	}
	return mistakes
}

func (op *operation) bodyLimit() int64 { return cmp.Or(op.maxBody, MaxBody) }

// responseType returns the Go type an operation answers with.
func (op *operation) responseType() reflect.Type { return reflect.TypeOf(op.response) }
