package pack

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// yamlMapping builds the canonical YAML of a mapping: keys in the order added,
// absent values left out.
type yamlMapping struct{ node *yaml.Node }

func newMapping() yamlMapping { return yamlMapping{&yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}} }

func (m yamlMapping) add(key string, value *yaml.Node) {
	m.node.Content = append(m.node.Content, textNode(key), value)
}

func (m yamlMapping) raw(key, tag, value string) {
	m.add(key, &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: value})
}

func (m yamlMapping) boolean(key string, value bool) { m.raw(key, "!!bool", fmt.Sprint(value)) }

func (m yamlMapping) text(key, value string) {
	if value != "" {
		m.add(key, textNode(value))
	}
}

func (m yamlMapping) texts(key string, values []string) {
	list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Style: yaml.FlowStyle}
	for _, value := range values {
		list.Content = append(list.Content, textNode(value))
	}
	if len(values) > 0 {
		m.add(key, list)
	}
}

func (m yamlMapping) list(key string, items []*yaml.Node) {
	if len(items) > 0 {
		m.add(key, &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Content: items})
	}
}

// textNode writes several lines as a block a person can read, where YAML gives
// exactly them back, and quotes whatever might be read as something else.
func textNode(text string) *yaml.Node {
	node := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: text}
	switch {
	case blockSafe(text):
		node.Style = yaml.LiteralStyle
	case text == "<<", strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }):
		node.Style = yaml.DoubleQuotedStyle
	}
	return node
}

func blockSafe(text string) bool {
	if !strings.Contains(text, "\n") {
		return false
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line != strings.TrimSpace(line) || strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsGraphic(r) }) {
			return false
		}
	}
	return true
}

func encodeYAML(node *yaml.Node) ([]byte, error) {
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(node); err != nil {
		return nil, fmt.Errorf("encode YAML: %w", err)
	}
	if err := encoder.Close(); err != nil {
		return nil, fmt.Errorf("encode YAML: %w", err)
	}
	return b.Bytes(), nil
}
