package httpapi

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// document is the OpenAPI document, encoded once: Huma's own handlers encode it
// on the first request, without a lock.
type document struct {
	body []byte
	view *view
}

func newDocument(doc *huma.OpenAPI) (*document, error) {
	for _, schema := range doc.Components.Schemas.Map() {
		allowNull(schema)
	}
	raw, err := json.Marshal(doc)
	if err != nil {
		return nil, fmt.Errorf("httpapi: OpenAPI: %w", err)
	}
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return nil, fmt.Errorf("httpapi: OpenAPI: %w", err)
	}
	out.WriteByte('\n')
	return &document{out.Bytes(), newView(out.Bytes(), nil, [sha256.Size]byte{})}, nil
}

// allowNull adds null to the enumerations of members that may be null: JSON
// Schema asks both type and enum, and Huma only fills in the type.
func allowNull(s *huma.Schema) {
	for _, member := range s.Properties {
		if member.Nullable && len(member.Enum) > 0 {
			member.Enum = append(member.Enum, nil)
		}
	}
}

func (d *document) serve(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h["Content-Type"] = []string{"application/openapi+json"}
	vary(h, varyCoding)
	d.view.write(w.(*exchange))
}

// OpenAPI returns the OpenAPI 3.1 document of the API, as /openapi.json serves
// it.
func (a *API) OpenAPI() []byte { return bytes.Clone(a.openapi.body) }

func join(words []string) string { return strings.Join(words, ", ") }
