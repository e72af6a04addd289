package httpapi

import (
	"cmp"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/reglookup/regengine/regengine/access"
)

const apiDescription = "Answers questions about construction regulations, scoped by territory and by project: places and the codes that apply there, " +
	"codes and their versions, projects, questions answered with cited sources, and values checked against the rules.\n\n" +
	"Requests are read strictly: malformed JSON, unknown, duplicate or differently cased members, repeated query parameters and " +
	"text that is not UTF-8 give 422; unknown query parameters are ignored. Errors are RFC 9457 problems with a stable `code`, whose `type` leads to a page about them; each mistake of a 422 has a `code` of its own. " +
	"Checks come in this order: 401, route, 429 of the rate limit, 415, 413 and 408, 403 of the plan, 422, 400 and 404 of the project, 429 of the credits. " +
	"Every answer carries `X-Request-Id`; GET answers of location and codes carry an `ETag`. " +
	"Lists are whole unless `page` or `page_size` is sent; a page has a `Link` header with its neighbours.\n\n" +
	"Operations marked `x-extension` go beyond the documented interface that the others keep to. Why something is as it is says a page of `regengine/docs/decisions` in the source."

const securityName = "apiKey"

// describe fills in what the document says of the API as a whole.
func (a *API) describe(doc *huma.OpenAPI) {
	doc.Info.Description = apiDescription
	doc.Info.License = &huma.License{Name: "Apache-2.0", Identifier: "Apache-2.0"}
	server := "/"
	if a.opts.BaseURL != "" {
		server = a.opts.BaseURL
	}
	doc.Servers = []*huma.Server{{URL: server}}
	doc.Tags = []*huma.Tag{
		{Name: "Location", Description: "Places, their technical data and the codes that apply there."},
		{Name: "Codes", Description: "The catalogue of codes and their versions."},
		{Name: "Projects", Description: "The organization's projects and what they hold."},
		{Name: "Calculators", Description: "Forms a user can fill in, and what they work out."},
		{Name: "Verify", Description: "Values checked against the rules."},
		{Name: "Ask", Description: "Questions answered with cited sources."},
		{Name: "Account", Description: "What a key stands for."},
	}
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{securityName: { //nolint:gosec // G101: the shape of a key, no key
		Type: "http", Scheme: "bearer", BearerFormat: "rgk_<country>_<random>_<checksum>",
		Description: "An API key. It belongs to a user and is bound to a country.",
	}}
	doc.Security = []map[string][]string{{securityName: {}}}
}

// document returns what the OpenAPI document says of an operation.
func (a *API) document(doc *huma.OpenAPI, op *operation) *huma.Operation {
	out := &huma.Operation{
		OperationID: op.id, Method: op.method, Path: op.path, Tags: []string{op.tag},
		Summary: op.summary, Description: op.description + limitSentence(op.group), Deprecated: op.deprecated,
		Parameters: op.parameters(), Responses: map[string]*huma.Response{}, Hidden: op.hidden,
	}
	if op.extension {
		out.Extensions = map[string]any{"x-extension": true}
	}
	example := exampleOf(op.id)
	if op.uploads {
		out.RequestBody = uploadBody()
	}
	if op.body != nil {
		out.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"application/json": {Schema: objectSchema(op.body), Example: example.Body},
		}}
	}
	out.Responses[strconv.Itoa(op.success())] = op.succeeded(doc, example)
	if op.validated {
		out.Responses["304"] = &huma.Response{Description: "The client has this answer already (If-None-Match)."}
	}
	problemSchema := doc.Components.Schemas.Schema(reflect.TypeFor[Problem](), true, "Problem")
	for _, p := range op.problems() {
		addProblem(out.Responses, p, problemSchema)
	}
	return out
}

func (op *operation) success() int { return cmp.Or(op.status, http.StatusOK) }

