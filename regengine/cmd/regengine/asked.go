package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/reglookup/regengine/codes"
	"github.com/reglookup/regengine/codes/reading/quantity"
	"github.com/reglookup/regengine/regengine/sheet"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/verify/rules"
)

// serverFor is [app.server] for a command that may also look at a pack, or into a project of
// the own database; nil where it does.
func (a *app) serverFor(ctx context.Context, o snapshotOptions, within projectOption) (*client, error) {
	if o.pack != "" || o.noRules {
		return nil, nil //nolint:nilnil // no server is a fine answer
	}
	if within.id != "" {
		if a.settings.Server != "" {
			return nil, usagef("--project is one of the own database, and a server is asked: name the database with --data-dir or --database-url")
		}
		return nil, nil //nolint:nilnil // no server is a fine answer
	}
	return a.server(ctx, "")
}

// askedCode is a code, or one version of it, in a body.
type askedCode struct {
	Slug    string `json:"slug"`
	Version string `json:"version,omitempty"`
}

// String is how a query names it.
func (c askedCode) String() string {
	return codes.VersionRef{Code: c.Slug, Version: c.Version}.String()
}

// askedCodes finds the codes a person names.
func (c *client) askedCodes(ctx context.Context, refs []codes.VersionRef) ([]askedCode, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	names, err := c.codeNames(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]askedCode, len(refs))
	for i, ref := range refs {
		slug, err := slugOf(names, ref.Code)
		if err != nil {
			return nil, err
		}
		list[i] = askedCode{slug, ref.Version}
	}
	return list, nil
}

// askedCircumstances makes typed values of circumstances as they are written, id=value.
// What they mean is the server's to judge.
func (c *client) askedCircumstances(ctx context.Context, with []string) (map[string]any, error) {
	if len(with) == 0 {
		return nil, nil
	}
	var known httpapi.CircumstanceListResponse
	if err := c.get(ctx, "/api/v1/circumstances", url.Values{}, &known); err != nil {
		return nil, err
	}
	kinds := make(map[string]rules.FactKind, len(known.Circumstances))
	for _, k := range known.Circumstances {
		kinds[k.ID] = rules.FactKind(k.Kind)
	}
	values := make(map[string]any, len(with))
	for _, part := range with {
		id, text, ok := strings.Cut(part, "=")
		if id = strings.TrimSpace(id); !ok || id == "" {
			return nil, fmt.Errorf("circumstances: %s is not id=value", quote(strings.TrimSpace(part)))
		}
		if _, twice := values[id]; twice {
			return nil, fmt.Errorf("circumstances: %s is given twice", quote(id))
		}
		values[id] = askedValue(kinds[id], strings.TrimSpace(text))
	}
	return values, nil
}

// askedValue is one value of a kind; a text where it is none.
func askedValue(kind rules.FactKind, text string) any {
	switch kind {
	case rules.BooleanFact:
		if digit, ok := sheet.Answer(text); ok {
			return digit == "1"
		}
	case rules.QuantityFact:
		number, unit, _ := strings.Cut(text, " ")
		number = sheet.WithPoint(number)
		if _, err := quantity.ParseNumber(number); err != nil {
			break
		}
		if unit == "" {
			return json.Number(number)
		}
		return map[string]any{"value": json.Number(number), "unit": strings.TrimSpace(unit)}
	default:
	}
	return text
}
