package mcp

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// API is what tools ask; an [httpapi.API] is one.
type API interface {
	http.Handler

	// OpenAPI returns the document of the operations that ServeHTTP answers.
	OpenAPI() []byte
}

// Options configure a Server. The zero value is useful.
type Options struct {
	Version string       // of the service; "" means "dev"
	Logger  *slog.Logger // nil: nothing is logged

	// BaseURL is the public address without a final slash, for the metadata that a
	// client without a key is sent to; "" means the address it asked.
	BaseURL string

	Key string // what sessions over standard input are authenticated by

	// Allow counts a request over HTTP that asks nothing of the API, such as one for the
	// list of tools or a call that is refused before, and answers it where it is one too many: false then. nil counts none.
	Allow func(w http.ResponseWriter) bool

	// Language returns the language of the user who sends a request, as a BCP 47 tag;
	// r is nil for a session over standard input and output. nil means English.
	Language func(r *http.Request) string
}

// Server offers an API to assistants. It is safe for concurrent use.
type Server struct {
	api     API
	opts    Options
	doc     *document
	ops     map[string]*operation
	spoken  map[string]*session // by language
	callers map[string]*caller  // by tool, in whatever language
	paths   *strings.Replacer   // paths of operations -> the tools that ask them
	http    *sdk.StreamableHTTPHandler
}

// session is the server in one language.
type session struct {
	*Server
	words *words
	sdk   *sdk.Server
}

// New returns a server over an API. It does no I/O.
func New(api API, opts *Options) (*Server, error) {
	s := &Server{api: api, spoken: map[string]*session{}, callers: map[string]*caller{}}
	if opts != nil {
		s.opts = *opts
	}
	s.opts.Version = cmp.Or(s.opts.Version, "dev")
	s.opts.BaseURL = strings.TrimSuffix(s.opts.BaseURL, "/")
	var err error
	if s.doc, s.ops, err = readDocument(api.OpenAPI()); err != nil {
		return nil, err
	}
	if err := s.namePaths(); err != nil {
		return nil, err
	}
	for _, w := range languages() {
		s.spoken[w.tag] = s.newSession(w)
	}
	s.http = s.newHandler()
	return s, nil
}

// namePaths learns by which tool each path is asked, and complains of a tool whose
// operations the API does not have.
func (s *Server) namePaths() error {
	asked := map[string]string{} // a path, with its method and without -> a tool
	for i := range tools {
		for _, id := range tools[i].operations {
			op, ok := s.ops[id]
			if !ok {
				return fmt.Errorf("mcp: the API has no operation %s, which %s asks", id, tools[i].name)
			}
			asked[op.path], asked[op.method+" "+op.path] = tools[i].name, tools[i].name
		}
	}
	longest := slices.SortedFunc(maps.Keys(asked), func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, path := range longest { // the first that fits is taken, and one path may begin another
		pairs = append(pairs, path, asked[path])
	}
	s.paths = strings.NewReplacer(pairs...)
	return nil
}

// renamed names tools in a text where it names paths of the HTTP API.
func (s *Server) renamed(text string) string { return s.paths.Replace(text) }

func (s *Server) newSession(w *words) *session {
	x := &session{Server: s, words: w}
	x.sdk = sdk.NewServer(&sdk.Implementation{Name: "regengine", Title: w.text("title"), Version: s.opts.Version}, &sdk.ServerOptions{
		Instructions: w.text("instructions"),
		Logger:       s.logger(),
		// What is answered depends on the key: on its country, and its language.
		SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" },
		// Without this the SDK would offer logging; lists never change while it runs.
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}, Prompts: &sdk.PromptCapabilities{}, Resources: &sdk.ResourceCapabilities{}},
	})
	for i := range tools {
		x.addTool(&tools[i])
	}
	x.addResources()
	x.addPrompts()
	return x
}

func (x *session) addTool(t *tool) {
	ops := make([]*operation, len(t.operations))
	for i, id := range t.operations {
		ops[i] = x.ops[id]
	}
	in := x.inputSchema(t, ops)
	c := &caller{session: x, tool: t, ops: ops, input: in}
	x.callers[t.name] = c
	x.sdk.AddTool(&sdk.Tool{
		Name: t.name, Title: x.words.text("tool." + t.name), Description: t.description,
		InputSchema: encode(in), OutputSchema: encode(x.outputSchema(t, ops)), // written once, not for every list
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: !costs(ops), OpenWorldHint: new(false), DestructiveHint: new(false)},
	}, c.call)
}

// costs reports whether a call is charged, so that repeating it is not for nothing.
func costs(ops []*operation) bool {
	return slices.ContainsFunc(ops, func(op *operation) bool {
		return slices.ContainsFunc(op.Parameters, func(p parameter) bool { return p.argument() == headerArguments["Idempotency-Key"] })
	})
}

// in returns the server in the language of a request, nil for standard input.
func (s *Server) in(r *http.Request) *session {
	tag := ""
	if s.opts.Language != nil {
		tag = s.opts.Language(r)
	}
	if x, ok := s.spoken[primary(tag)]; ok {
		return x
	}
	return s.spoken[standardLanguage]
}

// Serve answers one client over a pair of streams, as standard input and output are,
// until in ends or ctx does. A read of in that nothing comes of may outlast it.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.WriteCloser) error {
	// The SDK waits for its reader, and nobody can be made to stop reading a terminal.
	read, write := io.Pipe()
	go func() {
		_, err := io.Copy(write, in)
		_ = write.CloseWithError(err) // always nil
	}()
	stop := context.AfterFunc(ctx, func() { _ = read.Close() })
	defer stop()
	session, err := s.in(nil).sdk.Connect(ctx, &sdk.IOTransport{Reader: read, Writer: out}, nil)
	if err == nil {
		err = session.Wait()
	}
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("mcp: %w", err)
	}
	return nil
}
