package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/openaimodel"
	"github.com/reglookup/regengine/transport/httpapi"
)

// addModelServerFlags defines how the server of a language model is asked, beside
// its address.
func addModelServerFlags(f *pflag.FlagSet) {
	f.String("model-azure-version", "", "api-version of an Azure deployment, such as 2024-10-21; the address is then that of the resource")
	f.Bool("model-stream", false, "have it answer in pieces, so that one that stands still is noticed")
}

// addModelPriceFlags defines what a language model costs.
func addModelPriceFlags(f *pflag.FlagSet) {
	f.Float64("model-price-in", 0, "price of a million tokens it reads, for the metrics")
	f.Float64("model-price-out", 0, "price of a million tokens it writes")
	f.String("model-price-currency", "EUR", "currency of the prices")
}

// languageModel returns the language model of the settings, nil when they name
// none.
func (a *app) languageModel() (*openaimodel.Model, error) {
	s := a.settings
	switch {
	case s.ModelURL == "" && s.Model == "":
		return nil, nil //nolint:nilnil // none is a fine choice
	case s.ModelURL == "" || s.Model == "":
		return nil, usagef("a language model needs both --model-url and --model")
	case s.ModelTimeout < 0:
		return nil, usagef("model-timeout must be above zero")
	}
	return a.modelAt(s.ModelURL, s.Model, s.ModelKey)
}

// modelAt returns a model of a server, asked as the settings say.
func (a *app) modelAt(url, name, key string) (*openaimodel.Model, error) {
	s := a.settings
	m, err := openaimodel.New(url, name, &openaimodel.Options{
		APIKey: key, AzureVersion: s.ModelAzureVersion, AttemptTimeout: s.ModelTimeout, Stream: s.ModelStream,
		Observe: func(e openaimodel.Exchange) {
			if a.log != nil {
				a.log.Debug("asked the language model", "model", name, "took", e.Took.Round(time.Millisecond), "tokens_in", e.Input, "tokens_out", e.Output, "error", e.Err)
			}
		},
	})
	if err != nil {
		return nil, usagef("%v", err)
	}
	return m, nil
}

// modelPrice returns what the language model costs by the settings.
func (s *settings) modelPrice() (httpapi.ModelPrice, error) {
	price := httpapi.ModelPrice{InputPerMillion: s.ModelPriceIn, OutputPerMillion: s.ModelPriceOut, Currency: s.ModelPriceCurrency}
	if !(price.InputPerMillion >= 0) || !(price.OutputPerMillion >= 0) {
		return price, usagef("model-price-in and model-price-out must not be below zero")
	}
	if price.InputPerMillion == 0 && price.OutputPerMillion == 0 {
		price.Currency = "" // nothing to count
	} else if price.Currency == "" {
		return price, usagef("model-price-currency is empty; give one such as EUR")
	}
	return price, nil
}

// modelSubject is what findings about the language model are of.
const modelSubject = "model"

// probeTime is how long a language model may take to show that it answers.
const probeTime = 30 * time.Second

// examineModel says of the language model of the settings what probe says.
func (a *app) examineModel(ctx context.Context) []finding {
	m, err := a.languageModel()
	switch {
	case err != nil:
		return []finding{{levelError, modelSubject, err.Error(), "correct the settings"}}
	case m == nil:
		return []finding{{levelOK, modelSubject, "none configured: answers are put together from the texts", ""}}
	}
	defer m.Close()
	return []finding{probe(ctx, m)}
}

// probe says whether a language model answers, and whether it calls tools.
func probe(ctx context.Context, m *openaimodel.Model) finding {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	can, err := m.Probe(ctx)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return finding{levelWarning, modelSubject, fmt.Sprintf("%s gave no answer within %v; questions fail as long as it gives none", m.Name(), probeTime), "look at its server, or choose a faster model"}
	case err != nil:
		return finding{levelWarning, modelSubject, err.Error(), "check --model-url, --model, " + envPrefix + "MODEL_KEY and the server: questions fail until it answers, unless it goes down after a search"}
	case !can.Calls:
		return finding{levelWarning, modelSubject, m.Name() + " answers, but calls no tool: it would answer without having searched", "start its server with tool calls on (vLLM: --enable-auto-tool-choice and --tool-call-parser; llama.cpp: --jinja), or choose another model"}
	case can.Tools == "written":
		return finding{levelWarning, modelSubject, m.Name() + " answers; its server takes no tools, so they are told in the prompt", "start its server with tool calls on, if it has them: answers are better then"}
	}
	return finding{levelOK, modelSubject, fmt.Sprintf("%s answers and calls tools (%s schemas)", m.Name(), can.Tools), ""}
}

// watchModel logs once whether a language model can do what turns need, so that
// an operator need not wait for the first question. What it learns of the server
// holds for the turns.
func (a *app) watchModel(ctx context.Context, model ask.Model) {
	m, ok := model.(*openaimodel.Model)
	if !ok {
		return
	}
	switch f := probe(ctx, m); {
	case ctx.Err() != nil: // the server is being stopped
	case f.Level == levelOK:
		a.log.InfoContext(ctx, "language model", "state", f.Message)
	default:
		a.log.WarnContext(ctx, "language model", "state", f.Message, "advice", f.Advice)
	}
}
