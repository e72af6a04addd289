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

// Ending says how a server comes to its end. The zero value cuts everything off.
type Ending struct {
	// Leave begins it: whoever sends requests is told to send them elsewhere
	// ([API.Leave]). They are taken until the channel gives. nil: nobody is told.
	Leave func() (gone <-chan time.Time)

	// Patience is how long requests under way, and then Drain, may take. What still
	// runs then is cut off, which is an error.
	Patience time.Duration

	// Drain waits for the turns whose clients have gone; nil: there are none.
	Drain func(context.Context) error
}

// Serve answers connections of listener until ctx ends, and then shuts down: after
// Leave the listener is closed, requests under way are answered, turns come to their
// end.
func Serve(ctx context.Context, server *http.Server, listener net.Listener, end Ending) error {
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	err := untilGone(ctx, failed, end.Leave)
	if err != nil {
		return fmt.Errorf("serve: %w", err)
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), end.Patience)
	defer cancel()
	if err = server.Shutdown(stop); err != nil {
		err = errors.Join(err, server.Close())
	}
	if served := <-failed; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	if end.Drain != nil {
		err = errors.Join(err, end.Drain(stop))
	}
	if err != nil {
		return fmt.Errorf("shut down: %w", err)
	}
	return nil
}

// untilGone returns nil when ctx has ended and everybody who was told has left, or why
// the server failed before.
func untilGone(ctx context.Context, failed <-chan error, leave func() <-chan time.Time) error {
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	if leave == nil {
		return nil
	}
	select {
	case err := <-failed:
		return err
	case <-leave():
		return nil
	}
}
