package main

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

const (
	waitUnseen = 300 * time.Millisecond // what takes no longer shows nothing
	turnEvery  = 100 * time.Millisecond
)

// waiting turns a spinner on stderr, where that is a terminal, until end is called: what
// goes on may take a moment.
func (a *app) waiting(what string) (end func()) {
	screen, ok := terminal(a.stderr)
	if !ok {
		return func() {}
	}
	ticks := time.NewTicker(turnEvery)
	stop := make(chan struct{})
	var turning sync.WaitGroup
	turning.Go(func() { spin(screen, what, time.After(waitUnseen), ticks.C, stop) })
	return sync.OnceFunc(func() {
		close(stop)
		turning.Wait()
		ticks.Stop()
	})
}

// spin turns with every tick from when it begins, and takes itself away when it is stopped.
func spin(w io.Writer, what string, begin, ticks <-chan time.Time, stop <-chan struct{}) {
	select {
	case <-stop:
		return
	case <-begin:
	}
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription(what),
		progressbar.OptionSpinnerType(14), progressbar.OptionSetSpinnerChangeInterval(0), progressbar.OptionSetElapsedTime(false))
	for {
		_ = bar.Add(1) // what cannot be drawn is no reason to fail
		select {
		case <-stop:
			_ = bar.Clear()
			return
		case <-ticks:
		}
	}
}
