// Package textlimits finds the limits that regulations state in prose and tables,
// by the wordings of each language and without a model: "no será inferior a 0,90 m
// cuando ... y de 1,10 m en el resto de los casos", "should be at least 1500mm
// wide". SPEC section 4.7 is what the limits are for.
//
// A text is cut into statements, a statement into its main clause and the
// circumstances around it, and every figure of the main clause that is bound
// becomes a [Limit]. What cannot be read for certain is doubtful or no limit.
// Numbers and units are read by package quantity; what a language says, and how, is
// data: one file a language in lang/, described in README.md.
package textlimits
