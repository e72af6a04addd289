package regengine_test

import (
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/regengine"
)

func TestUnreadWords(t *testing.T) {
	opens := func(names ...string) func(string, fs.FS) error {
		return func(_ string, files fs.FS) error {
			for _, name := range names {
				if _, err := fs.ReadFile(files, name); err != nil {
					return err
				}
			}
			return nil
		}
	}
	readers := []regengine.LanguageReader{{Name: "a", Check: opens("absent.txt")}, {Name: "b", Check: opens("stem.tsv", "stopwords.txt")}}
	files := map[string][]byte{"stopword.txt": nil, "stem.tsv": nil, "stopwords.txt": nil, "figure.txt": nil}
	if diff := cmp.Diff([]string{"figure.txt", "stopword.txt"}, regengine.UnreadWords(readers, "qtx", files)); diff != "" {
		t.Errorf("unread (-want +got):\n%s", diff)
	}
	for _, none := range []map[string][]byte{nil, {}} {
		if got := regengine.UnreadWords(readers, "qtx", none); len(got) > 0 {
			t.Errorf("of no files: %q", got)
		}
	}
}
