// Package host finds, checks, starts and watches the plugins of countries. What
// comes from one is input: package regengine/join holds it against what an import
// may hold before any of it is stored.
//
// A [Host] is opened with a folder of plugins and a file of approvals. A plugin is
// known by its file's name, "regengine-plugin-<name>", and runs when a person
// approved its very bytes ([Host.Approve]). [Host.Follow] keeps all of them running;
// without it each is started when it is first needed.
//
// No request waits for a plugin but one that runs a calculator: a plugin that is
// down gives [ErrUnavailable] at once, one that hangs after Options.CallTimeout at
// most. How plugins are confined, and what that does not protect from, is in
// regengine/docs/decisions/0053.
package host
