package main

import (
	"encoding/json"
	"io/fs"
	"testing"

	"github.com/reglookup/regengine/plugins/plugintest"
	"github.com/reglookup/regengine/regengine/pack"
)

// suite is what the conformance suite cannot know of this country.
func suite() *plugintest.Options {
	examples := make(map[string][]json.RawMessage)
	for _, tt := range worked {
		examples[tt.calculator] = append(examples[tt.calculator], json.RawMessage(tt.input))
	}
	return &plugintest.Options{
		Examples: examples, Languages: languageReaders,
		Samples: map[string]plugintest.Sample{
			"cog":      {Name: "v_commune_2026.csv", Data: []byte(cogSample), Places: 4},
			"communes": {Name: "communes.tsv", Data: []byte("insee_code\tname\tpopulation\n01001\tL'Abergement-Clémenciat\t860\n"), Places: 1},
		},
		ReadPack: func(_ string, files fs.FS) error {
			_, err := pack.Read(files, nil)
			return err
		},
	}
}

func TestCountry(t *testing.T) {
	plugintest.TestCountry(t, country{}, suite())
}

// TestBinary runs the suite on the file that is shipped.
func TestBinary(t *testing.T) {
	needsAll(t, "builds the binary")
	plugintest.TestBinary(t, builtPlugin(t), suite())
}
