package main

import (
	"errors"
	"testing"
)

// TestApp_SecondReader: who reads drafts a second time, by the settings.
func TestApp_SecondReader(t *testing.T) {
	base := settings{ModelURL: "http://127.0.0.1:1/v1", Model: "writer", ModelKey: "k"}
	for name, tt := range map[string]struct {
		change func(*settings)
		want   string // name of the model; "" for none
		err    error
	}{
		"OK the same":         {func(*settings) {}, "writer", nil},
		"OK off":              {func(s *settings) { s.SecondReading = "off" }, "", nil},
		"OK another there":    {func(s *settings) { s.SecondModel = "reader" }, "reader", nil},
		"OK another server":   {func(s *settings) { s.SecondURL, s.SecondModel = "http://127.0.0.1:2/v1", "reader" }, "reader", nil},
		"ErrUsage no model":   {func(s *settings) { s.SecondURL = "http://127.0.0.1:2/v1" }, "", errUsage},
		"ErrUsage no address": {func(s *settings) { s.SecondURL, s.SecondModel = "ftp://x", "reader" }, "", errUsage},
		"ErrUsage word":       {func(s *settings) { s.SecondReading = "maybe" }, "", errUsage},
	} {
		t.Run(name, func(t *testing.T) {
			a := &app{settings: base}
			tt.change(&a.settings)
			writer, err := a.languageModel()
			if err != nil {
				t.Fatal(err)
			}
			defer writer.Close()
			got, err := a.secondReader(writer)
			if !errors.Is(err, tt.err) {
				t.Fatalf("error %v, want %v", err, tt.err)
			}
			if got == nil != (tt.want == "") || got != nil && got.Name() != tt.want {
				t.Errorf("got %v, want %q", got, tt.want)
			}
			if got != nil {
				got.Close()
			}
		})
	}
}
