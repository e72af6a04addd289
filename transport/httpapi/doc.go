// Package httpapi serves the engine as the documented HTTP API (SPEC): location,
// codes, projects, verify and ask, with their OpenAPI document, a documentation
// page that needs no network, health checks and metrics.
//
// Routing, the OpenAPI model and schemas are Huma's, over net/http's ServeMux.
// Reading requests is this package's own: Huma configures its decoder and its
// error bodies in package variables, and takes duplicate keys, null numbers and
// repeated parameters, which DECISIONS 3 refuses. So every operation is one
// [operation] value: its fields are described once, and both the OpenAPI and the
// validation come from that description.
//
// A request passes these steps, in the order of DECISIONS 7: authentication,
// route, rate limit, media type and size, plan, validation, the operation
// itself. Errors leave through one table (failures.go), and never with the text
// of an unknown error.
package httpapi
