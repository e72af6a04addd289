// Package openaimodel asks a language model behind a server that speaks the
// OpenAI chat API: OpenAI itself, Azure, vLLM, llama.cpp, Ollama, LM Studio and
// others. A [Model] runs the turns of package ask; [Model.Complete] answers a
// text with JSON.
package openaimodel

import (
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/openai/openai-go/v3"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

var _ ask.Model = (*Model)(nil)

// Model is one model of one server. It is safe for concurrent use.
type Model struct {
	name   string
	opts   Options
	chat   openai.ChatCompletionService
	client *http.Client
	loose  atomic.Bool // the server refused to hold answers of Complete to a schema

	mu    sync.Mutex
	knows dialect // what the server was found to refuse
	spent ask.Usage
}

// ErrSettings says that a Model cannot be made with the settings given.
var ErrSettings = errors.New("openaimodel: unusable settings")

// ErrNoAnswer says that the server gave no answer that can be used.
var ErrNoAnswer = errors.New("openaimodel: the model gave no answer")

// New returns the model called name at baseURL, such as
// "http://127.0.0.1:11434/v1". It does no I/O. ErrSettings.
func New(baseURL, name string, opts *Options) (*Model, error) {
	m := &Model{name: name, opts: opts.orDefaults()}
	if err := m.opts.check(baseURL, name); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSettings, err)
	}
	m.client = openaihttp.NewClient(m.opts.Transport)
	m.chat = m.opts.service(baseURL, name, m.client)
	return m, nil
}

// Name returns the model's name.
func (m *Model) Name() string { return m.name }

// Close lets go of idle connections. The Model can still be used.
func (m *Model) Close() { m.client.CloseIdleConnections() }

// Spent returns what all turns and second readings so far have cost. What Complete cost is
// not in it.
func (m *Model) Spent() ask.Usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spent
}
