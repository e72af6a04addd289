package openaimodel

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/reglookup/regengine/ask"
)

var _ ask.SecondReader = (*Model)(nil)

//go:embed prompt_reading.txt
var readingPrompt string

// readingSchema holds the answer of a second reading.
var readingSchema = []byte(`{"type":"object","additionalProperties":false,"required":["readings"],"properties":{"readings":{"type":"array","items":{"type":"object",` +
	`"additionalProperties":false,"required":["id","support","words"],"properties":{"id":{"type":"integer"},` +
	`"support":{"type":"string","enum":["full","partly","contradicted","absent"]},"words":{"type":"string"}}}}}}`)

// Read implements [ask.SecondReader] with one request, at temperature 0. A server that can
// is held to a schema. The error wraps ErrNoAnswer, or is ctx's.
func (m *Model) Read(ctx context.Context, claims []ask.Claim) ([]ask.Reading, ask.Usage, error) {
	f := newFence()
	answer, usage, err := m.complete(ctx, readingPrompt+"\n"+f.rule(), f.around(claimsText(claims)), readingSchema)
	m.mu.Lock()
	m.spent.Add(usage)
	m.mu.Unlock()
	if err != nil {
		return nil, usage, err
	}
	list, err := readingsIn(answer)
	if err != nil {
		return nil, usage, fmt.Errorf("%w: %s: %w", ErrNoAnswer, m.name, err)
	}
	return list, usage, nil
}

// claimsText writes claims with their passages, each passage once.
func claimsText(claims []ask.Claim) string {
	var passages, sentences strings.Builder
	known := map[ask.ClaimPassage]int{}
	for _, c := range claims {
		var cited []string
		for _, p := range c.Passages {
			if known[p] == 0 {
				known[p] = len(known) + 1
				fmt.Fprintf(&passages, "passage P%d: %s\n%s\n\n", known[p], oneLine(p.Title), clipped(p.Text, longestPassage))
			}
			cited = append(cited, fmt.Sprintf("P%d", known[p]))
		}
		fmt.Fprintf(&sentences, "sentence %d (cites %s): %s\n", c.ID, strings.Join(cited, ", "), oneLine(c.Sentence))
		if c.Over != "" {
			fmt.Fprintf(&sentences, "  it stands under: %s\n", oneLine(c.Over))
		}
	}
	return passages.String() + sentences.String()
}

// readingsIn reads an answer, also one that is the list alone.
func readingsIn(answer string) ([]ask.Reading, error) {
	var whole struct {
		Readings []wireReading `json:"readings"`
	}
	err := json.Unmarshal([]byte(answer), &whole)
	if err != nil {
		err = json.Unmarshal([]byte(answer), &whole.Readings)
	}
	if err != nil {
		return nil, fmt.Errorf("the second reading is no JSON of the kind asked for: %w", err)
	}
	list := make([]ask.Reading, len(whole.Readings))
	for i, r := range whole.Readings {
		list[i] = ask.Reading{ID: r.ID, Support: ask.Support(strings.ToLower(strings.TrimSpace(r.Support))), Words: r.Words}
	}
	return list, nil
}

type wireReading struct {
	ID      int    `json:"id"`
	Support string `json:"support"`
	Words   string `json:"words"`
}
