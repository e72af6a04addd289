package verify

import (
	"embed"
	"io/fs"
	"path"
	"strings"
)

// The words that say where, of what or how a thing is built and change nothing
// about what it is: "barandilla de vidrio en la terraza del ático". One file a
// language, named by its tag: a wording a line or several after commas, # begins
// a heading. Rules files add their own under "context".
//
//go:embed vocabulary
var vocabularyFiles embed.FS

// vocabulary returns the built-in words of every language.
func vocabulary() Names {
	out := Names{}
	files, err := fs.Glob(vocabularyFiles, "vocabulary/*.txt")
	if err != nil {
		return out // the pattern is well formed
	}
	for _, name := range files {
		text, err := vocabularyFiles.ReadFile(name)
		if err != nil {
			continue // embedded files can be read
		}
		lang := strings.TrimSuffix(path.Base(name), ".txt")
		out[lang] = readVocabulary(string(text))
	}
	return out
}

func readVocabulary(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for wording := range strings.SplitSeq(line, ",") {
			if wording = strings.TrimSpace(wording); wording != "" {
				out = append(out, wording)
			}
		}
	}
	return out
}
