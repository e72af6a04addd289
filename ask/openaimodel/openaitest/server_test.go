package openaitest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// post sends a request and returns status and body.
func post(t *testing.T, url, body string) (int, string, error) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 5 * time.Second}
	res, err := client.Post(url+"/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	return res.StatusCode, string(text), err
}

const request = `{"model":"m","messages":[{"role":"user","content":"hi"}]}`

func TestServer_Steps(t *testing.T) {
	s := openaitest.New(openaitest.Says("one"), openaitest.Status(500), openaitest.Searches("two"))
	t.Cleanup(s.Close)
	for i, want := range []struct {
		status int
		holds  string
	}{{200, `"content":"one"`}, {500, `"error"`}, {200, `{\"queries\":[\"two\"]}`}, {200, "tool_calls"}} {
		status, body, err := post(t, s.URL, request)
		if err != nil || status != want.status || !strings.Contains(body, want.holds) {
			t.Errorf("answer %d: %d %s %v", i, status, body, err)
		}
	}
	if r := s.Requests(); len(r) != 4 || r[3].N != 3 || r[0].Path != "/v1/chat/completions" || r[0].Chat.Last().Content != "hi" {
		t.Errorf("%d requests, the first %+v", len(r), r[0])
	}
}

// TestServer_Stream: the pieces of a streamed answer are the whole of it.
func TestServer_Stream(t *testing.T) {
	s := openaitest.New(openaitest.Answers(openaitest.Answer{Text: "una respuesta larga", Input: 3, Output: 4}))
	t.Cleanup(s.Close)
	_, body, err := post(t, s.URL, `{"stream":true,"stream_options":{"include_usage":true},"messages":[]}`)
	if err != nil || !strings.Contains(body, `"content":"una res"`) || !strings.Contains(body, `"prompt_tokens":3`) || !strings.HasSuffix(body, "data: [DONE]\n\n") {
		t.Errorf("%v\n%s", err, body)
	}
}

// TestServer_Breaks: broken connections are errors of the network, not answers.
func TestServer_Breaks(t *testing.T) {
	for name, step := range map[string]openaitest.Step{"Reset": openaitest.Reset(0), "ResetWithin": openaitest.Reset(10)} {
		t.Run(name, func(t *testing.T) {
			s := openaitest.New(step)
			t.Cleanup(s.Close)
			if _, body, err := post(t, s.URL, request); err == nil {
				t.Errorf("an answer: %s", body)
			}
		})
	}
}

// TestServer_Close ends an answer that stalls.
func TestServer_Close(t *testing.T) {
	begun := make(chan struct{})
	s := openaitest.New(func(r *openaitest.Request) openaitest.Reply { close(begun); return openaitest.Stalls(true)(r) })
	done := make(chan error, 1)
	go func() {
		_, _, err := post(t, s.URL, request)
		done <- err
	}()
	<-begun
	s.Close()
	if err := <-done; err != nil && errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestChat_Passages(t *testing.T) {
	c := openaitest.Chat{Messages: []openaitest.Message{
		{Role: "system", Content: "passage [[abc]]\nno passage"},
		{Role: "tool", Content: "passage [[k2]]\ntitle: A\nfirst\n\npassage [[k3]]\ntitle: B\nsecond\n"},
	}}
	if p := c.Passages(); len(p) != 2 || p[0].Handle != "k2" || !strings.Contains(p[0].Text, "first") || strings.Contains(p[0].Text, "second") {
		t.Errorf("%+v", p)
	}
	if c.Handle("second") != "k3" || c.Handle("third") != "" {
		t.Errorf("%q, %q", c.Handle("second"), c.Handle("third"))
	}
}

func ExampleNew() {
	s := openaitest.New(openaitest.Says("It is 0.95 m."))
	defer s.Close()
	res, err := http.Post(s.URL+"/chat/completions", "application/json", strings.NewReader(`{"messages":[{"role":"user","content":"How high?"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = res.Body.Close()
	fmt.Println(res.StatusCode, s.Requests()[0].Chat.Last().Content)
	// Output: 200 How high?
}
