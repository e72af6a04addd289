package sqlite

import (
	"fmt"
	"net/url"
	"time"
)

// dsn returns the driver's name for a file.
//
// The order of the pragmas matters: a connection that has no busy_timeout yet
// fails at once where another one is switching to WAL. synchronous is FULL:
// with WAL, NORMAL may lose the last commits in a power failure, and a commit
// of the ledger is money. Transactions that write begin as such
// (_txlock=immediate): one that begins reading and then writes cannot wait for
// another writer, it fails.
func dsn(path string, busy time.Duration, readOnly bool) string {
	query := url.Values{"mode": {"rw"}, "_txlock": {"immediate"}}
	pragmas := []string{
		fmt.Sprintf("busy_timeout(%d)", busy.Milliseconds()),
		"journal_mode(WAL)",
		"synchronous(FULL)",
		"foreign_keys(1)",
		"trusted_schema(0)",
	}
	if readOnly {
		pragmas = append(pragmas, "query_only(1)")
	}
	query["_pragma"] = pragmas
	u := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return u.String()
}

// lockDSN names a file that is nothing but a lock.
func lockDSN(path string) string {
	query := url.Values{"mode": {"rwc"}, "_pragma": {fmt.Sprintf("busy_timeout(%d)", lockTimeout.Milliseconds())}}
	u := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return u.String()
}

// plainDSN names a file that nobody else has open, to be one file without a log: the
// first statement fails where somebody has.
func plainDSN(path string) string {
	query := url.Values{"mode": {"rw"}, "_pragma": {"busy_timeout(100)", "journal_mode(DELETE)", "synchronous(FULL)", "trusted_schema(0)"}}
	u := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return u.String()
}
