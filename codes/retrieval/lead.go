package retrieval

import (
	"regexp"
	"slices"
	"strings"
)

// itemMark begins a paragraph that is an item of a list: "a) ", "2. ", "– ".
var itemMark = regexp.MustCompile(`^\s*(?:[-–—•*]\s|(?:[a-zñ]|[ivx]{1,4}|[0-9]{1,2})[.)]\s|[0-9]{1,2}\.?[ºª]\.?\s)`)

// maxLead is the longest lead in bytes; what is longer is a text of its own.
const maxLead = 600

// fillLeads gives every list, and every item set as a paragraph, the paragraph
// it stands under. Blocks come in order of document and position.
func fillLeads(blocks []Block) {
	lead := -1 // of the section so far
	for i := range blocks {
		b := &blocks[i]
		if lead >= 0 && !sameSection(&blocks[lead], b) {
			lead = -1
		}
		switch {
		case b.Kind == List:
			if lead >= 0 && (lead == i-1 || announces(blocks[lead].Text)) {
				b.Lead = blocks[lead].Text
			}
		case b.Kind == Paragraph && itemMark.MatchString(b.Text):
			if lead >= 0 && announces(blocks[lead].Text) {
				b.Lead = blocks[lead].Text
			}
		case b.Kind == Paragraph && len(b.Text) <= maxLead:
			lead = i
		default:
			lead = -1
		}
	}
}

// announces reports whether a paragraph says that items follow.
func announces(text string) bool { return strings.HasSuffix(strings.TrimSpace(text), ":") }

func sameSection(a, b *Block) bool {
	return a.Doc == b.Doc && a.Section == b.Section && slices.Equal(a.Path, b.Path)
}
