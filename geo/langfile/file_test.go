package langfile_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/reglookup/regengine/geo/langfile"
)

func TestRead(t *testing.T) {
	const most = 10
	wrong := "words.txt: no UTF-8 text of at most 10 bytes"
	for _, c := range []struct {
		name, file, want, wrong string
	}{
		{name: "empty"},
		{name: "as it is", file: "# a\nb\r\n", want: "# a\nb\r\n"},
		{name: "byte order mark", file: "\ufeffa\ufeff", want: "a\ufeff"},
		{name: "as long as it may be", file: strings.Repeat("a", most), want: strings.Repeat("a", most)},
		{name: "longer", file: strings.Repeat("a", most+1), wrong: wrong},
		{name: "another encoding", file: "\xe9", wrong: wrong},
		{name: "no text", file: "a\x00", wrong: wrong},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, ok, err := langfile.Read(fstest.MapFS{"words.txt": {Data: []byte(c.file)}}, "words.txt", most)
			if said := message(err); got != c.want || ok != (c.wrong == "") || said != c.wrong {
				t.Errorf("Read = %q, %v, %q, want %q and error %q", got, ok, said, c.want, c.wrong)
			}
		})
	}
	if got, ok, err := langfile.Read(fstest.MapFS{}, "words.txt", most); got != "" || ok || err != nil {
		t.Errorf("Read = %q, %v, %v of no file, want nothing", got, ok, err)
	}
	if _, ok, err := langfile.Read(fstest.MapFS{"words.txt/a": {}}, "words.txt", most); ok || err == nil {
		t.Errorf("Read = %v, %v of a folder, want an error", ok, err)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestPrimary(t *testing.T) {
	for _, c := range []struct {
		tag, want string
		is        bool
	}{
		{"fr", "fr", true}, {"FR-ca", "fr", true}, {"ast-ES", "ast", true},
		{"", "", false}, {"f", "f", false}, {"français", "français", false}, {"abcd-EF", "abcd", false}, {"f1", "f1", false},
	} {
		if got := langfile.Primary(c.tag); got != c.want || langfile.IsPrimary(got) != c.is {
			t.Errorf("Primary(%q) = %q, which IsPrimary says is %v; want %q and %v", c.tag, got, !c.is, c.want, c.is)
		}
	}
}
