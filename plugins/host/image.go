package host

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"time"
)

// image is the very bytes that are executed: a copy nobody can change any more,
// hashed while it was made.
type image struct {
	sha  string // hexadecimal
	file *os.File
	path string // of a private copy, where the system has no sealed memory
}

// takeImage copies the file at path. The file may be changed or exchanged
// meanwhile: what was copied is what is hashed, and what will run.
func takeImage(path, folder string, allowed writers) (*image, error) {
	file, _, err := openFit(path, allowed)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	im, to, err := newImage(folder)
	if err != nil {
		return nil, fmt.Errorf("%w: a place for its bytes: %w", ErrUnavailable, err)
	}
	sum := sha256.New()
	head := &firstBytes{}
	n, err := io.Copy(io.MultiWriter(to, sum, head), io.LimitReader(file, maxBinary+1))
	if err == nil && n > maxBinary {
		err = fmt.Errorf("larger than %d MiB", maxBinary>>20)
	}
	if err == nil && bytes.HasPrefix(head.bytes, []byte("#!")) {
		err = fmt.Errorf("%s is a script: the program that reads it would run, not these bytes; build a binary", path)
	}
	if err == nil {
		err = im.seal(to)
	}
	if err != nil {
		im.close()
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	im.sha = hex.EncodeToString(sum.Sum(nil))
	return im, nil
}

// firstBytes keeps the first two.
type firstBytes struct{ bytes []byte }

func (f *firstBytes) Write(p []byte) (int, error) {
	if missing := 2 - len(f.bytes); missing > 0 {
		f.bytes = append(f.bytes, p[:min(missing, len(p))]...)
	}
	return len(p), nil
}

// hashed is the checksum of a file that looked so.
type hashed struct {
	size    int64
	changed time.Time
	inode   uint64
	status  time.Time // of the inode
	sha     string
}

// sha256Of returns the checksum of a file that lies there; it is not computed again
// while the file looks the same. It is for people and for noticing a change: what
// runs is hashed anew.
func (h *Host) sha256Of(path string) (string, error) {
	file, info, err := openFit(path, h.opts.writers())
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	looks := hashed{size: info.Size(), changed: info.ModTime()}
	looks.inode, looks.status = inodeOf(info)
	h.mu.Lock()
	known := h.hashes[path]
	h.mu.Unlock()
	looks.sha = known.sha
	if known == looks && known.sha != "" {
		return known.sha, nil
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.LimitReader(file, maxBinary)); err != nil {
		return "", fmt.Errorf("%w: %w", ErrBroken, err)
	}
	looks.sha = hex.EncodeToString(sum.Sum(nil))
	h.mu.Lock()
	h.hashes[path] = looks
	h.mu.Unlock()
	return looks.sha, nil
}
