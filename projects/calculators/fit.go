package calculators

import "strings"

// The most a project keeps of a calculation; see projects.Calculation.
const (
	maxLines   = 200  // steps, and sources
	maxLine    = 2000 // code points of one of them
	maxSummary = 4000 // code points
)

// fit makes lines that can be kept: where there are too many, neighbours share a line,
// so that none is lost; one that is too long is cut.
func fit(lines []string) []string {
	each := max(1, (len(lines)+maxLines-1)/maxLines)
	var kept []string
	for from := 0; from < len(lines); from += each {
		kept = append(kept, cut(strings.Join(lines[from:min(from+each, len(lines))], " "), maxLine))
	}
	return kept
}

// cut ends a text that is longer than so many code points with an ellipsis.
func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}
