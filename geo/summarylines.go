package geo

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SummaryLine is what stands around a datum in the one line of a summary that says
// it.
type SummaryLine struct {
	Before, After string
	Group         string // between the thousands of a number
	Unknown       string // stands behind Before when the datum is not known; "": then there is no line
}

// maxProbed is how many places are asked about how summaries read.
const maxProbed = 40

// probes are altitudes, in metres, that a summary is asked for: with and without
// thousands, below the sea, and none.
func probes() []*int { return []*int{new(7), new(-3), new(431), new(1287), new(2750), nil} }

// groups are what may stand between thousands.
var groups = []string{"", " ", "\u00a0", "\u202f", ".", ",", "'", "’"}

// learnLines asks a scheme what it says of some of the places as they are and at
// other altitudes, and learns which line says what. It learns nothing when the
// scheme says anything else than these lines would have it.
func (t *SchemeTable) learnLines(scheme Scheme, places []Place) {
	var asked []Place
	told := slices.DeleteFunc(slices.Clone(places), func(p Place) bool { return p.Tech == nil || t.Summaries[p.ID].Text == "" })
	for i := 0; i < len(told); i += len(told)/maxProbed + 1 {
		asked = append(asked, told[i])
		for _, m := range probes() {
			asked = append(asked, raise(scheme, told[i], m))
		}
	}
	samples := make(map[string][]sample)
	for _, p := range asked {
		lines := strings.Split(scheme.Summary(p), "\n")
		for key, value := range dataOf(p.Tech) {
			samples[key] = append(samples[key], sample{value, lines})
		}
	}
	t.Lines = make(map[string]SummaryLine)
	for key, list := range samples {
		if line, ok := lineOf(list); ok {
			t.Lines[key] = line
		}
	}
	with := t.WithPlaces(told)
	if slices.ContainsFunc(asked, func(p Place) bool { return with.Summary(p) != scheme.Summary(p) }) {
		t.Lines = nil
	}
}

// raise returns p as it would be at another altitude.
func raise(scheme Scheme, p Place, altitude *int) Place {
	tech := *p.Tech
	tech.AltitudeM, tech.ClimateZone = altitude, ""
	p.Tech = &tech
	if p = scheme.Derive(p); p.Tech == nil { // a scheme that takes what it was given
		p.Tech = &tech
	}
	return p
}

// recorded returns the data the summary of a place is of: those it was told to
// have, or what follows from them; nil when it is of others.
func (t *SchemeTable) recorded(p Place) *TechData {
	summary, ok := t.Summaries[p.ID]
	p.Tech = t.Stated[p.ID]
	if !ok || p.Tech == nil {
		return nil
	}
	if sumTech(p.Tech) == summary.Of {
		return p.Tech
	}
	if derived := t.Derive(p); sumTech(derived.Tech) == summary.Of {
		return derived.Tech
	}
	return nil
}

// sample is a datum, "" when it is not known, and the lines it should stand in.
type sample struct {
	value string
	lines []string
}

// lineOf finds the one line that fits every sample.
func lineOf(samples []sample) (SummaryLine, bool) {
	var fitting []SummaryLine
	begun := false
	for _, s := range samples {
		if s.value == "" {
			continue
		}
		if !begun {
			begun, fitting = true, candidates(s)
		}
		fitting = slices.DeleteFunc(fitting, func(c SummaryLine) bool { return !slices.Contains(s.lines, c.say(s.value)) })
	}
	if len(fitting) == 0 || slices.ContainsFunc(fitting, func(c SummaryLine) bool {
		return c.Before != fitting[0].Before || c.After != fitting[0].After // it could be this or that
	}) {
		return SummaryLine{}, false
	}
	line := fitting[0] // without anything between thousands, where it does not show
	line.Unknown = line.unknownIn(samples)
	return line, true
}

// candidates returns whatever stands around the datum as a word of its own.
func candidates(s sample) (list []SummaryLine) {
	for _, group := range groups {
		value := grouped(s.value, group)
		for _, line := range s.lines {
			for at := 0; ; {
				i := strings.Index(line[at:], value)
				if i < 0 {
					break
				}
				at += i
				c := SummaryLine{Before: line[:at], After: line[at+len(value):], Group: group}
				if c.Before != "" && bounded(c.Before, c.After) {
					list = append(list, c)
				}
				at += len(value)
			}
		}
	}
	return list
}

