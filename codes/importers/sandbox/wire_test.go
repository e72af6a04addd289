package sandbox

import (
	"bufio"
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzReadReply gives the parent whatever a child that has been taken over might
// write.
func FuzzReadReply(f *testing.F) {
	var good bytes.Buffer
	out := newOutput(&good)
	_, _ = out.Write([]byte("text"))
	out.Progress(1, 2, "pages")
	out.end()
	f.Add(good.Bytes())
	f.Add(good.Bytes()[:len(good.Bytes())-3])
	f.Add([]byte(magic + "d\xff\xff\xff\xffx"))
	f.Add([]byte("Segmentation fault"))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 1 << 10
		got, err := readReply(bytes.NewReader(data), limit, func(int, int, string) {})
		if len(got.data) > limit {
			t.Errorf("%d bytes taken", len(got.data))
		}
		if err != nil && !errors.Is(err, errWire) && !errors.Is(err, ErrOutput) {
			t.Errorf("want a known error, got %v", err)
		}
		if got.failed != sanitise(got.failed) {
			t.Errorf("not clean: %q", got.failed)
		}
	})
}

func FuzzReadOrder(f *testing.F) {
	var good bytes.Buffer
	_ = writeOrder(&good, order{Job: "pdf", Size: 3, Limits: (*Limits)(nil).orDefault()})
	f.Add(append(good.Bytes(), "abc"...))
	f.Add([]byte("{\"Size\":-1}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		o, input, err := readOrder(bufio.NewReaderSize(bytes.NewReader(data), maxOrder))
		if err == nil && int64(len(input)) != o.Size {
			t.Errorf("%d bytes of %d", len(input), o.Size)
		}
	})
}

func TestLastWords(t *testing.T) {
	for _, tt := range []struct{ name, stderr, want string }{
		{"Panic", "noise\npanic: runtime error: index out of range [3]\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:3", "panic: runtime error: index out of range [3]"},
		{"Line", "first\nlast\n", "last"},
		{"Controls", "\x1b[2Jred\x00\xff\n", "[2Jred"},
		{"Empty", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lastWords([]byte(tt.stderr))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSanitise_Bound(t *testing.T) {
	got := sanitise(string(bytes.Repeat([]byte("é"), 1000)))
	if len(got) > maxWords || len(got) < maxWords-2 {
		t.Errorf("%d bytes", len(got))
	}
}
