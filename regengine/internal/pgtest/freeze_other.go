//go:build !unix

package pgtest

import "testing"

// Freeze skips the test: there are no signals here.
func (s *Server) Freeze(t testing.TB) { t.Skip("pgtest: no process can be stopped where it is") }

// Thaw does nothing.
func (s *Server) Thaw(testing.TB) {}
