package openaihttp

import (
	"net/http"
	"testing"
	"time"
)

func FuzzRetryAfter(f *testing.F) {
	f.Add("7", "")
	f.Add("NaN", "1e400")
	f.Add("Mon, 02 Mar 2026 10:00:09 GMT", "-1")
	now := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, seconds, ms string) {
		h := http.Header{"Retry-After": {seconds}, "Retry-After-Ms": {ms}}
		if d := retryAfter(h, now); d < 0 || d > 24*time.Hour {
			t.Fatalf("wait %v", d)
		}
	})
}
