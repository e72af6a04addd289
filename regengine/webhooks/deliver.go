package webhooks

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

const (
	together  = 32               // messages are sent at once by a program: those whose receivers hang must not keep others
	sendLease = 2 * time.Minute  // for whom a message was claimed: longer than any try
	firstWait = 30 * time.Second // until the second try; each pause is twice the one before
	mostWait  = 3 * time.Hour
	giveUp    = 24 * time.Hour // after a message was made
	everySo   = 5 * time.Second
)

// Deliver sends every message that is due, until none is. A try that fails is repeated
// after a pause that grows, for a day.
func (s *Service) Deliver(ctx context.Context) error {
	for ctx.Err() == nil {
		now := s.now()
		list, err := s.Store.ClaimDeliveries(ctx, now, now.Add(sendLease), together)
		if err != nil || len(list) == 0 {
			return err
		}
		errs := make([]error, len(list))
		var sending sync.WaitGroup
		for i, d := range list {
			sending.Go(func() { errs[i] = s.try(ctx, d) })
		}
		sending.Wait()
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return nil
}

// try makes one try of a message. One that is cut off because the program ends is not
// settled: it is due again when its claim ends.
func (s *Service) try(ctx context.Context, d Delivery) error {
	o := Outcome{Event: d.Event, Tries: d.Tries}
	o.Status, o.Problem = s.Sender.send(ctx, d, s.now())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if o.At = s.now(); o.Problem != "" {
		o.Again = again(d, o.At)
	}
	return s.Store.SettleDelivery(ctx, d, o)
}

// again is when a message whose try failed at a time is tried the next time; zero when it
// is given up.
func again(d Delivery, failed time.Time) time.Time {
	wait := mostWait
	if doublings := d.Tries - 1; doublings < 10 { // 2^10 is far above it
		wait = min(firstWait<<doublings, mostWait)
	}
	if next := failed.Add(wait); next.Before(d.CreatedAt.Add(giveUp)) {
		return next
	}
	return time.Time{}
}

// Run does some work every few seconds until ctx ends, and logs what fails.
func Run(ctx context.Context, log *slog.Logger, work func(context.Context) error) {
	ticker := time.NewTicker(everySo)
	defer ticker.Stop()
	for {
		if err := work(ctx); err != nil && ctx.Err() == nil {
			log.ErrorContext(ctx, "webhooks: trying again later", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
