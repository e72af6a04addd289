package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/reglookup/regengine/ask"
)

// askEvent is a step of a turn, as it happened here or as a server told.
type askEvent struct {
	Kind  string `json:"-"`
	Round int    `json:"round"`
	Tool  string `json:"tool"`
	Text  string `json:"text"`
	Found int    `json:"found"`

	Sentences int `json:"sentences"` // of a second reading: that were to be read
	Read      int `json:"read"`
	Stand     int `json:"stand"`
}

func newAskEvent(e ask.Event) askEvent {
	out := askEvent{Kind: string(e.Kind), Round: e.Round, Tool: e.Tool, Text: e.Text, Found: e.Found}
	if r := e.Reading; r != nil {
		out.Sentences, out.Read, out.Stand = r.Sentences, r.Read, r.Stand
	}
	return out
}

// teller tells a person at a terminal how a turn goes.
type teller struct {
	w     io.Writer // nil where nobody looks
	paint painter
}

func (a *app) teller() teller {
	screen, ok := terminal(a.stderr)
	if !ok || a.asJSON {
		return teller{}
	}
	return teller{screen, painter{on: a.mayColour()}}
}

// event writes a line about a step that a person wants to know of.
func (t teller) event(e askEvent) {
	if t.w == nil {
		return
	}
	switch ask.EventKind(e.Kind) {
	case ask.RoundEvent:
		fmt.Fprintln(t.w, t.paint.faint(fmt.Sprintf("round %d", e.Round)))
	case ask.SearchEvent:
		line := strings.ReplaceAll(printable(e.Tool), "_", " ")
		if e.Text != "" {
			line += ": " + cutWords(printable(e.Text), 70)
		}
		fmt.Fprintln(t.w, t.paint.faint(fmt.Sprintf("  %s, %d passages", line, e.Found)))
	case ask.ReadingEvent:
		line := fmt.Sprintf("  second reading: %d of %d sentences stand", e.Stand, e.Sentences)
		if e.Read == 0 {
			line = "  second reading: none came back"
		}
		fmt.Fprintln(t.w, t.paint.faint(line))
	default: // the answer tells of the others itself
	}
}

// printable makes one line of a text that a terminal obeys in nothing.
func printable(text string) string {
	return strings.Join(strings.Fields(inert(text)), " ")
}
