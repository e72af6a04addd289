// Package mcp lets AI assistants use the engine: as a server of the Model Context
// Protocol, over standard input and output or over HTTP.
//
// It knows no regulation and no user. Every tool is one or two operations of the
// HTTP API, asked in the same process ([API]): keys, limits, credits, tenancy, the
// country of a key, and what is valid are decided there, once. What a tool takes and
// answers is read from the OpenAPI document, so that the two cannot differ.
//
// What is this package's own: which operations are tools and how they are told of
// (tools.go), answers that fit into the context of a language model (detail.go),
// errors in the user's language (words.go), passages as resources, and prompts.
package mcp
