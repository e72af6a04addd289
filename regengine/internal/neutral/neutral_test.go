package neutral

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCell(t *testing.T) {
	got := map[string]string{}
	want := map[string]string{
		"": "", "Calle Mayor, 3": "Calle Mayor, 3", "-1.5": "-1.5", "+3,2e-4": "+3,2e-4", "a=b": "a=b",
		"=1+1": "'=1+1", "+1+1": "'+1+1", "-1-1": "'-1-1", "@SUM(A1)": "'@SUM(A1)", " \t=1": "' \t=1", "\ufeff=1": "'\ufeff=1",
		"＝1": "'＝1", "−1": "'−1", "\tx": "'\tx", "\rx": "'\rx", "\n@x": "'\n@x",
	}
	for text := range want {
		got[text] = Cell(text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
