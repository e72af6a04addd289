package legal

import (
	"strings"

	"github.com/reglookup/regengine/codes/importers"
)

// The parts of a formula as a line of text, in the way formulas are typed.

// Fraction writes a quotient.
func Fraction(above, below string) string { return grouped(above) + "/" + grouped(below) }

// Power writes an exponent: raised where there are such characters, else behind
// "^".
func Power(base, exponent string) string {
	exponent = strings.TrimSpace(exponent)
	if exponent == "" {
		return base
	}
	if up := importers.Raised("", exponent); up != exponent {
		return base + up
	}
	return base + "^" + grouped(exponent)
}

// Index writes a subscript: a single character behind its base, more behind "_".
func Index(base, index string) string {
	index = strings.TrimSpace(index)
	if len([]rune(index)) <= 1 {
		return base + index
	}
	return base + "_" + grouped(index)
}

// Root writes a root; degree is "" for the second.
func Root(degree, of string) string {
	if degree = strings.TrimSpace(degree); degree != "" && degree != "2" {
		return "(" + strings.TrimSpace(of) + ")^(1/" + degree + ")"
	}
	return "√" + grouped(of)
}

// Operator sets blanks around the signs that have them.
func Operator(sign string) string {
	sign = strings.TrimSpace(sign)
	if len([]rune(sign)) == 1 && strings.ContainsAny(sign, "=<>≤≥≈≠+±−·×") {
		return " " + sign + " "
	}
	return sign
}

// grouped sets what is more than a number or a name in parentheses.
func grouped(s string) string {
	s = strings.TrimSpace(s)
	if !strings.ContainsAny(s, " +-−–·*/=<>≤≥") || strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		return s
	}
	return "(" + s + ")"
}
