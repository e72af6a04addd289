package openaimodel

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// errCut says that an answer ended before it was whole.
var errCut = &openaihttp.Refusal{Reason: "the answer broke off before it was whole", Passing: true}

// readStream reads server-sent events: lines "data: ...", events parted by empty
// lines. A last event without an empty line behind it counts, for some servers
// send none. An answer that neither ends with a reason nor with [DONE] was cut.
func readStream(r *bufio.Reader) (*assembly, error) {
	a := &assembly{}
	var data bytes.Buffer
	for {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		ended := err != nil
		line = bytes.TrimRight(line, "\r\n")
		switch field, value, _ := bytes.Cut(line, []byte(":")); string(field) {
		case "data":
			data.Write(bytes.TrimPrefix(value, []byte(" ")))
			data.WriteByte('\n')
		case "error":
			return nil, refusalIn(value)
		}
		if (len(line) == 0 || ended) && data.Len() > 0 {
			if err := a.event(data.Bytes()); err != nil {
				return nil, err
			}
			data.Reset()
		}
		if ended {
			break
		}
	}
	switch {
	case !a.chosen && !a.ended:
		return nil, errNoChat
	case !a.ended:
		return nil, errCut
	}
	return a, nil
}

// event adds one event of a stream.
func (a *assembly) event(data []byte) error {
	data = bytes.TrimSpace(data)
	if strings.HasPrefix(string(data), "[DONE]") {
		a.ended = true
		return nil
	}
	if len(data) == 0 {
		return nil
	}
	return a.add(data)
}
