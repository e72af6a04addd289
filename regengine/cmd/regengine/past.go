package main

import (
	"context"
	"fmt"

	"github.com/reglookup/regengine/regengine/sqlstore"
)

// pastFindings is what a database tells of its own past: of what may be lost, loudly.
func pastFindings(p sqlstore.Past) (list []finding) {
	if p.LogMissing {
		list = append(list, finding{levelError, "database", "a copy that was made while a server ran, without the -wal beside it: what was written last is missing",
			`put the -wal of then beside it before anything opens it, or restore a copy made by "regengine backup"`})
	}
	if p.Earlier {
		list = append(list, finding{levelError, "database", "older than the one that was served from this folder: an earlier copy was put in its place, and what was written since is missing",
			"put the newer file back; the next start of a server takes this one for what it is"})
	}
	if p.Emptied {
		list = append(list, finding{levelError, "organizations", "there were some when the database was served last, and there are none: no key works, projects are gone",
			"restore a backup"})
	}
	if !p.Backup.IsZero() {
		list = append(list, restoredFinding(p))
	}
	return list
}

// restoredFinding is a warning until a server has used the database.
func restoredFinding(p sqlstore.Past) finding {
	f := finding{levelWarning, "database", "a backup made at " + moment(p.Backup), "what was written later is missing: keys issued since do not work, keys revoked since do again"}
	if !p.Restored.IsZero() {
		f.Message += fmt.Sprintf(", restored at %s", moment(p.Restored))
	}
	if p.Served {
		f.Level, f.Advice = levelOK, ""
	}
	return f
}

// tellPast says in the log what is unusual about the database's past.
func (a *app) tellPast(ctx context.Context, p sqlstore.Past) {
	for _, f := range pastFindings(p) {
		switch f.Level {
		case levelError:
			a.log.ErrorContext(ctx, f.Subject+": "+f.Message, "advice", f.Advice)
		case levelWarning:
			a.log.WarnContext(ctx, f.Subject+": "+f.Message, "advice", f.Advice)
		}
	}
}

func examinePast(ctx context.Context, db *sqlstore.DB) ([]finding, error) {
	p, err := db.Past(ctx)
	return pastFindings(p), err
}

// noteServing lets the database know that a server has it, or that it ended. Who serves
// does so all the same where that fails: the requests say that nothing can be written.
func (a *app) noteServing(ctx context.Context, note func(context.Context) error) {
	if err := note(ctx); err != nil {
		a.log.ErrorContext(ctx, "the database could not be told that it is served: a copy of it will not tell what is missing", "error", err)
	}
}
