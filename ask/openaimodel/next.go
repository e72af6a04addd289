package openaimodel

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// Next implements [ask.Model]. The whole conversation is sent anew each time. What
// the server refuses to take (strict schemas, tools, a temperature, a bound under
// that name) is left out at the next try, and from then on when that helped. The
// error wraps ErrNoAnswer, or is ctx's; the Step's Usage counts either way.
func (m *Model) Next(ctx context.Context, t *ask.Transcript) (ask.Step, error) {
	if err := ctx.Err(); err != nil {
		return ask.Step{}, err
	}
	x := &exchange{model: m, transcript: t, room: maxPassages, most: m.opts.MaxTokens}
	step, err := x.run(ctx)
	step.Usage = x.usage
	m.mu.Lock()
	m.spent.Add(x.usage)
	m.mu.Unlock()
	switch {
	case err == nil:
		return step, nil
	case ctx.Err() != nil:
		return ask.Step{Usage: x.usage}, ctx.Err()
	}
	return ask.Step{Usage: x.usage}, fmt.Errorf("%w: %s: %w", ErrNoAnswer, m.name, err)
}

// maxPassages is how many bytes of passages one request holds, some 50,000 tokens; of
// more the oldest are named only.
const maxPassages = 192 << 10

// exchange is one step being had from the server. It belongs to one goroutine.
type exchange struct {
	model      *Model
	transcript *ask.Transcript
	usage      ask.Usage

	room  int    // bytes of passages
	cuts  int    // how often the room was made smaller
	most  int64  // tokens of an answer
	nudge string // what the model is told besides, after an answer of no use
	whole bool   // the answer is asked for in one piece
}

// mostAsked is how often a model is asked for one step whose answers are of no
// use.
const mostAsked = 3

func (x *exchange) run(ctx context.Context) (ask.Step, error) {
	problem := ""
	for range mostAsked {
		r, err := openaihttp.Do(ctx, x.model.opts.retry(), x.attempt)
		if err != nil {
			return ask.Step{}, err
		}
		step, why, usable := x.judge(r)
		if usable {
			return step, nil
		}
		if problem = why; r.refused {
			break
		}
	}
	return ask.Step{}, errors.New(problem)
}

// Told to a model whose answer was of no use.
const (
	nudgeEmpty = "Your last message was empty. Call a tool, or write the answer."
	nudgeDraft = "No tool can be called now. Write the answer in plain words."
)

// judge turns an answer into a step. When it is of no use it says why, and sets
// what is to be different next time.
func (x *exchange) judge(r *reply) (step ask.Step, why string, usable bool) {
	if len(r.calls) > 0 && !x.transcript.Final {
		return ask.Step{Calls: r.calls}, "", true
	}
	if r.refused {
		return step, "the model, or the server's content filter, declined to answer", false
	}
	if r.text != "" {
		return ask.Step{Draft: r.text}, "", true
	}
	if r.cut { // it thought for as long as it may
		x.most *= 4
	}
	x.whole = true // some servers lose calls when they stream
	if x.transcript.Final {
		x.nudge = nudgeDraft
	} else {
		x.nudge = nudgeEmpty
	}
	if len(r.calls) > 0 {
		return step, "the model goes on calling tools where it has to answer", false
	}
	return step, "the model's answer is empty", false
}

// attempt asks in the best way that is known to work, and in lesser ways as far as
// the server refuses it.
func (x *exchange) attempt(ctx context.Context) (*reply, error) {
	start := x.model.dialect()
	start.noStream = start.noStream || x.whole
	withTools := len(x.offered()) > 0
	for d := start; ; {
		r, err := x.send(ctx, d)
		if err == nil {
			if d != start || x.whole && len(r.calls) > 0 {
				x.model.learn(d)
			}
			return r, nil
		}
		var refused *openaihttp.Refusal
		if !errors.As(err, &refused) {
			return nil, err
		}
		if refused.Fault == openaihttp.FaultContext && x.shrink() {
			continue
		}
		next, ok := d.after(refused, withTools, !d.noStream)
		if !ok {
			return nil, err
		}
		d = next
	}
}

// shrink leaves room for half the passages; ok is false when that was done often
// enough, or there is nothing to leave out.
func (x *exchange) shrink() (ok bool) {
	const often = 2
	_, size := shown(x.transcript, x.room)
	if x.cuts >= often || size == 0 {
		return false
	}
	x.cuts++
	x.room = size / 2
	return true
}

// offered are the tools that may be called.
func (x *exchange) offered() []ask.ToolSpec {
	if x.transcript.Final {
		return nil
	}
	return x.transcript.Tools
}

// send makes one request. A tenth of what the turn has left stays for another attempt, or
// for an answer without the model.
func (x *exchange) send(ctx context.Context, d dialect) (*reply, error) {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-time.Until(deadline)/10))
		defer cancel()
	}
	return x.model.send(ctx, x.params(d), !d.noStream, known(x.transcript.Tools), &x.usage)
}

// send makes one request, and counts what it cost. tools are the names of what may be
// called.
func (m *Model) send(ctx context.Context, params openai.ChatCompletionNewParams, stream bool, tools map[string]bool, usage *ask.Usage) (*reply, error) {
	e := Exchange{}
	began := time.Now()
	a, err := m.fetch(ctx, params, stream)
	if err != nil {
		e.Err = openaihttp.Plain(err)
	} else {
		e.Input, e.Output = a.input, a.output
	}
	e.Took = time.Since(began)
	usage.Add(ask.Usage{Requests: 1, Input: e.Input, Output: e.Output})
	if m.opts.Observe != nil {
		m.opts.Observe(e)
	}
	if err != nil {
		return nil, e.Err
	}
	return a.reply(tools), nil
}

// params is the body of a request.
func (x *exchange) params(d dialect) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{
		Model:    x.model.name,
		Messages: messageParams(converse(x.transcript, d, x.room, x.nudge)),
	}
	if tools := x.offered(); len(tools) > 0 && d.tools != writtenTools {
		p.Tools = toolParams(tools, d.tools)
	}
	switch d.tokens {
	case maxTokens:
		p.MaxTokens = openai.Int(x.most)
	case maxCompletionTokens:
		p.MaxCompletionTokens = openai.Int(x.most)
	case noMaxTokens:
	}
	if !d.noTemperature {
		p.Temperature = openai.Float(0)
	}
	if !d.noStream && !d.noUsage {
		p.StreamOptions.IncludeUsage = openai.Bool(true)
	}
	return p
}

// known are the names of the tools offered.
func known(specs []ask.ToolSpec) map[string]bool {
	names := make(map[string]bool, len(specs))
	for _, s := range specs {
		names[strings.ToLower(s.Name)] = true
	}
	return names
}
