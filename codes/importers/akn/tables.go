package akn

import (
	_ "embed"
	"strings"

	"golang.org/x/text/language"
)

// elementTable says what the elements of the hierarchy are: "division" and "unit"
// are sections, the unit being the provision with a number of its own; "below"
// are the numbered paragraphs of a unit, "item" what stands under these, "list"
// holds items; "title" belongs to a heading, and "skip" is no text of the law.
//
//go:embed elements.tsv
var elementTable string

// dateTable has the names publishers give to dates and events, by what they mean.
//
//go:embed dates.tsv
var dateTable string

// anotherTable has words in the names of publishers' elements that tell of other
// acts than the one in the file.
//
//go:embed another.txt
var anotherTable string

// titleTable has the headings of parts that have none, by language.
//
//go:embed titles.tsv
var titleTable string

var (
	roles     = readPairs(elementTable)
	dateNames = readPairs(dateTable)

	anotherNames = strings.Fields(anotherTable)
)

// readPairs maps the second field of each line to the first.
func readPairs(table string) map[string]string {
	m := make(map[string]string)
	for line := range strings.Lines(table) {
		value, key, _ := strings.Cut(strings.TrimSpace(line), "\t")
		m[key] = value
	}
	return m
}

// titleOf returns the heading of a part without one, in the language of the text
// or else in English.
func titleOf(part, lang string) string {
	base, _ := language.Make(lang).Base()
	title := ""
	for line := range strings.Lines(titleTable) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if f[0] == part && (f[1] == base.String() || title == "" && f[1] == "en") {
			title = f[2]
		}
	}
	return title
}
