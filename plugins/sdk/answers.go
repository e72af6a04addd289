package sdk

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
)

// Bounds of what a host takes of one place.
const (
	maxSummary = 8 << 10 // bytes
	maxBands   = 1000
)

// checkAnswers names the method, and the place, whose answer no host takes.
func checkAnswers(t *geo.SchemeTable) error {
	for _, id := range slices.Sorted(maps.Keys(t.Summaries)) {
		switch text := t.Summaries[id].Text; {
		case !utf8.ValidString(text):
			return fmt.Errorf("the Summary of %s is not UTF-8", id)
		case len(text) > maxSummary:
			return fmt.Errorf("the Summary of %s has %d bytes: at most %d", id, len(text), maxSummary)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(t.ProfileOf)) {
		if n := len(t.Profiles[t.ProfileOf[id]].Bands); n > maxBands {
			return fmt.Errorf("the Derive of %s answers differently in %d bands of altitude: at most %d; a value of every metre is no zone", id, n, maxBands)
		}
	}
	return nil
}

// sendFolder sends what a method of the author's returned.
func sendFolder(method string, files fs.FS, send func(*pluginpb.File) error) error {
	if files == nil {
		return fmt.Errorf("%s: a folder is missing: it is nil", method)
	}
	if _, err := fs.Stat(files, "."); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: the folder is not in the program: name it in the line \"//go:embed\" above the variable it is read from, with the name used there (%w)", method, err)
	}
	return wire.SendFiles(files, send)
}

// asking adds to a panic in one of the author's methods what it was asked about; it is
// to be deferred.
func asking(a *asked) {
	reason := recover()
	if reason == nil {
		return
	}
	if _, told := reason.(*panicAbout); told {
		panic(reason)
	}
	a.mu.Lock()
	about := &panicAbout{reason, a.method, a.subject()}
	a.mu.Unlock()
	panic(about)
}

// panicAbout is what a method panicked with, and what it was asked.
type panicAbout struct {
	reason     any
	method, of string
}

// String returns both.
func (p *panicAbout) String() string {
	return fmt.Sprintf("%v (%s of %s)", p.reason, p.method, p.of)
}