// succeeded documents the answer to a request that worked.
func (op *operation) succeeded(doc *huma.OpenAPI, example documentedExample) *huma.Response {
	r := &huma.Response{Description: "The answer.", Headers: op.headers()}
	if op.response == nil {
		r.Description = "Done; there is no body."
		return r
	}
	answer := doc.Components.Schemas.Schema(op.responseType(), true, op.id)
	answer.Nullable = false // an answer that is a list is never null
	r.Content = map[string]*huma.MediaType{"application/json": {Schema: answer, Example: example.Response}}
	if op.streams {
		r.Extensions = map[string]any{"x-event-stream": eventStream(doc)}
	}
	return r
}

// eventStream describes the answer as a stream of events apart from the content:
// generators of clients take one media type for one status.
func eventStream(doc *huma.OpenAPI) map[string]any {
	events := map[string]*huma.Schema{}
	for name, data := range map[string]any{
		roundEvent: RoundEvent{}, searchEvent: SearchEvent{}, readingEvent: ReadingEvent{}, sourceEvent: AskSource{},
		tokenEvent: TokenEvent{}, answerEvent: AskAnswer{}, errorEvent: Problem{},
	} {
		events[name] = doc.Components.Schemas.Schema(reflect.TypeOf(data), true, name)
	}
	return map[string]any{
		"mediaType": eventStreamType, "description": "Sent where Accept prefers it: server-sent events by name, the data of each as JSON on one line.",
		"events": events,
	}
}

// uploadBody documents the two ways of sending files.
func uploadBody() *huma.RequestBody {
	file := &huma.Schema{Type: huma.TypeString, Format: "binary"}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"multipart/form-data": {Schema: &huma.Schema{
			Type: huma.TypeObject, AdditionalProperties: false, Required: []string{formField},
			Properties: map[string]*huma.Schema{formField: {Type: huma.TypeArray, Items: file, MinItems: ptr(1), MaxItems: ptr(maxFiles),
				Description: "The files, each in a part named file with its file name."}},
		}},
		"application/octet-stream": {Schema: file},
	}}
}

func limitSentence(group access.Group) string {
	return fmt.Sprintf("\n\nRate limit group `%s`: %d requests per minute and user unless the plan says otherwise.",
		group, access.DefaultLimits[group])
}

func (op *operation) parameters() []*huma.Param {
	var out []*huma.Param
	for _, f := range op.pathFields {
		out = append(out, f.parameter("path"))
	}
	for _, f := range op.queryFields {
		out = append(out, f.parameter("query"))
	}
	if op.idempotent {
		out = append(out, &huma.Param{
			Name: headerIdempotencyKey, In: "header",
			Description: "Names the request for its user for 24 hours: sent again with the same body it is not done again, brings the same reply, and is charged once.",
			Schema:      &huma.Schema{Type: huma.TypeString, MinLength: ptr(1), MaxLength: ptr(maxIdempotencyKey), Pattern: "^[!-~]+$"},
		})
	}
	if op.validated {
		out = append(out, &huma.Param{
			Name: "If-None-Match", In: "header", Description: "ETag of an answer the client has.",
			Schema: &huma.Schema{Type: huma.TypeString},
		})
	}
	return out
}

func (f *field) parameter(in string) *huma.Param {
	s := f.schema()
	p := &huma.Param{Name: f.name, In: in, Description: f.doc, Required: f.required, AllowEmptyValue: f.blank && !f.required, Schema: s, Example: f.example}
	s.Description, s.Examples = "", nil
	return p
}

func ptr[T any](v T) *T { return &v }

