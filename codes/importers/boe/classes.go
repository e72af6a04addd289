package boe

import (
	_ "embed"
	"strconv"
	"strings"

	"github.com/reglookup/regengine/codes/importers"
)

// classTable has what the classes of <p> that are no plain text stand for, by
// their beginning: role and level of heading. A class ends in _num or _tit where
// number and title of a heading are two paragraphs.
//
//go:embed classes.tsv
var classTable string

// blockTable has the types of <bloque> that need no heading of their own: the
// title and level of their section, and whether it stands alone, so that nothing
// behind the block belongs to it.
//
//go:embed blocks.tsv
var blockTable string

type class struct {
	family string // "capitulo"
	role   string // "heading", "article", "subheading", "note"; "" for text
	level  int
	part   string // "num", "tit" or ""
}

type blockType struct {
	title string
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
		level, _ := strconv.Atoi(f[2])
		m[f[0]] = blockType{f[1], level, f[3] == "alone"}
	}
	return m
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
