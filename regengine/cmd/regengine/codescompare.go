package main

import (
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/transport/httpapi"
)

func newCodesCompare(a *app) *cobra.Command {
	var o readingOptions
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "compare CODE FROM TO",
		Short: "Compare two editions of a code: sections, words, limits",
		Long: `Compare two editions of a code: which sections came and went, what changed in the others
word by word, and which limits have another figure. What was taken out stands in [- -],
what came in between {+ +}, or in colours at a terminal.`,
		Example: `  regengine codes compare cte-db-he 2013 2022
  regengine codes compare DB-HE 2013 2022 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.readingTexts(cmd.Context(), o, func(c *client) error {
				got, err := c.compare(cmd.Context(), args[0], args[1], args[2])
				if err != nil {
					return err
				}
				return a.print(got, func(w io.Writer) { writeComparison(w, painter{a.colours()}, got) })
			})
		},
	}), 3)
	o.addFlags(cmd.Flags())
	return cmd
}

func (c *client) compare(ctx context.Context, name, from, to string) (got httpapi.CompareResponse, err error) {
	code, err := c.code(ctx, name)
	if err != nil {
		return got, err
	}
	for _, version := range []string{from, to} {
		if err := knownVersion(code, version); err != nil {
			return got, err
		}
	}
	err = c.get(ctx, "/api/v1/codes/"+url.PathEscape(code.Slug)+"/compare", url.Values{"from": {from}, "to": {to}}, &got)
	return got, err
}

func writeComparison(w io.Writer, paint painter, got httpapi.CompareResponse) {
	if !got.Hosted {
		fmt.Fprintln(w, "the text of one of them is not here: nothing can be compared")
		return
	}
	for i := range got.Changes {
		writeSectionChange(w, paint, &got.Changes[i])
	}
	fmt.Fprintf(w, "%d sections are alike, %d are not\n", got.Same, len(got.Changes))
}

func writeSectionChange(w io.Writer, paint painter, c *httpapi.SectionChange) {
	fmt.Fprintln(w, paint.bold(inert(c.Change+": "+c.Title))+paint.faint("  #"+c.Section))
	for _, l := range c.Limits {
		writeIndented(w, paint.bold(inert(fmt.Sprintf("%s: %s -> %s", l.Of, statedText(l.From), statedText(l.To)))))
	}
	switch {
	case c.Text != nil:
		writeIndented(w, inert(shorten(*c.Text)))
	default:
		writeIndented(w, wordChanges(paint, c.Words))
	}
	fmt.Fprintln(w)
}

// wordsAround is how many letters of what stayed are shown beside what changed.
const wordsAround = 60

// wordChanges shows what became of words, and a little of those around.
func wordChanges(paint painter, words []httpapi.WordChange) string {
	var b strings.Builder
	for i, change := range words {
		text := inert(change.Text)
		switch change.Change {
		case "removed":
			b.WriteString(paint.changed("31", "[-", text, "-]"))
		case "added":
			b.WriteString(paint.changed("32", "{+", text, "+}"))
		default:
			b.WriteString(paint.faint(around(text, i > 0, i+1 < len(words))))
		}
	}
	return strings.TrimSpace(b.String())
}

// changed marks what was put in or taken out by a colour, or by signs where there is none.
func (p painter) changed(colour, open, text, end string) string {
	if p.on {
		return p.wrap(colour, text)
	}
	trimmed := strings.TrimSpace(text)
	if trimmed == "" {
		return text
	}
	before, behind, _ := strings.Cut(text, trimmed)
	return before + open + trimmed + end + behind
}

// around cuts a text that stayed to what stands beside a change before it, behind it.
func around(text string, before, behind bool) string {
	letters := []rune(text)
	keep := 0
	if before {
		keep += wordsAround
	}
	if behind {
		keep += wordsAround
	}
	if len(letters) <= keep {
		return text
	}
	cut := ""
	if before {
		cut = string(letters[:wordsAround])
	}
	cut += " … "
	if behind {
		cut += string(letters[len(letters)-wordsAround:])
	}
	return cut
}

// statedText writes a limit.
func statedText(l httpapi.StatedLimit) string {
	unit := orEmpty(l.Unit)
	if l.LimitMin != nil && l.LimitMax != nil {
		return strings.TrimSpace(decimalText(l.LimitMin) + " to " + decimalText(l.LimitMax) + " " + unit)
	}
	return strings.Join(strings.Fields(l.Operator+" "+decimalText(l.LimitValue)+" "+unit), " ")
}