// headers documents the headers of a successful answer.
func (op *operation) headers() map[string]*huma.Header {
	text := func(doc string) *huma.Header {
		return &huma.Header{Description: doc, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	h := map[string]*huma.Header{
		headerRequestID:    text("Identifies the request; one that is sent is kept if it is a plain word of at most 128 characters."),
		"RateLimit-Policy": text("The limit of the group, such as \"data\";q=60;w=60. Absent where the service sets no limits."),
		"RateLimit":        text("What is left of it, such as \"data\";r=59;t=60. Absent likewise."),
	}
	if op.validated {
		h["ETag"] = text("Strong validator of the answer.")
	}
	if op.idempotent {
		h[headerReplayed] = text("true when the reply is that of an earlier request with the same Idempotency-Key.")
	}
	if speaking[op.tag] {
		h["Content-Language"] = text("The language of names and texts: that of the key's country.")
	}
	if op.status == http.StatusCreated {
		h["Location"] = text("Path of what was made.")
	}
	if declares(op.queryFields, listPage.name) {
		h["Link"] = text("The first, previous, next and last page by rel, where a page was asked for or the list has them always.")
	}
	if op.streams {
		h[headerTurnID] = text("Identifies the turn: GET /api/v2/ask/{turn_id} brings its answer again. Absent where no turn ran: when the project has nothing selected.")
	}
	return h
}

// problems returns what an operation may answer instead, in the order of the
// checks of DECISIONS 7.
func (op *operation) problems() []*problem {
	out := []*problem{problemUnauthorized, problemRateLimited}
	if op.body != nil {
		out = append(out, problemMediaType, op.tooLarge(), problemTimeout)
	}
	if op.uploads {
		out = append(out, problemUploadType, problemFileTooLarge, problemTimeout)
	}
	if op.needsPlan || op.mayCost {
		out = append(out, problemPlan)
	}
	out = append(out, newInvalid(op.exampleMistake()))
	for _, row := range failures {
		if row.operation == op.id || row.operation == "" && op.mayFail(row.problem.Code) {
			out = append(out, row.problem)
		}
	}
	return append(out, problemInternal)
}

// exampleMistake is something that can be wrong with a request of the operation.
func (op *operation) exampleMistake() ErrorDetail {
	switch {
	case len(op.body) > 0 && op.body[0].required:
		return ErrorDetail{"body." + op.body[0].name, "is required", MistakeRequired}
	case len(op.body) > 0:
		return op.body[0].checkText("").at("body." + op.body[0].name)
	case len(op.queryFields) > 0:
		return ErrorDetail{"query." + op.queryFields[0].name, "may be sent only once", MistakeRepeated}
	}
	return ErrorDetail{"query", "a percent sign must be followed by two hexadecimal digits", MistakeSyntax}
}

func (op *operation) tooLarge() *problem {
	switch op.bodyLimit() {
	case MaxBatchBody:
		return problemBatchTooLarge
	case maxGenerated:
		return problemTextTooLarge
	}
	return problemTooLarge
}

// mayFail reports whether a row of the table for every operation concerns op.
func (op *operation) mayFail(code ErrorCode) bool {
	switch code {
	case CodeProjectNotFound:
		return op.ofProject() || op.namesProject()
	case CodeNoActiveProject:
		return op.namesProject()
	case CodeNotFound:
		return op.ofProject() && len(op.pathFields) > 1
	case CodeProjectFull:
		return op.ofProject() && (op.body != nil || op.uploads)
	case CodeRateLimited:
		return op.uploads || op.streams
	case CodeQuotaExceeded:
		return op.idempotent && !op.creates || op.mayCost
	case CodeRequestInProgress:
		return op.idempotent
	case CodeUnavailable:
		return true
	default:
		return false
	}
}

// ofProject reports whether the path names a project, namesProject whether the
// request may.
func (op *operation) ofProject() bool { return declares(op.pathFields, projectIDPath.name) }

func (op *operation) namesProject() bool {
	return declares(op.queryFields, projectIDField.name) || declares(op.body, projectIDField.name)
}

// addProblem documents one problem among the answers of its status.
func addProblem(responses map[string]*huma.Response, p *problem, schema *huma.Schema) {
	status := strconv.Itoa(p.Status)
	r, ok := responses[status]
	if !ok {
		r = &huma.Response{
			Description: http.StatusText(p.Status),
			Content: map[string]*huma.MediaType{"application/problem+json": {
				Schema: schema, Examples: map[string]*huma.Example{},
			}},
		}
		responses[status] = r
	}
	name := string(p.Code)
	if name == "" {
		name = "invalid"
	}
	r.Content["application/problem+json"].Examples[name] = &huma.Example{Summary: p.Detail, Value: p.Problem}
	described := r.Content["application/problem+json"].Examples
	codes := make([]string, 0, len(described))
	for code := range described {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	r.Description = http.StatusText(p.Status) + ": " + join(codes)
}
