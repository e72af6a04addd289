package main

import (
	"bytes"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// sink counts writes.
type sink struct {
	mu     sync.Mutex
	text   bytes.Buffer
	writes int
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	return s.text.Write(p)
}

func (s *sink) want(t *testing.T, writes, lines int) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if got := strings.Count(s.text.String(), "\n"); s.writes != writes || got != lines {
		t.Errorf("%d lines in %d writes, want %d in %d", got, s.writes, lines, writes)
	}
}

func TestLogBuffer(t *testing.T) {
	open := func() (*sink, *logBuffer, *slog.Logger) {
		out := &sink{}
		buffer := &logBuffer{out: out}
		return out, buffer, slog.New(prompt{slog.NewTextHandler(buffer, nil), buffer})
	}
	t.Run("Together", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			out, _, log := open()
			for range 50 {
				log.Info("request")
			}
			out.want(t, 0, 0)
			time.Sleep(2 * logDelay) // fake time
			out.want(t, 1, 50)
			log.Info("one more")
			time.Sleep(2 * logDelay) // fake time
			out.want(t, 2, 51)
		})
	})
	t.Run("WarningsAtOnce", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			out, _, log := open()
			log.Info("before")
			log.With("a", 1).WithGroup("g").Warn("now")
			out.want(t, 1, 2)
			time.Sleep(2 * logDelay) // fake time
		})
	})
	t.Run("Bounded", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			out, _, log := open()
			log.Info(strings.Repeat("x", logPieces))
			out.want(t, 1, 1)
			time.Sleep(2 * logDelay) // fake time
		})
	})
	t.Run("Concurrent", func(t *testing.T) {
		out, buffer, log := open()
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range 100 {
					log.Info("request")
				}
			})
		}
		wg.Wait()
		if err := buffer.Flush(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(out.text.String(), "msg=request\n"); got != 800 {
			t.Errorf("%d whole lines, want 800", got)
		}
	})
}
