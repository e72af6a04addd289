package ask

import (
	"strconv"
	"strings"
	"sync"

	"github.com/reglookup/regengine/codes/retrieval"
)

// numeralTable lists the words of numbers, folded, Spanish and English: a value
// and its words.
const numeralTable = `
1 un una uno one
2 dos two ambos ambas both
3 tres three
4 cuatro four
5 cinco five
6 seis six
7 siete seven
8 ocho eight
9 nueve nine
10 diez ten
11 once eleven
12 doce twelve
13 trece thirteen
14 catorce fourteen
15 quince fifteen
16 dieciseis sixteen
17 diecisiete seventeen
18 dieciocho eighteen
19 diecinueve nineteen
20 veinte twenty
21 veintiuno veintiun veintiuna
22 veintidos
23 veintitres
24 veinticuatro
25 veinticinco
26 veintiseis
27 veintisiete
28 veintiocho
29 veintinueve
30 treinta thirty
40 cuarenta forty
50 cincuenta fifty
60 sesenta sixty
70 setenta seventy
80 ochenta eighty
90 noventa ninety
100 cien ciento hundred
200 doscientos doscientas
300 trescientos trescientas
400 cuatrocientos cuatrocientas
500 quinientos quinientas
600 seiscientos seiscientas
700 setecientos setecientas
800 ochocientos ochocientas
900 novecientos novecientas
1000 mil thousand
`

var numeralWords = sync.OnceValue(func() map[string]int {
	table := map[string]int{}
	for line := range strings.Lines(strings.TrimSpace(numeralTable)) {
		fields := strings.Fields(line)
		value, err := strconv.Atoi(fields[0])
		if err != nil {
			panic(err)
		}
		for _, w := range fields[1:] {
			table[w] = value
		}
	}
	return table
})

// mostNumeralWords is how many words one number may have.
const mostNumeralWords = 8

// numeralAt reads the number in words that begins at word i, "ciento veinte" or
// "two thousand five hundred"; n is 0 when there is none.
func numeralAt(folded string, words []retrieval.Word, i int) (value, n int) {
	total, group, last := 0, 0, 0
	for n < mostNumeralWords && i+n < len(words) {
		w := words[i+n]
		joining := n > 0 && (w.Fold == "y" || w.Fold == "and")
		if n > 0 && strings.Trim(folded[words[i+n-1].End:w.Start], " -") != "" {
			break
		}
		v, isNumeral := numeralWords()[w.Fold]
		switch {
		case joining && i+n+1 < len(words) && last >= 20 && follows(last, numeralWords()[words[i+n+1].Fold]):
			n++
			continue
		case !isNumeral || n > 0 && v < 100 && !follows(last, v):
			return total + group, n
		case v == 1000:
			total, group = (total+max(group, 1))*1000, 0
		case v == 100 && group > 0 && group < 10:
			group *= 100
		default:
			group += v
		}
		last = v
		n++
	}
	return total + group, n
}

// follows reports whether a number word may continue one of value last: "treinta
// y cinco" is one number, "cinco y seis" are two.
func follows(last, next int) bool { return next > 0 && last >= 20 && next < last && last%10 == 0 }
