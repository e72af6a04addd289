// Package calculators makes a [projects.Calculator] out of a form and a function,
// for the countries built in and for those that join by plugin.
//
// A [Definition] lists what is filled in and what is found as fields with titles and
// units. [New] makes the JSON Schema of both from it and reads an input by it,
// strictly: what the schema does not allow is refused, naming the member. A result
// that is not as its own form says is an error too, so that schema and calculator
// cannot drift apart. Numbers are exact ([Exact]) from the digits sent to the
// verdict; only what is shown is rounded.
//
// The package knows no country and no regulation. What it says itself are errors, in
// English as everything the API says of a wrong request; titles, summaries and steps
// are the author's, in the language of the country. The calculators of Spain are in
// package es.
package calculators
