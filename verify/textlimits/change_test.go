package textlimits_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/verify/rules"
	"github.com/reglookup/regengine/verify/textlimits"
)

func TestCompare(t *testing.T) {
	limit := func(value string, phrases ...textlimits.Phrase) textlimits.Limit {
		return textlimits.Limit{Op: rules.AtMost, Value: value, Unit: "W/m²K", Phrases: phrases}
	}
	row := func(text string) textlimits.Phrase { return textlimits.Phrase{Role: textlimits.RowRole, Text: text} }
	zone := func(text string) textlimits.Phrase { return textlimits.Phrase{Role: textlimits.ColumnRole, Text: text} }
	heading := func(text string) textlimits.Phrase {
		return textlimits.Phrase{Role: textlimits.HeadingRole, Text: text}
	}
	from := []textlimits.Limit{
		limit("0.60", heading("Tabla 2.3"), row("Muros"), zone("D")),
		limit("0.75", row("Muros"), zone("C")),
		limit("1", row("Twice")), limit("2", row("Twice")),
		limit("3", row("Only before")),
		limit("4"),
	}
	to := []textlimits.Limit{
		limit("0.41", heading("Tabla 3.1.1.a"), row("muros"), zone("D")), // another heading, another letter case
		limit("0.75", row("Muros"), zone("C")),
		limit("9", row("Twice")),
		limit("3", row("Only now")),
		limit("5"), // of nothing that is named
	}
	want := []textlimits.Change{{Of: "muros · D", From: from[0], To: to[0]}}
	if diff := cmp.Diff(want, textlimits.Compare(from, to)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
