package main

import (
	"time"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/ask"
)

// addAskModelFlags defines the settings of a language model that answers.
func addAskModelFlags(f *pflag.FlagSet) {
	f.String("model-url", "", "address of a language model's server, such as http://127.0.0.1:11434/v1; its key is "+envPrefix+"MODEL_KEY; without one answers are put together from the texts")
	f.String("model", "", "name of the model there")
	f.Duration("model-timeout", time.Minute, "how long one request to it may take")
	addModelServerFlags(f)
}

// askModel returns what answers questions by the settings: a language model with
// the built-in one to fall back on, or the built-in one alone. done must be called
// when it is no longer used.
func (a *app) askModel() (model, fallback ask.Model, done func(), err error) {
	m, err := a.languageModel()
	if m == nil || err != nil {
		return a.adapters.model(), nil, func() {}, err
	}
	return m, a.adapters.model(), m.Close, nil
}
