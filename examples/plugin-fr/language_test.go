package main

import (
	"testing"

	"github.com/reglookup/regengine/regengine/languages"
)

// languageReaders are the parts of the program that read a language folder.
var languageReaders = languages.Readers()

// speakFrench makes French known to this process, as a server does that imported
// the plugin.
func speakFrench(t testing.TB) {
	t.Helper()
	for _, reader := range languageReaders {
		if err := reader.Add("fr", country{}.LanguageFiles()); err != nil {
			t.Fatalf("%s: %v", reader.Name, err)
		}
	}
}

func TestLanguageFiles(t *testing.T) {
	for _, reader := range languageReaders {
		if err := reader.Check("fr", country{}.LanguageFiles()); err != nil {
			t.Errorf("%s: %v", reader.Name, err)
		}
	}
}
