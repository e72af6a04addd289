package localembed

import (
	"iter"
	"math"
	"unicode"
	"unicode/utf8"
)

// The pieces of a word are its runs of shortest to longest letters, with its ends
// marked, and the word itself.
const (
	shortest, longest = 3, 5

	wholeWeight = 1.0 // of the word itself, its pieces having 1 together
	copies      = 4   // values a piece is spread over, so that two seldom fall together
)

// damped lets a word said often count more, but not as often as it is said.
func damped(n int) float64 { return 1 + math.Log(float64(n)) }

// telling is how much a word says about a text, as far as its length shows: the
// words that hold sentences together are short in every language read here.
// Numbers say all they can.
func telling(word string) float64 {
	if isNumber(word) {
		return 1
	}
	const long = 7
	return max(float64(min(utf8.RuneCountInString(word), long)-1)/(long-1), 0.02)
}

func isNumber(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsDigit(r)
}

// addWord adds a word to a vector: length 1 for a whole word's pieces together,
// however long the word is.
func (e *Embedder) addWord(sum []float32, word string, weight float64) {
	e.addPiece(sum, "="+word, weight*wholeWeight)
	if isNumber(word) { // 0.90 is not nearly 0.91
		return
	}
	marked := "<" + word + ">"
	n := 0
	for range pieces(marked) {
		n++
	}
	for piece := range pieces(marked) {
		e.addPiece(sum, piece, weight/math.Sqrt(float64(n)))
	}
}

// pieces yields the runs of shortest to longest code points.
func pieces(word string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for from := range word {
			to := from
			for n := 1; n <= longest && to < len(word); n++ {
				_, size := utf8.DecodeRuneInString(word[to:])
				to += size
				if n >= shortest && !yield(word[from:to]) {
					return
				}
			}
		}
	}
}

// addPiece adds a piece at places, and with signs, that its hash decides
// (Weinberger et al., Feature Hashing for Large Scale Multitask Learning, ICML
// 2009): pieces that fall together cancel on average.
func (e *Embedder) addPiece(sum []float32, piece string, weight float64) {
	h := hash(piece)
	value := float32(weight / math.Sqrt(copies))
	for range copies {
		h = mix(h)
		if h>>63 == 0 {
			sum[h%uint64(len(sum))] += value
		} else {
			sum[h%uint64(len(sum))] -= value
		}
	}
}

// hash is FNV-1a of 64 bits.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// mix is a step of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
