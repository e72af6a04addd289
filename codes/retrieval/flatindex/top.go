package flatindex

import "slices"

// found is a vector of the scope and its score, exact or estimated.
type found struct {
	score float32
	part  int32 // in the scope
	row   int32 // in the part
}

// before tells whether a is nearer than b. Parts are in the order of their
// documents and rows in that of their blocks, so that position decides between
// equal scores.
func (a found) before(b found) bool {
	switch {
	case a.score != b.score:
		return a.score > b.score
	case a.part != b.part:
		return a.part < b.part
	}
	return a.row < b.row
}

// top keeps the k nearest of those it is offered: a heap with the farthest of
// them at its root.
type top struct {
	k    int
	heap []found
}

// newTop returns a top that keeps k, at least 1.
func newTop(k int) *top { return &top{k: k, heap: make([]found, 0, min(k, 4096))} }

// full tells whether k were offered; only then is there a worst score to beat.
func (t *top) full() bool { return len(t.heap) == t.k }

// worst returns the farthest kept.
func (t *top) worst() found { return t.heap[0] }

func (t *top) offer(f found) {
	switch {
	case !t.full():
		t.heap = append(t.heap, f)
		t.up(len(t.heap) - 1)
	case f.before(t.heap[0]):
		t.heap[0] = f
		t.down(0)
	}
}

func (t *top) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !t.heap[parent].before(t.heap[i]) {
			return
		}
		t.heap[parent], t.heap[i] = t.heap[i], t.heap[parent]
		i = parent
	}
}

func (t *top) down(i int) {
	for {
		far := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(t.heap); child++ {
			if t.heap[far].before(t.heap[child]) {
				far = child
			}
		}
		if far == i {
			return
		}
		t.heap[far], t.heap[i] = t.heap[i], t.heap[far]
		i = far
	}
}

// sorted returns those kept, the nearest first. The top is of no use afterwards.
func (t *top) sorted() []found {
	slices.SortFunc(t.heap, func(a, b found) int {
		if a.before(b) {
			return -1
		}
		return 1 // never the same position twice
	})
	return t.heap
}
