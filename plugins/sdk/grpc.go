package sdk

import (
	"context"
	"log/slog"
	"net"
	"os"
	"time"

	goplugin "github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
)

// countryPlugin is what go-plugin serves.
type countryPlugin struct {
	goplugin.NetRPCUnsupportedPlugin
	country Country
}

var _ goplugin.GRPCPlugin = (*countryPlugin)(nil)

// GRPCServer implements [goplugin.GRPCPlugin].
func (p *countryPlugin) GRPCServer(_ *goplugin.GRPCBroker, s *grpc.Server) error {
	pluginpb.RegisterCountryServer(s, newServer(p.country))
	return nil
}

// GRPCClient implements [goplugin.GRPCPlugin]; this side calls nobody.
func (p *countryPlugin) GRPCClient(_ context.Context, _ *goplugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return pluginpb.NewCountryClient(conn), nil
}

// ServeOn serves c to those who connect to lis until ctx ends, without a handshake
// and without touching the process, as tests do. It closes lis before it returns; an
// error of lis ends it too, and comes back. logger may be nil.
func ServeOn(ctx context.Context, lis net.Listener, c Country, logger *slog.Logger) error {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	s := newGRPCServer(logger, func() {})
	pluginpb.RegisterCountryServer(s, newServer(c))
	stop := context.AfterFunc(ctx, s.Stop)
	defer stop()
	return s.Serve(lis)
}

// newGRPCServer returns a server in which no call can end the process. before is
// called at the beginning of every call.
func newGRPCServer(logger *slog.Logger, before func(), opts ...grpc.ServerOption) *grpc.Server {
	return grpc.NewServer(append(opts,
		grpc.MaxRecvMsgSize(2*wire.MaxMessage), // a host that sends more is none of ours
		grpc.UnaryInterceptor(func(ctx context.Context, req any, call *grpc.UnaryServerInfo, next grpc.UnaryHandler) (reply any, err error) {
			defer func() { err = wire.ToStatus(err) }()
			defer recovered(logger, call.FullMethod, &err)
			before()
			return next(ctx, req)
		}),
		grpc.StreamInterceptor(func(srv any, stream grpc.ServerStream, call *grpc.StreamServerInfo, next grpc.StreamHandler) (err error) {
			defer func() { err = wire.ToStatus(err) }()
			defer recovered(logger, call.FullMethod, &err)
			before()
			return next(srv, stream)
		}))...)
}

// endWithParent ends the process when the one that started it is gone: a host that
// was killed leaves nothing behind.
func endWithParent(parent int) {
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	os.Exit(1)
}
