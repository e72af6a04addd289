package httpapi_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/transport/httpapi/httpapitest"
)

const stair = `{"element":"escalera de uso general","parameter":"anchura útil","value":1.10,"unit":"m","geo_id":"es-28079","codes":[{"slug":"cte-db-sua"}],"building_use":"oficina","as_of":"2024-05-01"}`

func TestReplay(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	for name, body := range map[string]string{
		"OK":       stair,
		"Sparse":   `{"element":"x","parameter":"y","value":1e2,"unit":"?","geo_id":"ES-28079"}`,
		"Repealed": `{"element":"escalera","parameter":"anchura","value":1,"unit":"m","geo_id":"ES-28079","codes":[{"slug":"cte-db-sua","version":"2010-02-19"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			answered := call(t, s, http.MethodPost, "/api/v1/verify?detail=receipt", body).Body.Bytes()
			again, err := httpapi.Replay(t.Context(), s.Engine.Snapshot(), answered, httpapi.EngineName("test"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(answered), string(again.Response)); diff != "" || !again.Same || len(again.Differences) > 0 {
				t.Errorf("same %v, differences %v, bytes (-answered +again):\n%s", again.Same, again.Differences, diff)
			}
		})
	}
}

// A change of the text that a verdict stands on is found, and a change elsewhere
// does not make the verdict another.
func TestReplay_Changed(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	answered := call(t, s, http.MethodPost, "/api/v1/verify?detail=receipt", stair).Body.Bytes()
	data := httpapitest.World(t)
	data.Rules[0].Source = []byte(strings.ReplaceAll(string(data.Rules[0].Source), "stair-width", "stair-width-renamed"))
	data.Rules[0].Rules = nil
	snapshot, err := regengine.NewSnapshot(httpapitest.Schemes(), data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := httpapi.Replay(t.Context(), snapshot, answered, httpapi.EngineName("test"))
	if err != nil {
		t.Fatal(err)
	}
	if again.Same || !cmp.Equal(again.Differences, []string{"the rules changed"}) {
		t.Errorf("same %v, differences %v", again.Same, again.Differences)
	}
}

func TestReplay_Err(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	var answered map[string]json.RawMessage
	if err := json.Unmarshal(call(t, s, http.MethodPost, "/api/v1/verify?detail=receipt", stair).Body.Bytes(), &answered); err != nil {
		t.Fatal(err)
	}
	receipt := string(answered["receipt"])
	for name, raw := range map[string]string{
		"Empty": "", "NotJSON": "x", "Null": "null", "NoReceipt": `{"a":1}`, "Unknown": strings.Replace(receipt, "{", `{"x":1,`, 1),
		"Trailing": receipt + "{}", "Date": strings.Replace(receipt, `"as_of":"2024-05-01"`, `"as_of":"never"`, 1),
		"Value": strings.Replace(receipt, `"value":1.10`, `"value":"a"`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := httpapi.Replay(t.Context(), s.Engine.Snapshot(), []byte(raw), "x"); !errors.Is(err, httpapi.ErrReceipt) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func FuzzReplay(f *testing.F) {
	s := newServer(f, httpapitest.Setup{})
	f.Add(call(f, s, http.MethodPost, "/api/v1/verify?detail=receipt", stair).Body.Bytes())
	f.Add([]byte(`{"receipt":null}`))
	snapshot := s.Engine.Snapshot()
	f.Fuzz(func(t *testing.T, raw []byte) {
		again, err := httpapi.Replay(t.Context(), snapshot, raw, "x")
		if err == nil && !json.Valid(again.Response) {
			t.Errorf("not JSON: %s", again.Response)
		}
	})
}

func TestAPI_BatchCredits(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	bad := strings.Replace(stair, "es-28079", "ES-28999", 1)
	body := `{"checks":[` + strings.Join([]string{stair, bad, stair, "{}", stair}, ",") + `]}`
	before := balance(t, s)
	first := call(t, s, http.MethodPost, "/api/v1/verify/batch", body, "Idempotency-Key", "batch-1")
	if spent := before - balance(t, s); first.Code != http.StatusOK || spent != 3 {
		t.Errorf("status %d, %d credits; want 200 and 3: one for each check that was decided", first.Code, spent)
	}
	again := call(t, s, http.MethodPost, "/api/v1/verify/batch", body, "Idempotency-Key", "batch-1")
	if spent := before - balance(t, s); again.Body.String() != first.Body.String() || spent != 3 {
		t.Errorf("sent again: %d credits in all, the same reply: %v", spent, again.Body.String() == first.Body.String())
	}
	other := call(t, s, http.MethodPost, "/api/v1/verify", stair, "Idempotency-Key", "batch-1")
	if other.Code != http.StatusUnprocessableEntity {
		t.Errorf("the key of a batch used for a check: %d %s", other.Code, other.Body)
	}
}

// What a check gives of circumstances, and its ref, come back from a receipt.
func TestReplay_Circumstances(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	body := `{"element":"escalera","parameter":"rellano","value":1.1,"unit":"m","geo_id":"ES-28079","ref":"r","circumstances":{"lift":true,"persons":{"value":1.2e2,"unit":"personas"}}}`
	answered := call(t, s, http.MethodPost, "/api/v1/verify?detail=receipt", body).Body.Bytes()
	again, err := httpapi.Replay(t.Context(), s.Engine.Snapshot(), answered, httpapi.EngineName("test"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(answered), string(again.Response)); diff != "" || !strings.Contains(diff+string(answered), `"limit_value":1.2`) {
		t.Errorf("bytes (-answered +again):\n%s", diff)
	}
}

// The receipt is part of what a request asks for: a key used with it and without is
// used for two requests, and a usual reply without it is small.
func TestAPI_VerifyDetail(t *testing.T) {
	s := newServer(t, httpapitest.Setup{})
	plain := call(t, s, http.MethodPost, "/api/v1/verify", stair, "Idempotency-Key", "detail")
	if n := plain.Body.Len(); plain.Code != http.StatusOK || n >= 1500 || !strings.Contains(plain.Body.String(), `"receipt":null`) {
		t.Errorf("without: %d, %d bytes: %s", plain.Code, n, plain.Body)
	}
	if other := call(t, s, http.MethodPost, "/api/v1/verify?detail=receipt", stair, "Idempotency-Key", "detail"); other.Code != http.StatusUnprocessableEntity {
		t.Errorf("the same key with the receipt: want 422, got %d", other.Code)
	}
}
