package openaitest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// Request is what a client asked.
type Request struct {
	N       int // from 0
	Method  string
	Path    string
	Query   url.Values
	Header  http.Header
	Body    []byte
	BadJSON bool
	Chat    Chat

	gone   <-chan struct{} // the client left
	closed <-chan struct{} // the server closes
}

// Chat is the body of a request, as far as scripts look at it.
type Chat struct {
	Model     string    `json:"model"`
	Messages  []Message `json:"messages"`
	Tools     []Tool    `json:"tools"`
	Stream    bool      `json:"stream"`
	MaxTokens *int64    `json:"max_tokens"`

	MaxCompletionTokens *int64          `json:"max_completion_tokens"`
	Temperature         *float64        `json:"temperature"`
	StreamOptions       json.RawMessage `json:"stream_options"`
	ResponseFormat      json.RawMessage `json:"response_format"`
	ToolChoice          json.RawMessage `json:"tool_choice"`
}

// Message is one message of a conversation.
type Message struct {
	Role       string        `json:"role"`
	Content    string        `json:"content"`
	ToolCallID string        `json:"tool_call_id"`
	ToolCalls  []MessageCall `json:"tool_calls"`
}

// MessageCall is a call an assistant's message holds.
type MessageCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

// Tool is a tool that was offered.
type Tool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string         `json:"name"`
		Description string         `json:"description"`
		Strict      *bool          `json:"strict"`
		Parameters  map[string]any `json:"parameters"`
	} `json:"function"`
}

// Text returns everything the messages say, in order.
func (c *Chat) Text() string {
	var b strings.Builder
	for _, m := range c.Messages {
		b.WriteString(m.Content + "\n")
	}
	return b.String()
}

// Last returns the last message.
func (c *Chat) Last() Message {
	if len(c.Messages) == 0 {
		return Message{}
	}
	return c.Messages[len(c.Messages)-1]
}

// Question returns what was asked: the text behind the last "Question: ".
func (c *Chat) Question() string {
	for _, m := range c.Messages {
		if at := strings.LastIndex(m.Content, "Question: "); m.Role == "user" && at >= 0 {
			text, _, _ := strings.Cut(m.Content[at+len("Question: "):], "\n\n")
			return text
		}
	}
	return ""
}

// Strict reports whether a tool was offered with a strict schema.
func (c *Chat) Strict() bool {
	for _, t := range c.Tools {
		if t.Function.Strict != nil && *t.Function.Strict {
			return true
		}
	}
	return false
}

// Passage is a passage that was shown to the model.
type Passage struct {
	Handle string
	Text   string // what stands under the handle
}

var passageHead = regexp.MustCompile(`(?m)^passage \[\[([0-9a-z]+)\]\].*$`)

// Passages returns the passages of all messages that are no instructions.
func (c *Chat) Passages() []Passage {
	var list []Passage
	for _, m := range c.Messages {
		if m.Role == "system" {
			continue
		}
		heads := passageHead.FindAllStringSubmatchIndex(m.Content, -1)
		for i, h := range heads {
			end := len(m.Content)
			if i+1 < len(heads) {
				end = heads[i+1][0]
			}
			list = append(list, Passage{m.Content[h[2]:h[3]], strings.TrimSpace(m.Content[h[1]:end])})
		}
	}
	return list
}

// Handle returns the handle of the first passage that holds a text, "" when there
// is none.
func (c *Chat) Handle(text string) string {
	for _, p := range c.Passages() {
		if strings.Contains(p.Text, text) {
			return p.Handle
		}
	}
	return ""
}
