package official

import (
	"strings"

	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/geo/es"
)

// Columns of INE's list.
const (
	ineRegion       = "CODAUTO"
	ineProvince     = "CPRO"
	ineMunicipality = "CMUN"
	ineCheck        = "DC"
	ineName         = "NOMBRE"
)

var ineFormat = format{
	required: []string{ineProvince, ineMunicipality, ineCheck, ineName},
	optional: []string{ineRegion},
	workbook: true,
	what:     "the list of municipalities of INE (codmun)",
	place:    inePlace,
}

func inePlace(cell func(string) string, fail func(string, ...any)) geo.Place {
	code := ineCode(cell, fail)
	if code != "" {
		checkRegion(cell(ineRegion), code, fail)
	}
	return municipality(code, cell(ineName), ineName, fail)
}

// ineCode joins province and municipality and verifies the check digit; "" after
// a mistake.
func ineCode(cell func(string) string, fail func(string, ...any)) string {
	province, number, check := cell(ineProvince), cell(ineMunicipality), cell(ineCheck)
	code := padded(province, provinceDigits) + padded(number, municipalityDigits-provinceDigits)
	switch {
	case !allDigits(province) || !allDigits(number) || len(code) != municipalityDigits:
		fail("%s %q and %s %q must be two and three digits", ineProvince, province, ineMunicipality, number)
		return ""
	case len(check) != 1 || !allDigits(check):
		fail("%s %q must be one digit", ineCheck, check)
		return ""
	case check[0] != CheckDigit(code):
		fail("%s of %s is %c, not %s; one of the digits is wrong", ineCheck, code, CheckDigit(code), check)
		return ""
	}
	return code
}

func checkRegion(region, code string, fail func(string, ...any)) {
	want, ok := es.RegionNumber(placeID(code[:provinceDigits]))
	if region != "" && ok && padded(region, len(want)) != want {
		fail("%s %q is not the region of province %s, which is %s", ineRegion, region, code[:provinceDigits], want)
	}
}

// padded puts back leading zeros.
func padded(digits string, width int) string {
	if digits == "" || len(digits) >= width {
		return digits
	}
	return strings.Repeat("0", width-len(digits)) + digits
}

// The weights of INE's check digit: what each digit counts for at the outer, the
// second and fourth, and the middle position. Digits and check digit together
// give a multiple of ten.
const (
	outerEven = "0246813579" // first and fourth
	outerOdd  = "0382741596" // second and fifth
	middle    = "0123456789" // third
)

var checkWeights = [municipalityDigits]string{outerEven, outerOdd, middle, outerEven, outerOdd}

// CheckDigit returns the check digit (DC) INE gives the five digits of a
// municipality, as a character; 0 when code is not five digits.
func CheckDigit(code string) byte {
	if len(code) != municipalityDigits || !allDigits(code) {
		return 0
	}
	sum := 0
	for i, weights := range checkWeights {
		sum += int(weights[code[i]-'0'] - '0')
	}
	return '0' + byte((10-sum%10)%10)
}
