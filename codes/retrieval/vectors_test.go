package retrieval_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/reglookup/regengine/codes/retrieval"
)

func TestUnit(t *testing.T) {
	for _, c := range []struct {
		name         string
		values, want []float32
	}{
		{"OK", []float32{3, 4}, []float32{0.6, 0.8}},
		{"Huge", []float32{3e38, 0, 3e38}, []float32{math.Sqrt2 / 2, 0, math.Sqrt2 / 2}},
		{"Tiny", []float32{0, -math.SmallestNonzeroFloat32}, []float32{0, -1}},
		{"Zeros", []float32{0, 0}, nil},
		{"None", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := retrieval.Unit(c.values); !slices.Equal(c.want, got) {
				t.Errorf("Unit(%v): want %v, got %v", c.values, c.want, got)
			}
		})
	}
	t.Run("KeepsWhatIsOfLengthOne", func(t *testing.T) {
		values := []float32{0.6, 0.8} // in single precision a little longer than 1
		if got := retrieval.Unit(values); &got[0] != &values[0] {
			t.Error("want the values themselves")
		}
	})
}

func TestCheckCollection(t *testing.T) {
	nan := float32(math.NaN())
	vector := func(id string, values ...float32) retrieval.Vector { return retrieval.Vector{ID: id, Values: values} }
	for _, c := range []struct {
		name, doc string
		vectors   []retrieval.Vector
		dimension int
		want      error
	}{
		{"OK", "doc", []retrieval.Vector{vector("a", 1, 2), vector("b", 0, 0)}, 2, nil},
		{"OKNone", "doc", nil, 0, nil},
		{"ErrDimension", "doc", []retrieval.Vector{vector("a", 1, 2), vector("b", 1)}, 0, retrieval.ErrDimension},
		{"ErrDimensionNoValues", "doc", []retrieval.Vector{vector("a")}, 0, retrieval.ErrDimension},
		{"ErrVectorNotFinite", "doc", []retrieval.Vector{vector("a", 1, nan)}, 0, retrieval.ErrVector},
		{"ErrVectorTwice", "doc", []retrieval.Vector{vector("a", 1), vector("b", 1), vector("a", 1)}, 0, retrieval.ErrVector},
		{"ErrVectorName", "doc\x00", nil, 0, retrieval.ErrVector},
		{"ErrVectorBlock", "doc", []retrieval.Vector{vector("\xff", 1)}, 0, retrieval.ErrVector},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := retrieval.CheckCollection(c.doc, "model", c.vectors)
			if got != c.dimension || !errors.Is(err, c.want) {
				t.Errorf("want %d, %v, got %d, %v", c.dimension, c.want, got, err)
			}
		})
	}
}
