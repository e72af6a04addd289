// Package pluginpb is what host and plugin say to each other, generated from
// country.proto. It is internal: authors use package sdk, programs package host.
package pluginpb

//go:generate buf generate
