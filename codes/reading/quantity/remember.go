package quantity

import (
	"strings"
	"sync"
)

// maxRemembered is how many texts are kept; none is longer than maxUnit.
const maxRemembered = 4096

// unitMemory keeps what unit texts were read as: a text of regulations has the
// same few a thousand times over. It forgets everything when it is full, so that
// it stays small whatever texts come.
type unitMemory struct {
	mu   sync.RWMutex
	read map[string]Unit // the zero Unit for what is none
}

// of returns what read makes of text, from memory where it is there.
func (m *unitMemory) of(text string, read func(string) (Unit, bool)) (Unit, bool) {
	m.mu.RLock()
	u, known := m.read[text]
	m.mu.RUnlock()
	if known {
		return u, !u.IsZero()
	}
	u, ok := read(text)
	if !ok {
		u = Unit{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.read) >= maxRemembered {
		clear(m.read)
	}
	m.read[strings.Clone(text)] = u // the text it is cut from may be long
	return u, ok
}
