package projects

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/reglookup/regengine/geo"
)

// Calculator is something the user can fill in. Implementations are safe for
// concurrent use.
type Calculator interface {
	ID() string
	Title() string
	Country() geo.ID // "" for any

	// Schema returns the JSON Schema (2020-12) of input and result: objects whose
	// properties have a title, and a unit in "x-unit" where they have one.
	Schema() (input, result json.RawMessage)

	// Run calculates. The same input gives the same outcome. ErrInvalid, with the
	// member of the input that is wrong and why; ErrUnavailable when what calculates
	// is not there at present.
	Run(ctx context.Context, input json.RawMessage) (Outcome, error)
}

// ErrUnavailable says that what a Calculator runs on is down or does not answer.
// The error that wraps it says which; asking again later may succeed.
var ErrUnavailable = errors.New("projects: calculator unavailable")

// ErrBroken says that a Calculator failed, or gave what cannot be kept: the fault is its
// own, neither the input's nor the service's.
var ErrBroken = errors.New("projects: calculator broken")

// Outcome is what a Calculator found.
type Outcome struct {
	Result    json.RawMessage
	Summary   string // one or two sentences with every figure and its unit
	Compliant *bool  // nil where there is nothing to comply with, or no telling
	Steps     []string
	Sources   []string // norm and clause each step rests on
}

// UnimplementedCalculator is embedded by calculators so that they go on compiling
// when the port grows.
type UnimplementedCalculator struct{}

// ID implements [Calculator].
func (UnimplementedCalculator) ID() string { return "" }

// Title implements [Calculator].
func (UnimplementedCalculator) Title() string { return "" }

// Country implements [Calculator].
func (UnimplementedCalculator) Country() geo.ID { return "" }

// Schema implements [Calculator]: any object.
func (UnimplementedCalculator) Schema() (input, result json.RawMessage) {
	return json.RawMessage(`{"type":"object"}`), json.RawMessage(`{"type":"object"}`)
}

// InputError is an [ErrInvalid] about one member of a calculator's input.
type InputError struct {
	Member string // "input" for the whole, or a path in it such as "layers[0].thickness"
	Reason string
}

// Error implements error.
func (e *InputError) Error() string { return ErrInvalid.Error() + ": " + e.Member + ": " + e.Reason }

// Unwrap returns ErrInvalid.
func (*InputError) Unwrap() error { return ErrInvalid }

// Run implements [Calculator] with ErrInvalid.
func (UnimplementedCalculator) Run(context.Context, json.RawMessage) (Outcome, error) {
	return Outcome{}, fmt.Errorf("%w: this calculator cannot be run", ErrInvalid)
}
