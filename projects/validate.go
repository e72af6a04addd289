package projects

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reglookup/regengine/geo/lazyregexp"
)

// Bounds of what a person or program puts into a project.
const (
	maxName        = 200     // code points
	maxDescription = 4000    // code points
	maxFileName    = 255     // code points
	maxValue       = 2000    // code points
	maxUnit        = 40      // code points
	maxSelected    = 1000    // codes
	maxJSON        = 1 << 20 // bytes
	maxContent     = 1 << 20 // bytes of a generated document
	maxSteps       = 200     // of a calculation
)

var (
	uuidShape = lazyregexp.New(`^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
	keyShape  = lazyregexp.New(`^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$`)
)

// validated returns p with its place in canonical form.
func (s *Service) validated(p Project) (Project, error) {
	if err := validText("name", p.Name, maxName); err != nil {
		return Project{}, err
	}
	if err := validLines("description", p.Description, maxDescription); err != nil {
		return Project{}, err
	}
	view := s.view()
	id, err := view.places.ParseID(string(p.GeoID))
	if err == nil {
		_, err = view.places.Get(id)
	}
	if err != nil {
		return Project{}, fmt.Errorf("%w: there is no place %.20q; search for it by name first", ErrInvalid, string(p.GeoID))
	}
	p.GeoID = id
	return p, view.validSelection(p)
}

func (v *view) validSelection(p Project) error {
	if len(p.Selected) > maxSelected {
		return fmt.Errorf("%w: more than %d regulations are selected", ErrInvalid, maxSelected)
	}
	seen := make(map[string]bool, len(p.Selected))
	for _, slug := range p.Selected {
		code, err := v.catalog.Get(slug)
		switch {
		case err != nil || !v.catalog.Visible(code, p.GeoID.Country()):
			return fmt.Errorf("%w: there is no regulation %.80q in %s", ErrInvalid, slug, p.GeoID.Country())
		case seen[slug]:
			return fmt.Errorf("%w: %q is selected twice", ErrInvalid, slug)
		}
		seen[slug] = true
	}
	return nil
}

func (m *MemoryItem) validate() error {
	if !keyShape.MatchString(m.Key) || len(m.Key) > 64 {
		return fmt.Errorf("%w: a key has letters, digits and single . _ - between them, at most 64", ErrInvalid)
	}
	switch m.Source {
	case SourceUser, SourceDocument, SourceCalculation:
	default:
		return fmt.Errorf("%w: the source is %s, %s or %s", ErrInvalid, SourceUser, SourceDocument, SourceCalculation)
	}
	if err := validText("label", m.Label, maxName); err != nil {
		return err
	}
	if err := validLines("value", m.Value, maxValue); err != nil {
		return err
	}
	if m.Unit == "" {
		return nil
	}
	return validText("unit", m.Unit, maxUnit)
}

func (d *Document) validate() error {
	if err := validID(d.ID); err != nil {
		return err
	}
	if err := validText("name", d.Name, maxFileName); err != nil {
		return err
	}
	switch {
	case strings.ContainsAny(d.Name, `/\`):
		return fmt.Errorf("%w: the name of a document is a file name without folders", ErrInvalid)
	case d.Size < 0:
		return fmt.Errorf("%w: the size of a document is negative", ErrInvalid)
	}
	return validText("media type", d.MediaType, maxName)
}

func (d *GeneratedDocument) validate() error {
	if err := validID(d.ID); err != nil {
		return err
	}
	if err := validText("title", d.Title, maxName); err != nil {
		return err
	}
	if d.Version < 1 {
		return fmt.Errorf("%w: versions are counted from 1", ErrInvalid)
	}
	if len(d.Content) > maxContent {
		return fmt.Errorf("%w: the content is longer than %d bytes", ErrInvalid, maxContent)
	}
	if err := validLines("content", d.Content, maxContent); err != nil {
		return err
	}
	return validText("type", d.Type, maxName)
}

func validID(id string) error {
	if !uuidShape.MatchString(id) {
		return fmt.Errorf("%w: the id is no UUID; leave it out for a new entry", ErrInvalid)
	}
	return nil
}

// validText takes one line of readable text.
func validText(what, text string, limit int) error {
	switch {
	case strings.TrimSpace(text) == "":
		return fmt.Errorf("%w: the %s is empty", ErrInvalid, what)
	case strings.ContainsAny(text, "\n\r\t"):
		return fmt.Errorf("%w: the %s holds a line break or tab", ErrInvalid, what)
	}
	return validLines(what, text, limit)
}

// validLines takes readable text of any number of lines, also none.
func validLines(what, text string, limit int) error {
	switch {
	case !utf8.ValidString(text):
		return fmt.Errorf("%w: the %s is not UTF-8 text", ErrInvalid, what)
	case utf8.RuneCountInString(text) > limit:
		return fmt.Errorf("%w: the %s is longer than %d characters", ErrInvalid, what, limit)
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\n\r\t", r) }):
		return fmt.Errorf("%w: the %s holds a control character", ErrInvalid, what)
	}
	return nil
}
