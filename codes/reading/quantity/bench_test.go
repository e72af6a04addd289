package quantity_test

import (
	"testing"

	"github.com/reglookup/regengine/codes/reading/quantity"
)

const prose = "Las barreras de protección tendrán una altura de 0,90 m como mínimo cuando la diferencia de cota no exceda de 6 m, y de 1,10 m en el resto de los casos. " +
	"La transmitancia no superará 0,41 W/m²·K ni el caudal será menor que 2,5 l/s por persona; las puertas serán EI2 60-C5 y la temperatura estará entre 17 y 27 ºC."

func BenchmarkFind(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(prose)))
	for b.Loop() {
		quantity.Find(prose, "es")
	}
}

func BenchmarkFigures(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(prose)))
	for b.Loop() {
		quantity.Figures(prose, "es", &quantity.FigureOptions{Words: true})
	}
}

func BenchmarkParseUnit(b *testing.B) {
	for _, text := range []string{"m", "W/m²·K", "l/s por persona", "furlong"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = quantity.ParseUnit(text) // the time counts
			}
		})
	}
}
