package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestOpenLink opens pages of the server that serves the data folder; where none does,
// there is nothing to open.
func TestOpenLink(t *testing.T) {
	t.Parallel()
	dir := preparedFolder(t, "small")
	lines := map[string]string{ // command -> page below the server
		"codes show norma --open":                           "/codes/norma",
		"codes show norma/2020 --open":                      "/codes/norma/2020",
		"places show ES-28079 --open":                       "/places/ES-28079",
		"search barreras --code norma,norma/2020 --open":    "/codes/norma/2020#",
		"search barreras --code norma --code norma/2020 -h": "",
		"search barreras --code norma/2020 --open --top 1":  "/codes/norma/2020#",
		"search barreras --code norma,norma/2020 --json":    "",
		"search barreras --code norma,nroma --open":         "no",
		"search barreras --code norma,norma/1999 --open":    "no",
		"codes show norma/2020 --open --json":               "/codes/norma/2020",
		"places show ES-28079":                              "",
		"search xyzzy --open":                               "",
	}
	alone := func(line string) (code int, opened, said string) {
		var out, complaints bytes.Buffer
		a := &app{stdout: &out, stderr: &complaints, now: time.Now, adapters: builtin(), logs: &logBuffer{out: &complaints}}
		a.adapters.browse = func(address string) error {
			opened = address
			return nil
		}
		code = a.run(t.Context(), append(strings.Fields(line), "--data-dir", dir))
		return code, opened, out.String() + complaints.String()
	}
	for _, line := range []string{"codes show norma --open", "places show ES-28079 --open", "search barreras --open"} {
		if code, opened, said := alone(line); code != exitUsage || opened != "" || !strings.Contains(said, "without a server") {
			t.Errorf("%s, without a server: %d, %q, %s", line, code, opened, said)
		}
	}
	s := serveInProcess(t, dir)
	for line, page := range lines {
		code, opened, said := alone(line)
		switch page {
		case "no":
			if code == exitOK || opened != "" {
				t.Errorf("%s: %d, %q, %s", line, code, opened, said)
			}
		case "":
			if code != exitOK || opened != "" {
				t.Errorf("%s: %d, %q, %s", line, code, opened, said)
			}
		default:
			if code != exitOK || !strings.HasPrefix(opened, s.BaseURL+page) {
				t.Errorf("%s: %d, opened %q, want %s: %s", line, code, opened, page, said)
			}
		}
	}
	s.stop()
	<-s.ended
}
