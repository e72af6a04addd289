package pgvectorindex

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrExtension says that a database has no pgvector that could be used: it is not
// installed on the server, may not be created by this user, or is too old.
var ErrExtension = errors.New("pgvectorindex: the database lacks the extension vector")

// SQLSTATE codes, from the Postgres manual, appendix A.
const (
	serializationFailure  = "40001"
	deadlockDetected      = "40P01"
	insufficientPrivilege = "42501"
	featureNotSupported   = "0A000" // an extension the server does not have
	undefinedFile         = "58P01" // the same, its control file being sought
)

// sqlState returns the code of an error of the database, or "".
func sqlState(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

// extensionError says what to do about an extension that could not be created.
func extensionError(err error) error {
	switch sqlState(err) {
	case featureNotSupported, undefinedFile:
		return fmt.Errorf("%w: install pgvector 0.8 or later on the database server "+
			"(Debian and Ubuntu: the package postgresql-N-pgvector of the server's major version N): %w", ErrExtension, err)
	case insufficientPrivilege:
		return fmt.Errorf("%w: have a superuser run CREATE EXTENSION vector in this database once: %w", ErrExtension, err)
	}
	return err
}
