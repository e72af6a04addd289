package web

import (
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/reglookup/regengine/regengine/access"
)

// signInPath is the page where a key is entered once.
const signInPath = "/signin"

// links are those that sign a browser in, each once: the id of a key by the hash of
// what the link holds. They are this process's own, and gone with it.
type links struct {
	mu   sync.Mutex
	keys map[[sha256.Size]byte]string
}

func (l *links) add(keyID string) (secret string) {
	secret = rand.Text()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.keys == nil {
		l.keys = map[[sha256.Size]byte]string{}
	}
	l.keys[sha256.Sum256([]byte(secret))] = keyID
	return secret
}

// take returns the key of a link that was not used yet.
func (l *links) take(secret string) (keyID string, ok bool) {
	hash := sha256.Sum256([]byte(secret))
	l.mu.Lock()
	defer l.mu.Unlock()
	keyID, ok = l.keys[hash]
	delete(l.keys, hash)
	return keyID, ok
}

// SignInLink returns the path of a link that signs one browser in with a key, once, and
// only while this Site lasts.
func (s *Site) SignInLink(keyID string) string { return signInPath + "/" + s.links.add(keyID) }

// signInPage asks for a key.
type signInPage struct {
	frame
	Next  string // where to go then
	Wrong string // why it did not work; "" at first
}

// signIn shows the form.
func (s *Site) signIn(w http.ResponseWriter, r *http.Request) { s.askForKey(w, r, http.StatusOK, "") }

func (s *Site) askForKey(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	secret := ""
	if c, err := r.Cookie(s.cookieName(signInCookie)); err == nil {
		secret = c.Value
	}
	if secret == "" {
		secret = rand.Text()
		http.SetCookie(w, s.cookie(s.cookieName(signInCookie), secret, 0))
	}
	page := signInPage{frame: s.frame(r, "", "", ""), Next: ownPath(r.FormValue("next"))}
	page.Title = page.T("signin.heading")
	if !page.Inside {
		page.CSRF = csrfOf(secret)
	}
	if wrong != "" {
		page.Wrong = page.T(wrong)
	}
	s.write(w, r, status, "signin", page)
}

// followLink signs in who has a link that was not used yet.
func (s *Site) followLink(w http.ResponseWriter, r *http.Request) {
	keyID, ok := s.links.take(r.PathValue("secret"))
	if !ok {
		s.askForKey(w, r, http.StatusGone, "signin.used")
		return
	}
	s.begin(w, r, keyID, "/")
}

// enterKey signs in who sent a key.
func (s *Site) enterKey(w http.ResponseWriter, r *http.Request) {
	p, err := s.opts.Keys.Authenticate(r.Context(), strings.TrimSpace(r.PostForm.Get("key")))
	switch {
	case errors.Is(err, access.ErrUnauthorized):
		s.askForKey(w, r, http.StatusUnauthorized, "signin.wrong")
	case err != nil:
		s.mistake(w, r, http.StatusServiceUnavailable)
	default:
		s.begin(w, r, p.KeyID, ownPath(r.PostForm.Get("next")))
	}
}

// begin gives the browser a session of a key and sends it on.
func (s *Site) begin(w http.ResponseWriter, r *http.Request, keyID, next string) {
	token, err := s.opts.Sessions.Begin(r.Context(), keyID)
	switch {
	case errors.Is(err, access.ErrUnauthorized):
		s.askForKey(w, r, http.StatusUnauthorized, "signin.wrong")
		return
	case err != nil:
		s.mistake(w, r, http.StatusServiceUnavailable)
		return
	}
	if old := visitOf(r).token; old != "" {
		_ = s.opts.Sessions.End(r.Context(), old) // nobody holds its cookie any more, and it expires
	}
	http.SetCookie(w, s.cookie(s.cookieName(sessionCookie), token, int(access.SessionLife.Seconds())))
	http.SetCookie(w, s.cookie(s.cookieName(signInCookie), "", -1))
	s.forgetProject(w)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, next, http.StatusSeeOther) //nolint:gosec // an address of this site: ownPath
}

// signOut ends the session, here and on every replica.
func (s *Site) signOut(w http.ResponseWriter, r *http.Request, v *visit) {
	if err := s.opts.Sessions.End(r.Context(), v.token); err != nil {
		s.mistake(w, r, http.StatusServiceUnavailable)
		return
	}
	http.SetCookie(w, s.cookie(s.cookieName(sessionCookie), "", -1))
	s.forgetProject(w)
	w.Header().Set("Clear-Site-Data", `"cache"`) // which has what forms came to
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
