package web

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
)

// parts are those of a form with files, read one after the other.
type parts struct {
	fields url.Values // that stand before the first file
	file   *multipart.Part
	form   *multipart.Reader
}

// uploaded hands a form with files to what answers it. Who sent it, and whether it was
// made here for this very browser, is known before any file is read; one with more than
// most bytes is not read at all.
func (s *Site) uploaded(most int64, answer func(w http.ResponseWriter, r *http.Request, v *visit, p *parts)) http.HandlerFunc {
	return s.inside(func(w http.ResponseWriter, r *http.Request, v *visit) {
		if r.ContentLength > most {
			w.Header().Set("Connection", "close") // what follows is not read
			s.mistake(w, r, http.StatusRequestEntityTooLarge)
			return
		}
		if crossOrigin.Check(r) != nil {
			s.mistake(w, r, http.StatusForbidden)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		p, err := readParts(r)
		if err != nil {
			s.unread(w, r, err)
			return
		}
		if r.PostForm = p.fields; !s.ownForm(r) {
			s.mistake(w, r, http.StatusForbidden)
			return
		}
		answer(w, r, v, p)
	})
}

// unread answers a form that could not be read.
func (s *Site) unread(w http.ResponseWriter, r *http.Request, err error) {
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		s.mistake(w, r, http.StatusRequestEntityTooLarge)
		return
	}
	s.mistake(w, r, http.StatusBadRequest)
}

// maxFields is how many fields may stand before the first file.
const maxFields = 20

// readParts reads the fields before the first file.
func readParts(r *http.Request) (*parts, error) {
	form, err := r.MultipartReader()
	if err != nil {
		return nil, err
	}
	p := &parts{fields: url.Values{}, form: form}
	for range maxFields {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return p, nil
		}
		if err != nil {
			return nil, err
		}
		if part.FileName() != "" {
			p.file = part
			return p, nil
		}
		value, err := io.ReadAll(io.LimitReader(part, maxForm))
		if err != nil {
			return nil, err
		}
		p.fields.Add(part.FormName(), string(value))
	}
	return nil, http.ErrMissingFile
}

// next returns the next file; io.EOF when there is none.
func (p *parts) next() (*multipart.Part, error) {
	if file := p.file; file != nil {
		p.file = nil
		return file, nil
	}
	for {
		part, err := p.form.NextPart()
		if err != nil || part.FileName() != "" {
			return part, err
		}
	}
}
