package pgtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	superuser    = "regengine"
	startTimeout = 60 * time.Second
)

// supervisor starts the server and waits for its standard input to end, which
// it does when the test binary ends in whatever way. Then it stops the server
// at once (the data are of no further use) and removes the folder, unless it
// was told to keep it for a later start.
const supervisor = `
"$1" -D "$2/data" -p "$3" >>"$2/log" 2>&1 </dev/null &
pid=$!
read -r word || word=remove
kill -QUIT "$pid" 2>/dev/null
kill -CONT "$pid" 2>/dev/null
wait "$pid"
[ "$word" = keep ] || rm -rf "$2"
`

// settings trade durability, of which tests need none, for speed: what was
// committed outlives the server, not the machine. The time zone is far from UTC,
// so that a time read without its zone shows.
const settings = `
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = off
full_page_writes = off
max_connections = 200
shared_buffers = 64MB
autovacuum = off
timezone = 'Pacific/Auckland'
log_min_messages = warning
log_min_error_statement = panic
`

// Server is one Postgres cluster.
type Server struct {
	bin      string // folder of the programs
	dir      string // holds data/, log and pwfile
	port     int
	password string

	supervisor *exec.Cmd
	stdin      *os.File // the supervisor's life line
	frozen     []int    // the processes that were stopped where they are
}

// newServer creates a cluster in a new temporary folder and starts it.
func newServer(bin string) (*Server, error) {
	dir, err := os.MkdirTemp("", "regengine-postgres-")
	if err != nil {
		return nil, err
	}
	s := &Server{bin: bin, dir: dir, password: rand.Text()}
	if err := s.create(); err != nil {
		_ = os.RemoveAll(dir) // the first error is the one to tell
		return nil, err
	}
	return s, nil
}

func (s *Server) create() error {
	if err := s.initdb(); err != nil {
		return err
	}
	const tries = 5 // a port that was free may be taken when the server binds it
	var err error
	for range tries {
		if s.port, err = freePort(); err != nil {
			return err
		}
		if err = s.Start(); err == nil {
			return nil
		}
		if !bytes.Contains(s.logTail(), []byte("could not bind")) {
			return err
		}
	}
	return err
}

// initdb creates the cluster. Its collation is a language's, not the order of
// bytes: SQL that leaves its order to the database must show here.
func (s *Server) initdb() error {
	pwfile := filepath.Join(s.dir, "pwfile")
	if err := os.WriteFile(pwfile, []byte(s.password), 0o600); err != nil {
		return err
	}
	if err := giveToServerUser(s.dir, pwfile); err != nil {
		return err
	}
	cmd := exec.Command(filepath.Join(s.bin, "initdb"), "-D", filepath.Join(s.dir, "data"),
		"--username="+superuser, "--pwfile="+pwfile, "--auth=scram-sha-256", "--encoding=UTF8", "--no-sync",
		"--locale=C", "--locale-provider=icu", "--icu-locale=es")
	if err := s.asServerUser(cmd); err != nil {
		return err
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	conf := filepath.Join(s.dir, "data", "postgresql.auto.conf")
	if err := os.WriteFile(conf, []byte(settings), 0o600); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	return nil
}

// Start starts a stopped server on the port it had and waits until it answers.
func (s *Server) Start() error {
	if s.supervisor != nil {
		return errors.New("the server is running already")
	}
	in, out, err := os.Pipe()
	if err != nil {
		return err
	}
	defer in.Close()
	cmd := exec.Command("/bin/sh", "-c", supervisor, "sh", filepath.Join(s.bin, "postgres"), s.dir, strconv.Itoa(s.port))
	cmd.Stdin = in
	if err := s.asServerUser(cmd); err != nil {
		out.Close()
		return err
	}
	if err := cmd.Start(); err != nil {
		out.Close()
		return fmt.Errorf("start the supervisor: %w", err)
	}
	s.supervisor, s.stdin = cmd, out
	if err := s.wait(); err != nil {
		s.Stop()
		return fmt.Errorf("%w\n%s", err, s.logTail())
	}
	return nil
}

// wait returns when the server answers, or when it has given up.
func (s *Server) wait() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.URL())
		if err == nil {
			return conn.Close(ctx)
		}
		if bytes.Contains(s.logTail(), []byte("FATAL:  could not")) {
			return errors.New("postgres did not start")
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("postgres did not answer within %s: %w", startTimeout, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Stop stops the server at once, cutting every connection; [Server.Start] brings
// it back with the data that were committed.
func (s *Server) Stop() { s.end("keep\n") }

func (s *Server) remove() {
	s.end("")
	_ = os.RemoveAll(s.dir) // left only when the server was stopped before
}

func (s *Server) end(word string) {
	if s.supervisor == nil {
		return
	}
	_, _ = s.stdin.WriteString(word) // a supervisor that is gone has nothing to be told
	_ = s.stdin.Close()
	_ = s.supervisor.Wait() // its exit status is that of the killed server
	s.supervisor, s.stdin = nil, nil
}

// asServerUser makes cmd run where and as whom Postgres agrees to run.
func (s *Server) asServerUser(cmd *exec.Cmd) error {
	cmd.Dir = s.dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.dir, "LC_ALL=C"}
	return setServerUser(cmd)
}

// logTail returns the end of the server's log, for error texts.
func (s *Server) logTail() []byte {
	const most = 2000
	log, err := os.ReadFile(filepath.Join(s.dir, "log"))
	if err != nil {
		return []byte(err.Error())
	}
	return log[max(0, len(log)-most):]
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
