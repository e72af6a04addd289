package mcp

import (
	"context"
	"encoding/json"
	"strconv"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// progress returns what passes the events of a turn on as progress notifications.
// Rounds and searches count; pieces of the answer, which comes whole, do not.
func (x *session) progress(ctx context.Context, req *sdk.CallToolRequest) func(event string, data []byte) {
	steps := 0
	return func(event string, data []byte) {
		message := x.step(event, data)
		if message == "" {
			return
		}
		steps++
		_ = req.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ // who has gone is not told
			ProgressToken: req.Params.GetProgressToken(), Progress: float64(steps), Message: message,
		})
	}
}

// step says an event in the user's language, "" for one that is not shown.
func (x *session) step(event string, data []byte) string {
	var e struct {
		Round, Found int
		Text         string
	}
	if json.Unmarshal(data, &e) != nil {
		return ""
	}
	switch event {
	case "round":
		return x.words.fill("progress.round", strconv.Itoa(e.Round))
	case "search":
		return x.words.fill("progress.search", e.Text, strconv.Itoa(e.Found))
	}
	return ""
}
