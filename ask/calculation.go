package ask

import (
	"strings"

	"github.com/reglookup/regengine/projects"
)

// CalculationText tells a saved calculation as an answer to a question may, without
// citing: by its name and summary, and that it comes to no verdict where it comes to
// none.
func CalculationText(q Question, c projects.Calculation) string {
	text := c.Name + ": " + c.Summary
	if c.Verdict() != projects.NoVerdict {
		return text
	}
	if end := strings.TrimRight(text, " "); end != "" && !strings.ContainsAny(end[len(end)-1:], ".!?") {
		text = end + "."
	}
	return text + " " + wordsFor(q).say("no_verdict")
}
