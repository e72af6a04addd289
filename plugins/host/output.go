package host

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/emptypb"

	_ "github.com/hashicorp/go-plugin" // registers the message
)

// drainOutput takes what the plugin prints after the handshake: go-plugin's server
// sends that over the connection instead of its standard output, and a plugin that
// prints would stand still if nobody took it.
func (r *process) drainOutput(ctx context.Context, log *logbook) {
	kind, err := protoregistry.GlobalTypes.FindMessageByName("plugin.StdioData")
	if err != nil {
		return
	}
	stream, err := r.conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, "/plugin.GRPCStdio/StreamStdio")
	if err != nil || stream.SendMsg(&emptypb.Empty{}) != nil || stream.CloseSend() != nil {
		return
	}
	// One log takes both channels: what a plugin prints is for people.
	log.read(&messageReader{stream: stream, message: kind.New().Interface(), field: kind.Descriptor().Fields().ByName("data")})
}

// messageReader reads one bytes field of a stream's messages.
type messageReader struct {
	stream  grpc.ClientStream
	message proto.Message
	field   protoreflect.FieldDescriptor
	rest    []byte
}

// Read implements io.Reader.
func (m *messageReader) Read(to []byte) (int, error) {
	for len(m.rest) == 0 {
		proto.Reset(m.message)
		if err := m.stream.RecvMsg(m.message); err != nil {
			return 0, err
		}
		m.rest = m.message.ProtoReflect().Get(m.field).Bytes()
	}
	n := copy(to, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}
