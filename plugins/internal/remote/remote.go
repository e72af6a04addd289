// Package remote calls a country that is served elsewhere. It knows the protocol
// only: who starts the plugin, how long a call may take and what becomes of the
// answers is decided by package host and by the tests.
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/projects"
)

// fileBytes is how much of a file goes into one message.
const fileBytes = 256 << 10

// Country is a country at the other end of a connection. Its errors are those of
// [wire.FromStatus] and wire.ErrMalformed. It is safe for concurrent use.
type Country struct {
	client pluginpb.CountryClient
	limits wire.Limits
}

// New returns the country behind conn, of which so much is taken.
func New(conn grpc.ClientConnInterface, limits wire.Limits) *Country {
	return &Country{pluginpb.NewCountryClient(conn), limits}
}

// DialOptions are what a connection to a country is made with: a message that is
// larger than the protocol has, or unpacks into far more, ends the call.
func DialOptions() []grpc.DialOption {
	return []grpc.DialOption{grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(wire.MaxMessage), grpc.ForceCodecV2(wire.Codec()))}
}

// Describe says who the plugin is and what it brings.
func (c *Country) Describe(ctx context.Context) (wire.Description, error) {
	m, err := c.client.Describe(ctx, &pluginpb.DescribeRequest{})
	if err != nil {
		return wire.Description{}, c.where(wire.FromStatus(err))
	}
	return wire.DescriptionFromProto(m)
}

// Places fetches the places the plugin has, or with a format those it reads from
// file, and what the scheme says of them. progress is told how many have come; it
// may be nil.
func (c *Country) Places(ctx context.Context, format, name string, file io.Reader, progress func(places int)) (*wire.PlacesReader, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the sender too
	stream, err := c.client.Places(ctx)
	if err != nil {
		return nil, wire.FromStatus(err)
	}
	sent := make(chan error, 1)
	go func() {
		err := send(stream, format, name, file)
		if err != nil {
			cancel() // the plugin waits for the rest of the file
		}
		sent <- err
	}()
	r := wire.NewPlacesReader(c.limits)
	err = receive(stream.Recv, func(m *pluginpb.PlacesReply) error {
		err := r.Add(m)
		if progress != nil {
			progress(r.Len())
		}
		return err
	})
	cancel()
	if unread := <-sent; unread != nil {
		return r, unread
	}
	return r, c.where(err)
}

// send sends a file. That the plugin reads no further is none of its errors.
func send(stream pluginpb.Country_PlacesClient, format, name string, file io.Reader) error {
	if stream.Send(&pluginpb.PlacesRequest{Format: format, FileName: name}) != nil {
		return nil //nolint:nilerr // Recv says why
	}
	for file != nil {
		data := make([]byte, fileBytes)
		n, err := io.ReadFull(file, data)
		if n > 0 && stream.Send(&pluginpb.PlacesRequest{Data: data[:n]}) != nil {
			return nil //nolint:nilerr // Recv says why
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	_ = stream.CloseSend() // Recv says why not
	return nil
}

// receive hands what comes to take until the stream ends.
func receive[M any](next func() (M, error), take func(M) error) error {
	for {
		m, err := next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return wire.FromStatus(err)
		}
		if err := take(m); err != nil {
			return err
		}
	}
}

// ParsedID is the answer of a scheme to a text; ID is "" where it is none.
type ParsedID struct {
	ID    geo.ID
	Level geo.Level
}

// ParseIDs has the scheme read texts.
func (c *Country) ParseIDs(ctx context.Context, texts []string) ([]ParsedID, error) {
	m, err := c.client.ParseIDs(ctx, &pluginpb.ParseIDsRequest{Texts: texts})
	if err != nil {
		return nil, wire.FromStatus(err)
	}
	if len(m.GetIds()) != len(texts) {
		return nil, fmt.Errorf("%w: %d answers to %d texts", wire.ErrMalformed, len(m.GetIds()), len(texts))
	}
	ids := make([]ParsedID, len(texts))
	for i, id := range m.GetIds() {
		if id.GetLevel() > uint32(geo.Municipality) || (id.GetLevel() == 0) != (id.GetId() == "") {
			return nil, fmt.Errorf("%w: identifier %.40q of level %d", wire.ErrMalformed, id.GetId(), id.GetLevel())
		}
		ids[i] = ParsedID{geo.ID(id.GetId()), geo.Level(id.GetLevel())}
	}
	return ids, nil
}

// CheckParents asks the scheme whether each identifier may hang under its parent,
// and returns its reasons, "" where it may.
func (c *Country) CheckParents(ctx context.Context, pairs [][2]geo.ID) ([]string, error) {
	req := &pluginpb.CheckParentsRequest{}
	for _, p := range pairs {
		req.Pairs = append(req.Pairs, &pluginpb.Pair{Id: string(p[0]), Parent: string(p[1])})
	}
	m, err := c.client.CheckParents(ctx, req)
	if err != nil {
		return nil, wire.FromStatus(err)
	}
	if len(m.GetReasons()) != len(pairs) {
		return nil, fmt.Errorf("%w: %d answers to %d pairs", wire.ErrMalformed, len(m.GetReasons()), len(pairs))
	}
	return m.GetReasons(), nil
}

// Language fetches the files of the language; none when the plugin brings none.
func (c *Country) Language(ctx context.Context) (map[string][]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := c.client.Language(ctx, &pluginpb.LanguageRequest{})
	return c.files(stream, err)
}

// Pack fetches the files of a pack.
func (c *Country) Pack(ctx context.Context, name string) (map[string][]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stream, err := c.client.Pack(ctx, &pluginpb.PackRequest{Name: name})
	return c.files(stream, err)
}

func (c *Country) files(stream grpc.ServerStreamingClient[pluginpb.File], err error) (map[string][]byte, error) {
	if err != nil {
		return nil, wire.FromStatus(err)
	}
	r := wire.NewFilesReader(c.limits)
	if err := receive(stream.Recv, r.Add); err != nil {
		return nil, err
	}
	return r.Files(), nil
}

// Run has a calculator calculate.
func (c *Country) Run(ctx context.Context, calculator string, input json.RawMessage) (projects.Outcome, error) {
	if len(input) > wire.MaxInput {
		return projects.Outcome{}, fmt.Errorf("%w: the input has more than %d bytes", projects.ErrInvalid, wire.MaxInput)
	}
	m, err := c.client.Run(ctx, &pluginpb.RunRequest{Calculator: calculator, Input: input})
	if err != nil {
		return projects.Outcome{}, c.where(wire.FromStatus(err))
	}
	return wire.OutcomeFromProto(m)
}
