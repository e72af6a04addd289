package plugintest

import (
	"context"
	"errors"
	"io"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/remote"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/plugins/sdk"
	"github.com/reglookup/regengine/projects"
)

// subject is a country that is looked at: what came over the wire, and the country
// itself.
type subject struct {
	opts        *Options
	country     sdk.Country
	remote      *remote.Country
	description wire.Description
	descErr     error

	places    []geo.Place // as they came; after an error, as the country itself yields them
	table     geo.SchemeTable
	placesErr error
}

// openCountry serves c in memory, and fetches what most sections need.
func openCountry(ctx context.Context, c sdk.Country, opts *Options) (*subject, func(), error) {
	conn, stop, err := connect(c)
	if err != nil {
		return nil, nil, err
	}
	s := &subject{opts: opts, country: c, remote: remote.New(conn, wire.Limits{})}
	ctx, cancel := context.WithTimeout(ctx, opts.Timeout)
	defer cancel()
	s.description, s.descErr = s.remote.Describe(ctx)
	s.places, s.table, s.placesErr = s.fetchPlaces(ctx, "", "", nil)
	if s.placesErr != nil && s.hangs() == nil {
		s.places = askPlaces(ctx, c) // to say more of them than that
	}
	return s, stop, nil
}

// hangs returns the error that says where the country hangs; nil when it does not.
func (s *subject) hangs() error {
	for _, err := range []error{s.descErr, s.placesErr} {
		if errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	return nil
}

// askPlaces returns the places c yields before it fails, as the host would see them.
func askPlaces(ctx context.Context, c sdk.Country) (places []geo.Place) {
	defer func() { _ = recover() }() // it is a mistake that has been said
	if c.Places(ctx, func(p geo.Place) error { places = append(places, c.Derive(p)); return nil }) != nil {
		return places // as many as there were
	}
	return places
}

func (s *subject) fetchPlaces(ctx context.Context, format, name string, file io.Reader) ([]geo.Place, geo.SchemeTable, error) {
	r, err := s.remote.Places(ctx, format, name, file, nil)
	if err != nil {
		return nil, geo.SchemeTable{}, err
	}
	table, err := r.Table(s.description.Country, s.description.Language)
	return r.Places(), table, err
}

// connect serves c in memory and returns a connection to it.
func connect(c sdk.Country) (*grpc.ClientConn, func(), error) {
	lis := bufconn.Listen(1 << 20)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = sdk.ServeOn(ctx, lis, c, nil) // ended by stop
	}()
	dial := func(ctx context.Context, _ string) (net.Conn, error) { return lis.DialContext(ctx) }
	conn, err := grpc.NewClient("passthrough:///memory", append(remote.DialOptions(),
		grpc.WithContextDialer(dial), grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	stop := func() {
		if conn != nil {
			_ = conn.Close()
		}
		cancel()
		<-served
	}
	if err != nil {
		stop()
		return nil, nil, err
	}
	return conn, stop, nil
}

// calculators returns the country's, by id.
func (s *subject) calculators() map[string]projects.Calculator {
	known := map[string]projects.Calculator{}
	for _, k := range s.country.Calculators() {
		if k != nil {
			known[k.ID()] = k
		}
	}
	return known
}
