package sdk

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/projects"
)

// maxRows bounds what is asked in one call.
const maxRows = 100_000

// server answers a host's calls by asking a Country. Its errors become statuses, and
// a panic an error, in the interceptors.
type server struct {
	pluginpb.UnimplementedCountryServer
	country     *noted
	doing       *doing
	calculators func() (map[string]projects.Calculator, error)
}

var _ pluginpb.CountryServer = (*server)(nil)

func newServer(c Country) *server {
	now := &doing{}
	noting := &noted{c, now}
	return &server{country: noting, doing: now, calculators: sync.OnceValues(func() (map[string]projects.Calculator, error) { return calculatorsOf(noting) })}
}

func calculatorsOf(c Country) (map[string]projects.Calculator, error) {
	known := map[string]projects.Calculator{}
	for _, k := range c.Calculators() {
		switch {
		case k == nil:
			return nil, errors.New("sdk: Calculators returns one that is nil")
		case known[k.ID()] != nil:
			return nil, fmt.Errorf("sdk: Calculators returns two of the name %q", k.ID())
		case k.Country() != c.Country():
			return nil, fmt.Errorf("sdk: calculator %q is of country %q: those of a plugin are of its own, %q", k.ID(), k.Country(), c.Country())
		}
		known[k.ID()] = k
	}
	return known, nil
}

// Describe implements [pluginpb.CountryServer].
func (s *server) Describe(context.Context, *pluginpb.DescribeRequest) (*pluginpb.Description, error) {
	d, err := s.description()
	if err != nil {
		return nil, err
	}
	return d.ToProto(), nil
}

// description returns what the country says of itself, checked as the host will.
func (s *server) description() (*wire.Description, error) {
	if _, err := s.calculators(); err != nil {
		return nil, err
	}
	about := s.country.About()
	d := &wire.Description{
		Country: s.country.Country(), Language: s.country.Language(),
		Name: about.Name, Version: about.Version, Title: about.Title, Licence: about.Licence,
		SDK: Version, BringsLanguage: s.country.LanguageFiles() != nil,
	}
	for _, src := range about.Sources {
		d.Sources = append(d.Sources, wire.Source{Title: src.Title, URL: src.URL})
	}
	for _, f := range s.country.Formats() {
		d.Formats = append(d.Formats, wire.Format{Name: f.Name, Title: f.Title})
	}
	for _, k := range s.country.Calculators() {
		input, result := k.Schema()
		d.Calculators = append(d.Calculators, wire.Calculator{ID: k.ID(), Title: k.Title(), Input: input, Result: result})
	}
	for _, p := range s.country.Packs() {
		d.Packs = append(d.Packs, p.Name)
	}
	_, err := wire.DescriptionFromProto(d.ToProto())
	return d, err
}

// ParseIDs implements [pluginpb.CountryServer].
func (s *server) ParseIDs(_ context.Context, req *pluginpb.ParseIDsRequest) (*pluginpb.ParseIDsReply, error) {
	if len(req.GetTexts()) > maxRows {
		return nil, fmt.Errorf("%w: more than %d texts at once", wire.ErrMalformed, maxRows)
	}
	reply := &pluginpb.ParseIDsReply{}
	for _, text := range req.GetTexts() {
		id, level, err := s.country.ParseID(text)
		if err != nil && !errors.Is(err, geo.ErrInvalidID) {
			return nil, fmt.Errorf("ParseID(%q): %w", text, err)
		}
		if err != nil {
			id, level = "", 0
		}
		reply.Ids = append(reply.Ids, &pluginpb.ParsedID{Id: string(id), Level: uint32(level)})
	}
	return reply, nil
}

// CheckParents implements [pluginpb.CountryServer].
func (s *server) CheckParents(_ context.Context, req *pluginpb.CheckParentsRequest) (*pluginpb.CheckParentsReply, error) {
	if len(req.GetPairs()) > maxRows {
		return nil, fmt.Errorf("%w: more than %d pairs at once", wire.ErrMalformed, maxRows)
	}
	reply := &pluginpb.CheckParentsReply{}
	for _, pair := range req.GetPairs() {
		reply.Reasons = append(reply.Reasons, s.country.ParentAllowed(geo.ID(pair.GetId()), geo.ID(pair.GetParent())))
	}
	return reply, nil
}

// Language implements [pluginpb.CountryServer].
func (s *server) Language(_ *pluginpb.LanguageRequest, stream pluginpb.Country_LanguageServer) error {
	files := s.country.LanguageFiles()
	if files == nil {
		return nil
	}
	return sendFolder("LanguageFiles", files, stream.Send)
}

// Pack implements [pluginpb.CountryServer].
func (s *server) Pack(req *pluginpb.PackRequest, stream pluginpb.Country_PackServer) error {
	for _, p := range s.country.Packs() {
		if p.Name == req.GetName() {
			return sendFolder(fmt.Sprintf("Packs: %q", p.Name), p.Files, stream.Send)
		}
	}
	return fmt.Errorf("%w: pack %.80q", projects.ErrNotFound, req.GetName())
}

// Run implements [pluginpb.CountryServer].
func (s *server) Run(ctx context.Context, req *pluginpb.RunRequest) (*pluginpb.Outcome, error) {
	known, err := s.calculators()
	if err != nil {
		return nil, err
	}
	k := known[req.GetCalculator()]
	switch {
	case k == nil:
		return nil, fmt.Errorf("%w: calculator %.80q", projects.ErrNotFound, req.GetCalculator())
	case len(req.GetInput()) > wire.MaxInput:
		return nil, fmt.Errorf("%w: the input has more than %d bytes", projects.ErrInvalid, wire.MaxInput)
	}
	defer s.doing.ask("Run", req.GetCalculator())()
	outcome, err := k.Run(ctx, req.GetInput())
	if err != nil {
		return nil, err
	}
	m := wire.OutcomeToProto(&outcome)
	if _, err := wire.OutcomeFromProto(m); err != nil { // what the host would refuse, with the calculator's name
		return nil, fmt.Errorf("calculator %s: %w", req.GetCalculator(), err)
	}
	return m, nil
}
