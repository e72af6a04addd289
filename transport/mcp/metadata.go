package mcp

import (
	"cmp"
	"net/http"
)

// MetadataPath is where the protected-resource metadata of /mcp are (RFC 9728).
const MetadataPath = "/.well-known/oauth-protected-resource" + Path

// Path is where the streamable transport is served.
const Path = "/mcp"

// metadata tells a client how to get in: with a key in a header. There is no
// authorization server that would give it one.
type metadata struct {
	Resource      string   `json:"resource"`
	Name          string   `json:"resource_name"`
	BearerMethods []string `json:"bearer_methods_supported"`
	Documentation string   `json:"resource_documentation"`
}

// Metadata answers GET [MetadataPath].
func (s *Server) Metadata(w http.ResponseWriter, r *http.Request) {
	address := cmp.Or(s.opts.BaseURL, "http://"+r.Host)
	w.Header().Set("Content-Type", typeJSON)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Access-Control-Allow-Origin", "*") // as the RFC's clients in browsers need
	_, _ = w.Write(encode(metadata{
		Resource: address + Path, Name: "regengine", BearerMethods: []string{"header"}, Documentation: address + "/connect",
	}))
}
