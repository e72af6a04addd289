package host

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	goplugin "github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
)

// Bounds of what goes over the wire, in bytes.
const (
	maxReceive = wire.MaxMessage
	maxSend    = wire.MaxMessage
	maxHeaders = 64 << 10 // errors with their details travel there

	// What may be under way before it is read. gRPC would let it grow otherwise.
	streamWindow     = 256 << 10
	connectionWindow = 2 << 20
)

// launch starts the plugin at path, confined, and asks who it is. sha is the
// checksum its bytes must have; "" for any. ErrNotApproved, ErrBroken,
// ErrUnavailable when it is this side that cannot.
func (h *Host) launch(ctx context.Context, log *logbook, path, sha string) (*process, error) {
	if runtime.GOOS == "windows" {
		return nil, fmt.Errorf("%w: plugins talk over unix sockets, which go-plugin does not offer on Windows", ErrUnavailable)
	}
	folder, err := h.room.folder()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	run, err := h.launchIn(ctx, folder, log, path, sha)
	if err != nil {
		_ = os.RemoveAll(folder)
	}
	return run, err
}

func (h *Host) launchIn(ctx context.Context, folder string, log *logbook, path, sha string) (*process, error) {
	im, err := takeImage(path, folder, h.opts.writers())
	if err != nil {
		return nil, err
	}
	defer im.close()
	if sha != "" && im.sha != sha {
		return nil, fmt.Errorf("%w: %s was changed after it was approved (SHA-256 %.12s… is approved, it has %.12s…): find out who changed it", ErrNotApproved, path, sha, im.sha)
	}
	log.begin()
	s := &starter{host: h, image: im, path: path, folder: folder, log: log}
	ctx, cancel := context.WithTimeoutCause(ctx, h.opts.StartTimeout, lateStartError{h.opts.StartTimeout})
	defer cancel()
	begin := time.Now()
	run, err := s.start(ctx)
	h.opts.Observe(Event{Plugin: log.name, What: "start", Took: time.Since(begin), Err: err})
	return run, err
}

// starter starts one process.
type starter struct {
	host   *Host
	image  *image
	path   string // the file image was taken of
	folder string
	log    *logbook

	mu    sync.Mutex
	ctx   context.Context
	child *child
}

// process returns the operating system's process; nil before there is one.
func (s *starter) process() *child {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.child
}

// start starts the process, shakes hands, connects and has it describe itself. An
// error means that nothing of it is left.
func (s *starter) start(ctx context.Context) (*process, error) {
	run, err := s.connect(ctx)
	if err == nil {
		err = run.describe(ctx)
	}
	if err == nil {
		return run, nil
	}
	err = s.explain(ctx, err)
	switch {
	case run != nil:
		run.end(err)
		<-run.gone
	case s.child != nil:
		s.child.end(err)
		<-s.child.done
	}
	return nil, err
}

// explain says why a start failed: what the process died of says more than what
// was noticed of it.
func (s *starter) explain(ctx context.Context, err error) error {
	if s.child != nil && !errors.Is(err, ErrBroken) {
		s.child.settle()
		if cause := s.child.why(); cause != nil && !errors.Is(cause, errStartEnded) {
			err = cause
		}
	}
	if cause := context.Cause(ctx); cause != nil && !errors.Is(err, cause) {
		err = cause
	}
	if errors.Is(err, ErrBroken) || errors.Is(err, ErrUnavailable) {
		return err
	}
	if errors.Is(err, syscall.ENOEXEC) {
		return fmt.Errorf("%w: %s is built for another system, or is no program: build it with GOOS=%s GOARCH=%s (%w)", ErrBroken, s.path, runtime.GOOS, runtime.GOARCH, syscall.ENOEXEC)
	}
	return fmt.Errorf("%w: %s", ErrBroken, printable(strings.TrimSpace(s.log.explain(err, s.host.opts.MemoryBytes).Error()), 500))
}

// connect starts the process and shakes hands by go-plugin, then connects. It does
// not use go-plugin's own connection: that one has no bounds, keeps a broker whose
// memory the plugin decides on, and waits without end for an answer when closed.
func (s *starter) connect(ctx context.Context) (*process, error) {
	cfg := &goplugin.ClientConfig{
		HandshakeConfig:  goplugin.HandshakeConfig{MagicCookieKey: wire.MagicKey, MagicCookieValue: wire.MagicValue},
		VersionedPlugins: map[int]goplugin.PluginSet{},
		AllowedProtocols: []goplugin.Protocol{goplugin.ProtocolGRPC},
		AutoMTLS:         true,
		SkipHostEnv:      true,
		StartTimeout:     s.host.opts.StartTimeout,
		Logger:           hclog.NewNullLogger(),
		UnixSocketConfig: &goplugin.UnixSocketConfig{TempDir: s.folder},
		RunnerFunc:       s.runner,
	}
	for v := wire.OldestAppVersion; v <= wire.AppVersion; v++ {
		cfg.VersionedPlugins[v] = goplugin.PluginSet{}
	}
	s.ctx = ctx
	stop := context.AfterFunc(ctx, func() {
		if c := s.process(); c != nil {
			c.end(context.Cause(ctx))
		}
	})
	defer stop()
	address, err := goplugin.NewClient(cfg).Start()
	if err != nil {
		return nil, err
	}
	if cfg.TLSConfig == nil || cfg.TLSConfig.RootCAs == nil {
		return nil, errors.New("it gave no certificate, so that nobody could tell it from another")
	}
	return s.dial(address, cfg.TLSConfig)
}

// runner implements the field of that name of [goplugin.ClientConfig].
func (s *starter) runner(_ hclog.Logger, cmd *exec.Cmd, _ string) (runner.Runner, error) {
	c, err := newChild(s.host.opts, s.image, s.folder, cmd.Env, s.log)
	if err != nil {
		return nil, err
	}
	c.slack = s.host.pace.slack
	s.mu.Lock()
	s.child = c
	s.mu.Unlock()
	if s.ctx.Err() != nil { // it ended before there was anything to end
		c.end(context.Cause(s.ctx))
	}
	return c, nil
}

// dial makes the connection; it is made when the first call needs it.
func (s *starter) dial(address net.Addr, config *tls.Config) (*process, error) {
	target := address.String()
	conn, err := grpc.NewClient("passthrough:///plugin",
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", target)
		}),
		grpc.WithTransportCredentials(credentials.NewTLS(config)),
		grpc.WithAuthority("localhost"), // the certificate's
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxReceive), grpc.MaxCallSendMsgSize(maxSend), grpc.ForceCodecV2(wire.Codec())),
		grpc.WithStaticStreamWindowSize(streamWindow), grpc.WithStaticConnWindowSize(connectionWindow),
		grpc.WithMaxHeaderListSize(maxHeaders),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 30 * time.Second, Timeout: 10 * time.Second}),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: backoff.DefaultConfig, MinConnectTimeout: s.host.opts.StartTimeout}),
		grpc.WithNoProxy(), grpc.WithDisableServiceConfig(), grpc.WithDisableRetry(), grpc.WithIdleTimeout(0),
	)
	if err != nil {
		return nil, err
	}
	run := &process{
		host: s.host, name: s.log.name, sha: s.image.sha, child: s.child, folder: s.folder,
		conn: conn, country: pluginpb.NewCountryClient(conn), gone: make(chan struct{}), counted: make(chan struct{}), idle: make(chan struct{}, 1),
	}
	go run.attend(s.log)
	return run, nil
}
