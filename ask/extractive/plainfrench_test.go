package extractive_test

import (
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/ask/extractive"
	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/langfile"
)

// frenchFiles are the language files of the example plugin for France.
const frenchFiles = "../../examples/plugin-fr/language"

// speakFrench makes French known to the process, as a server does that imported the
// plugin. Texts of this part may stand in a part of messages.tsv.
func speakFrench(t testing.TB) {
	t.Helper()
	if err := french(); err != nil {
		t.Fatal(err)
	}
}

var french = sync.OnceValue(func() error {
	files, err := languageFolder(frenchFiles)
	if err != nil {
		return err
	}
	for _, add := range []func(string, fs.FS) error{retrieval.AddLanguage, ask.AddLanguage, extractive.AddLanguage} {
		if err := add("fr", files); err != nil {
			return err
		}
	}
	return nil
})

// languageFolder reads a folder, with the parts of messages.tsv put together.
func languageFolder(dir string) (fs.FS, error) {
	files := fstest.MapFS{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var messages []byte
	_, err = os.Stat(dir + "/" + langfile.MessagesFile)
	whole := err == nil // the parts are put together already
	for _, e := range entries {
		data, err := os.ReadFile(dir + "/" + e.Name())
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(e.Name(), "messages.") {
			if whole && e.Name() != langfile.MessagesFile {
				continue
			}
			messages = append(append(messages, data...), '\n')
			continue
		}
		files[e.Name()] = &fstest.MapFile{Data: data}
	}
	files[langfile.MessagesFile] = &fstest.MapFile{Data: messages}
	return files, nil
}
