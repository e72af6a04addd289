package main

import (
	"time"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/openaimodel"
)

// addAskModelFlags defines the settings of a language model that answers.
func addAskModelFlags(f *pflag.FlagSet) {
	f.String("model-url", "", "address of a language model's server, such as http://127.0.0.1:11434/v1; its key is "+envPrefix+"MODEL_KEY; without one answers are put together from the texts")
	f.String("model", "", "name of the model there")
	f.Duration("model-timeout", time.Minute, "how long one request to it may take")
	addModelServerFlags(f)
	f.String("second-reading", "on", "whether it reads its drafts a second time against what they cite: on or off")
	f.String("second-url", "", "address of another server for the second reading; its key is "+envPrefix+"SECOND_KEY")
	f.String("second-model", "", "name of the model there, or of another one at --model-url")
}

// answerers are what answers questions.
type answerers struct {
	model, fallback ask.Model
	reader          ask.SecondReader // nil: drafts are not read a second time
	close           func()           // to be called when they are no longer used
}

// askModel returns what answers questions by the settings: a language model with
// the built-in one to fall back on, or the built-in one alone.
func (a *app) askModel() (*answerers, error) {
	m, err := a.languageModel()
	if m == nil || err != nil {
		return &answerers{model: a.adapters.model(), close: func() {}}, err
	}
	reader, err := a.secondReader(m)
	if err != nil {
		m.Close()
		return nil, err
	}
	out := &answerers{model: m, fallback: a.adapters.model(), close: m.Close}
	if reader != nil {
		out.reader = reader
		out.close = func() { m.Close(); reader.Close() }
	}
	return out, nil
}

// secondReader returns the model that reads drafts a second time, nil for none.
func (a *app) secondReader(m *openaimodel.Model) (*openaimodel.Model, error) {
	s := a.settings
	switch {
	case s.SecondReading == "off":
		return nil, nil //nolint:nilnil // none is a fine choice
	case s.SecondReading != "on" && s.SecondReading != "":
		return nil, usagef("second-reading is %s; it can be on or off", quote(s.SecondReading))
	case s.SecondURL == "" && s.SecondModel == "":
		return m, nil
	case s.SecondURL != "" && s.SecondModel == "":
		return nil, usagef("a second reader at --second-url needs --second-model")
	}
	url, key := s.ModelURL, s.ModelKey
	if s.SecondURL != "" {
		url, key = s.SecondURL, s.SecondKey
	}
	return a.modelAt(url, s.SecondModel, key)
}
