package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/term"

	"github.com/reglookup/regengine/regengine/sheet"
)

// app is what every command of one run shares.
type app struct {
	environ        []string
	stdin          io.Reader // set before a command runs
	stdout, stderr io.Writer
	now            func() time.Time
	adapters       adapters

	settings settings        // set before a command runs
	log      *slog.Logger    // to stderr
	logs     *logBuffer      // behind log
	heard    map[string]bool // languages of countries that joined, which were told to the readers
	lessons  lessons         // words of countries that join
	asJSON   bool            // --json, of commands that have it
	remake   bool            // --new, likewise
	names    bool            // --quiet, of listings: the first column alone
	asCSV    bool            // --csv, of listings

	openPages bool // --open of serve
	openLink  bool // --open of what shows something that has a page
}

// removed ends a command that took something away: people are told nothing, --json
// tells what is gone.
func (a *app) removed(err error, names ...string) error {
	if err != nil {
		return err
	}
	return a.print(struct {
		Removed []string `json:"removed"`
	}{names}, func(io.Writer) {})
}

// print writes a result: value as JSON where --json was given, else what human
// writes.
func (a *app) print(value any, human func(w io.Writer)) error {
	if a.asJSON {
		out := json.NewEncoder(a.stdout)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		return out.Encode(value)
	}
	return a.show(human)
}

// table writes rows in columns; the first row is the heading. A cell is one line that a
// terminal obeys in nothing, whoever named what stands in it.
func table(w io.Writer, rows [][]string) {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				fmt.Fprint(t, "\t")
			}
			fmt.Fprint(t, inert(oneLine.Replace(cell)))
		}
		fmt.Fprintln(t)
	}
	_ = t.Flush() // fails only as stdout does, and then nobody is listening
}

// headed is a table whose heading stands out.
func headed(w io.Writer, paint painter, rows [][]string) {
	var text strings.Builder
	table(&text, rows)
	heading, rest, _ := strings.Cut(text.String(), "\n")
	fmt.Fprint(w, paint.bold(heading)+"\n"+rest)
}

// oneLine makes spaces of what would end a cell of a table.
var oneLine = strings.NewReplacer("\n", " ", "\t", " ")

// printList prints a list as JSON or as a table. A list is never null.
func printList[T any](a *app, list []T, none string, heading []string, row func(T) []string) error {
	if list == nil {
		list = []T{}
	}
	if a.asCSV {
		return writeCSV(a.stdout, heading, mapped(list, row))
	}
	if a.names {
		for _, entry := range list {
			fmt.Fprintln(a.stdout, row(entry)[0])
		}
		return nil
	}
	return a.print(list, func(w io.Writer) {
		if len(list) == 0 {
			fmt.Fprintln(w, none)
			return
		}
		headed(w, painter{a.colours()}, append([][]string{heading}, mapped(list, row)...))
	})
}

// writeCSV writes rows under names that programs like: "API ACCESS" is api_access. No cell
// is a formula for a spreadsheet.
func writeCSV(w io.Writer, heading []string, rows [][]string) error {
	names := mapped(heading, func(h string) string { return strings.ReplaceAll(strings.ToLower(h), " ", "_") })
	return sheet.WriteCSV(w, names, rows)
}

// terminal returns the terminal w is, if it is one.
func terminal(w io.Writer) (f *os.File, ok bool) {
	f, ok = w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// moment writes a time for people; "" for none.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// optional makes a zero time null in JSON.
func optional(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
