// Command misbehave is a country's plugin that does one thing wrong, or none: which,
// its file's name says. It speaks the protocol without the kit, which would keep it
// from most of this.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
	"github.com/reglookup/regengine/projects"
)

// version is changed by building with -ldflags "-X main.version=...", which makes
// other bytes.
var version = "1.0.0"

// opened is what the process got open, before it opened anything itself.
var opened = openFiles()

// openFiles lists what is open: number and file. It opens nothing itself.
func openFiles() (list []string) {
	for number := range 1024 {
		file, err := readlink(fmt.Sprintf("/proc/self/fd/%d", number))
		if err == nil {
			list = append(list, fmt.Sprint(number, " ", file))
		}
	}
	return list
}

func readlink(path string) (string, error) {
	to := make([]byte, 4096)
	n, err := syscall.Readlink(path, to)
	return string(to[:max(n, 0)]), err
}

// name is the plugin's; what it does is the part before any "-", two letters of its
// country the part behind it: "panic-qa".
var name = strings.TrimPrefix(filepath.Base(os.Args[0]), "regengine-plugin-")

func main() {
	act, _, _ := strings.Cut(name, "-")
	if os.Getenv("MISBEHAVE_CHILD") != "" {
		time.Sleep(time.Hour) // it keeps what it inherited
		return
	}
	if start := starts[act]; start != nil {
		start()
	}
	serve(&country{act: act})
}

// starts are what goes wrong before the handshake.
var starts = map[string]func(){
	"hangstart":  func() { time.Sleep(time.Hour) },
	"exitstart":  func() { os.Exit(3) },
	"panicstart": func() { panic("at the start") },
	"garbage": func() {
		_, _ = os.Stdout.Write(bytes.Repeat([]byte("\x00\xff|||garbage\n"), 1000))
		time.Sleep(time.Hour)
	},
	"oldcore":  func() { handshake("9|1|unix|/tmp/none|grpc|") },
	"oldapp":   func() { handshake("1|99|unix|/tmp/none|grpc|") },
	"netrpc":   func() { handshake("1|1|unix|" + listen() + "|netrpc|") },
	"nocert":   func() { handshake("1|1|unix|" + listen() + "|grpc|") },
	"foreign":  func() { handshake("1|1|unix|/tmp/rp-foreign.sock|grpc|") },
	"redirect": redirect,
	"endless":  endless,
	"fork":     func() { fork(false) },
	"daemon":   func() { fork(true) },
	"worse":    worse,
	"mute":     func() { listen(); handshake("1|1|unix|" + listen() + "|grpc|" + strings.Repeat("A", 60)) },
}

func handshake(line string) {
	fmt.Println(line)
	time.Sleep(time.Hour)
}

// worse does not start any more in its second version.
func worse() {
	if version == "2.0.0" {
		os.Exit(3)
	}
}

// listen makes a socket that nobody answers at.
func listen() string {
	path := filepath.Join(os.Getenv("PLUGIN_UNIX_SOCKET_DIR"), fmt.Sprint("s", time.Now().UnixNano()))
	if _, err := net.Listen("unix", path); err != nil {
		panic(err)
	}
	return path
}

// redirect has the host call an address of the network, and tells when it does.
func redirect() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Printf("1|1|tcp|%s|grpc|%s\n", l.Addr(), strings.Repeat("A", 60))
	if _, err := l.Accept(); err == nil {
		fmt.Fprintln(os.Stderr, "DIALLED")
	}
	time.Sleep(time.Hour)
}

// endless writes a line without end before anything else.
func endless() {
	for {
		_, _ = os.Stdout.Write(bytes.Repeat([]byte("x"), 1<<16))
	}
}

// fork starts another process that keeps the pipes, and leaves the group if apart.
func fork(apart bool) {
	cmd := exec.Command("/proc/self/exe")
	cmd.Args = os.Args
	cmd.Env = append(os.Environ(), "MISBEHAVE_CHILD=1")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: apart}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	fmt.Fprintln(os.Stderr, "forked", cmd.Process.Pid)
}

func serve(c *country) {
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig:  plugin.HandshakeConfig{ProtocolVersion: wire.AppVersion, MagicCookieKey: wire.MagicKey, MagicCookieValue: wire.MagicValue},
		VersionedPlugins: map[int]plugin.PluginSet{wire.AppVersion: {wire.Service: &service{country: c}}},
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(opts, grpc.MaxSendMsgSize(1<<30))...)
		},
		Logger: hclog.NewNullLogger(),
	})
}

type service struct {
	plugin.NetRPCUnsupportedPlugin
	country *country
}

func (s *service) GRPCServer(_ *plugin.GRPCBroker, g *grpc.Server) error {
	pluginpb.RegisterCountryServer(g, s.country)
	return nil
}

func (s *service) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("none")
}

type country struct {
	pluginpb.UnimplementedCountryServer
	act       string
	described atomic.Bool
}

