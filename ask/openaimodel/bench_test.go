package openaimodel_test

import (
	"testing"

	"github.com/reglookup/regengine/ask/openaimodel/openaitest"
)

// BenchmarkModel_Next is one step of a conversation with two long passages, over
// HTTP to a server that answers at once.
func BenchmarkModel_Next(b *testing.B) {
	s := openaitest.New(openaitest.Says("No consta en las fuentes."))
	defer s.Close()
	m := modelAt(b, s.URL, nil)
	c := longTranscript(b)
	for b.Loop() {
		if _, err := m.Next(b.Context(), c); err != nil {
			b.Fatal(err)
		}
	}
}
