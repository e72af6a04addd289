package ask

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Bounds of what a model may write as arguments.
const (
	maxArgs   = 64 << 10 // bytes of all
	maxText   = MaxQuery // code points of a text whose Param sets no bound
	mostTexts = 12       // of a list
)

// never are names of arguments that no tool takes, whatever it declares: a turn
// is bound to its project, and a model cannot widen that.
var never = map[string]bool{
	"tenant": true, "tenant_id": true, "organization": true, "organization_id": true, "org": true, "org_id": true,
	"project": true, "project_id": true, "country": true, "country_code": true, "geo_id": true, "user": true, "user_id": true,
}

// reading is what became of the arguments of one call.
type reading struct {
	args    Args
	notes   []string // what was left out or mended
	problem string   // why the call cannot run; "" when it can
}

func (r *reading) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// readArgs reads what a model wrote by the Params of the tool. It mends what can
// only be meant one way, and says of everything else what was expected.
func readArgs(params []Param, raw json.RawMessage) reading {
	r := reading{args: Args{}}
	members, problem := argMembers(raw)
	if problem != "" {
		r.problem = problem
		return r
	}
	for _, p := range params {
		value, given := members[p.Name]
		delete(members, p.Name)
		if never[p.Name] {
			continue
		}
		if given && !isNull(value) {
			r.read(p, value)
		}
		if _, ok := r.args[p.Name]; !ok && p.Required && r.problem == "" {
			r.problem = fmt.Sprintf("the argument %q is missing or empty: %s", p.Name, p.expected())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if len(r.notes) < 4 { // enough to learn from
			r.note("the argument %q is not one of this tool's and was ignored", clip(asData(name), 40))
		}
	}
	return r
}

// argMembers takes the JSON object apart. Some models write the object as text;
// none at all counts as an empty one.
func argMembers(raw json.RawMessage) (map[string]json.RawMessage, string) {
	const notObject = "the arguments are no JSON object"
	if len(raw) > maxArgs {
		return nil, fmt.Sprintf("the arguments are longer than %d bytes", maxArgs)
	}
	raw = bytes.TrimSpace(raw)
	if text, ok := asString(raw); ok {
		raw = bytes.TrimSpace([]byte(text))
	}
	if len(raw) == 0 || isNull(raw) {
		return nil, ""
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil {
		return nil, notObject
	}
	return members, ""
}

func isNull(raw json.RawMessage) bool { return string(bytes.TrimSpace(raw)) == "null" }

func asString(raw json.RawMessage) (string, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err == nil
}

// expected says what an argument may hold.
func (p Param) expected() string {
	switch p.Kind {
	case TextsParam:
		return "a list of texts"
	case IntegerParam:
		return "a whole number from 0"
	case NumberParam:
		return "a number, with a decimal point"
	case ChoiceParam:
		return "one of " + strings.Join(p.Choices, ", ")
	case ObjectParam:
		return "a JSON object"
	default:
		return "a text"
	}
}

func (r *reading) read(p Param, raw json.RawMessage) {
	var value any
	var ok bool
	switch p.Kind {
	case TextsParam:
		value, ok = r.texts(p, raw)
	case IntegerParam:
		value, ok = r.integer(p, raw)
	case NumberParam:
		value, ok = numberIn(raw)
	case ChoiceParam:
		value, ok = p.choice(raw)
	case ObjectParam:
		value, ok = objectIn(raw)
	default:
		value, ok = r.text(p, raw)
	}
	if !ok && r.problem == "" {
		r.problem = fmt.Sprintf("the argument %q must be %s", p.Name, p.expected())
	}
	if ok && value != nil {
		r.args[p.Name] = value
	}
}

// text reads a text, or a list of one. A blank one counts as left out: it means
// nothing where a text is needed, and everything where none is.
func (r *reading) text(p Param, raw json.RawMessage) (any, bool) {
	text, ok := scalar(raw)
	if !ok {
		var list []string
		if json.Unmarshal(raw, &list) != nil || len(list) != 1 {
			return nil, false
		}
		text = list[0]
	}
	if text = r.bounded(p, text); text == "" {
		return nil, true
	}
	return text, true
}

// texts reads a list of texts, a single one, or a list that was written as text.
func (r *reading) texts(p Param, raw json.RawMessage) (any, bool) {
	if text, ok := asString(raw); ok && strings.HasPrefix(strings.TrimSpace(text), "[") && json.Valid([]byte(text)) {
		raw = json.RawMessage(text)
	}
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		items = []json.RawMessage{raw}
	}
	list := make([]string, 0, min(len(items), mostTexts))
	for _, item := range items {
		text, ok := scalar(item)
		if !ok {
			return nil, false
		}
		if text = r.bounded(p, text); text == "" {
			continue
		}
		if len(list) == mostTexts {
			r.note("of %q only the first %d were taken", p.Name, mostTexts)
			break
		}
		list = append(list, text)
	}
	if len(list) == 0 {
		return nil, true
	}
	return list, true
}

// scalar reads a text, or a number as its digits.
func scalar(raw json.RawMessage) (string, bool) {
	if text, ok := asString(bytes.TrimSpace(raw)); ok {
		return text, true
	}
	var n json.Number
	if json.Unmarshal(raw, &n) != nil {
		return "", false
	}
	return n.String(), true
}

func (r *reading) bounded(p Param, text string) string {
	limit := maxText
	if p.Max > 0 {
		limit = p.Max
	}
	text = strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
	if utf8.RuneCountInString(text) > limit {
		r.note("%q was cut to %d characters", p.Name, limit)
		text = string([]rune(text)[:limit])
	}
	return text
}

// integer reads a whole number, also one written as text or as 3.0.
func (r *reading) integer(p Param, raw json.RawMessage) (any, bool) {
	value, ok := numberIn(raw)
	n, _ := value.(float64)
	if !ok || n != math.Trunc(n) || n < 0 {
		return nil, false
	}
	limit := math.MaxInt32
	if p.Max > 0 {
		limit = p.Max
	}
	if n > float64(limit) {
		r.note("%q was lowered to %d", p.Name, limit)
		return limit, true
	}
	return int(n), true
}

// decimalComma is a number that can only be meant with a decimal comma: three
// digits behind it might be thousands.
var decimalComma = lazyregexp.New(`^[+-]?\d+,(?:\d{1,2}|\d{4,})$`)

// numberIn reads a finite number, also one written as text.
func numberIn(raw json.RawMessage) (any, bool) {
	text, ok := scalar(raw)
	text = strings.TrimSpace(text)
	if ok && decimalComma.MatchString(text) {
		text = strings.Replace(text, ",", ".", 1)
	}
	if !ok || strings.ContainsAny(text, "xX_pPnN") { // forms of Go's, no numbers of JSON
		return nil, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil && !math.IsInf(n, 0)
}

func (p Param) choice(raw json.RawMessage) (any, bool) {
	text, ok := scalar(raw)
	text = strings.TrimSpace(text)
	if ok && text == "" && !p.Required {
		return nil, true
	}
	for _, c := range p.Choices {
		if ok && strings.EqualFold(c, text) {
			return c, true
		}
	}
	return nil, false
}

// objectIn reads an object, also one written as text.
func objectIn(raw json.RawMessage) (any, bool) {
	raw = bytes.TrimSpace(raw)
	if text, ok := asString(raw); ok {
		raw = bytes.TrimSpace([]byte(text))
	}
	if len(raw) == 0 || raw[0] != '{' || !json.Valid(raw) {
		return nil, false
	}
	return raw, true
}
