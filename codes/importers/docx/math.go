package docx

import (
	"strings"

	"github.com/reglookup/regengine/codes/importers/legal"
)

// math reads a formula (OMML) as a line of text.
func (t *text) math(d *decoder) (string, error) {
	parts, err := t.mathParts(d)
	return strings.Join(parts.all, ""), err
}

// mathParts are the parts of a construct, by name and in order.
type mathParts struct {
	named map[string]string
	all   []string
	signs map[string]string // characters set in properties: chr, begChr, endChr
}

func (t *text) mathParts(d *decoder) (mathParts, error) {
	parts := mathParts{named: make(map[string]string), signs: make(map[string]string)}
	err := d.each(func(e *element) error {
		name := strings.TrimPrefix(e.name, "m:")
		if strings.HasSuffix(name, "Pr") {
			return d.each(func(e *element) error {
				parts.signs[strings.TrimPrefix(e.name, "m:")] = e.attr("val")
				return nil
			})
		}
		s, err := t.mathElement(d, name)
		if s != "" {
			parts.all = append(parts.all, s)
			parts.named[name] += s
		}
		return err
	})
	return parts, err
}

func (t *text) mathElement(d *decoder, name string) (string, error) {
	if name == "t" {
		s, err := content(d)
		if sign := legal.Operator(s); sign != s {
			return sign, err
		}
		return s, err
	}
	p, err := t.mathParts(d)
	if err != nil {
		return "", err
	}
	switch name {
	case "f":
		return legal.Fraction(p.named["num"], p.named["den"]), nil
	case "sSup":
		return legal.Power(p.named["e"], p.named["sup"]), nil
	case "sSub":
		return legal.Index(p.named["e"], p.named["sub"]), nil
	case "sSubSup":
		return legal.Power(legal.Index(p.named["e"], p.named["sub"]), p.named["sup"]), nil
	case "rad":
		return legal.Root(p.named["deg"], p.named["e"]), nil
	case "nary":
		return nary(p), nil
	case "d":
		return delimited(p), nil
	case "func":
		return p.named["fName"] + " " + p.named["e"], nil
	case "limLow":
		return legal.Index(p.named["e"], p.named["lim"]), nil
	case "mr", "eqArr":
		return strings.Join(p.all, " ") + "; ", nil
	}
	return strings.Join(p.all, ""), nil
}

// nary writes a sum, a product or an integral with its limits.
func nary(p mathParts) string {
	sign := p.signs["chr"]
	if sign == "" {
		sign = "∫"
	}
	return legal.Power(legal.Index(sign, p.named["sub"]), p.named["sup"]) + " " + p.named["e"]
}

// delimited writes what stands between parentheses or the like.
func delimited(p mathParts) string {
	left, right := "(", ")"
	if s, ok := p.signs["begChr"]; ok {
		left = s
	}
	if s, ok := p.signs["endChr"]; ok {
		right = s
	}
	return left + strings.Join(p.all, ", ") + right
}
