package note

import "strings"

// writeEditions answers whether a regulation is in force and what took its place, from the
// catalogue; "" where the question is not about that.
func (a *answer) writeEditions() string {
	if !a.status {
		return ""
	}
	var items []string
	for _, e := range a.editions {
		if e.Handle == "" || !e.Exact && !e.Replaces && len(items) > 0 {
			continue
		}
		text := e.Text
		if len(items) == 0 {
			text = a.inForce(e.InForce) + text
		}
		items = append(items, "- "+text+" [["+e.Handle+"]]")
	}
	return strings.Join(items, "\n")
}

// inForce is the word that settles whether an edition is in force, or is not; "" where
// the question is no such question.
func (a *answer) inForce(is bool) string {
	force, repealed := a.words.hears("asks_in_force", a.Text), a.words.hears("asks_repealed", a.Text)
	switch {
	case !a.yesNo || force == repealed:
		return ""
	case force == is:
		return a.words.say("yes") + ": "
	}
	return a.words.say("no") + ": "
}