// bounded tells whether no word and no number goes on at either side.
func bounded(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, n := utf8.DecodeRuneInString(after)
	if inWord(last) || inWord(first) || last == '-' || last == '−' {
		return false
	}
	next, _ := utf8.DecodeRuneInString(after[n:])
	return !slices.Contains(groups, string(first)) || first == ' ' || !unicode.IsDigit(next)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// unknownIn returns the rest of the line where the datum is not known, if it always
// is the same one.
func (c *SummaryLine) unknownIn(samples []sample) string {
	word := ""
	for _, s := range samples {
		if s.value != "" {
			continue
		}
		i := c.find(s.lines, "")
		if i < 0 || word != "" && s.lines[i][len(c.Before):] != word {
			return ""
		}
		word = s.lines[i][len(c.Before):]
	}
	return word
}

// find returns the index of the one line that says a datum; -1 when there is none,
// -2 when it cannot be told.
func (c *SummaryLine) find(lines []string, value string) int {
	at := -1
	for i, line := range lines {
		if value != "" && line != c.say(value) || !strings.HasPrefix(line, c.Before) {
			continue
		}
		if at >= 0 {
			return -2
		}
		at = i
	}
	return at
}

func (c *SummaryLine) say(value string) string { return c.Before + grouped(value, c.Group) + c.After }

// grouped puts a group between the thousands of a whole number.
func grouped(value, group string) string {
	if _, err := strconv.Atoi(value); err != nil || group == "" || value[0] == '+' {
		return value
	}
	digits, sign := strings.TrimPrefix(value, "-"), ""
	if len(digits) < len(value) {
		sign = "-"
	}
	if digits[0] == '0' {
		return value
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + group + digits[i:]
	}
	return sign + digits
}

// rewrite returns the summary of a place with other data: the lines that were
// written down, with those anew whose datum differs. ok is false when it cannot be
// told which they are.
func (t *SchemeTable) rewrite(p *Place) (text string, ok bool) {
	was := t.recorded(*p)
	if was == nil {
		return "", false
	}
	lines, before, now := strings.Split(t.Summaries[p.ID].Text, "\n"), dataOf(was), dataOf(p.Tech)
	for key, value := range before {
		if _, ok := now[key]; !ok && value != "" {
			return "", false // a datum that is no more
		}
	}
	for _, key := range keysOf(p.Tech) {
		if before[key] == now[key] {
			continue
		}
		c, ok := t.Lines[key]
		if !ok {
			return "", false
		}
		if lines, ok = c.put(lines, before[key], now[key]); !ok {
			return "", false
		}
	}
	return strings.Join(lines, "\n"), true
}

// put writes a datum into its line instead of another; a line that was not there
// comes last.
func (c *SummaryLine) put(lines []string, before, now string) ([]string, bool) {
	at := c.find(lines, before)
	switch {
	case at == -2, at == -1 && before != "":
		return nil, false
	case at == -1 && now == "":
		return lines, true
	case at == -1:
		return append(lines, c.say(now)), true
	case now != "":
		lines[at] = c.say(now)
	case c.Unknown != "":
		lines[at] = c.Before + c.Unknown
	default:
		lines = slices.Delete(lines, at, at+1)
	}
	return lines, true
}

// dataOf returns data as text by key; what is not known is "".
func dataOf(t *TechData) map[string]string {
	data := map[string]string{
		"climate_zone": t.ClimateZone, "altitude_m": number(t.AltitudeM), "seismic_zone": t.SeismicZone,
		"radon_zone": number(t.RadonZone), "population": number(t.Population),
	}
	for _, v := range t.Extra {
		data["extra "+v.Key] = v.Value
	}
	return data
}

// ownKeys are the keys of [dataOf] but for further values, in the order they are
// told in.
var ownKeys = []string{"climate_zone", "altitude_m", "seismic_zone", "radon_zone", "population"}

func keysOf(t *TechData) []string {
	keys := slices.Clone(ownKeys)
	for _, v := range t.Extra {
		keys = append(keys, "extra "+v.Key)
	}
	return keys
}

func number(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}
