package quantity

import "unicode"

// letterPrefix returns the length of the leading letters and signs of s.
func letterPrefix(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '°' && r != '%' && r != '‰' {
			return i
		}
	}
	return len(s)
}

// readExponent reads an optional exponent of one digit and returns what follows.
func readExponent(s string) (rest string, exponent int) {
	sign := 1
	digits := s
	if len(s) > 0 && s[0] == '-' {
		sign, digits = -1, s[1:]
	}
	if digits == "" || digits[0] < '1' || digits[0] > '9' {
		return s, 1
	}
	return digits[1:], sign * int(digits[0]-'0')
}
