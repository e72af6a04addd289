package pack

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/geo"
	"github.com/reglookup/regengine/verify"
)

// position is a place in a file of the pack.
type position struct {
	file string
	line int
}

// keyLines tells where the keys of a YAML file, or of a front matter, stand.
type keyLines struct {
	file  string
	lines map[string]int
}

// at returns the line of a key; 1 when the file does not have it.
func (k keyLines) at(key string) int { return max(k.lines[key], 1) }

// positions tells where the data of a pack came from.
type positions struct {
	places []int // line in places.csv of Data.Places
	keys   map[codes.VersionRef]keyLines
}

// Explain translates mistakes that only showed when the pack met other data
// back to file and line: a [*geo.TreeError] whose rows index Data.Places first
// (see regengine.Merge), a [*codes.CatalogError], a [*verify.RuleError]. Mistakes
// in data that are not of the pack are kept, without a file. The result is an
// [*Error] that wraps err; any other error comes back as it is, nil as nil.
func (p *Pack) Explain(err error) error {
	rep := &report{}
	var tree *geo.TreeError
	if errors.As(err, &tree) {
		for _, problem := range tree.Problems {
			p.explainPlace(rep, problem)
		}
	}
	var catalog *codes.CatalogError
	if errors.As(err, &catalog) {
		for _, problem := range catalog.Problems {
			p.explainCode(rep, problem)
		}
	}
	var rules *verify.RuleError
	if errors.As(err, &rules) {
		p.explainRules(rep, err, rules)
	}
	if explained := rep.err(err); explained != nil {
		return explained
	}
	return err
}

func (p *Pack) explainPlace(rep *report, problem geo.Problem) {
	message := problem.Message
	if problem.ID != "" {
		message = fmt.Sprintf("%s: %s", problem.ID, message)
	}
	switch row := problem.Row; {
	case row >= 0 && row < len(p.positions.places):
		rep.add(placesFile, p.positions.places[row], "%s", message)
	case row >= 0:
		rep.add("", 0, "place %s (loaded before this pack)", message)
	default:
		rep.add("", 0, "places: %s", message)
	}
}

func (p *Pack) explainCode(rep *report, problem codes.Problem) {
	keys, ok := p.positions.keys[problem.Ref]
	if !ok {
		rep.add("", 0, "code %s (loaded before this pack): %s: %s", problem.Ref, problem.Field, problem.Message)
		return
	}
	rep.add(keys.file, keys.at(problem.Field), "%s: %s", problem.Field, problem.Message)
}

// explainRules places the mistakes of one rule set. The error tells which set it
// is about in its text alone: "rules of code/version: ".
func (p *Pack) explainRules(rep *report, err error, rules *verify.RuleError) {
	file := ""
	for _, set := range p.Data.Rules {
		if strings.Contains(err.Error(), "rules of "+set.Ref.String()+": ") {
			file = path.Join(codesDir, set.Ref.Code, set.Ref.Version+rulesSuffix)
		}
	}
	if file == "" {
		rep.add("", 0, "%s", err)
		return
	}
	for _, problem := range rules.Problems {
		rep.add(file, problem.Line, "%s", problem.Message)
	}
}
