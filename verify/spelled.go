package verify

import (
	"strings"

	"github.com/reglookup/regengine/verify/quantity"
)

// digits writes numbers that stand in words as digits, so that "una caída de siete
// metros" is read as "una caída de 7 metros". Words that are articles as well
// ("un", "a") stay: they mostly count nothing.
// lang "" lets the text tell its language.
func digits(text, lang string) string {
	if lang == "" {
		lang = guessLanguage(strings.Fields(fold(text)))
	}
	var out strings.Builder
	last := 0
	for _, f := range quantity.Figures(text, lang, &quantity.FigureOptions{Words: true}) {
		end := f.Start + wordLength(text[f.Start:])
		if !f.Written || f.Article || f.Form != quantity.Single || !f.Value.IsInt() || f.Start < last || end <= f.Start {
			continue
		}
		out.WriteString(text[last:f.Start])
		out.WriteString(f.Value.String())
		last = end
		if strings.HasPrefix(text[last:], "-") { // "two-bedroom"
			out.WriteByte(' ')
			last++
		}
	}
	if last == 0 {
		return text
	}
	return out.String() + text[last:]
}
