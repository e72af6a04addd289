package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/ask/askeval"
	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es/official"
	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/plugins/skeleton"
	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/access"
	"github.com/reglookup/regengine/regengine/join"
	"github.com/reglookup/regengine/regengine/outcomes"
	"github.com/reglookup/regengine/regengine/pack"
	"github.com/reglookup/regengine/regengine/sheet"
	"github.com/reglookup/regengine/regengine/sqlstore"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/verify/verifyeval"
)

// Exit codes, for scripts. They are listed in the help of the root command.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInvalid     = 3
	exitSchema      = 4
	exitUnavailable = 5
	exitInterrupted = 130
)

const exitHelp = `Exit codes:
  0  done
  1  failed; the message says why
  2  the command line or the settings are wrong
  3  what was given breaks a rule; nothing was changed
  4  there is no database, or it is of another version: see "regengine migrate"
  5  the database cannot be used at the moment
  130  interrupted`

// errUsage says that the command line or the settings are wrong.
var errUsage = errors.New("wrong usage")

// errNoDatabase says that the data folder holds no database.
var errNoDatabase = errors.New("there is no database")

type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }
func (e *usageError) Unwrap() error { return errUsage }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// exits says which error ends with which code; the first that fits counts.
var exits = []struct {
	is   error
	code int
}{
	{errUsage, exitUsage},
	{errNoDatabase, exitSchema},
	{sqlstore.ErrNotMigrated, exitSchema},
	{sqlstore.ErrNewer, exitSchema},
	{sqlstore.ErrLost, exitSchema},
	{regengine.ErrUnavailable, exitUnavailable},
	{sqlite.ErrExists, exitInvalid},
	{sqlite.ErrDamaged, exitInvalid},
	{pack.ErrInvalid, exitInvalid},
	{pack.ErrCannotHold, exitInvalid},
	{official.ErrInvalid, exitInvalid},
	{codes.ErrInvalid, exitInvalid},
	{geo.ErrInvalidID, exitInvalid},
	{access.ErrInvalid, exitInvalid},
	{join.ErrRefused, exitInvalid},
	{errPluginInvalid, exitInvalid},
	{skeleton.ErrInvalid, exitInvalid},
	{host.ErrBroken, exitInvalid},
	{host.ErrConflict, exitInvalid},
	{errRefused, exitFailed},
	{errNoneTaken, exitInvalid},
	{projects.ErrInvalid, exitInvalid},
	{projects.ErrUnreadable, exitInvalid},
	{projects.ErrTooLarge, exitInvalid},
	{projects.ErrFull, exitInvalid},
	{sqlstore.ErrInvalidText, exitInvalid},
	{sheet.ErrNoChecks, exitInvalid},
	{errRows, exitInvalid},
	{errRules, exitInvalid},
	{errWords, exitInvalid},
	{regengine.ErrBuiltInLanguage, exitInvalid},
	{verifyeval.ErrCases, exitInvalid},
	{askeval.ErrCases, exitInvalid},
	{httpapi.ErrReceipt, exitInvalid},
	{outcomes.ErrFormat, exitInvalid},
}

func exitCode(ctx context.Context, err error) int {
	if err == nil {
		return exitOK
	}
	if ctx.Err() != nil {
		return exitInterrupted
	}
	for _, e := range exits {
		if errors.Is(err, e.is) {
			return e.code
		}
	}
	var tree *geo.TreeError
	if errors.As(err, &tree) {
		return exitInvalid
	}
	return exitFailed
}

// complain tells a person what went wrong.
func (a *app) complain(ctx context.Context, err error) {
	if ctx.Err() != nil {
		fmt.Fprintln(a.stderr, "regengine: interrupted")
		return
	}
	fmt.Fprintf(a.stderr, "regengine: %s\n", inWords(err))
}

// inWords is an error for a person: the exit code says what kind it is, the rest
// of the text what is wrong.
func inWords(err error) string {
	text := err.Error()
	for _, e := range exits {
		if e.code == exitInvalid {
			text = strings.ReplaceAll(text, e.is.Error()+": ", "")
		}
	}
	return text
}
