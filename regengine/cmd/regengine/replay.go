package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/reglookup/regengine/regengine"
	"github.com/reglookup/regengine/transport/httpapi"
	"github.com/reglookup/regengine/verify"
)

func newReplay(a *app) *cobra.Command {
	var o snapshotOptions
	cmd := args(a.jsonFlag(&cobra.Command{
		Use:   "replay RECEIPT.json",
		Short: "Decide a check again from the receipt of its verdict",
		Long: `Decide a check again from the receipt that POST /api/v1/verify?detail=receipt, or
"regengine verify --json" of a single check, gave with its verdict,
over the data there is now, and print the response it makes. RECEIPT.json holds the
receipt, or the whole response; - is standard input.

Over the same data by the same program it is the same response, byte for byte. What has
changed of the data is told; where the verdict is another for it, the exit code is 1.`,
		Example: `  regengine replay receipt.json --data-dir ./data
  curl ... '/api/v1/verify?detail=receipt' | regengine replay - --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			raw, err := readSmall(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			return a.snapshot(cmd.Context(), o, func(s *regengine.Snapshot) error { return a.replay(cmd.Context(), s, raw) })
		},
	}), 1)
	o.addFlags(cmd.Flags())
	return cmd
}

// maxReceipt is the most bytes of a receipt that are read.
const maxReceipt = 4 << 20

// readSmall reads a file, or standard input for "-".
func readSmall(path string, stdin io.Reader) ([]byte, error) {
	in := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	raw, err := io.ReadAll(io.LimitReader(in, maxReceipt+1))
	if err == nil && len(raw) > maxReceipt {
		err = fmt.Errorf("%s: longer than %d bytes, so no receipt", path, maxReceipt)
	}
	return raw, err
}

// errReplay says that a check came to another response than its receipt's.
var errReplay = errors.New("not the verdict of the receipt")

// replayResult is what "replay --json" prints.
type replayResult struct {
	Same        bool     `json:"same"`
	Differences []string `json:"differences"`
	Response    string   `json:"response"` // as the API sends it, byte for byte
}

func (a *app) replay(ctx context.Context, s *regengine.Snapshot, raw []byte) error {
	replayed, err := httpapi.Replay(ctx, s, raw, httpapi.EngineName(thisBuild().Version))
	err = advise(err, verify.ErrLocationNotFound, "the place of the receipt is no longer there")
	err = advise(err, verify.ErrInvalidCode, "a code or version of the receipt is no longer there")
	if err != nil {
		return err
	}
	if err := a.print(replayResult{replayed.Same, append([]string{}, replayed.Differences...), string(replayed.Response)}, func(w io.Writer) {
		fmt.Fprintf(w, "%s", replayed.Response)
	}); err != nil {
		return err
	}
	if !a.asJSON {
		for _, difference := range replayed.Differences {
			fmt.Fprintln(a.stderr, difference)
		}
	}
	if !replayed.Same {
		return errReplay
	}
	return nil
}
