package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
)

// takes is how much one country may bring.
var takes = wire.Limits{
	Places: 500_000, Notices: 1000, Profiles: 100_000,
	Files: 5000, FileBytes: 64 << 20, // of its language, and of each pack; see maxFiles
	Bytes: 256 << 20, // in memory
}

// maxFiles bounds the bytes of language and packs together.
const maxFiles = 64 << 20

// chunk is how much of a file is sent in a message.
const chunk = 256 << 10

// stepTimeout is the time between two messages of an import: between the places and
// what the scheme says of them, the plugin asks its scheme about every place at
// every altitude.
func (o *Options) stepTimeout() time.Duration { return max(o.CallTimeout, o.LoadTimeout/10) }

// Contents fetches all the plugin brings. report, which may be nil, is told now and
// then how many places have come. ErrUnavailable, ErrBroken; any other error is the
// plugin's own.
func (c *Client) Contents(ctx context.Context, report func(places int)) (*join.Contents, error) {
	return c.contents(ctx, &pluginpb.PlacesRequest{}, nil, report)
}

// ReadPlaces has the plugin read a file of one of its formats. What comes is places
// and what the scheme says of them, and nothing else. Errors as of
// [Client.Contents], and those of reading file.
func (c *Client) ReadPlaces(ctx context.Context, format, name string, file io.Reader, report func(places int)) (*join.Contents, error) {
	return c.contents(ctx, &pluginpb.PlacesRequest{Format: format, FileName: name}, file, report)
}

func (c *Client) contents(ctx context.Context, first *pluginpb.PlacesRequest, file io.Reader, report func(int)) (*join.Contents, error) {
	var contents *join.Contents
	err := c.plugin.call(ctx, task{
		method: "Places", total: c.plugin.host.opts.LoadTimeout, step: c.plugin.host.opts.stepTimeout(),
		do: func(ctx context.Context, run *process, alive func()) error {
			f := &fetch{country: run.country, alive: alive, report: report}
			description, err := run.country.Describe(ctx, &pluginpb.DescribeRequest{})
			if err != nil {
				return err
			}
			alive()
			if contents, err = f.begin(description, c.plugin, run); err != nil {
				return err
			}
			if err := f.places(ctx, first, file); err != nil || file != nil {
				contents.PlacesOnly = true
				return err
			}
			return f.files(ctx, description)
		},
	})
	if err != nil {
		return nil, err
	}
	return contents, nil
}

// fetch fetches what one plugin brings.
type fetch struct {
	country pluginpb.CountryClient
	alive   func()
	report  func(int)
	out     *join.Contents
	bytes   int // of files so far
}

// begin notes who brings it: the process that answers, whatever has been approved
// since.
func (f *fetch) begin(m *pluginpb.Description, p *plugin, run *process) (*join.Contents, error) {
	d, err := wire.DescriptionFromProto(m)
	if err != nil {
		return nil, err
	}
	approval := p.approved()
	if approval == nil {
		return nil, fmt.Errorf("%w: its approval was taken back", ErrNotApproved)
	}
	described := descriptionOf(&d, p.name, run.sha)
	if err := errors.Join(checkDescription(&d, p.name), described.sameAs(approval)); err != nil {
		return nil, err
	}
	f.out = &join.Contents{
		Country: d.Country, Tag: d.Language,
		Origin:      regengine.Origin{Plugin: p.name, Version: d.Version, SHA256: run.sha, Imported: p.host.opts.Now().UTC()},
		Calculators: described.Forms,
	}
	return f.out, nil
}

// places fetches places and the scheme's answers; file may be nil.
func (f *fetch) places(ctx context.Context, first *pluginpb.PlacesRequest, file io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := f.country.Places(ctx)
	if err != nil {
		return err
	}
	if err := stream.Send(first); err != nil && !errors.Is(err, io.EOF) { // EOF: receiving says why
		return err
	}
	sent := make(chan error, 1)
	go func() {
		err := f.send(stream, file)
		if err != nil {
			cancel() // the plugin waits for the rest of the file
		}
		sent <- err
	}()
	reader := wire.NewPlacesReader(takes)
	err = f.receive(stream, reader)
	cancel()                               // nothing more is sent to a plugin that has answered
	if sendErr := <-sent; sendErr != nil { // the file is the caller's again
		return sendErr // what the plugin says of half a file does not matter
	}
	if err != nil {
		return err
	}
	f.out.Places, f.out.Notices = reader.Places(), reader.Notices()
	f.out.Scheme, err = reader.Table(f.out.Country, f.out.Tag)
	return err
}

// send sends the file in parts. That the plugin listens no more is no error here.
func (f *fetch) send(stream pluginpb.Country_PlacesClient, file io.Reader) error {
	defer func() { _ = stream.CloseSend() }() // the other direction tells
	if file == nil {
		return nil
	}
	part := make([]byte, chunk)
	for {
		n, err := io.ReadFull(file, part)
		if n > 0 && stream.Send(&pluginpb.PlacesRequest{Data: part[:n]}) != nil {
			break
		}
		f.alive()
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("reading the file: %w", err)
		}
	}
	return nil
}

func (f *fetch) receive(stream pluginpb.Country_PlacesClient, reader *wire.PlacesReader) error {
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			f.alive()
			err = reader.Add(m)
		}
		if err != nil {
			return err
		}
		if f.report != nil {
			f.report(reader.Len())
		}
	}
}
