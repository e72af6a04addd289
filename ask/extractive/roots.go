package extractive

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// endingsTXT lists the endings by which a language makes a noun, an adjective or
// a verb of another, the longest first within a line; see the file.
//
//go:embed endings.txt
var endingsTXT string

// endings are those of all languages, the longest first.
var endings = sync.OnceValue(func() []string { return readEndings(endingsTXT) })

func readEndings(text string) []string {
	var list []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, strings.Fields(line)...)
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	return slices.Compact(list)
}

// shortestRoot is what has to be left of a word without its ending, in bytes.
const shortestRoot = 5

// rootMark leads a root in a bag, where it stands beside terms.
const rootMark = "~"

// rootOf is what a folded word shares with the words made of it: "inspeccion" and
// "inspeccionar" are of one root. It is "" for a word too short to tell.
func rootOf(folded string) string {
	if len(folded) <= shortestRoot {
		return ""
	}
	root := withoutEnding(folded, 1)
	return rootMark + withoutEnding(root, innerEnding) // a verb of a noun of a verb
}

// innerEnding is how long an ending that stands before another has to be, in bytes.
const innerEnding = 4

func withoutEnding(word string, shortest int) string {
	for _, end := range endings() {
		if root, ok := strings.CutSuffix(word, end); ok && len(end) >= shortest && len(root) >= shortestRoot {
			return root
		}
	}
	return word
}

//go:embed families.txt
var familiesTXT string

// families maps a word to the other words of its family that no ending tells:
// "recibir" and "recepción". Every key and word is folded.
var families = sync.OnceValue(func() map[string][]string { return readFamilies(familiesTXT) })

func readFamilies(text string) map[string][]string {
	index := map[string][]string{}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		list := strings.Fields(line)
		for _, word := range list {
			for _, other := range list {
				if root := rootOf(other); other != word && root != "" {
					index[rootOf(word)] = append(index[rootOf(word)], root)
				}
			}
		}
	}
	return index
}

// rootsOf are the roots under which a word of the question is looked for.
func rootsOf(folded string) []string {
	root := rootOf(folded)
	if root == "" {
		return nil
	}
	return append([]string{root}, families()[root]...)
}
