//go:build unix

package pgtest

import (
	"context"
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
	var err error
	if s.frozen, err = s.processes(t.Context()); err == nil {
		err = s.signal(syscall.SIGSTOP)
	}
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

// processes returns the postmaster, first of all so that it starts no more, and those
// it has started.
func (s *Server) processes(ctx context.Context) ([]int, error) {
	file, err := os.ReadFile(filepath.Join(s.dir, "data", "postmaster.pid"))
	if err != nil {
		return nil, err
	}
	first, _, _ := strings.Cut(string(file), "\n")
	postmaster, err := strconv.Atoi(first)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.Connect(ctx, s.URL())
	if err != nil {
		return nil, err
	}
	defer conn.Close(ctx)
	rows, err := conn.Query(ctx, "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
	if err != nil {
		return nil, err
	}
	started, err := pgx.CollectRows(rows, pgx.RowTo[int])
	return append([]int{postmaster}, started...), err
}

func (s *Server) signal(signal syscall.Signal) error {
	for i, pid := range s.frozen {
		if err := syscall.Kill(pid, signal); err != nil && i == 0 { // a backend may have ended meanwhile
			return fmt.Errorf("process %d: %w", pid, err)
		}
	}
	return nil
}
