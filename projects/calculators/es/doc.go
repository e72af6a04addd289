// Package es holds the calculators of Spain: those of the Código Técnico de la
// Edificación and the standards it rests on.
//
// Each figure of a norm is in a table of the folder data, with the place it stands
// in. Values at a bound comply: "up to and including". What a calculator cannot tell
// from its input it says in a step, and then gives no verdict.
package es