func copies[M any](n int, m M) []M {
	all := make([]M, n)
	for i := range all {
		all[i] = m
	}
	return all
}

func (c *country) id() string {
	if c.act == "claim" {
		return "ES"
	}
	if _, id, ok := strings.Cut(name, "-"); ok && len(id) == 2 {
		return strings.ToUpper(id)
	}
	return "QZ"
}

func (c *country) Describe(context.Context, *pluginpb.DescribeRequest) (*pluginpb.Description, error) {
	switch c.act {
	case "hangdescribe":
		select {}
	case "slowdescribe": // but not at the start
		if c.described.Swap(true) {
			time.Sleep(1500 * time.Millisecond)
		}
	case "sources":
		return &pluginpb.Description{Country: c.id(), Name: name, Sources: copies(500_000, &pluginpb.DataSource{})}, nil
	case "hog":
		hog()
	}
	if c.act == "spin" {
		go func() {
			for n := 0; ; n++ { //nolint:revive // that is the point
			}
		}()
	}
	called := name
	if c.act == "misname" {
		called = "other"
	}
	object := []byte(`{"type":"object"}`)
	return &pluginpb.Description{
		Country: c.id(), Language: "en", Name: called, Version: version, Title: "A country that is made up", Licence: "CC0-1.0", Sdk: "0",
		Calculators:    []*pluginpb.Calculator{{Id: "echo", Title: "Echo", InputSchema: object, ResultSchema: object}},
		Formats:        []*pluginpb.Format{{Name: "list", Title: "A list"}},
		Packs:          []string{"basics"},
		BringsLanguage: true,
	}, nil
}

// Doing tells where it hangs, as the kit does.
func (c *country) Doing(context.Context, *pluginpb.DoingRequest) (*pluginpb.DoingReply, error) {
	switch c.act {
	case "stall":
		return &pluginpb.DoingReply{Asked: []*pluginpb.Asked{
			{Method: "Derive", Of: c.id() + "-1\n at 850 m", Milliseconds: 1234}, {Method: "Places", Milliseconds: 2000},
		}}, nil
	case "hangdescribe":
		return &pluginpb.DoingReply{Asked: []*pluginpb.Asked{{Method: "About", Milliseconds: 5000}}}, nil
	case "drip":
		select {} // it hangs in that, too
	}
	return nil, status.Error(codes.Unimplemented, "an older kit")
}

