package httpapi

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/transport/internal/strictjson"
)

// fieldKind is what a field holds.
type fieldKind uint8

const (
	textField fieldKind = iota // text that is more than white space
	anyText                    // text that may be blank
	enumField                  // one of field.enum, exactly
	uuidField                  // 8-4-4-4-12 hexadecimal digits
	integerField
	numberField // a JSON number, its digits kept
	boolField
	dateField   // a civil date, 2006-01-02
	listField   // objects of field.members
	textsField  // texts, none blank
	objectField // any object
	givenField  // circumstances: an object of booleans, texts and numbers with units
)

// field describes one parameter or one member of a body. The OpenAPI schema and
// the validation both come from it.
type field struct {
	name     string
	doc      string
	kind     fieldKind
	required bool
	nullable bool
	min, max int  // integers: the range; 0 max means none. Texts: max code points. Lists: min and max items
	clamp    bool // an integer above max is served as max
	blank    bool // a parameter that is empty is as if absent
	standard int  // an integer's default
	enum     []string
	shape    *shape   // of texts; nil: any
	members  []*field // of a listField's items
	apart    bool     // the items of a listField are checked one by one by the operation
	example  any
}

// checkText says what is wrong with a parameter's text.
func (f *field) checkText(text string) mistake {
	switch f.kind {
	case textField, anyText:
		return f.checkLength(text)
	case enumField:
		return f.checkEnum(text)
	case uuidField:
		if !isUUID(text) {
			return mistake{MistakeFormat, "must be a UUID: 36 characters, 8-4-4-4-12 hexadecimal digits"}
		}
	case integerField:
		_, wrong := f.integer(text)
		return wrong
	case dateField:
		if _, err := codes.ParseDate(text); err != nil {
			return mistake{MistakeFormat, "must be a date such as 2026-01-31"}
		}
	default: // the others are no text
	}
	return mistake{}
}

func (f *field) checkLength(text string) mistake {
	if f.kind == textField && strings.TrimSpace(text) == "" {
		return mistake{MistakeEmpty, "must not be empty"}
	}
	if f.max > 0 && utf8.RuneCountInString(text) > f.max {
		return mistake{MistakeLength, fmt.Sprintf("must have at most %d characters", f.max)}
	}
	return f.shape.check(text)
}

func (f *field) checkEnum(text string) mistake {
	for _, allowed := range f.enum {
		if text == allowed {
			return mistake{}
		}
	}
	return mistake{MistakeChoice, "must be one of: " + strings.Join(f.enum, ", ")}
}

// integer reads an integer parameter within the field's range.
func (f *field) integer(text string) (n int, wrong mistake) {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" || digits[0] == '0' && text != "0" {
		return 0, mistake{MistakeFormat, "must be an integer in plain digits, without leading zeros"}
	}
	n, err := strconv.Atoi(text)
	if err != nil && text[0] != '-' {
		n = f.max + 1 // beyond every int is beyond the range as well
	}
	switch {
	case n < f.min || err != nil && text[0] == '-':
		return 0, mistake{MistakeRange, fmt.Sprintf("must be at least %d", f.min)}
	case n > f.max && f.clamp:
		return f.max, mistake{}
	case n > f.max:
		return 0, mistake{MistakeRange, fmt.Sprintf("must be at most %d", f.max)}
	}
	return n, mistake{}
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
			continue
		}
		if !strings.ContainsRune("0123456789abcdefABCDEF", rune(c)) {
			return false
		}
	}
	return true
}

// checkObject appends what is wrong with an object that should have the given
// fields and no others.
func checkObject(v strictjson.Value, fields []*field, at string, mistakes []ErrorDetail) []ErrorDetail {
	if v.Kind != strictjson.Object {
		return append(mistakes, ErrorDetail{at, "must be an object, not " + v.Kind.String(), MistakeType})
	}
	mistakes = append(mistakes, unknownMembers(v, fields, at)...)
	for _, f := range fields {
		member, sent := v.Get(f.name)
		if !sent {
			if f.required {
				mistakes = append(mistakes, ErrorDetail{at + "." + f.name, "is required", MistakeRequired})
			}
			continue
		}
		mistakes = f.checkValue(member, at+"."+f.name, mistakes)
	}
	return mistakes
}

// maxUnknown is how many unknown members of an object are told.
const maxUnknown = 8

// unknownMembers says which members an object holds that it should not. One whose
// name does not look like a name is told where the object is.
func unknownMembers(v strictjson.Value, fields []*field, at string) (mistakes []ErrorDetail) {
	for _, m := range v.Members {
		switch {
		case declares(fields, m.Name):
		case len(mistakes) == maxUnknown:
			return mistakes
		case strictjson.PlainName(m.Name):
			mistakes = append(mistakes, ErrorDetail{at + "." + m.Name, "is unknown; allowed are: " + names(fields), MistakeUnknown})
		default:
			mistakes = append(mistakes, ErrorDetail{at, "holds an unknown member; allowed are: " + names(fields), MistakeUnknown})
		}
	}
	return mistakes
}

func names(fields []*field) string {
	words := make([]string, len(fields))
	for i, f := range fields {
		words[i] = f.name
	}
	return strings.Join(words, ", ")
}

// checkValue appends what is wrong with one member of a body.
func (f *field) checkValue(v strictjson.Value, at string, mistakes []ErrorDetail) []ErrorDetail {
	if v.Kind == strictjson.Null && f.nullable {
		return mistakes
	}
	want := f.jsonKind()
	if v.Kind != want {
		return append(mistakes, ErrorDetail{at, fmt.Sprintf("must be %s, not %s", article(want), v.Kind), MistakeType})
	}
	if f.kind == listField || f.kind == textsField {
		return f.checkItems(v, at, mistakes)
	}
	if f.kind == givenField {
		return checkCircumstances(v, at, mistakes)
	}
	if wrong := f.checkText(v.Text); wrong.made() {
		mistakes = append(mistakes, wrong.at(at))
	}
	return mistakes
}

func (f *field) checkItems(v strictjson.Value, at string, mistakes []ErrorDetail) []ErrorDetail {
	if n := len(v.Items); n < f.min || n > f.max {
		return append(mistakes, ErrorDetail{at, fmt.Sprintf("must have %d to %d items", f.min, f.max), MistakeLength})
	}
	if f.apart {
		return mistakes
	}
	for i, item := range v.Items {
		at := fmt.Sprintf("%s[%d]", at, i)
		if f.kind == textsField {
			mistakes = textItem.checkValue(item, at, mistakes)
		} else {
			mistakes = checkObject(item, f.members, at, mistakes)
		}
	}
	return mistakes
}

// textItem is each item of a textsField.
var textItem = &field{kind: textField}

func (f *field) jsonKind() strictjson.Kind {
	switch f.kind {
	case numberField, integerField:
		return strictjson.Number
	case boolField:
		return strictjson.Bool
	case listField, textsField:
		return strictjson.Array
	case objectField, givenField:
		return strictjson.Object
	default:
		return strictjson.String
	}
}

func article(k strictjson.Kind) string {
	if k == strictjson.Array || k == strictjson.Object {
		return "an " + k.String()
	}
	return "a " + k.String()
}
