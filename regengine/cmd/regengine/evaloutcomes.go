package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/reglookup/regengine/regengine/outcomes"
)

// errMoved says that a case was lost, became dangerous or is gone.
var errMoved = errors.New("cases came out worse than before")

const outcomesHelp = `--outcomes writes a line a case: its id, what came of it, whether that is right, and
whether it is dangerous. --against compares with such a file of an earlier run and names
every case that moved: lost, dangerous, gone, won, new. The exit code is 1 when one was
lost, became dangerous or is gone. Both may name the same file: it is read first.`

// outcomeOptions are the flags of a measurement whose cases are kept.
type outcomeOptions struct {
	write   string
	against string
}

func (o *outcomeOptions) addFlags(f *pflag.FlagSet) {
	f.StringVar(&o.write, "outcomes", "", "write how each case came out to this file")
	f.StringVar(&o.against, "against", "", "compare with the outcomes of an earlier run, and fail when a case is worse")
}

// evalOutcomes are the outcomes of one run beside those of an earlier one. Its
// zero value keeps and compares nothing.
type evalOutcomes struct {
	options outcomeOptions
	before  []outcomes.Outcome

	Count *outcomes.Count `json:"outcomes,omitempty"`
	Moves *outcomes.Moves `json:"moves,omitempty"` // nil without an earlier run
}

// outcomesOf reads the earlier run the options name: before the measurement, which
// may take long.
func outcomesOf(o outcomeOptions) (evalOutcomes, error) {
	e := evalOutcomes{options: o}
	if o.against == "" {
		return e, nil
	}
	before, err := readList(o.against, outcomes.Read)
	e.before = before
	return e, err
}

// keep compares and writes the outcomes of this run.
func (e *evalOutcomes) keep(a *app, now []outcomes.Outcome) error {
	if e.options == (outcomeOptions{}) {
		return nil
	}
	count := outcomes.CountOf(now)
	e.Count = &count
	if e.options.against != "" {
		moves, err := outcomes.Compare(e.before, now)
		if err != nil {
			return err
		}
		e.Moves = moves
	}
	if e.options.write == "" {
		return nil
	}
	return a.writeTo(e.options.write, func(w io.Writer) error { return outcomes.Write(w, now) })
}

// print tells what was kept and what moved.
func (e *evalOutcomes) print(w io.Writer) {
	if e.Count == nil {
		return
	}
	fmt.Fprintf(w, "\noutcomes: %s\n", e.Count)
	if e.Moves != nil {
		_ = e.Moves.Print(w) // fails only as stdout does, and then nobody is listening
	}
}

// failed returns errMoved when the run is worse than the earlier one.
func (e *evalOutcomes) failed() error {
	if e.Moves == nil || !e.Moves.Failed() {
		return nil
	}
	return fmt.Errorf("%w: %d lost, %d dangerous, %d gone", errMoved, len(e.Moves.Lost), len(e.Moves.Dangerous), len(e.Moves.Gone))
}
