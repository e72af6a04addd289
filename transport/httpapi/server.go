package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/reglookup/regengine/ask"
)

// Timeouts against slow clients. The time to write an answer covers a whole
// turn, because net/http counts it from the end of the request's header.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second
	writeTimeout      = ask.TurnTimeout + 30*time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 16 << 10
)

// NewServer returns an http.Server for an API with the limits above. Its own
// complaints about connections go to logger, which may be nil.
func NewServer(handler http.Handler, logger *slog.Logger) *http.Server {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
}

// Serve answers connections of listener until ctx ends, and then shuts down:
// no new connections, requests under way are answered, and drain waits for the
// turns whose clients have gone (nil: none). All that takes at most patience;
// what still runs then is cut off, which is an error.
func Serve(ctx context.Context, server *http.Server, listener net.Listener, patience time.Duration, drain func(context.Context) error) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	err := server.Shutdown(stop)
	if err != nil {
		err = errors.Join(err, server.Close())
	}
	if served := <-failed; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	if drain != nil {
		err = errors.Join(err, drain(stop))
	}
	if err != nil {
		return fmt.Errorf("shut down: %w", err)
	}
	return nil
}
