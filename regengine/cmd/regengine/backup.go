package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/regengine/sqlstore/postgres"
	"github.com/reglookup/regengine/regengine/sqlstore/sqlite"
)

// errNotHere says that Postgres's own programs copy a Postgres database.
var errNotHere = errors.New("nothing was done: Postgres has programs of its own for this; run the line above, with the password in PGPASSWORD")

// copied is what "backup --json" and "restore --json" print.
type copied struct {
	Path    string    `json:"path"`
	Bytes   int64     `json:"bytes"`
	Tables  int       `json:"tables"`
	Rows    int64     `json:"rows"`
	MadeAt  time.Time `json:"made_at"`
	Kept    *string   `json:"kept"`    // where the database that was there before is now
	Pending []string  `json:"pending"` // migrations it lacks
}

func showCopy(c sqlite.Copy, kept string) copied {
	return copied{c.Path, c.Bytes, len(c.Rows), c.Total(), c.Made, known(kept), append([]string{}, c.Pending...)}
}

// shellLine is what they print for Postgres.
type shellLine struct {
	Command string `json:"command"`
}

func newBackup(a *app) *cobra.Command {
	var force, check bool
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the database into one file, while it is served",
		Long: `Copy the whole database, as of one moment, into one file, while a server reads and
writes it. The copy is opened, read through and counted before it gets its name: a
FILE that is there is whole. It holds keys' hashes and private documents.

"regengine restore FILE" puts it back. Of a Postgres database this prints the line
of pg_dump to run, and fails, as nothing was copied. --check then tries the FILE that
pg_dump wrote: it is restored into a database of its own on the same server, opened,
counted, and that database is removed. Where pg_restore is not on this machine, or the
user may not make a database, it prints the line to run elsewhere, and fails.`,
		Example: `  regengine backup regengine-today.db --data-dir ./data
  regengine serve --backup-dir ./backups --backup-every 6h --backup-keep 28 --data-dir ./data
  regengine backup today.dump --check --database-url postgres://...`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if check {
				return a.checkBackup(cmd.Context(), args[0])
			}
			return a.backup(cmd.Context(), args[0], force)
		},
	}), 1)
	cmd.Flags().BoolVar(&force, "force", false, "write over FILE where it is there already")
	cmd.Flags().BoolVar(&check, "check", false, "of Postgres: restore FILE for a try, and count what is in it")
	cmd.MarkFlagsMutuallyExclusive("force", "check")
	return cmd
}

func (a *app) backup(ctx context.Context, file string, force bool) error {
	if a.settings.DatabaseURL != "" {
		dump, _, err := a.adapters.dump(a.settings.DatabaseURL, file)
		return a.notHere(dump, err)
	}
	if err := a.needsFile(); err != nil {
		return err
	}
	c, err := a.adapters.backup(ctx, a.settings.databaseFile(), file, &sqlite.CopyOptions{Replace: force, Now: a.now})
	if err != nil {
		return adviseForce(err)
	}
	return a.print(showCopy(c, ""), func(w io.Writer) {
		fmt.Fprintf(w, "%s: %d bytes, %d rows in %d tables, opened and found sound\n", c.Path, c.Bytes, c.Total(), len(c.Rows))
	})
}

// checkBackup tries a file that pg_dump wrote.
func (a *app) checkBackup(ctx context.Context, file string) error {
	if a.settings.DatabaseURL == "" {
		return usagef("--check is for a file that pg_dump wrote, with --database-url: a copy of SQLite is read through when it is made")
	}
	c, err := a.adapters.checkDump(ctx, a.settings.DatabaseURL, file)
	if errors.Is(err, postgres.ErrNoScratch) {
		line, wrong := a.adapters.checkLine(a.settings.DatabaseURL, file)
		return errors.Join(a.notHere(line, wrong), err)
	}
	if err != nil {
		return err
	}
	shown := copied{Path: file, Bytes: c.Bytes, Tables: len(c.Rows), MadeAt: c.Written, Pending: append([]string{}, c.Pending...)}
	for _, n := range c.Rows {
		shown.Rows += n
	}
	return a.print(shown, func(w io.Writer) {
		fmt.Fprintf(w, "%s: %d bytes, %d rows in %d tables, restored for a try and found sound\n", file, shown.Bytes, shown.Rows, shown.Tables)
		if len(c.Pending) > 0 {
			fmt.Fprintf(w, "it is of an earlier version: regengine migrate after it was restored\n")
		}
	})
}

func (a *app) notHere(line string, err error) error {
	if err != nil {
		return usagef("%v", err)
	}
	return errors.Join(a.print(shellLine{line}, func(w io.Writer) { fmt.Fprintln(w, line) }), errNotHere)
}

func adviseForce(err error) error {
	if errors.Is(err, sqlite.ErrExists) && !errors.Is(err, sqlite.ErrItself) {
		return fmt.Errorf("%w; --force replaces it", err)
	}
	return err
}

func newRestore(a *app) *cobra.Command {
	var force bool
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "restore FILE",
		Short: "Put a copy of the database back",
		Long: `Put a copy that "regengine backup" made in the place of the database. Stop the
server first. The copy is read through and counted before anything is changed, and
takes its place in one step. Where there is a database already this refuses, or with
--force keeps it beside under a name that is printed: delete it when nobody misses it.

What was written after the copy was made is gone: keys issued since do not work, keys
revoked since work again, credits are those of then. "regengine doctor" tells the date.

Of a Postgres database this prints the line of pg_restore to run, and fails.`,
		Example: `  regengine restore regengine-today.db --data-dir ./data
  regengine restore regengine-today.db --force --data-dir ./data`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.restore(cmd.Context(), args[0], force) },
	}), 1)
	cmd.Flags().BoolVar(&force, "force", false, "where there is a database already: keep it under another name")
	return cmd
}

func (a *app) restore(ctx context.Context, file string, force bool) error {
	if a.settings.DatabaseURL != "" {
		_, restore, err := a.adapters.dump(a.settings.DatabaseURL, file)
		return a.notHere(restore, err)
	}
	if err := a.settings.makeDataDir(); err != nil {
		return err
	}
	r, err := a.adapters.restore(ctx, file, a.settings.databaseFile(), &sqlite.CopyOptions{Replace: force, Now: a.now})
	if err != nil {
		return adviseForce(err)
	}
	if r.LogMissing {
		fmt.Fprintln(a.stderr, "warning: the copy was made by other means while a server ran, and without the -wal beside it: what was written last is missing")
	}
	return a.print(showCopy(r.Copy, r.Kept), func(w io.Writer) {
		fmt.Fprintf(w, "%s: as of %s, %d rows in %d tables, opened and found sound\n", r.Path, moment(r.Made), r.Total(), len(r.Rows))
		if r.Kept != "" {
			fmt.Fprintf(w, "the database before is %s\n", r.Kept)
		}
		if len(r.Pending) > 0 {
			fmt.Fprintf(w, "it is of an earlier version: regengine migrate %s\n", a.settings.where())
		}
	})
}
