package main

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/reglookup/regengine/plugins/host"
	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/regengine/join"
)

// TestTurns: who comes while one works for the same name does not work beside it; it is
// done once more, however many came, and another name is not kept waiting.
func TestTurns(t *testing.T) {
	var all turns
	var order []string
	all.take("it", func(<-chan struct{}) {
		order = append(order, "it")
		if len(order) > 1 {
			return
		}
		for range 3 {
			all.take("it", func(<-chan struct{}) { order = append(order, "beside") })
		}
		all.take("pt", func(<-chan struct{}) { order = append(order, "pt") })
	})
	if diff := cmp.Diff([]string{"it", "pt", "it"}, order); diff != "" {
		t.Errorf("worked for (-want +got):\n%s", diff)
	}
	if len(all.busy) > 0 {
		t.Errorf("somebody works still: %v", all.busy)
	}
}

// TestTurns_News: work that waits hears that somebody came, and is done anew.
func TestTurns_News(t *testing.T) {
	var all turns
	var workers sync.WaitGroup
	begun, done := make(chan struct{}), 0
	workers.Go(func() {
		all.take("it", func(news <-chan struct{}) {
			if done++; done == 1 {
				close(begun)
				<-news
			}
		})
	})
	<-begun
	all.take("it", func(<-chan struct{}) { t.Error("worked beside it") })
	workers.Wait()
	if done != 2 {
		t.Errorf("worked %d times, want 2", done)
	}
}

// upgraded is a plugin that is upgraded behind its first description.
type upgraded struct{ described, fetched []string }

func first(list *[]string) (sha string) {
	sha = (*list)[0]
	if len(*list) > 1 {
		*list = (*list)[1:]
	}
	return sha
}

func (u *upgraded) Description(context.Context) (host.Description, error) {
	return host.Description{Approval: host.Approval{Name: "it", SHA256: first(&u.described)}}, nil
}

func (u *upgraded) Contents(context.Context, func(int)) (*join.Contents, error) {
	return &join.Contents{Origin: regengine.Origin{SHA256: first(&u.fetched)}}, nil
}

// TestFetchSame: what is told of contents is what the same bytes say of themselves.
func TestFetchSame(t *testing.T) {
	for name, c := range map[string]struct {
		plugin upgraded
		want   string
		err    error
	}{
		"Same":     {upgraded{[]string{"1"}, []string{"1"}}, "1", nil},
		"Upgraded": {upgraded{[]string{"1", "2"}, []string{"2"}}, "2", nil},
		"Always":   {upgraded{[]string{"1"}, []string{"2"}}, "", host.ErrUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			d, contents, err := fetchSame(t.Context(), &c.plugin, nil)
			if !errors.Is(err, c.err) {
				t.Fatal(err)
			}
			if c.err == nil && (d.SHA256 != c.want || contents.Origin.SHA256 != c.want) {
				t.Errorf("described %s, fetched %s: want %s of both", d.SHA256, contents.Origin.SHA256, c.want)
			}
		})
	}
}
