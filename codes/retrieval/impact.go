package retrieval

import "math"

// BM25F parameters (Robertson and Zaragoza, The Probabilistic Relevance
// Framework, 2009). Titles and section names are short and chosen with care.
//
// Lengths are compared with fixed ones instead of with the mean of the texts
// searched. What a term is worth in a block then depends on the block alone: it is
// worked out once, and no score tells anything of other documents.
const saturation = 1.0

var (
	fieldWeight = [numFields]float64{titleField: 1.5, sectionField: 0.8, bodyField: 1}
	fieldLength = [numFields]float64{titleField: 0.3, sectionField: 0.3, bodyField: 0.85}
	usualLength = [numFields]float64{titleField: 4, sectionField: 12, bodyField: 80} // words that count
)

// impactScale is how an impact of 1 is written. None is above 1+saturation.
const impactScale = math.MaxUint16 / (1 + saturation)

// impactOf is what a term is worth in a unit before its rarity.
func impactOf(c counts, n lengths) uint16 {
	w, _ := weigh(c, n)
	return uint16(math.Ceil(w * impactScale))
}

// weigh is the saturated, length-normalised frequency of a term in a unit,
// between 0 and 1+saturation, and the share each field has in it before
// saturation.
func weigh(c counts, n lengths) (total float64, shares [numFields]float64) {
	sum := 0.0
	for f, tf := range c {
		if tf == 0 {
			continue
		}
		norm := 1 - fieldLength[f] + fieldLength[f]*float64(n[f])/usualLength[f]
		shares[f] = fieldWeight[f] * float64(tf) / norm
		sum += shares[f]
	}
	if sum == 0 {
		return 0, shares
	}
	for f := range shares {
		shares[f] /= sum
	}
	return sum * (saturation + 1) / (sum + saturation), shares
}
