package sdk_test

import (
	"context"
	"net"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/plugins/internal/remote"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/plugins/sdk"
)

// BenchmarkPlaces streams the places of a country of 34,875 communes, and tabulates
// the scheme: through the protocol, and both steps in the same process.
func BenchmarkPlaces(b *testing.B) {
	places := geotest.Many(34_875)
	c := &exlandia{places: func(_ context.Context, yield func(geo.Place) error) error {
		for _, p := range places {
			if err := yield(p); err != nil {
				return err
			}
		}
		return nil
	}}
	report := func(b *testing.B) {
		b.ReportMetric(float64(len(places))*float64(b.N)/b.Elapsed().Seconds(), "places/s")
	}
	b.Run("wire", func(b *testing.B) {
		lis := bufconn.Listen(1 << 20)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		go func() { _ = sdk.ServeOn(ctx, lis, c, nil) }()
		conn, err := grpc.NewClient("passthrough:///memory", append(remote.DialOptions(),
			grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return lis.DialContext(ctx) }),
			grpc.WithTransportCredentials(insecure.NewCredentials()))...)
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		country := remote.New(conn, wire.Limits{})
		for b.Loop() {
			r, err := country.Places(ctx, "", "", nil, nil)
			if err != nil || r.Len() != len(places) {
				b.Fatal(r.Len(), err)
			}
			if _, err := r.Table("XX", "es"); err != nil {
				b.Fatal(err)
			}
		}
		report(b)
	})
	var derived []geo.Place
	b.Run("inProcess/places", func(b *testing.B) {
		for b.Loop() {
			derived = derived[:0]
			err := c.Places(b.Context(), func(p geo.Place) error {
				p = c.Derive(p)
				derived = append(derived, p)
				return geo.CheckPlaces([]geo.Place{p})
			})
			if err != nil {
				b.Fatal(err)
			}
		}
		report(b)
	})
	b.Run("inProcess/tabulate", func(b *testing.B) {
		for b.Loop() {
			if _, err := geo.Tabulate(b.Context(), c, derived); err != nil {
				b.Fatal(err)
			}
		}
		report(b)
	})
}
