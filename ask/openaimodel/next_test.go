package openaimodel_test

import (
	"testing"
	"time"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/asktest"
	"github.com/reglookup/regengine/ask/openaimodel"
	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

// serve starts a scripted server and a model that asks it.
func serve(t *testing.T, opts *openaimodel.Options, steps ...openaitest.Step) (*openaimodel.Model, *openaitest.Server) {
	t.Helper()
	s := openaitest.New(steps...)
	t.Cleanup(s.Close)
	return modelAt(t, s.URL, opts), s
}

func modelAt(t testing.TB, url string, opts *openaimodel.Options) *openaimodel.Model {
	t.Helper()
	var o openaimodel.Options
	if opts != nil {
		o = *opts
	}
	if o.Backoff == 0 {
		o.Backoff = time.Millisecond
	}
	if o.AttemptTimeout == 0 {
		o.AttemptTimeout = 5 * time.Second
	}
	m, err := openaimodel.New(url, "small", &o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

// TestModel runs the suite of every model over a server that reads, whole and
// streamed, with tools of every kind.
func TestModel(t *testing.T) {
	for name, opts := range map[string]*openaimodel.Options{"Whole": nil, "Streamed": {Stream: true}} {
		t.Run(name, func(t *testing.T) {
			asktest.TestModel(t, func(t *testing.T) ask.Model {
				m, _ := serve(t, opts, openaitest.Reads())
				return m
			})
		})
	}
}
