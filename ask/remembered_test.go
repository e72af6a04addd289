package ask

import (
	"sync"
	"testing"
)

func TestRemembered_get(t *testing.T) {
	r := remembered[int, int]{most: 3}
	worked := 0
	get := func(key, weight int) {
		t.Helper()
		if got := r.get(key, weight, func() int { worked++; return 10 * key }); got != 10*key {
			t.Errorf("want %d, got %d", 10*key, got)
		}
	}
	for _, step := range []struct{ key, weight, want int }{
		{1, 1, 1}, {1, 1, 1}, {2, 1, 2}, {3, 1, 3}, // the first half is full
		{4, 1, 4}, {1, 1, 4}, // 1 is in the older half, and comes to the newer
		{5, 1, 5}, {6, 1, 6}, {1, 1, 6}, // the older half went, 1 with the newer one stayed
		{2, 1, 7},            // 2 went
		{9, 4, 8}, {9, 4, 9}, // too heavy to be kept
	} {
		if get(step.key, step.weight); worked != step.want {
			t.Errorf("%d: want %d worked out, got %d", step.key, step.want, worked)
		}
	}
	if len(r.now) > 3 || len(r.old) > 3 {
		t.Errorf("kept %d and %d", len(r.now), len(r.old))
	}
}

func TestRemembered_concurrent(t *testing.T) {
	r := remembered[int, int]{most: 8}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 500 {
				if got := r.get(i%20, 1, func() int { return i % 20 }); got != i%20 {
					t.Errorf("want %d, got %d", i%20, got)
				}
			}
		})
	}
	wg.Wait()
}
