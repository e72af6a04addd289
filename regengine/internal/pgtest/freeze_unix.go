//go:build unix

package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Freeze stops every process of the server where it is: connections stay open, new
// ones are taken by the system, and nothing is answered. The end of the test thaws it.
func (s *Server) Freeze(t testing.TB) {
	t.Helper()
	err := s.stop(t.Context())
	if err != nil {
		t.Fatalf("pgtest: freeze: %v", err)
	}
	t.Cleanup(func() { s.Thaw(t) })
}

// Thaw lets a frozen server go on.
func (s *Server) Thaw(t testing.TB) {
	t.Helper()
	if err := s.signal(syscall.SIGCONT); err != nil {
		t.Errorf("pgtest: thaw: %v", err)
	}
	s.frozen = nil
}

// stop stops the postmaster first, so that it starts no more, and then what it has
// started: a connection made between would be answered.
func (s *Server) stop(ctx context.Context) error {
	file, err := os.ReadFile(filepath.Join(s.dir, "data", "postmaster.pid"))
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(file), "\n")
	postmaster, err := strconv.Atoi(first)
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	s.frozen = []int{postmaster}
	if err := s.signal(syscall.SIGSTOP); err != nil {
		return err
	}
	started, err := startedBy(ctx, postmaster, conn)
	s.frozen = append(s.frozen, started...)
	return errors.Join(err, s.signal(syscall.SIGSTOP))
}

// startedBy returns what the postmaster has started, but for the process that conn asks.
// The system knows also those that have not said yet who they are; where it does not
// tell, the server's own list has to do.
func startedBy(ctx context.Context, postmaster int, conn *pgx.Conn) ([]int, error) {
	own := int(conn.PgConn().PID())
	var list []int
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	for _, path := range stats {
		content, _ := os.ReadFile(path) // one that has ended is none
		_, rest, _ := strings.Cut(string(content), ") ")
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if fields := strings.Fields(rest); len(fields) > 1 && fields[1] == strconv.Itoa(postmaster) && pid != own {
			list = append(list, pid)
		}
	}
	if len(list) > 0 {
		return list, nil
	}
	rows, err := conn.Query(ctx, "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int])
}

func (s *Server) signal(signal syscall.Signal) error {
	for i, pid := range s.frozen {
		if err := syscall.Kill(pid, signal); err != nil && i == 0 { // a backend may have ended meanwhile
			return fmt.Errorf("process %d: %w", pid, err)
		}
	}
	return nil
}
