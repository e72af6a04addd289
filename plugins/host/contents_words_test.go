package host

import (
	"errors"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/reglookup/regengine/plugins/internal/pluginpb"
	"github.com/reglookup/regengine/plugins/internal/wire"
)

// failing is a stream that breaks off with an error of the author's.
type failing struct{}

func (failing) Recv() (*pluginpb.File, error) {
	return nil, status.Error(codes.Unknown, "the folder is not in the program")
}

// TestFetch_tree: of an error of the author's come the words, and nothing of how they
// travelled.
func TestFetch_tree(t *testing.T) {
	_, err := (&fetch{}).tree(failing{})
	var theirs *wire.Error
	if !errors.As(err, &theirs) || err.Error() != "the folder is not in the program" {
		t.Errorf("error = %v", err)
	}
}
