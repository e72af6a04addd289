package wire

import (
	"fmt"

	"google.golang.org/grpc/encoding"
	grpcproto "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
)

// What a message may take once it is unpacked, in bytes as [weigh] estimates them.
// Two bytes on the wire can be an empty message of a hundred in memory; what a
// country really sends grows to ten times its size at most.
const (
	maxUnpacked       = 2 << 20
	maxUnpackedPlaces = 12 << 20 // a part of a stream, of which there is one at a time
)

// Costs in memory, in bytes, rounded up from those of Go's generated messages.
const (
	costMessage = 56 // of each, with the pointer to it
	costField   = 16 // of each field a message may have, set or not
	costText    = 32 // beside its bytes
	costNumber  = 8
	costEntry   = 64 // of a map, beside what it holds
)

// Codec returns a codec for the side that asks: protobuf, but for messages that
// would take up much more memory than they have bytes. Those are refused before
// anything is made of them.
func Codec() encoding.CodecV2 {
	return codec{encoding.GetCodecV2(grpcproto.Name)}
}

type codec struct{ encoding.CodecV2 }

// Unmarshal implements [encoding.CodecV2]. ErrMalformed; what the message does not
// know is not kept.
func (c codec) Unmarshal(data mem.BufferSlice, v any) error {
	m, ok := v.(proto.Message)
	if !ok {
		return c.CodecV2.Unmarshal(data, v)
	}
	buffer := data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer buffer.Free()
	left := maxUnpacked
	if _, stream := v.(*pluginpb.PlacesReply); stream {
		left = maxUnpackedPlaces
	}
	if err := weigh(buffer.ReadOnlyData(), m.ProtoReflect().Descriptor(), &left); err != nil {
		return err
	}
	return proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(buffer.ReadOnlyData(), m)
}

// weigh takes from left what a message of that kind will take in memory, and stops
// when nothing is left. ErrMalformed.
func weigh(data []byte, kind protoreflect.MessageDescriptor, left *int) error {
	fields := kind.Fields()
	*left -= costMessage + costField*fields.Len()
	for len(data) > 0 && *left >= 0 {
		number, wireType, n := protowire.ConsumeTag(data)
		if n < 0 {
			return fmt.Errorf("%w: %w", ErrMalformed, protowire.ParseError(n))
		}
		data = data[n:]
		if n = protowire.ConsumeFieldValue(number, wireType, data); n < 0 {
			return fmt.Errorf("%w: %w", ErrMalformed, protowire.ParseError(n))
		}
		if field := fields.ByNumber(number); field != nil {
			if err := weighField(data[:n], field, wireType, left); err != nil {
				return err
			}
		}
		data = data[n:]
	}
	if *left < 0 {
		return fmt.Errorf("%w: a message unpacks into far more than it has bytes", ErrMalformed)
	}
	return nil
}

// weighField is [weigh] for one value of a field.
func weighField(value []byte, field protoreflect.FieldDescriptor, wireType protowire.Type, left *int) error {
	if wireType != protowire.BytesType {
		*left -= costNumber
		return nil
	}
	inner, _ := protowire.ConsumeBytes(value)
	switch kind := field.Kind(); {
	case field.IsMap():
		*left -= costEntry - costMessage - costField*field.Message().Fields().Len() // it is never a message
		return weigh(inner, field.Message(), left)
	case kind == protoreflect.MessageKind:
		return weigh(inner, field.Message(), left)
	case kind == protoreflect.StringKind || kind == protoreflect.BytesKind:
		*left -= costText + len(inner)
	default: // numbers, packed
		*left -= costNumber * len(inner)
	}
	return nil
}
