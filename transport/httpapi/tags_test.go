package httpapi_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
)

// TestAPI_VerifyTags: names as schedules and models write them, with _ and - between
// the words and a tag before or behind them, are checked as the words are.
func TestAPI_VerifyTags(t *testing.T) {
	s := starterServer(t)
	verdict := func(element, parameter, use string) string {
		body, err := json.Marshal(map[string]any{"element": element, "parameter": parameter, "building_use": use, "value": 0.95, "unit": "m", "geo_id": "ES-28079"})
		if err != nil {
			t.Fatal(err)
		}
		w := call(t, s, http.MethodPost, "/api/v1/verify", string(body))
		var got map[string]any
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", body, w.Code, w.Body)
		}
		kept, err := json.Marshal([]any{got["result_status"], got["is_compliant"], got["limit_value"], got["limit_direction"], got["margin"], got["warnings"]})
		if err != nil {
			t.Fatal(err)
		}
		return string(kept)
	}
	for _, plain := range [][3]string{
		{"escalera de uso general", "anchura útil", "residencial vivienda"},
		{"barandilla", "altura", "residencial vivienda"},
	} {
		want := verdict(plain[0], plain[1], plain[2])
		for _, tt := range [][3]string{
			{underscored(plain[0]), plain[1], plain[2]},
			{plain[0], underscored(plain[1]), underscored(plain[2])},
			{underscored(plain[0]), underscored(plain[1]), underscored(plain[2])},
			{"_" + underscored(plain[0]) + "_", plain[1], plain[2]},
			{"MUR-EXT-02 " + plain[0], plain[1], plain[2]},
			{"P-07 " + plain[0], plain[1], plain[2]},
			{"P-07:" + underscored(plain[0]), plain[1], plain[2]},
			{"P_07_" + underscored(plain[0]), plain[1], plain[2]},
			{"IfcStair: " + plain[0], plain[1], plain[2]},
			{"IfcRailing:" + underscored(plain[0]), plain[1], plain[2]},
		} {
			if got := verdict(tt[0], tt[1], tt[2]); got != want {
				t.Errorf("%q:\n got %s\nwant %s", tt, got, want)
			}
		}
	}
}

func underscored(words string) string { return strings.ReplaceAll(words, " ", "_") }
