package sdk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/projects"
)

// Places implements [pluginpb.CountryServer].
func (s *server) Places(stream pluginpb.Country_PlacesServer) error {
	first, err := stream.Recv()
	if err != nil {
		return err
	}
	ctx := stream.Context()
	t := &placesTeller{ctx: ctx, country: s.country, send: stream.Send, sender: wire.PlaceSender{Send: stream.Send}}
	if err := s.read(ctx, first, stream, t); err != nil {
		return err
	}
	if err := t.end(); err != nil {
		return err
	}
	table, err := s.tabulate(ctx, t)
	if err != nil {
		return err
	}
	return wire.SendTable(table, func(part *pluginpb.SchemeTable) error {
		return stream.Send(&pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Table{Table: part}})
	})
}

// tabulate writes down what the scheme answers. It asks the author's own, which notes
// nothing: [breathing] does, at less cost.
func (s *server) tabulate(ctx context.Context, t *placesTeller) (*geo.SchemeTable, error) {
	b := &breathing{Scheme: s.country.author, sign: t.sign, last: time.Now()}
	b.asked.since = b.last
	defer s.doing.add(&b.asked)()
	defer asking(&b.asked)
	table, err := geo.Tabulate(ctx, b, t.places)
	if err != nil {
		return nil, byID(err)
	}
	return table, checkAnswers(table)
}

// byID returns an error about places with their identifiers: the number of a place among
// those that were yielded says nothing to who looks into a file.
func byID(err error) error {
	var wrong *geo.TreeError
	if !errors.As(err, &wrong) {
		return err
	}
	named := &geo.TreeError{}
	for _, p := range wrong.Problems {
		p.Row = -1
		named.Problems = append(named.Problems, p)
	}
	return named
}

// read has the country tell its places, or those in the file that comes in.
func (s *server) read(ctx context.Context, first *pluginpb.PlacesRequest, stream pluginpb.Country_PlacesServer, t *placesTeller) error {
	if first.GetFormat() == "" {
		return s.country.Places(ctx, t.yield)
	}
	for _, f := range s.country.Formats() {
		if f.Name == first.GetFormat() {
			file := &fileReader{stream: stream, name: first.GetFileName(), rest: first.GetData()}
			return f.Read(ctx, first.GetFileName(), file, t.yield, t.note)
		}
	}
	return fmt.Errorf("%w: format %.80q", projects.ErrNotFound, first.GetFormat())
}

// fileReader is the file a host sends.
type fileReader struct {
	stream pluginpb.Country_PlacesServer
	name   string
	rest   []byte
}

// Name returns the file's name, for messages about it.
func (r *fileReader) Name() string { return r.name }

// Read implements [io.Reader].
func (r *fileReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		m, err := r.stream.Recv()
		if errors.Is(err, io.EOF) {
			return 0, io.EOF
		}
		if err != nil {
			return 0, fmt.Errorf("sdk: the host stopped sending the file: %w", err)
		}
		r.rest = m.GetData()
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// placesTeller sends places as they are yielded and keeps them, for the scheme to be
// asked about them. It may be used by several goroutines.
type placesTeller struct {
	ctx     context.Context //nolint:containedctx // it lives as long as the call
	country Country
	send    func(*pluginpb.PlacesReply) error

	mu     sync.Mutex
	sender wire.PlaceSender
	places []geo.Place
	err    error // the first, which stays, whatever the author makes of it
}

func (t *placesTeller) yield(p geo.Place) error {
	p = t.country.Derive(p)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = t.ctx.Err()
	}
	if t.err == nil {
		t.err = byID(t.sender.Add(&p))
	}
	if t.err == nil {
		t.places = append(t.places, p)
	}
	return t.err
}

func (t *placesTeller) note(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = t.send(&pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Notice{Notice: &pluginpb.Notice{Text: wire.Clean(text, 1<<10)}}})
	}
}

// sign sends nothing, so that the host knows that work goes on.
func (t *placesTeller) sign() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.send(&pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Places{Places: &pluginpb.PlaceBatch{}}})
}

// end sends what is left. It returns an error of a yield the author ignored.
func (t *placesTeller) end() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = t.sender.Flush()
	}
	return t.err
}
