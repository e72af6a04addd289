package host

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
)

const (
	maxFields = 20
	maxField  = 1 << 10 // bytes of a value
)

// logEntry is one line of a plugin, as it is logged.
type logEntry struct {
	level  slog.Level
	text   string
	fields []slog.Attr
}

// parseLine reads a line as slog or hclog write it as JSON; any other is its own
// text.
func parseLine(line string) logEntry {
	var values map[string]any
	if strings.HasPrefix(line, "{") {
		decoder := json.NewDecoder(bytes.NewReader([]byte(line)))
		decoder.UseNumber()
		if decoder.Decode(&values) != nil {
			values = nil
		}
	}
	for _, form := range []struct{ level, text, time string }{{"level", "msg", "time"}, {"@level", "@message", "@timestamp"}} {
		level, ok1 := values[form.level].(string)
		text, ok2 := values[form.text].(string)
		if !ok1 || !ok2 {
			continue
		}
		for _, key := range []string{form.level, form.text, form.time} {
			delete(values, key)
		}
		return logEntry{levelOf(level), printable(text, maxLine), fieldsOf(values)}
	}
	return logEntry{plainLevel(line), printable(line, maxLine+40), nil}
}

func levelOf(word string) slog.Level {
	var level slog.Level
	if strings.EqualFold(word, "trace") || level.UnmarshalText([]byte(word)) != nil {
		return slog.LevelDebug
	}
	return level
}

func plainLevel(line string) slog.Level {
	if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
		return slog.LevelError
	}
	return slog.LevelInfo
}

// fieldsOf are the values of a line, by name and bounded.
func fieldsOf(values map[string]any) []slog.Attr {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	names = names[:min(len(names), maxFields)]
	fields := make([]slog.Attr, 0, len(names))
	for _, name := range names {
		text, isText := values[name].(string)
		if !isText {
			encoded, _ := json.Marshal(values[name])
			text = string(encoded)
		}
		fields = append(fields, slog.String(printable(name, 40), printable(text, maxField)))
	}
	return fields
}

// log writes the entry to the host's log. The plugin's own fields stand in a group
// of their own, so that none can pass for one of the host's.
func (e logEntry) log(logger *slog.Logger) {
	if len(e.fields) == 0 {
		logger.LogAttrs(context.Background(), e.level, e.text)
		return
	}
	logger.LogAttrs(context.Background(), e.level, e.text, slog.Attr{Key: "said", Value: slog.GroupValue(e.fields...)})
}

// String is the entry as the log file has it.
func (e logEntry) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", e.level, e.text)
	for _, f := range e.fields {
		fmt.Fprintf(&b, " %s=%q", f.Key, f.Value.String())
	}
	return b.String()
}
