package extract

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/sandbox"
	"github.com/reglookup/regengine/projects"
)

func unreadable(reason string) error { return fmt.Errorf("%w: %s", projects.ErrUnreadable, reason) }

func tooLarge(reason string) error { return fmt.Errorf("%w: %s", projects.ErrTooLarge, reason) }

// advice says what to do about what package importers says of a file.
var advice = []struct {
	is    error
	large bool
	what  string
}{
	{importers.ErrEncrypted, false, "it opens with a password only: save a copy without one"},
	{importers.ErrEmpty, false, "no text can be found in it: if it is scanned, run text recognition (OCR) on it first"},
	{importers.ErrTooLarge, true, "there is too much in it: split the file and send the parts"},
	{importers.ErrMalformed, false, "it is damaged or cut off: open it, save it again and send that"},
	{importers.ErrFormat, false, "it is not of the format it seems to be: " + taken},
}

// refused turns the error of a reader into one that may be shown to whoever sent
// the file. What is not the file's fault stays as it is.
func refused(err error) error {
	var file *importers.FileError
	if !errors.As(err, &file) {
		return childError(err)
	}
	for _, a := range advice {
		if !errors.Is(file.Err, a.is) {
			continue
		}
		reason := a.what
		if len(file.Problems) > 0 {
			reason += " (" + oneLine(file.Problems[0].String()) + ")"
		}
		if a.large {
			return tooLarge(reason)
		}
		return unreadable(reason)
	}
	return fmt.Errorf("extract: %w", err)
}

// childError tells the end of a child that ran [Job].
func childError(err error) error {
	for _, limit := range []error{sandbox.ErrMemory, sandbox.ErrTime, sandbox.ErrOutput} {
		if errors.Is(err, limit) {
			return tooLarge("reading it " + limit.Error() + ": split the file and send the parts")
		}
	}
	if errors.Is(err, sandbox.ErrCrashed) {
		return unreadable("reading it failed: open it, save it again and send that")
	}
	if errors.Is(err, sandbox.ErrKilled) || errors.Is(err, sandbox.ErrStart) {
		return fmt.Errorf("%w: %w", projects.ErrInterrupted, err)
	}
	return err
}

// oneLine makes a short line that is safe to show of what may quote the file.
func oneLine(text string) string {
	const longest = 300 // bytes
	var h hidden
	text = strings.Join(strings.Fields(h.clean(text)), " ")
	if len(text) <= longest {
		return text
	}
	cut := longest
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + " …"
}

// maxWarnings is how many warnings a file's text has.
const maxWarnings = 30

// warnings makes lines of warnings, each said once.
func warnings(list []string) []string {
	var lines []string
	seen := make(map[string]bool)
	more := 0
	for _, w := range list {
		if w = oneLine(w); w == "" || seen[w] {
			continue
		}
		if seen[w] = true; len(lines) == maxWarnings {
			more++
			continue
		}
		lines = append(lines, w)
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return lines
}

// reasonOf returns what stands behind the sentinel of a refusal.
func reasonOf(err error) string {
	for _, is := range []error{projects.ErrUnreadable, projects.ErrTooLarge} {
		if reason, ok := strings.CutPrefix(err.Error(), is.Error()+": "); ok {
			return reason
		}
	}
	return err.Error()
}

func isTooLarge(err error) bool { return errors.Is(err, projects.ErrTooLarge) }

// err returns the refusal a reply tells of.
func (r *reply) err() error {
	switch {
	case r.Refusal == "":
		return nil
	case r.Large:
		return tooLarge(r.Refusal)
	}
	return unreadable(r.Refusal)
}
