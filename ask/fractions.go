package ask

import (
	"math/big"
	"strconv"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
	"github.com/reglookup/regengine/geo/lazyregexp"
)

// fractionTable lists the words of fractions, folded: a denominator and its words.
const fractionTable = `
2 mitad medio half
3 tercio tercios third thirds tercera
4 cuarto cuartos quarter quarters fourth fourths cuarta
5 quinto quintos fifth fifths quinta
6 sexto sextos sixth sixths
8 octavo octavos eighth eighths
10 decimo decimos tenth tenths decima
20 veinteavo twentieth
100 centesimo centesimos hundredth hundredths
1000 milesimo milesimos thousandth thousandths
`

var fractionWords = sync.OnceValue(func() map[string]int64 {
	table := map[string]int64{}
	for line := range strings.Lines(strings.TrimSpace(fractionTable)) {
		fields := strings.Fields(line)
		value, err := strconv.ParseInt(fields[0], 10, 64)
		if err != nil {
			panic(err)
		}
		for _, w := range fields[1:] {
			table[w] = value
		}
	}
	return table
})

// fractionOf is what has to stand behind a fraction: it is one of something.
var fractionOf = lazyregexp.New(`^ (?:de|del|of|the)\b`)

// wordFractions reads fractions in words, "un décimo de", "a quarter of", as the
// percentages they are.
func wordFractions(folded string, words []retrieval.Word) []Quantity {
	var list []Quantity
	for i := range words {
		of := fractionWords()[words[i].Fold]
		if of == 0 || i == 0 && words[i].Fold != "half" || !fractionOf.MatchString(folded[words[i].End:]) {
			continue
		}
		parts, start := int64(1), words[i].Start
		if i > 0 {
			n, isNumber := numeralWords()[words[i-1].Fold]
			switch before := words[i-1].Fold; {
			case isNumber:
				parts, start = int64(n), words[i-1].Start
			case before == "la" && of == 2, before == "a", of == 2 && words[i].Fold == "half":
				start = min(start, words[i-1].Start)
			default:
				continue
			}
		}
		if parts < of {
			list = append(list, ratioAt(folded, start, words[i].End, parts, of))
		}
	}
	return list
}

// digitFraction is a fraction in digits of something: "1/10 de la superficie".
var digitFraction = newPattern(`\b([1-9])/([0-9]{1,3})\b`)

// mixedNumber is a whole number and a fraction: "4-3/8 inches".
var mixedNumber = newPattern(`\b([0-9]{1,4})[- ]([0-9]{1,2})/([0-9]{1,2})\b`)

func digitFractions(folded string) []Quantity {
	var list []Quantity
	for _, m := range mixedNumber.all(folded) {
		number := func(i int) int64 { n, _ := strconv.ParseInt(folded[m[i]:m[i+1]], 10, 64); return n }
		whole, parts, of := number(2), number(4), number(6)
		if u := unitBehind(folded, m[0], m[1]); u.dimension != "" && parts < of {
			list = append(list, Quantity{Text: folded[m[0]:m[1]], Start: m[0], End: m[1], derived: true, values: []*big.Rat{big.NewRat(whole*of+parts, of)}, unit: u})
		}
	}
	for _, m := range digitFraction.all(folded) {
		parts, _ := strconv.ParseInt(folded[m[2]:m[3]], 10, 64)
		of, err := strconv.ParseInt(folded[m[4]:m[5]], 10, 64)
		if err == nil && parts < of && fractionOf.MatchString(folded[m[1]:]) && (m[0] == 0 || folded[m[0]-1] == ' ') {
			list = append(list, ratioAt(folded, m[0], m[1], parts, of))
		}
	}
	return list
}

func ratioAt(folded string, start, end int, parts, of int64) Quantity {
	return Quantity{
		Text: folded[start:end], Start: start, End: end, derived: true,
		values: []*big.Rat{big.NewRat(100*parts, of)}, unit: unit{"ratio", one},
	}
}
