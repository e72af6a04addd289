package pack

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/codes"
)

const worded = `title: Directiva
language: es
wordings:
  fr:
    title: Directive
    short_title: D
    description: |
      Deux
      lignes.
  en: {title: Directive of something}
country: ES
scope: national
territories: [ES]
`

func TestRead_wordings(t *testing.T) {
	got := mustRead(t, minimal(map[string]string{
		"codes/one/code.yaml": worded,
		"codes/one/2019.md":   "---\ntitle: De 2019\nstatus: repealed\nwordings: {fr: {title: De 2019 (fr), author: Le Conseil}}\n---\n",
	}))
	code := got.Data.Codes[0]
	want := map[string]codes.Wording{
		"fr": {Title: "Directive", ShortTitle: "D", Description: "Deux\nlignes."}, "en": {Title: "Directive of something"},
	}
	if diff := cmp.Diff(want, code.Wordings); diff != "" || code.Language != "es" {
		t.Errorf("language %q, wordings (-want +got):\n%s", code.Language, diff)
	}
	old := code.Versions[len(code.Versions)-1]
	if diff := cmp.Diff(map[string]codes.Wording{"fr": {Title: "De 2019 (fr)", Author: "Le Conseil"}}, old.Wordings); diff != "" || old.Slug != "2019" {
		t.Errorf("version %s: wordings (-want +got):\n%s", old.Slug, diff)
	}
}

func TestRead_wordingsErr(t *testing.T) {
	for name, c := range map[string]struct{ from, to, want string }{
		"NoMapping":     {"wordings:\n", "wordings: [fr]\nx:\n", "code.yaml:3: wordings: must be languages"},
		"Tag":           {"  en:", "  English:", `code.yaml:10: wordings: "English" is here twice, or is no BCP 47 tag`},
		"Twice":         {"  en:", "  fr:", "code.yaml:10: wordings: \"fr\" is here twice"},
		"NoTitle":       {"    title: Directive\n", "", "code.yaml:5: title: is required"},
		"UnknownKey":    {"short_title", "author", "code.yaml:6: unknown key \"author\""},
		"NoMappingOfIt": {"{title: Directive of something}", "Directive", "code.yaml:10: must be keys and values"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read(minimal(map[string]string{"codes/one/code.yaml": strings.Replace(worded, c.from, c.to, 1)}), nil)
			var mistakes *Error
			if !errors.As(err, &mistakes) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want %q, got %v", c.want, err)
			}
		})
	}
}
