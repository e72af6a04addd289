package regengine

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/ask"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/verify"
)

func TestAddAskLanguage(t *testing.T) {
	files := fstest.MapFS{"messages.tsv": {Data: []byte("tools.result\tZok: %s.\ntools.verdict.compliant\tflom\nask.quoted\tX %s\n")}}
	if err := AddAskLanguage("qz-QZ", files); err != nil {
		t.Fatal(err)
	}
	words := toolWordingOf(ask.Question{Text: "zo?", Project: &projects.Info{Language: "qz"}})
	if words.result != "Zok: %s." || words.verdicts[verify.Compliant] != "flom" {
		t.Errorf("words %+v", words)
	}
	english := toolWordings["en"]
	if words.step != english.step || words.verdicts[verify.NonCompliant] != english.verdicts[verify.NonCompliant] {
		t.Error("what the files lack is not English")
	}
	if toolWordingFor("qx") != english || toolWordingFor("es-ES") != toolWordings["es"] {
		t.Error("the words of other languages changed")
	}
}

// Every text of the tools has a key, so that another language can have it.
func TestToolWording_Texts(t *testing.T) {
	english := toolWordings["en"]
	again := newToolWording("en", english.texts())
	if diff := cmp.Diff(english, again, cmp.AllowUnexported(toolWording{})); diff != "" {
		t.Error("(-want +got)\n" + diff)
	}
}

func TestCheckAskLanguage(t *testing.T) {
	for _, tag := range []string{"es", "EN-gb"} {
		if err := CheckAskLanguage(tag, fstest.MapFS{}); !errors.Is(err, ErrBuiltInLanguage) {
			t.Errorf("%s: %v", tag, err)
		}
	}
	err := CheckAskLanguage("qy", fstest.MapFS{"messages.tsv": {Data: []byte("tools.result\tZok.\n")}})
	if err == nil || !strings.Contains(err.Error(), "messages.tsv:1:") {
		t.Errorf("error %v", err)
	}
}
