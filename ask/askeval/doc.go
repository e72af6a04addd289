// Package askeval measures answers to questions whose answer is known: how many
// were answered, with the right passage cited and the right figures in the
// answer; how many that the texts do not answer were left unanswered; how many
// citations hold, and how many sentences have one that does.
//
// It judges by what stands in the answer and in the cited blocks, with a reading
// of numbers and units of its own: the parts it measures do not mark themselves.
package askeval
