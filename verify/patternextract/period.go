package patternextract

import "github.com/reglookup/regengine/verify"

// period reports a figure that says how far apart things are, or how often something is
// done. "At least" bounds the period from above then, and how often from below, so that
// the comparator beside the figure does not say what it seems to say.
func (c *clause) period(f *found) bool {
	if c.timesBefore(f) {
		return true
	}
	if f.per != nil || f.from == 0 || !f.explicit && !f.timed() {
		return false
	}
	if c.toks[f.from-1].speaksOf(topicEvery) {
		return true
	}
	return f.timed() && f.op != verify.AtMost && speakOf(c.toks[max(0, f.from-lookAhead):f.from], topicOften)
}

// timesBefore reports how many times within a period: "una vez cada 4 años".
func (c *clause) timesBefore(f *found) bool {
	for i := f.to; i+1 < len(c.toks) && i <= f.to+1; i++ {
		if c.toks[i].speaksOf(topicEvery) {
			return c.toks[i+1].fig != nil && (&found{fig: *c.toks[i+1].fig}).timed()
		}
	}
	return false
}

// timed reports a stretch of time.
func (f *found) timed() bool {
	return f.fig.kind == "time" || f.fig.kind == "months" || f.fig.kind == "years"
}
