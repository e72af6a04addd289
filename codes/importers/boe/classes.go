package boe

import (
	_ "embed"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// classTable has what the classes of <p> that are no plain text stand for, by
// their beginning: role and level of heading. A class ends in _num or _tit where
// number and title of a heading are two paragraphs.
//
//go:embed classes.tsv
var classTable string

// blockTable has the types of <bloque> that need no heading of their own: the
// level of their section, and whether it stands alone, so that nothing behind the
// block belongs to it.
//
//go:embed blocks.tsv
var blockTable string

// titleTable has the titles of such sections, by type and language.
//
//go:embed titles.tsv
var titleTable string

type class struct {
	family string // "capitulo"
	role   string // "heading", "article", "subheading", "note"; "" for text
	level  int
	part   string // "num", "tit" or ""
}

type blockType struct {
	level int
	alone bool
}

var (
	classes    = readClasses()
	blockTypes = readBlockTypes()
)

func readClasses() map[string]class {
	m := make(map[string]class)
	for line := range strings.Lines(classTable) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		level, _ := strconv.Atoi(f[2])
		m[f[0]] = class{family: f[0], role: f[1], level: level}
	}
	return m
}

func readBlockTypes() map[string]blockType {
	m := make(map[string]blockType)
	for line := range strings.Lines(blockTable) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		level, _ := strconv.Atoi(f[1])
		m[f[0]] = blockType{level, f[2] == "alone"}
	}
	return m
}

// placeholder is a title that only says of what type the block is: "[preambulo]".
var placeholder = lazyregexp.New(`^\[\s*(.*?)\s*\]$`)

// titleOf returns the title of a block: its own, or where that is only the name
// of its type or none, what such a section is called in the language of the text.
func titleOf(n *importers.Node, lang string) string {
	title := strings.TrimSpace(n.Attr("titulo"))
	m := placeholder.FindStringSubmatch(title)
	if m == nil && title != "" {
		return title
	}
	if t := typeTitle(n.Attr("tipo"), lang); t != "" || m == nil {
		return t
	}
	if t := typeTitle(m[1], lang); t != "" {
		return t
	}
	first, size := utf8.DecodeRuneInString(m[1])
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + m[1][size:]
}

// typeTitle returns the title of a type, "" when it has none. A language without
// titles of its own has those of Spanish, in which the publisher writes.
func typeTitle(kind, lang string) string {
	fold := func(s string) string { return strings.NewReplacer("-", "", "_", "").Replace(importers.SlugOf(s)) }
	base, _ := language.Make(lang).Base()
	title := ""
	for line := range strings.Lines(titleTable) {
		f := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if fold(f[0]) == fold(kind) && (f[1] == base.String() || title == "" && f[1] == "es") {
			title = f[2]
		}
	}
	return title
}

// classOf returns what a <p> is. Of several classes the first known counts.
func classOf(n *importers.Node) class {
	for _, name := range strings.Fields(n.Attr("class")) {
		family, part, _ := strings.Cut(name, "_")
		if c, ok := classes[family]; ok {
			if part == "num" || part == "tit" {
				c.part = part
			}
			return c
		}
	}
	return class{}
}

// provision tells an additional, transitional, repealing or final provision, or
// the heading over several, by its title.
func provision(title string) (single, group bool) {
	first, _, _ := strings.Cut(importers.SlugOf(title), "-")
	switch first {
	case "disposicion", "disposicio":
		return true, false
	case "disposiciones", "disposicions":
		return false, true
	}
	return false, false
}
