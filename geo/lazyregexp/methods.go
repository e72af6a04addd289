package lazyregexp

// MatchString reports whether text holds a match.
func (r *Regexp) MatchString(text string) bool { return r.Get().MatchString(text) }

// FindString returns the first match, "" where there is none.
func (r *Regexp) FindString(text string) string { return r.Get().FindString(text) }

// FindStringIndex returns where the first match is, nil where there is none.
func (r *Regexp) FindStringIndex(text string) []int { return r.Get().FindStringIndex(text) }

// FindStringSubmatch returns the first match and its groups, nil where there is none.
func (r *Regexp) FindStringSubmatch(text string) []string { return r.Get().FindStringSubmatch(text) }

// FindStringSubmatchIndex returns where the first match and its groups are.
func (r *Regexp) FindStringSubmatchIndex(text string) []int {
	return r.Get().FindStringSubmatchIndex(text)
}

// FindAllString returns up to n matches, all of them where n is negative.
func (r *Regexp) FindAllString(text string, n int) []string { return r.Get().FindAllString(text, n) }

// FindAllStringIndex returns where up to n matches are.
func (r *Regexp) FindAllStringIndex(text string, n int) [][]int {
	return r.Get().FindAllStringIndex(text, n)
}

// FindAllStringSubmatch returns up to n matches with their groups.
func (r *Regexp) FindAllStringSubmatch(text string, n int) [][]string {
	return r.Get().FindAllStringSubmatch(text, n)
}

// FindAllStringSubmatchIndex returns where up to n matches and their groups are.
func (r *Regexp) FindAllStringSubmatchIndex(text string, n int) [][]int {
	return r.Get().FindAllStringSubmatchIndex(text, n)
}

// ReplaceAllString puts template, in which $1 is a group, in the place of every match.
func (r *Regexp) ReplaceAllString(text, template string) string {
	return r.Get().ReplaceAllString(text, template)
}

// ReplaceAllStringFunc puts what other makes of a match in its place.
func (r *Regexp) ReplaceAllStringFunc(text string, other func(match string) string) string {
	return r.Get().ReplaceAllStringFunc(text, other)
}

// Split cuts text at its matches into up to n parts, all of them where n is negative.
func (r *Regexp) Split(text string, n int) []string { return r.Get().Split(text, n) }
