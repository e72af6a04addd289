package openaimodel

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// errNoChat says that what came is no answer of the chat API.
var errNoChat = &openaihttp.Refusal{Reason: "the answer is none of the chat API; check the base URL", Passing: true}

// fetch makes one request and reads its answer, whole or in pieces, as the server
// sends it: some stream unasked, and some send the whole when asked to stream.
func (m *Model) fetch(ctx context.Context, params openai.ChatCompletionNewParams, stream bool) (*assembly, error) {
	ctx, cancel := context.WithTimeout(ctx, m.opts.AttemptTimeout)
	defer cancel()
	var answer *http.Response
	settings := []option.RequestOption{option.WithResponseBodyInto(&answer)}
	if stream {
		settings = append(settings, option.WithJSONSet("stream", true))
	}
	if _, err := m.chat.New(ctx, params, settings...); err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	body := io.Reader(answer.Body)
	if stream {
		idle := newIdleReader(answer.Body, m.opts.IdleTimeout, cancel)
		defer idle.stop()
		body = idle
	}
	return readAnswer(body)
}

// readAnswer reads an answer in either form.
func readAnswer(body io.Reader) (*assembly, error) {
	r := bufio.NewReader(body)
	first, err := firstByte(r)
	if err != nil {
		return nil, err
	}
	if first != '{' {
		return readStream(r)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	a := &assembly{ended: true}
	if err := a.add(text); err != nil {
		return nil, err
	}
	if !a.chosen {
		return nil, errNoChat
	}
	return a, nil
}

// firstByte skips white space and a byte order mark.
func firstByte(r *bufio.Reader) (byte, error) {
	for {
		b, err := r.ReadByte()
		if errors.Is(err, io.EOF) {
			return 0, errNoChat
		}
		if err != nil {
			return 0, err
		}
		if !bytes.ContainsRune([]byte(" \t\r\n\xef\xbb\xbf"), rune(b)) {
			return b, r.UnreadByte()
		}
	}
}

// errSilent says that a stream stood still.
var errSilent = &openaihttp.Refusal{Reason: "the answer stood still", Passing: true}

// idleReader gives a body up that stays silent for too long.
type idleReader struct {
	body   io.Reader
	after  time.Duration
	timer  *time.Timer
	silent atomic.Bool
}

func newIdleReader(body io.Reader, after time.Duration, giveUp func()) *idleReader {
	r := &idleReader{body: body, after: after}
	r.timer = time.AfterFunc(after, func() {
		r.silent.Store(true)
		giveUp()
	})
	return r
}

// Read implements [io.Reader].
func (r *idleReader) Read(p []byte) (int, error) {
	n, err := r.body.Read(p)
	if n > 0 {
		r.timer.Reset(r.after)
	}
	if err != nil && r.silent.Load() {
		return n, errSilent
	}
	return n, err
}

func (r *idleReader) stop() { r.timer.Stop() }
