package httpapi_test

import (
	"encoding/json"
	"testing"

	"github.com/reglookup/regengine/transport/httpapi"
)

// TestWire_Read: a Go program reads the values of an answer that have a form of their own,
// and writes them again as they came.
func TestWire_Read(t *testing.T) {
	for _, tt := range []struct {
		into any
		text string
	}{
		{new(httpapi.WouldWhen), `true`},
		{new(httpapi.WouldWhen), `"school"`},
		{new(httpapi.WouldWhen), `{"value":4,"unit":"m"}`},
		{new(httpapi.WouldWhen), `{"from":0.1,"from_included":false,"to":null,"to_included":true}`},
		{new(httpapi.CaseValue), `null`},
		{new(httpapi.CaseValue), `false`},
		{new(httpapi.CaseValue), `"D"`},
		{new(httpapi.CaseValue), `["D","E"]`},
		{new(httpapi.CaseValue), `{"unit":"m","value":0.10}`},
	} {
		if err := json.Unmarshal([]byte(tt.text), tt.into); err != nil {
			t.Errorf("%T %s: %v", tt.into, tt.text, err)
			continue
		}
		if got, err := json.Marshal(tt.into); err != nil || string(got) != tt.text {
			t.Errorf("%T %s: written as %s, %v", tt.into, tt.text, got, err)
		}
	}
	for _, wrong := range []string{`[1]`, `{"from":"x"}`} {
		if err := json.Unmarshal([]byte(wrong), new(httpapi.WouldWhen)); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
}
