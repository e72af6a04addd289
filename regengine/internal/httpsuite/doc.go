// Package httpsuite holds no code: its test runs the scenario suite of the HTTP
// API on Postgres, which only packages below regengine can start.
package httpsuite
