package regengine

import (
	"bytes"
	"io/fs"
	"log/slog"
	"strings"
	"testing"

	"github.com/reglookup/regengine/geo"
)

// What nobody reads any more of a country's words is told in one line, and is no error.
func TestLanguages_TellUnread(t *testing.T) {
	var log bytes.Buffer
	reads := func(_ string, files fs.FS) error {
		_, err := fs.ReadFile(files, "messages.tsv")
		return err
	}
	l := languages{readers: []LanguageReader{{Name: "ask", Check: reads, Add: reads, Retired: []string{"partly"}}}}
	l.tell(t.Context(), slog.New(slog.NewTextHandler(&log, nil)), []Country{{
		Scheme:   geo.SchemeTable{CountryID: "XQ", Tag: "qtx"},
		Language: map[string][]byte{"messages.tsv": []byte("# gone.remark\tx\nask.page\tfolio %d\nask.partly\tx\ngone.quote\t%s\ngone.row\t%s\n"), "old.txt": nil},
	}})
	if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "files=[old.txt]") || !strings.Contains(got, `messages="[ask.partly gone]"`) {
		t.Errorf("logged:\n%s", got)
	}
}
