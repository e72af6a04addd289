package web

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/reglookup/regengine/regengine/access"
)

// Sessions tells who browsers are signed in as; [access.Sessions] does.
type Sessions interface {
	// Begin returns the token of a new session of a key, or access.ErrUnauthorized.
	Begin(ctx context.Context, keyID string) (token string, err error)

	// Authenticate returns who a token stands for, or access.ErrUnauthorized.
	Authenticate(ctx context.Context, token string) (*access.Principal, error)

	// End forgets a session.
	End(ctx context.Context, token string) error
}

// Keys tells who a key belongs to; [access.Authenticator] does.
type Keys interface {
	// Authenticate returns the principal of a key, or access.ErrUnauthorized.
	Authenticate(ctx context.Context, key string) (*access.Principal, error)
}

// visit is one request of somebody, signed in or not.
type visit struct {
	site      *Site
	request   *http.Request
	principal *access.Principal // nil for a stranger
	token     string            // of the session, "" for a stranger
}

type visitKey struct{}

// visitOf returns the visit a request is; that of a stranger where nobody found out.
func visitOf(r *http.Request) *visit {
	if v, ok := r.Context().Value(visitKey{}).(*visit); ok {
		return v
	}
	return &visit{request: r}
}

// withVisit finds out who a request comes from. The error is the store's.
func (s *Site) withVisit(r *http.Request) (*http.Request, error) {
	v := &visit{site: s}
	if c, err := r.Cookie(s.cookieName(sessionCookie)); err == nil && s.opts.Sessions != nil {
		p, err := s.opts.Sessions.Authenticate(r.Context(), c.Value)
		switch {
		case err == nil:
			v.principal, v.token = p, c.Value
		case !errors.Is(err, access.ErrUnauthorized):
			return nil, err
		}
	}
	r = r.WithContext(context.WithValue(r.Context(), visitKey{}, v))
	v.request = r
	return r, nil
}

// Cookies of who is signed in, and of who is about to be.
const (
	sessionCookie = "session"
	signInCookie  = "signin"
)

// cookieName is that of a cookie that only this site may have set, where browsers can
// tell.
func (s *Site) cookieName(name string) string {
	if s.opts.Loopback {
		return name
	}
	return "__Host-" + name
}

// inside hands a request to a page that only who is signed in may see.
func (s *Site) inside(answer func(w http.ResponseWriter, r *http.Request, v *visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v := visitOf(r)
		if v.principal != nil {
			answer(w, r, v)
			return
		}
		if r.Method == http.MethodGet || r.Method == http.MethodHead {
			http.Redirect(w, r, signInPath+"?next="+url.QueryEscape(r.URL.RequestURI()), http.StatusSeeOther)
			return
		}
		s.mistake(w, r, http.StatusForbidden)
	}
}

// maxForm is how many bytes a form may have.
const maxForm = 64 << 10

// csrfField is the name of the field by which a form shows that this site made it.
const csrfField = "csrf"

// posted hands a form to what answers it, if it was made here for this very browser.
func (s *Site) posted(answer http.HandlerFunc) http.HandlerFunc { return s.postedUpTo(maxForm, answer) }

// postedUpTo is posted of a form with more bytes than others.
func (s *Site) postedUpTo(most int64, answer http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > most {
			s.mistake(w, r, http.StatusRequestEntityTooLarge)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		if err := r.ParseForm(); err != nil {
			s.unread(w, r, err)
			return
		}
		if crossOrigin.Check(r) != nil || !s.ownForm(r) {
			s.mistake(w, r, http.StatusForbidden)
			return
		}
		answer(w, r)
	}
}

var crossOrigin = http.NewCrossOriginProtection()

func (s *Site) ownForm(r *http.Request) bool {
	secret := visitOf(r).token
	if secret == "" {
		if c, err := r.Cookie(s.cookieName(signInCookie)); err == nil {
			secret = c.Value
		}
	}
	sent := r.PostForm.Get(csrfField)
	return secret != "" && subtle.ConstantTimeCompare([]byte(sent), []byte(csrfOf(secret))) == 1
}

// csrfOf derives what the forms of a browser carry from the cookie that only this site
// and that browser know.
func csrfOf(secret string) string {
	sum := sha256.Sum256([]byte("csrf\x00" + secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// ownPath returns an address on this site to go on to, or "/": who makes a link must
// not send its reader elsewhere.
func ownPath(next string) string {
	u, err := url.Parse(next)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || !strings.HasPrefix(next, "/") ||
		strings.HasPrefix(next, "//") || strings.Contains(next, `\`) {
		return "/"
	}
	return next
}

// chosenProject is the project a reader looked at last.
type chosenProject struct{ ID, Name string }

// projectCookie keeps it, with its name: the bar of every page shows it without asking.
const projectCookie = "project"

func (s *Site) keepProject(w http.ResponseWriter, id, name string) {
	http.SetCookie(w, s.cookie(projectCookie, id+"."+base64.RawURLEncoding.EncodeToString([]byte(name)), yearInSeconds))
}

// forgetProject is for whoever signs in or out: the next reader may be another.
func (s *Site) forgetProject(w http.ResponseWriter) {
	http.SetCookie(w, s.cookie(projectCookie, "", -1))
}

// chosenProject returns nil for none.
func (v *visit) chosenProject() *chosenProject {
	c, err := v.request.Cookie(projectCookie)
	if err != nil || v.principal == nil {
		return nil
	}
	id, packed, _ := strings.Cut(c.Value, ".")
	name, err := base64.RawURLEncoding.DecodeString(packed)
	if err != nil || id == "" || len(name) == 0 || !utf8.Valid(name) {
		return nil
	}
	return &chosenProject{id, string(name)}
}

// lastProject is the id of the chosen project, "" for none.
func (v *visit) lastProject() string {
	if p := v.chosenProject(); p != nil {
		return p.ID
	}
	return ""
}
