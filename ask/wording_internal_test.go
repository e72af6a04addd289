package ask

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every text of the agent has a key, so that another language can have it.
func TestWording_Texts(t *testing.T) {
	english := wordings["en"]
	if diff := cmp.Diff(english, wordingOf(englishTexts()), cmp.AllowUnexported(wording{})); diff != "" {
		t.Error("(-want +got)\n" + diff)
	}
}
