// Plugin-fr is the country France: a plugin for regengine that is built from a
// module of its own and uses nothing but the packages every author has.
package main
