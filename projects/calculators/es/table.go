package es

import (
	"embed"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/projects/calculators"
)

// data holds the tables of the norms: lines of cells apart by tabs, after lines with
// # that say where the figures stand.
//
//go:embed data/*.tsv
var data embed.FS

// rowsOf reads a table. The tables are part of the program, so a broken one is a
// programming error.
func rowsOf(name string, columns int) [][]string {
	text, err := data.ReadFile("data/" + name + ".tsv")
	if err != nil {
		panic("calculators/es: " + err.Error())
	}
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(cells) != columns {
			panic(fmt.Sprintf("calculators/es: %s.tsv: %d cells in %q, not %d", name, len(cells), line, columns))
		}
		rows = append(rows, cells)
	}
	return rows
}

// number reads a cell; an empty one is no number.
func number(cell string) exact {
	if cell == "" {
		return open
	}
	return dec(cell)
}

// numbers reads cells.
func numbers(cells []string) []exact {
	list := make([]exact, len(cells))
	for i := range cells {
		list[i] = number(cells[i])
	}
	return list
}

// pick returns the cell whose bound, up to and including, holds a value: bounds rise,
// and there is one cell more than bounds.
func pick(cells, bounds []exact, value exact) exact {
	for i, upTo := range bounds {
		if !upTo.Less(value) {
			return cells[i]
		}
	}
	return cells[len(bounds)]
}

// optionsOf makes a choice of a table: its keys and titles.
func optionsOf(rows [][]string, key, title int) []option {
	list := make([]option, len(rows))
	for i, row := range rows {
		list[i] = opt(row[key], row[title])
	}
	return list
}

// opt is one value of a choice.
func opt(value, title string) option { return calculators.Option{Value: value, Title: title} }
