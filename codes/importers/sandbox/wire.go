package sandbox

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// The two pipes. To the child: a line of JSON ([order]), then the input. From the
// child: magic, then frames of a kind (1 byte), a length (4 bytes, big-endian)
// and as many bytes. The last frame is end or failed; without it the child
// crashed, whatever else it wrote.
const (
	magic    = "regengine child 1\n"
	maxFrame = 1 << 20
	maxOrder = 4 << 10
	maxInput = 1 << 30
)

type frameKind byte

const (
	frameData     frameKind = 'd'
	frameProgress frameKind = 'p'
	frameFailed   frameKind = 'f'
	frameEnd      frameKind = 'z'
)

// order tells the child what to do.
type order struct {
	Job    string
	Size   int64 // of the input that follows
	Limits Limits
}

type progress struct {
	Done, Total int
	What        string
}

var errWire = errors.New("the child wrote something that is not the protocol")

func writeOrder(w io.Writer, o order) error {
	line, err := json.Marshal(o)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// readOrder reads the order and the input after it.
func readOrder(r *bufio.Reader) (order, []byte, error) {
	var o order
	line, err := r.ReadSlice('\n')
	if err != nil {
		return o, nil, fmt.Errorf("reading the order: %w", err)
	}
	if err := json.Unmarshal(line, &o); err != nil || o.Size < 0 || o.Size > maxInput {
		return o, nil, fmt.Errorf("reading the order: %w", errWire)
	}
	input := make([]byte, o.Size)
	if _, err := io.ReadFull(r, input); err != nil {
		return o, nil, fmt.Errorf("reading the input: %w", err)
	}
	return o, input, nil
}

func writeFrame(w io.Writer, kind frameKind, data []byte) error {
	head := make([]byte, 5, 5+len(data))
	head[0] = byte(kind)
	binary.BigEndian.PutUint32(head[1:], uint32(len(data)))
	_, err := w.Write(append(head, data...))
	return err
}

// reply is what a child said.
type reply struct {
	data   []byte
	failed string
	ended  bool // by an end or failed frame
}

// readReply reads frames until the last one, an error, or the end of the stream,
// which is no error here. More than limit bytes of data give ErrOutput.
func readReply(r io.Reader, limit int64, report func(done, total int, what string)) (reply, error) {
	var got reply
	start := make([]byte, len(magic))
	if n, err := io.ReadFull(r, start); err != nil {
		if string(start[:n]) == magic[:n] {
			return got, nil
		}
		return got, errWire
	}
	if string(start) != magic {
		return got, errWire
	}
	for !got.ended {
		kind, data, err := readFrame(r)
		if err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return got, nil
			}
			return got, err
		}
		if err := got.take(kind, data, limit, report); err != nil {
			return got, err
		}
	}
	return got, nil
}

func (got *reply) take(kind frameKind, data []byte, limit int64, report func(done, total int, what string)) error {
	switch kind {
	case frameData:
		if int64(len(got.data))+int64(len(data)) > limit {
			return ErrOutput
		}
		got.data = append(got.data, data...)
	case frameProgress:
		var p progress
		if json.Unmarshal(data, &p) != nil {
			return errWire
		}
		if report != nil {
			report(p.Done, p.Total, sanitise(p.What))
		}
	case frameFailed:
		got.failed, got.ended = sanitise(string(data)), true
		if got.failed == "" {
			got.failed = "no reason given"
		}
	case frameEnd:
		got.ended = true
	default:
		return errWire
	}
	return nil
}

func readFrame(r io.Reader) (frameKind, []byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	size := binary.BigEndian.Uint32(head[1:])
	if size > maxFrame {
		return 0, nil, errWire
	}
	data := make([]byte, size)
	_, err := io.ReadFull(r, data)
	return frameKind(head[0]), data, err
}
