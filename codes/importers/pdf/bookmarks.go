package pdf

import (
	"strings"
	"unicode"
	"unicode/utf16"
)

// The most of an outline that is read.
const (
	maxBookmarks     = 20_000
	maxBookmarkDepth = 12
)

// bookmark is an entry of the outline.
type bookmark struct {
	title string
	level int // from 1
	page  int // from 1; 0 unknown
}

// bookmarks is the outline of a file, to be asked for headings.
type bookmarks struct {
	list []bookmark
	by   map[string][]bookmark // by title, letters and figures only
}

func newBookmarks(list []bookmark) *bookmarks {
	b := &bookmarks{list: list, by: make(map[string][]bookmark)}
	for _, m := range list {
		if key := plain(m.title); key != "" {
			b.by[key] = append(b.by[key], m)
		}
	}
	return b
}

// level returns the level of the bookmark that leads to a heading; 0 when none
// does.
func (b *bookmarks) level(page int, text string) int {
	if b == nil {
		return 0
	}
	for _, m := range b.by[plain(text)] {
		if m.page == 0 || m.page == page {
			return m.level
		}
	}
	return 0
}

// plain is a text without blanks and marks, in lower case.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// bookmarks reads the outline. One that goes round in circles ends at its bounds.
func (e *engine) bookmarks(doc uint64) ([]bookmark, error) {
	var list []bookmark
	seen := make(map[uint64]bool)
	var walk func(parent uint64, level int) error
	walk = func(parent uint64, level int) error {
		entry, err := e.call("FPDFBookmark_GetFirstChild", doc, parent)
		for err == nil && entry != 0 && !seen[entry] && len(list) < maxBookmarks && level <= maxBookmarkDepth {
			seen[entry] = true
			m := bookmark{level: level}
			if m.title, m.page, err = e.bookmark(doc, entry); err != nil {
				return err
			}
			list = append(list, m)
			if err = walk(entry, level+1); err != nil {
				return err
			}
			entry, err = e.call("FPDFBookmark_GetNextSibling", doc, entry)
		}
		return err
	}
	return list, walk(0, 1)
}

func (e *engine) bookmark(doc, entry uint64) (title string, page int, err error) {
	n, err := e.ask("FPDFBookmark_GetTitle", entry, uint64(e.scratch), scratchSize)
	if err != nil {
		return "", 0, err
	}
	if n <= scratchSize {
		title = string(utf16.Decode(e.utf16(n)))
	}
	dest, err := e.call("FPDFBookmark_GetDest", doc, entry)
	if err != nil || dest == 0 {
		return title, 0, err
	}
	index, err := e.ask("FPDFDest_GetDestPageIndex", doc, dest)
	return title, max(index+1, 0), err
}
