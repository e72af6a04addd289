package ask

import "sync"

// remembered keeps what was worked out of things that never change, for turns to
// come. It keeps the newest: when a half is full, the older half is dropped. It is
// safe for use by several turns at once; two that miss the same thing both work
// it out.
type remembered[K comparable, V any] struct {
	most int // weight of a half

	mu       sync.Mutex
	weight   int
	now, old map[K]V
}

// get returns what is known of a key, and works it out where nothing is. weight
// is how much of the memory it takes; what takes all of it is not kept.
func (r *remembered[K, V]) get(key K, weight int, work func() V) V {
	if v, ok := r.look(key, weight); ok {
		return v
	}
	v := work()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keep(key, weight, v)
	return v
}

func (r *remembered[K, V]) look(key K, weight int) (V, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v, ok := r.now[key]
	if !ok {
		if v, ok = r.old[key]; ok {
			r.keep(key, weight, v)
		}
	}
	return v, ok
}

func (r *remembered[K, V]) keep(key K, weight int, v V) {
	if weight > r.most {
		return
	}
	if r.now == nil || r.weight+weight > r.most {
		r.now, r.old, r.weight = map[K]V{}, r.now, 0
	}
	if _, there := r.now[key]; !there {
		r.weight += weight
	}
	r.now[key] = v
}
