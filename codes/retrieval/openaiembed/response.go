package openaiembed

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"

	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// response is the body of an answer.
type response struct {
	Data []struct {
		Index     *int
		Embedding json.RawMessage
	}
	Error json.RawMessage
}

// parse reads the vectors of n texts from an answer, in the order of the texts,
// each of length 1. Every error is a refusal.
func parse(body []byte, n int) ([][]float32, error) {
	var r response
	if err := json.Unmarshal(body, &r); err != nil {
		return nil, &openaihttp.Refusal{Reason: "the answer is no JSON object of the embeddings API; check the base URL", Passing: true}
	}
	if len(r.Error) > 0 && string(r.Error) != "null" {
		return nil, &openaihttp.Refusal{Reason: "the server answered 200 with an error", Passing: true}
	}
	if len(r.Data) != n {
		return nil, &openaihttp.Refusal{Reason: fmt.Sprintf("the server gave %d vectors for %d texts", len(r.Data), n)}
	}
	vectors := make([][]float32, n)
	for i, d := range r.Data {
		at := i
		if d.Index != nil {
			at = *d.Index
		} else if r.Data[0].Index != nil {
			at = -1 // some have one
		}
		if at < 0 || at >= n || vectors[at] != nil {
			return nil, &openaihttp.Refusal{Reason: "the server numbered the vectors wrongly"}
		}
		values, err := parseValues(d.Embedding)
		if err != nil {
			return nil, &openaihttp.Refusal{Reason: fmt.Sprintf("vector %d: %v", at, err)}
		}
		vectors[at] = values
	}
	for _, v := range vectors {
		if len(v) != len(vectors[0]) {
			return nil, &openaihttp.Refusal{Reason: fmt.Sprintf("the server gave vectors of %d and of %d values in one answer", len(vectors[0]), len(v))}
		}
	}
	return vectors, nil
}

// parseValues reads a vector: an array of numbers, or what servers send that know
// no other way, the bytes of 32-bit floats in base64.
func parseValues(raw json.RawMessage) ([]float32, error) {
	var values []float64
	var err error
	if bytes.HasPrefix(raw, []byte{'"'}) {
		values, err = parseBase64(raw)
	} else {
		values, err = parseArray(raw)
	}
	if err != nil {
		return nil, err
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("it has no values")
	}
	return unit(values)
}

func parseArray(raw json.RawMessage) ([]float64, error) {
	var values []float64
	// A null among numbers would be read as 0.
	if err := json.Unmarshal(raw, &values); err != nil || bytes.Contains(raw, []byte("null")) {
		return nil, fmt.Errorf("it is no list of numbers")
	}
	return values, nil
}

func parseBase64(raw json.RawMessage) ([]float64, error) {
	const size = 4
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return nil, fmt.Errorf("it is no base64")
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(data)%size != 0 {
		return nil, fmt.Errorf("it is no base64 of 32-bit floats")
	}
	values := make([]float64, len(data)/size)
	for i := range values {
		values[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[size*i:])))
	}
	return values, nil
}

// unit scales values to length 1. The largest is taken out first, for squares of
// what JSON can say do not fit. Zeros stay zeros.
func unit(values []float64) ([]float32, error) {
	largest := 0.0
	for _, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("it holds what is no number")
		}
		largest = math.Max(largest, math.Abs(v))
	}
	vector := make([]float32, len(values))
	if largest == 0 {
		return vector, nil
	}
	sum := 0.0
	for _, v := range values {
		sum += (v / largest) * (v / largest)
	}
	length := math.Sqrt(sum)
	for i, v := range values {
		vector[i] = float32(v / largest / length)
	}
	return vector, nil
}
