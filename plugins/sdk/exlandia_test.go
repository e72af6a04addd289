package sdk_test

import (
	"context"
	"encoding/json"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"testing"
	"testing/fstest"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/test/bufconn"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/geotest"
	"github.com/reglookup/regengine/plugins/internal/remote"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/plugins/sdk"
	"github.com/reglookup/regengine/projects"
)

// exlandia is a country that brings one of everything. Hooks change one answer.
type exlandia struct {
	sdk.UnimplementedCountry
	scheme      geotest.Scheme
	places      func(context.Context, func(geo.Place) error) error
	read        func(context.Context, string, io.Reader, func(geo.Place) error, func(string)) error
	derive      func(geo.Place) geo.Place
	run         func(context.Context, json.RawMessage) (projects.Outcome, error)
	calculators []projects.Calculator
	language    fs.FS
	about       sdk.About
}

func (c *exlandia) Country() geo.ID  { return c.scheme.Country() }
func (c *exlandia) Language() string { return "es" }
func (c *exlandia) ParseID(text string) (geo.ID, geo.Level, error) {
	return c.scheme.ParseID(text)
}
func (c *exlandia) ParentAllowed(id, parent geo.ID) string { return c.scheme.ParentAllowed(id, parent) }
func (c *exlandia) Derive(p geo.Place) geo.Place {
	if c.derive != nil {
		return c.derive(p)
	}
	return c.scheme.Derive(p)
}

func (c *exlandia) About() sdk.About {
	if c.about.Name != "" {
		return c.about
	}
	return sdk.About{Name: "exlandia", Version: "1.2.0", Title: "Exlandia", Licence: "CC0-1.0", Sources: []sdk.Source{{Title: "Instituto", URL: "https://example.org/"}}}
}

func (c *exlandia) Places(ctx context.Context, yield func(geo.Place) error) error {
	if c.places != nil {
		return c.places(ctx, yield)
	}
	for _, p := range geotest.Places() {
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

func (c *exlandia) Formats() []sdk.Format {
	read := c.read
	if read == nil {
		read = func(_ context.Context, _ string, file io.Reader, yield func(geo.Place) error, note func(string)) error {
			note("read")
			return sdk.ReadPlacesCSV(file, yield)
		}
	}
	return []sdk.Format{{Name: "csv", Title: "Un fichero", Read: read}}
}

func (c *exlandia) LanguageFiles() fs.FS { return c.language }

func (c *exlandia) Packs() []sdk.Pack {
	return []sdk.Pack{{Name: "uno", Files: fstest.MapFS{"pack.yaml": {Data: []byte("format: 1\n")}}}}
}

func (c *exlandia) Calculators() []projects.Calculator {
	if c.calculators != nil {
		return c.calculators
	}
	return []projects.Calculator{&calculator{id: "echo", country: "XX", run: c.run}}
}

// calculator answers with what it was given.
type calculator struct {
	projects.UnimplementedCalculator
	id      string
	country geo.ID
	run     func(context.Context, json.RawMessage) (projects.Outcome, error)
}

func (c *calculator) ID() string      { return c.id }
func (c *calculator) Title() string   { return "Eco" }
func (c *calculator) Country() geo.ID { return c.country }
func (c *calculator) Run(ctx context.Context, input json.RawMessage) (projects.Outcome, error) {
	if c.run != nil {
		return c.run(ctx, input)
	}
	return projects.Outcome{Result: input, Summary: "Eco", Steps: []string{"1"}, Sources: []string{"2"}}, nil
}

// connect serves c in memory; what it logs goes into log, which may be nil.
func connect(t *testing.T, c sdk.Country, log *slog.Logger) *remote.Country {
	t.Helper()
	lis := bufconn.Listen(1 << 20)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = sdk.ServeOn(ctx, lis, c, log) // ended by cancel
	}()
	conn, err := grpc.NewClient("passthrough:///memory", append(remote.DialOptions(),
		grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) { return lis.DialContext(ctx) }),
		grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = conn.Close()
		cancel()
		<-done
	})
	return remote.New(conn, wire.Limits{})
}
