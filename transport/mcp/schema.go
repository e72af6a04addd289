package mcp

import (
	"maps"
	"slices"
	"strings"
)

// detailArgument chooses how much of an answer comes.
const detailArgument = "detail"

const (
	briefDetail = "brief" // also when it is left out
	fullDetail  = "full"
)

// leftOut is the member of an answer that says what it lacks.
const leftOut = "left_out"

// inputSchema describes the arguments of a tool: the parameters of its operations and
// the members of their body, as the HTTP API takes them.
func (s *Server) inputSchema(t *tool, ops []*operation) map[string]any {
	properties := map[string]any{}
	var required []string
	for i, op := range ops {
		for _, p := range op.Parameters {
			name := p.argument()
			if name == "" || name == detailArgument {
				continue
			}
			properties[name] = s.described(p.Schema, p.Description)
			if p.Required && i == 0 {
				required = append(required, name)
			}
		}
		if body := op.body(); body != nil {
			whole := s.doc.standalone(body, s.forModels)
			if t.bare {
				whole = s.doc.standalone(body, func(schema map[string]any) { s.forModels(schema); withoutWords(schema) })
			}
			maps.Copy(properties, whole["properties"].(map[string]any))
			required = append(required, texts(body["required"])...)
		}
	}
	properties[detailArgument] = detailSchema(t, ops)
	schema := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		slices.Sort(required)
		schema["required"] = required
	}
	return schema
}

func (s *Server) described(schema map[string]any, text string) map[string]any {
	out := s.doc.standalone(schema, s.forModels)
	out["description"] = s.renamed(text)
	return out
}

// forModels takes out of a schema what only readers of documentation need, and names
// tools where it names paths. What may be null may as well be left out: assistants map
// schemas to dialects in which a type is one word.
func (s *Server) forModels(schema map[string]any) {
	delete(schema, "examples")
	if either := texts(schema["type"]); len(either) == 2 && either[1] == "null" {
		schema["type"] = either[0]
	}
	if text, ok := schema["description"].(string); ok {
		schema["description"] = s.renamed(text)
	}
}

func detailSchema(t *tool, ops []*operation) map[string]any {
	words := []any{briefDetail, fullDetail}
	text := "brief, or everything the HTTP API answers."
	if len(t.brief) == 0 {
		text = "Makes no difference here."
	}
	for _, op := range ops {
		for _, p := range op.Parameters {
			if p.Name != detailArgument {
				continue
			}
			extra, _ := p.Schema["enum"].([]any)
			words = append(words, extra...)
			text += " " + p.Description
		}
	}
	return map[string]any{"type": "string", "enum": words, "default": briefDetail, "description": text}
}

// outputSchema describes what a tool answers: what its operations do, without the
// sentences about it, and with nothing required that a brief answer lacks.
func (s *Server) outputSchema(t *tool, ops []*operation) map[string]any {
	defs := map[string]any{}
	roots := make([]map[string]any, len(ops))
	for i, op := range ops {
		roots[i] = s.doc.standalone(op.answer(), withoutWords)
		if own, ok := roots[i]["$defs"].(map[string]any); ok {
			maps.Copy(defs, own)
			delete(roots[i], "$defs")
		}
	}
	each := make([]any, len(ops))
	for i, root := range roots {
		each[i] = loosened(root, defs, t)
	}
	out := each[0].(map[string]any)
	if len(each) > 1 {
		out = map[string]any{"type": "object", "anyOf": each}
	}
	dropUnused(defs, out)
	if len(defs) > 0 {
		out["$defs"] = defs
	}
	return out
}

// withoutWords leaves of a schema what a program checks.
func withoutWords(schema map[string]any) {
	for _, word := range []string{"description", "examples", "title"} {
		delete(schema, word)
	}
}

// loosened resolves the schema of an answer itself, and requires nothing of it that
// the tool cuts.
func loosened(schema, defs map[string]any, t *tool) map[string]any {
	out := maps.Clone(resolve(schema, defs))
	for _, c := range t.brief {
		if c.keep == 0 {
			loosen(out, defs, strings.Split(c.path, "."))
		}
	}
	if len(t.brief) > 0 {
		properties := maps.Clone(out["properties"].(map[string]any))
		properties[leftOut] = map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "integer"}}
		out["properties"] = properties
	}
	return out
}

// loosen takes the last name of a path out of what its schema requires, and leaves open
// what it is: whoever asks for all of it has the HTTP API's document. Definitions are
// changed in place: they are this tool's alone.
func loosen(schema any, defs map[string]any, path []string) {
	of, ok := schema.(map[string]any)
	if !ok {
		return
	}
	of = resolve(of, defs)
	if either, ok := of["anyOf"].([]any); ok {
		for _, one := range either {
			loosen(one, defs, path)
		}
		return
	}
	name, list := strings.CutSuffix(path[0], "[]")
	properties, _ := of["properties"].(map[string]any)
	if len(path) == 1 {
		of["required"] = slices.DeleteFunc(slices.Clone(texts(of["required"])), func(r string) bool { return r == name })
		if _, has := properties[name]; has {
			of["properties"] = maps.Clone(properties)
			of["properties"].(map[string]any)[name] = map[string]any{}
		}
		return
	}
	member, _ := properties[name].(map[string]any)
	if list {
		loosen(member["items"], defs, path[1:])
		return
	}
	loosen(member, defs, path[1:])
}

// resolve follows a reference to a definition.
func resolve(schema, defs map[string]any) map[string]any {
	if ref, ok := schema["$ref"].(string); ok {
		if of, ok := defs[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any); ok {
			return of
		}
	}
	return schema
}

// dropUnused takes out the definitions that nothing in a schema refers to.
func dropUnused(defs, schema map[string]any) {
	used := map[string]bool{}
	var follow func(any)
	follow = func(value any) {
		switch v := value.(type) {
		case []any:
			for _, item := range v {
				follow(item)
			}
		case map[string]any:
			if ref, ok := v["$ref"].(string); ok && !used[ref] {
				used[ref] = true
				follow(defs[strings.TrimPrefix(ref, "#/$defs/")])
			}
			for _, member := range v {
				follow(member)
			}
		}
	}
	follow(schema)
	maps.DeleteFunc(defs, func(name string, _ any) bool { return !used["#/$defs/"+name] })
}

// texts returns a list of JSON texts, which came from a document or was put in here.
func texts(list any) []string {
	switch l := list.(type) {
	case []string:
		return l
	case []any:
		var out []string
		for _, item := range l {
			if text, ok := item.(string); ok {
				out = append(out, text)
			}
		}
		return out
	}
	return nil
}
