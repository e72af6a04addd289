package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/reglookup/regengine/transport/httpapi"
)

const (
	// serverPatience is what the API recommends its clients (SPEC section 8).
	serverPatience = 150 * time.Second

	// maxAnswer is the most bytes of an answer that are read.
	maxAnswer = 8 << 20
)

// askServer asks a running server, and follows the turn where that streams it.
func (a *app) askServer(ctx context.Context, o askOptions, tell func(askEvent)) (*httpapi.AskAnswer, error) {
	if a.settings.APIKey == "" {
		return nil, needsKey()
	}
	ctx, cancel := context.WithTimeout(ctx, serverPatience)
	defer cancel()
	request, err := newAskRequest(ctx, o, a.settings)
	if err != nil {
		return nil, err
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("ask %s: %w", request.URL.Host, err)
	}
	defer response.Body.Close()
	answer, err := readAnswer(response, tell)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", request.URL.Host, err)
	}
	return answer, nil
}

func newAskRequest(ctx context.Context, o askOptions, s settings) (*http.Request, error) {
	server, err := url.Parse(s.Server)
	if err != nil {
		return nil, err
	}
	body := map[string]string{"query": o.question}
	if o.project != "" {
		body["project_id"] = o.project
	}
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, server.JoinPath("api/v2/ask").String(), bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+s.APIKey)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "text/event-stream, application/json;q=0.9, application/problem+json;q=0.9")
	return request, nil
}

// readAnswer reads an answer, whether it comes whole or as events.
func readAnswer(response *http.Response, tell func(askEvent)) (*httpapi.AskAnswer, error) {
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	body := io.LimitReader(response.Body, maxAnswer)
	if response.StatusCode == http.StatusOK && kind == "text/event-stream" {
		return readEvents(body, response.Header.Get("X-Turn-Id"), tell)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, refusal(response.StatusCode, text)
	}
	return parseAnswer(text)
}

func parseAnswer(text []byte) (*httpapi.AskAnswer, error) {
	var answer httpapi.AskAnswer
	if err := json.Unmarshal(text, &answer); err != nil || answer.Answer == "" {
		return nil, errors.New("what it answered is not an answer of this API; is it a regengine server?")
	}
	if answer.Sources == nil {
		answer.Sources = []httpapi.AskSource{}
	}
	return &answer, nil
}

// readEvents reads server-sent events up to the answer. turn is the id under which
// the server keeps it.
func readEvents(body io.Reader, turn string, tell func(askEvent)) (*httpapi.AskAnswer, error) {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxAnswer)
	kind, data := "", []byte(nil)
	for lines.Scan() {
		line := lines.Text()
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case line == "":
			answer, err := takeEvent(kind, data, tell)
			if answer != nil || err != nil {
				return answer, err
			}
			kind, data = "", nil
		case name == "event":
			kind = value
		case name == "data":
			data = append(append(data, value...), '\n')
		}
	}
	return nil, fmt.Errorf("the connection broke off (%w); the turn goes on there and is charged: its answer can be had for a day from /api/v2/ask/%s",
		cmp.Or(lines.Err(), io.ErrUnexpectedEOF), printable(turn))
}

// takeEvent handles one event. Both results are nil for one that is not the last.
func takeEvent(kind string, data []byte, tell func(askEvent)) (*httpapi.AskAnswer, error) {
	switch kind {
	case "answer":
		return parseAnswer(data)
	case "error":
		var problem httpapi.Problem
		_ = json.Unmarshal(data, &problem) // a problem that says nothing is one all the same
		return nil, refusal(problem.Status, data)
	}
	event := askEvent{}
	if json.Unmarshal(data, &event) == nil {
		event.Kind = kind
		tell(event)
	}
	return nil, nil
}

// advices say what a person at the command line can do about an error.
var advices = map[httpapi.ErrorCode]string{
	httpapi.CodeUnauthorized:    " (the key is taken from " + apiKeyVariable + ")",
	httpapi.CodeNoActiveProject: " (name a project with --project)",
}

// problemText says what is wrong with a request, and what to do about it here.
func problemText(problem httpapi.Problem) string {
	text := printable(problem.Detail)
	for _, e := range problem.Errors {
		text += "; " + printable(e.Location+" "+e.Message)
	}
	return text + advices[problem.Code]
}

// refusal words what a server said instead of an answer.
func refusal(status int, body []byte) error {
	var problem httpapi.Problem
	_ = json.Unmarshal(body, &problem) // what is none has no detail
	problem.Detail = cmp.Or(problem.Detail, http.StatusText(status), "it refused without saying why")
	text := problemText(problem)
	if status == 0 {
		return errors.New(text)
	}
	return fmt.Errorf("%d %s", status, text)
}
