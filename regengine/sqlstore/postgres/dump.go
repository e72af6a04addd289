package postgres

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// DumpCommands returns the lines for a shell that back a database up to a file, and
// that put such a file into an empty database. They never show the password: libpq
// takes it from PGPASSWORD or from ~/.pgpass. A restore that fails leaves nothing.
func DumpCommands(databaseURL, file string) (dump, restore string, err error) {
	cfg, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return "", "", fmt.Errorf("the database URL cannot be read: %w", err) // pgx masks the password
	}
	at := quote(connection(cfg, sslMode(databaseURL)))
	schema := ""
	if path := cfg.RuntimeParams["search_path"]; path != "" {
		schema = " --schema=" + quote(path)
	}
	dump = "pg_dump --format=custom --no-owner --no-privileges" + schema + " --file=" + quote(file) + " --dbname=" + at
	restore = "pg_restore --single-transaction --exit-on-error --no-owner --no-privileges --dbname=" + at + " " + quote(file)
	return dump, restore, nil
}

// connection writes where a database is as libpq takes it.
func connection(cfg *pgx.ConnConfig, sslMode string) string {
	u := url.URL{Scheme: "postgresql", Path: "/" + cfg.Database, RawQuery: url.Values{"sslmode": {sslMode}}.Encode()}
	if strings.HasPrefix(cfg.Host, "/") { // the folder of a socket
		u.RawQuery += "&host=" + url.QueryEscape(cfg.Host) + "&port=" + strconv.Itoa(int(cfg.Port))
	} else {
		u.Host = cfg.Host + ":" + strconv.Itoa(int(cfg.Port))
	}
	if cfg.User != "" {
		u.User = url.User(cfg.User)
	}
	return u.String()
}

// sslMode returns what the text asks for; pgx keeps what follows from it only.
func sslMode(databaseURL string) string {
	if _, rest, ok := strings.Cut(databaseURL, "sslmode="); ok {
		return rest[:strings.IndexFunc(rest+" ", func(r rune) bool { return r == '&' || r == ' ' })]
	}
	return "prefer"
}

// quote makes one word of a shell's.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
