package pack

import (
	"maps"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/reglookup/regengine/codes"
)

// wordings reads what a code or a version is called in other languages: a mapping of
// language tags, each with a title and others of the keys allowed.
func (m *mapping) wordings(allowed ...string) map[string]codes.Wording {
	value := m.values["wordings"]
	if value == nil {
		return nil
	}
	if value.Kind != yaml.MappingNode {
		m.bad("wordings", "must be languages, each with a title: {fr: {title: ...}}")
		return nil
	}
	found := make(map[string]codes.Wording)
	for i := 0; i+1 < len(value.Content); i += 2 {
		tag := value.Content[i]
		if _, twice := found[tag.Value]; twice || !languageTag.MatchString(tag.Value) {
			m.add(tag.Line, "wordings: %q is here twice, or is no BCP 47 tag such as fr", tag.Value)
			continue
		}
		if w := m.mapping(value.Content[i+1], allowed...); w != nil {
			found[tag.Value] = codes.Wording{
				Title: w.text("title", true), ShortTitle: w.text("short_title", false),
				Description: w.prose("description", false), Author: w.text("author", false),
			}
			m.faults["wordings"] = m.faults["wordings"] || len(w.faults) > 0
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found
}

func (m yamlMapping) wordings(wordings map[string]codes.Wording) {
	all := newMapping()
	for _, tag := range slices.Sorted(maps.Keys(wordings)) {
		w, doc := wordings[tag], newMapping()
		doc.text("title", w.Title)
		doc.text("short_title", w.ShortTitle)
		doc.text("author", w.Author)
		doc.text("description", w.Description)
		all.add(tag, doc.node)
	}
	if len(wordings) > 0 {
		m.add("wordings", all.node)
	}
}
