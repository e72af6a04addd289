package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/reglookup/regengine/geo"
)

// Approval is a person's word that a binary may run.
type Approval struct {
	Name, SHA256 string
	Country      geo.ID
	Version      string
	At           time.Time
}

// approvals is the file they are kept in, oldest first. It is written whole, to a
// file beside it that then takes its name, and by one process at a time.
type approvals struct{ path string }

// approvalsFile is the file's form.
type approvalsFile struct {
	Form      int            `json:"form"`
	Approvals []approvalLine `json:"approvals"`
}

type approvalLine struct {
	Name    string    `json:"name"`
	SHA256  string    `json:"sha256"`
	Country string    `json:"country"`
	Version string    `json:"version"`
	At      time.Time `json:"at"`
}

// MaxApprovals is how many plugins may be approved.
const MaxApprovals = 500

const (
	approvalsForm  = 1
	maxFileOfThem  = 1 << 20
	lockPatience   = 10 * time.Second
	lockRetryAfter = 20 * time.Millisecond
)

// read returns the approvals; none when there is no file yet.
func (b *approvals) read() ([]Approval, error) {
	file, err := openPlain(b.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("plugin approvals: it has to be a regular file, no link: %w", err)
	}
	defer file.Close()
	info, err := file.Stat() // of what is read, whatever takes its name meanwhile
	if err != nil {
		return nil, fmt.Errorf("plugin approvals: %w", err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxFileOfThem {
		return nil, fmt.Errorf("plugin approvals: %s is no regular file of at most %d bytes", b.path, maxFileOfThem)
	}
	if why := othersWrite(b.path, info, ownerOnly); why != "" {
		return nil, fmt.Errorf("plugin approvals: somebody else could approve a plugin: %s", why)
	}
	text, err := io.ReadAll(io.LimitReader(file, maxFileOfThem+1))
	if err != nil {
		return nil, fmt.Errorf("plugin approvals: %w", err)
	}
	list, err := parseApprovals(text)
	if err != nil {
		return nil, fmt.Errorf("plugin approvals: %s cannot be read: %w; put a copy of it back, or delete it and approve each plugin again", b.path, err)
	}
	return list, nil
}

func parseApprovals(text []byte) ([]Approval, error) {
	var file approvalsFile
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	if file.Form != approvalsForm {
		return nil, fmt.Errorf("it is of form %d; this program reads form %d", file.Form, approvalsForm)
	}
	if len(file.Approvals) > MaxApprovals {
		return nil, fmt.Errorf("more than %d approvals", MaxApprovals)
	}
	var list []Approval
	seen := map[string]bool{}
	for _, line := range file.Approvals {
		if !isSlug(line.Name) || !isSHA256(line.SHA256) || !isCountry(line.Country) || seen[line.Name] {
			return nil, fmt.Errorf("the approval of %.60q has no name, checksum or country that can be, or comes twice", line.Name)
		}
		seen[line.Name] = true
		list = append(list, Approval{line.Name, line.SHA256, geo.ID(line.Country), line.Version, line.At})
	}
	return list, nil
}

// change lets edit make a new list of the present one, and writes it; nobody else
// changes the file in between.
func (b *approvals) change(ctx context.Context, edit func([]Approval) ([]Approval, error)) error {
	if err := os.MkdirAll(filepath.Dir(b.path), 0o700); err != nil {
		return fmt.Errorf("plugin approvals: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, lockPatience)
	defer cancel()
	unlock, err := lockFile(ctx, b.path+".lock")
	if err != nil {
		return fmt.Errorf("plugin approvals: %w; does another process approve one?", err)
	}
	defer unlock()
	list, err := b.read()
	if err != nil {
		return err
	}
	if list, err = edit(list); err != nil {
		return err
	}
	return b.write(list)
}

func (b *approvals) write(list []Approval) error {
	file := approvalsFile{Form: approvalsForm, Approvals: []approvalLine{}}
	for _, a := range list {
		file.Approvals = append(file.Approvals, approvalLine{a.Name, a.SHA256, string(a.Country), a.Version, a.At})
	}
	text, err := json.MarshalIndent(file, "", "  ")
	if err == nil {
		err = writeWhole(b.path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("plugin approvals: %w", err)
	}
	return nil
}

// writeWhole replaces a file, so that a reader, or a machine that stops, sees the
// old text or the new, never a part.
func writeWhole(path string, text []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".approvals-*") // 0600
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return syncFolder(filepath.Dir(path))
}