func hog() {
	var held [][]byte
	for range 32 { // 2 GiB
		b := make([]byte, 64<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		held = append(held, b)
	}
	fmt.Fprintln(os.Stderr, "holds", len(held))
}

func (c *country) Run(ctx context.Context, req *pluginpb.RunRequest) (*pluginpb.Outcome, error) {
	switch c.act {
	case "hang", "fork", "daemon", "traced":
		if c.act == "hang" || bytes.Contains(req.GetInput(), []byte("hang")) {
			select {}
		}
		if bytes.Contains(req.GetInput(), []byte("exit")) {
			os.Exit(4)
		}
	case "panic":
		panic("in a call")
	case "exit":
		os.Exit(5)
	case "huge":
		return &pluginpb.Outcome{Result: []byte(`{}`), Summary: strings.Repeat("x", 300<<20)}, nil
	case "slow":
		time.Sleep(20 * time.Second)
	case "flood":
		go flood(os.Stdout)
		go flood(os.Stderr)
		return nil, errors.New("flooding")
	case "rawflood":
		flood(os.NewFile(2, "stderr"))
	case "rawendless":
		raw := os.NewFile(2, "stderr")
		for {
			_, _ = raw.Write(bytes.Repeat([]byte("y"), 1<<16))
		}
	case "badjson":
		if bytes.Contains(req.GetInput(), []byte("wait")) {
			time.Sleep(time.Hour) // until it is ended
		}
		return &pluginpb.Outcome{Result: []byte(`{"a":`)}, nil
	case "open":
		return &pluginpb.Outcome{Result: []byte(`{}`), Steps: opened}, nil
	case "env":
		return &pluginpb.Outcome{Result: []byte(`{}`), Steps: os.Environ()}, nil
	case "print":
		fmt.Println("printed by fmt")
		fmt.Fprintln(os.NewFile(2, "stderr"), `{"time":"2026-01-01T00:00:00Z","level":"WARN","msg":"said by slog","n":7}`)
	case "steps":
		return &pluginpb.Outcome{Result: []byte(`{}`), Steps: make([]string, 500_000)}, nil
	case "gaveup": // as a side does whose clock strikes the deadline first
		return nil, status.Error(codes.Canceled, "stream terminated by RST_STREAM with error code: CANCEL")
	case "sleepy":
		time.Sleep(300 * time.Millisecond)
	}
	if bytes.Contains(req.GetInput(), []byte("invalid")) {
		return nil, wire.ToStatus(fmt.Errorf("%w: input: no", projects.ErrInvalid))
	}
	return &pluginpb.Outcome{Result: []byte(`{"version":"` + version + `"}`), Summary: "done"}, nil
}

func flood(w io.Writer) {
	line := append(bytes.Repeat([]byte("flood "), 20), '\n')
	many := bytes.Repeat(line, 500)
	for {
		_, _ = w.Write(many)
	}
}

func (c *country) Places(stream pluginpb.Country_PlacesServer) error {
	if c.act == "deaf" { // it reads no file, and what it says is wrong
		_ = sendAll(stream, copies(1, &pluginpb.Place{Id: c.id(), Name: "x", Level: 99}))
		<-stream.Context().Done()
		return stream.Context().Err()
	}
	total := 0
	for {
		m, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		total += len(m.GetData())
	}
	id := c.id()
	batch := &pluginpb.PlaceBatch{Places: []*pluginpb.Place{{Id: id, Name: "Land", Level: 1}}}
	places := &pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Places{Places: batch}}
	if err := stream.Send(places); err != nil {
		return err
	}
	switch c.act {
	case "midreply":
		_ = stream.Send(places)
		time.Sleep(50 * time.Millisecond)
		os.Exit(6)
	case "stall":
		select {}
	case "drip":
		for {
			time.Sleep(100 * time.Millisecond)
			if stream.Send(places) != nil {
				return nil
			}
		}
	case "empties":
		return sendAll(stream, copies(400_000, &pluginpb.Place{}))
	case "swelling":
		extra := &pluginpb.TechData{Extra: copies(10_000, &pluginpb.TechValue{})}
		for {
			if err := sendAll(stream, copies(40, &pluginpb.Place{Id: id, Name: "x", Level: 4, Tech: extra})); err != nil {
				return err
			}
		}
	case "extra":
		extra := &pluginpb.TechData{Extra: copies(10_000, &pluginpb.TechValue{})}
		for {
			if err := sendAll(stream, copies(5, &pluginpb.Place{Id: id, Name: "x", Level: 4, Tech: extra})); err != nil {
				return err
			}
		}
	case "bands":
		bands := copies(1000, &pluginpb.Band{Tech: &pluginpb.TechData{}})
		for {
			table := &pluginpb.SchemeTable{Profiles: copies(30, &pluginpb.Profile{Bands: bands})}
			if err := stream.Send(&pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Table{Table: table}}); err != nil {
				return err
			}
		}
	case "many":
		for {
			full := &pluginpb.PlaceBatch{}
			for i := range 2000 {
				full.Places = append(full.Places, &pluginpb.Place{Id: fmt.Sprintf("%s-%06d", id, i), Name: "Place", Level: 4})
			}
			if err := stream.Send(&pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Places{Places: full}}); err != nil {
				return err
			}
		}
	}
	notice := &pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Notice{Notice: &pluginpb.Notice{Text: fmt.Sprint(total, " bytes")}}}
	table := &pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Table{Table: &pluginpb.SchemeTable{
		Levels: []*pluginpb.LevelWord{{Level: 1, Word: "Land"}},
	}}}
	return errors.Join(stream.Send(notice), stream.Send(table))
}

func sendAll(stream pluginpb.Country_PlacesServer, places []*pluginpb.Place) error {
	return stream.Send(&pluginpb.PlacesReply{Reply: &pluginpb.PlacesReply_Places{Places: &pluginpb.PlaceBatch{Places: places}}})
}

func (c *country) Language(_ *pluginpb.LanguageRequest, stream pluginpb.Country_LanguageServer) error {
	path := "stopwords.txt"
	switch c.act {
	case "dotdot":
		path = "../stopwords.txt"
	case "backslash":
		path = `a\b`
	case "twocases":
		_ = stream.Send(&pluginpb.File{Path: "Stopwords.txt", Data: []byte("x")})
	case "langfolder":
		_ = stream.Send(&pluginpb.File{Path: "a", Data: []byte("x")})
		path = "a/b"
	case "bigfiles":
		for i := 0; ; i++ {
			if stream.Send(&pluginpb.File{Path: fmt.Sprint(i), Data: make([]byte, 512<<10)}) != nil {
				return nil
			}
		}
	}
	return stream.Send(&pluginpb.File{Path: path, Data: []byte("the\n")})
}

func (c *country) Pack(_ *pluginpb.PackRequest, stream pluginpb.Country_PackServer) error {
	if c.act == "filefolder" {
		_ = stream.Send(&pluginpb.File{Path: "a", Data: []byte("x")})
		_ = stream.Send(&pluginpb.File{Path: "a/b", Data: []byte("x")})
	}
	_ = stream.Send(&pluginpb.File{Path: "pack.yaml", Data: []byte("a: ")})
	return stream.Send(&pluginpb.File{Path: "pack.yaml", Data: []byte("b\n")})
}
