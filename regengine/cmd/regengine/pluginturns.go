package main

import "sync"

// turns lets work be done for one name at a time: of several who come, one works, and
// once more when others came meanwhile. The zero value is ready to use.
type turns struct {
	mu   sync.Mutex
	busy map[string]*turn
}

// turn is work under way.
type turn struct {
	news  chan struct{} // closed when somebody came meanwhile
	again bool
}

// take works for name, or, where somebody does, has them work once more and returns at
// once. news is closed when somebody came: work that only waits may end then.
func (t *turns) take(name string, work func(news <-chan struct{})) {
	for now := t.enter(name); now != nil; now = t.leave(name) {
		work(now.news)
	}
}

// enter returns a turn; nil where somebody has one.
func (t *turns) enter(name string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now := t.busy[name]; now != nil {
		if !now.again {
			now.again = true
			close(now.news)
		}
		return nil
	}
	return t.begin(name)
}

// leave ends a turn; it returns the next one where somebody came meanwhile.
func (t *turns) leave(name string) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	again := t.busy[name].again
	delete(t.busy, name)
	if !again {
		return nil
	}
	return t.begin(name)
}

// begin begins a turn; its caller holds t.mu.
func (t *turns) begin(name string) *turn {
	if t.busy == nil {
		t.busy = map[string]*turn{}
	}
	t.busy[name] = &turn{news: make(chan struct{})}
	return t.busy[name]
}
