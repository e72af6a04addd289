package importers_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/retrieval"
)

func cell(text string) importers.Cell { return importers.Cell{Text: text} }

func merged(text string, rows, cols int) importers.Cell {
	return importers.Cell{Text: text, Rows: rows, Cols: cols}
}

func TestGrid_Table(t *testing.T) {
	tests := map[string]struct {
		rows   [][]importers.Cell
		header int // rows in the head
		want   *retrieval.Table
	}{
		"head of two rows": {
			header: 2,
			rows: [][]importers.Cell{
				{merged("Use", 2, 1), merged("Width", 1, 2)},
				{cell("min (m)"), cell("max (m)")},
				{cell("Home"), cell("0,80"), cell("1,00")},
				{merged("Office", 1, 1), merged("1,20", 1, 2)},
			},
			want: &retrieval.Table{
				Header: []string{"Use", "Width / min (m)", "Width / max (m)"},
				Head:   [][]string{{"Use", "Width", "Width"}, {"Use", "min (m)", "max (m)"}},
				Rows:   [][]string{{"Home", "0,80", "1,00"}, {"Office", "1,20", "1,20"}},
				Spans:  []retrieval.Span{{Row: 0, Col: 0, Rows: 2, Cols: 1}, {Row: 0, Col: 1, Rows: 1, Cols: 2}, {Row: 3, Col: 1, Rows: 1, Cols: 2}},
			},
		},
		"spans wider than the table": {
			header: 1,
			rows: [][]importers.Cell{
				{cell("a"), cell("b")},
				{merged("all", 100000, 100000)},
				{cell("late")},
			},
			want: &retrieval.Table{
				Header: []string{"a", "b", ""},
				Rows:   [][]string{{"all", "all", ""}, {"all", "all", "late"}},
				Spans:  []retrieval.Span{{Row: 0, Col: 0, Rows: 2, Cols: 2}},
			},
		},
		"columns and rows without anything of their own": {
			header: 1,
			rows: [][]importers.Cell{
				{merged("a", 1, 3), merged("b", 1, 3), cell("")},
				{merged("1", 2, 3), merged("2", 2, 3), cell("")},
				{},
				{cell(""), cell("")},
			},
			want: &retrieval.Table{Header: []string{"a", "b"}, Rows: [][]string{{"1", "2"}}},
		},
		"caption and notes set as rows": {
			rows: [][]importers.Cell{
				{cell("Estancia"), cell("Superficie")},
				{merged("Tabla 2.1 Superficies", 1, 2)},
				{cell("Salón"), cell("12 m²")},
				{merged("(1) Sin contar armarios", 1, 2)},
			},
			want: &retrieval.Table{
				Caption: "Tabla 2.1 Superficies", Header: []string{"Estancia", "Superficie"},
				Rows: [][]string{{"Salón", "12 m²"}}, Notes: []string{"(1) Sin contar armarios"},
			},
		},
		"notes with marks in brackets": {
			header: 1,
			rows: [][]importers.Cell{
				{cell("Gas (*)"), cell("Límite (a)")},
				{cell("CO2"), cell("900")},
				{merged("(*) Concentración media de un año.", 1, 2)},
				{merged("(a) En partes por millón.", 1, 2)},
			},
			want: &retrieval.Table{
				Header: []string{"Gas (*)", "Límite (a)"}, Rows: [][]string{{"CO2", "900"}},
				Notes: []string{"(*) Concentración media de un año.", "(a) En partes por millón."},
			},
		},
		"no header where nothing shows one": {
			rows: [][]importers.Cell{{cell("red"), cell("stop")}, {cell("green"), cell("go")}},
			want: &retrieval.Table{Rows: [][]string{{"red", "stop"}, {"green", "go"}}},
		},
		"figures in the first row": {
			rows: [][]importers.Cell{{cell("A"), cell("1")}, {cell("B"), cell("2")}},
			want: &retrieval.Table{Rows: [][]string{{"A", "1"}, {"B", "2"}}},
		},
		"header guessed over two rows": {
			rows: [][]importers.Cell{
				{merged("Zona", 2, 1), merged("Transmitancia", 1, 2)},
				{cell("Muro"), cell("Hueco")},
				{cell("A"), cell("0,80"), cell("2,7")},
			},
			want: &retrieval.Table{
				Header: []string{"Zona", "Transmitancia / Muro", "Transmitancia / Hueco"},
				Head:   [][]string{{"Zona", "Transmitancia", "Transmitancia"}, {"Zona", "Muro", "Hueco"}},
				Rows:   [][]string{{"A", "0,80", "2,7"}},
				Spans:  []retrieval.Span{{Row: 0, Col: 0, Rows: 2, Cols: 1}, {Row: 0, Col: 1, Rows: 1, Cols: 2}},
			},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var tables importers.Tables
			g := tables.New()
			for i, row := range test.rows {
				g.Row(i < test.header)
				for _, c := range row {
					g.Cell(c)
				}
			}
			got, ok := g.Table()
			if !ok {
				t.Fatal("no table")
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestGrid_EndGroup(t *testing.T) {
	var tables importers.Tables
	g := tables.New()
	for _, label := range []string{"x", "y"} {
		g.Row(false)
		g.Cell(merged(label, 9, 1))
		g.Cell(cell("1"))
		g.EndGroup()
	}
	got, _ := g.Table()
	if diff := cmp.Diff([][]string{{"x", "1"}, {"y", "1"}}, got.Rows); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Nothing a file says of spans makes a table much larger than the file, and what
// is too large is still there as lines.
func TestGrid_Bombs(t *testing.T) {
	bombs := map[string]func(g *importers.Grid){
		"stairs of wide cells": func(g *importers.Grid) {
			for i := range 1200 {
				g.Row(false)
				g.Cell(merged("a", 1, i+1))
				g.Cell(cell("b"))
			}
		},
		"long text repeated": func(g *importers.Grid) {
			g.Row(false)
			for range 500 {
				g.Cell(cell("c"))
			}
			for range 50 {
				g.Row(false)
				g.Cell(merged(strings.Repeat("x", 1000), 1, 1000))
			}
		},
		"one row of many, many empty rows": func(g *importers.Grid) {
			g.Row(false)
			for range 3000 {
				g.Cell(merged("a", 1<<30, 1))
			}
			for range 3000 {
				g.Row(false)
			}
		},
	}
	for name, fill := range bombs {
		t.Run(name, func(t *testing.T) {
			var tables importers.Tables
			g := tables.New()
			fill(g)
			if table, ok := g.Table(); ok {
				t.Errorf("made a table of %d rows", len(table.Rows))
			}
			if len(g.Lines()) == 0 {
				t.Error("the text is lost")
			}
		})
	}
}

// Every row has a cell for each column, spans stay inside, and every text of the
// source is somewhere.
func TestGrid_Shape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tables importers.Tables
		g := tables.New()
		var texts []string
		for range rapid.IntRange(1, 6).Draw(t, "rows") {
			g.Row(rapid.Bool().Draw(t, "header"))
			for range rapid.IntRange(0, 5).Draw(t, "cells") {
				text := rapid.SampledFrom([]string{"", "a", "b 1", "2,5 m", "Tabla 3 x", "(1) n"}).Draw(t, "text")
				texts = append(texts, text)
				g.Cell(merged(text, rapid.IntRange(-1, 4).Draw(t, "high"), rapid.IntRange(-1, 4).Draw(t, "wide")))
			}
			if rapid.IntRange(0, 4).Draw(t, "end") == 0 {
				g.EndGroup()
			}
		}
		table, ok := g.Table()
		if !ok {
			for _, text := range texts {
				if text != "" {
					t.Fatalf("no table of %q", texts)
				}
			}
			return
		}
		checkShape(t, table)
		all := table.Text() + strings.Join(table.Header, "\n")
		for _, text := range texts {
			if !strings.Contains(all, text) {
				t.Errorf("%q is not in the table", text)
			}
		}
	})
}

func checkShape(t *rapid.T, table *retrieval.Table) {
	width := len(table.Rows[0])
	for _, row := range append(table.Head, table.Rows...) {
		if len(row) != width {
			t.Errorf("a row has %d cells, not %d", len(row), width)
		}
	}
	if table.Header != nil && len(table.Header) != width {
		t.Errorf("%d labels for %d columns", len(table.Header), width)
	}
	for _, s := range table.Spans {
		height := len(table.Head) + len(table.Rows)
		if s.Rows*s.Cols < 2 || s.Row+s.Rows > height || s.Col+s.Cols > width || s.Row < len(table.Head) && s.Row+s.Rows > len(table.Head) {
			t.Errorf("span %+v in %d rows of %d", s, height, width)
		}
	}
}
