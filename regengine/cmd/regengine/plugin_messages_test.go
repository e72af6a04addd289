package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/plugins/skeleton"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/languages"
)

var (
	messageRemark = regexp.MustCompile(`(?m)^# ([a-z]+\.\S+\t)`)
	messageKey    = regexp.MustCompile(`(?m)^(?:# )?([a-z]+\.\S+)\t`)
)

// TestPlugin_NewMessages: a plugin that is written for another language has every key of
// messages.tsv as a remark, and each is right as it stands.
func TestPlugin_NewMessages(t *testing.T) {
	plan, err := skeleton.New(filepath.Join(t.TempDir(), "plugin"), skeleton.Options{Country: "XQ", Language: "qtx"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Write(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(plan.Dir, "language", "messages.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	country := regengine.Country{Language: map[string][]byte{"messages.tsv": messageRemark.ReplaceAll(file, []byte("$1"))}}
	for _, r := range languages.Readers() {
		if err := r.Check("qtx", country.Words()); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
	french, err := os.ReadFile(filepath.Join(skeleton.FindEngine("."), "examples", "plugin-fr", "language", "messages.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var missing []string
	have := keysOf(file)
	for _, key := range keysOf(french) {
		if !slices.Contains(have, key) {
			missing = append(missing, key)
		}
	}
	if diff := cmp.Diff([]string(nil), missing); diff != "" {
		t.Errorf("keys the French file has and plugins/skeleton/files/language/messages.tsv.tmpl has not:\n%s", diff)
	}
}

func keysOf(file []byte) (keys []string) {
	for _, m := range messageKey.FindAllSubmatch(file, -1) {
		keys = append(keys, string(m[1]))
	}
	return keys
}
