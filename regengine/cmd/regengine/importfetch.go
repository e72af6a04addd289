package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/reglookup/regengine/codes/importers"
	"github.com/reglookup/regengine/codes/importers/official"
)

// textFile is one file to read.
type textFile struct {
	name string
	data []byte
}

// fetch reads the files, those of publishers too, before a database is opened.
func (a *app) fetch(ctx context.Context, r textReader, args, hosts []string) ([]textFile, error) {
	var files []textFile
	for _, arg := range args {
		if official.IsAddress(arg) {
			name, data, err := official.New(&official.Options{Hosts: hosts, MaxBytes: importers.MaxFile}).Fetch(ctx, arg, r.accept)
			if err != nil {
				return nil, err
			}
			files = append(files, textFile{name, data})
			continue
		}
		data, err := readLimited(arg, importers.MaxFile)
		if err != nil {
			return nil, err
		}
		files = append(files, textFile{filepath.Base(arg), data})
	}
	return files, nil
}

// readLimited reads a file of at most limit bytes.
func readLimited(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s: %w: more than %d MiB", path, importers.ErrTooLarge, limit>>20)
	}
	return data, nil
}
