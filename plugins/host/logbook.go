package host

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

const (
	keptLines   = 200     // in memory
	maxLine     = 4 << 10 // bytes; the rest of a longer one is counted
	maxLogFile  = 1 << 20 // bytes; then it begins anew, and one older is kept
	linesPerSec = 100     // that are kept; a burst may have lineBurst
	lineBurst   = 1000
	bytesPerSec = 1 << 20 // that are read: beyond it the plugin waits for us
	byteBurst   = 8 << 20

	tellMissed = 10 * time.Second // between two lines that say how many were left out
)

// logbook takes what a plugin writes: bounded lines at a bounded rate, to the
// host's log, to a file that other processes can read, and to memory.
type logbook struct {
	name   string
	path   string
	logger *slog.Logger

	mu     sync.Mutex
	lines  []string // the last, oldest first
	rate   bucket   // lines
	missed int      // lines left out since that was last told
	told   time.Time
	now    func() time.Time
	died   string // the line that says what the process died of
	file   *os.File
	size   int64
}

func newLogbook(h *Host, name string) *logbook {
	return &logbook{
		name: name, path: h.logFile(name), logger: h.opts.Logger.With("plugin", name),
		rate: bucket{fill: linesPerSec, most: lineBurst}, now: time.Now,
	}
}

// logFile is where a plugin's lines are written.
func (h *Host) logFile(name string) string {
	return filepath.Join(filepath.Dir(h.opts.Approvals), "logs", filepath.Base(name)+".log")
}

// read takes lines until r ends. Memory is bounded whatever comes, and so is the
// rate of reading.
func (l *logbook) read(r io.Reader) {
	defer l.tell(0)
	in := bufio.NewReaderSize(&paced{r: r, rate: bucket{fill: bytesPerSec, most: byteBurst}}, maxLine)
	for {
		line, err := in.ReadSlice('\n')
		more := 0
		text := strings.TrimRight(string(line), "\r\n")
		for errors.Is(err, bufio.ErrBufferFull) {
			var rest []byte
			rest, err = in.ReadSlice('\n')
			more += len(rest)
		}
		if more > 0 {
			text += "… and " + strconv.Itoa(more) + " bytes"
		}
		if text != "" {
			l.write(text)
		}
		if err != nil {
			return
		}
	}
}

// begin forgets what the process before died of.
func (l *logbook) begin() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.died = ""
}

// soundsDead reports whether a line is one the Go runtime ends a program with.
func soundsDead(line string) bool {
	return strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "runtime: out of memory")
}

// explain adds to the cause of an end what the plugin itself said of it. Memory it
// was refused is the host's doing.
func (l *logbook) explain(cause error, memory int64) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.died == "":
		return cause
	case strings.Contains(l.died, "out of memory") || strings.Contains(l.died, "cannot allocate memory"):
		return fmt.Errorf("it wanted more memory than the %d MiB allowed (%w)", memory>>20, cause)
	}
	return fmt.Errorf("%w; it said: %s", cause, l.died)
}

// write takes one line.
func (l *logbook) write(line string) {
	entry := parseLine(line)
	l.mu.Lock()
	if l.died == "" && soundsDead(line) {
		l.died = printable(line, 300)
	}
	keep := l.rate.take(1, l.now()) == 0
	if !keep {
		l.missed++
	}
	l.mu.Unlock()
	if keep {
		l.tell(tellMissed)
		l.put(entry)
	}
}

// tell says how many lines were left out, unless that was said within pause: a flood
// is not to be told of line by line.
func (l *logbook) tell(pause time.Duration) {
	l.mu.Lock()
	missed, now := l.missed, l.now()
	if missed == 0 || now.Sub(l.told) < pause {
		l.mu.Unlock()
		return
	}
	l.missed, l.told = 0, now
	l.mu.Unlock()
	l.put(logEntry{level: slog.LevelWarn, text: strconv.Itoa(missed) + " lines left out: it writes too many"})
}

func (l *logbook) put(e logEntry) {
	e.log(l.logger)
	line := time.Now().UTC().Format("2006-01-02T15:04:05.000Z ") + e.String()
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.lines) == keptLines {
		copy(l.lines, l.lines[1:])
		l.lines = l.lines[:keptLines-1]
	}
	l.lines = append(l.lines, line)
	l.store(line)
}

// store appends to the file; what cannot be written is in memory still.
func (l *logbook) store(line string) {
	if l.file == nil || l.size > maxLogFile {
		l.open()
	}
	if l.file != nil {
		n, _ := l.file.WriteString(line + "\n")
		l.size += int64(n)
	}
}

func (l *logbook) open() {
	if l.file != nil {
		_ = l.file.Close()
		l.file = nil
	}
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return
	}
	if info, err := os.Stat(l.path); err == nil && info.Size() > maxLogFile {
		_ = os.Rename(l.path, l.path+".1")
	}
	file, err := os.OpenFile(l.path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return
	}
	if info, err := file.Stat(); err == nil {
		l.file, l.size = file, info.Size()
	}
}

func (l *logbook) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.file != nil {
		_ = l.file.Close()
		l.file = nil
	}
}

func (l *logbook) last() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.lines...)
}

// readLog returns the last lines of a log file and the one before it.
func readLog(path string) []string {
	var lines []string
	for _, name := range []string{path + ".1", path} {
		text, err := os.ReadFile(name)
		if err != nil || len(text) == 0 {
			continue
		}
		lines = append(lines, strings.Split(strings.TrimRight(string(text), "\n"), "\n")...)
	}
	return lines[max(0, len(lines)-keptLines):]
}

// printable makes a plugin's text fit for a terminal and a log: one line, no
// control characters, valid UTF-8, bounded.
func printable(text string, most int) string {
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, text)
}
