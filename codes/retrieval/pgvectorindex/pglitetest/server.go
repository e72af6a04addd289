package pglitetest

import (
	"context"
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

const startTimeout = 3 * time.Minute

// supervisor starts the server and waits for its standard input to end, which it
// does when the test binary ends in whatever way. Then it kills the server, whose
// data are in memory.
const supervisor = `
"$@" </dev/null >"$PGLITE_LOG" 2>&1 &
pid=$!
read -r word
kill -KILL "$pid" 2>/dev/null
wait "$pid"
`

// Server is one PGlite with its socket server.
type Server struct {
	node, dir string
	log       string
	extension bool
	port      int

	supervisor *exec.Cmd
	stdin      *os.File // the supervisor's life line
}

// URL returns the URL of the server's database.
func (s *Server) URL() string {
	return fmt.Sprintf("postgres://postgres:postgres@127.0.0.1:%d/postgres?sslmode=disable&pool_max_conns=1&default_query_exec_mode=cache_describe", s.port)
}

// Start starts a stopped server, on the port it had if it ran before, and waits
// until it answers. The database is empty.
func (s *Server) Start() error {
	if s.supervisor != nil {
		return errors.New("the server is running already")
	}
	if s.port == 0 {
		port, err := freePort()
		if err != nil {
			return err
		}
		s.port = port
	}
	if err := s.launch(); err != nil {
		return err
	}
	if err := s.wait(); err != nil {
		s.Stop()
		log, _ := os.ReadFile(s.log) // where there is none the error says enough
		return fmt.Errorf("%w\n%s", err, log)
	}
	return nil
}

func (s *Server) launch() error {
	in, out, err := os.Pipe()
	if err != nil {
		return err
	}
	defer in.Close()
	arguments := []string{"-c", supervisor, "sh", s.node, filepath.Join(s.dir, server), "--max-connections=10", "--port=" + strconv.Itoa(s.port)}
	if s.extension {
		arguments = append(arguments, "--extensions=@electric-sql/pglite-pgvector:vector")
	}
	cmd := exec.Command("/bin/sh", arguments...)
	cmd.Dir, cmd.Stdin = s.dir, in
	cmd.Env = append(os.Environ(), "PGLITE_LOG="+s.log)
	if err := cmd.Start(); err != nil {
		out.Close()
		return fmt.Errorf("start the supervisor: %w", err)
	}
	s.supervisor, s.stdin = cmd, out
	return nil
}

func (s *Server) wait() error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, s.URL())
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("PGlite did not answer within %s: %w", startTimeout, err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// Stop kills the server: its connections end and its data are lost.
func (s *Server) Stop() {
	if s.supervisor == nil {
		return
	}
	_ = s.stdin.Close()
	_ = s.supervisor.Wait() // its exit status is that of the killed server
	s.supervisor, s.stdin = nil, nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
