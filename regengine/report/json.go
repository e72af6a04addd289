package report

import (
	"bufio"
	"encoding/json"
	"io"
)

// WriteJSON writes a report as one JSON object, its checks as the member results, each
// with its receipt where it has one.
func WriteJSON(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	head := struct {
		Project *Project `json:"project"`
		On      string   `json:"on"`
		AsOf    string   `json:"as_of,omitempty"` // by whose law it was decided anew
		Engine  string   `json:"engine"`
		Data    Data     `json:"data"`
		Summary Tally    `json:"summary"`
	}{r.Project, r.On.String(), r.Again.String(), r.Engine, r.Data, r.Tally}
	text, err := json.MarshalIndent(head, "", "  ")
	if err != nil {
		return err
	}
	_, _ = out.Write(text[:len(text)-len("\n}")]) // a bufio.Writer keeps its first error for Flush
	_, _ = out.WriteString(",\n  \"results\": [")
	if err := writeResults(out, r); err != nil {
		return err
	}
	_, _ = out.WriteString("\n  ]\n}\n")
	return out.Flush()
}

func writeResults(out *bufio.Writer, r *Report) error {
	separator := "\n    "
	for c, err := range r.Checks {
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(c, "    ", "  ")
		if err != nil {
			return err
		}
		_, _ = out.WriteString(separator)
		if _, err := out.Write(text); err != nil {
			return err
		}
		separator = ",\n    "
	}
	return nil
}
