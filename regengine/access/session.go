package access

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// SessionLife is how long a browser stays signed in.
const SessionLife = 14 * 24 * time.Hour

// Session is a browser that was signed in with a key, without its secret. It ends with
// its key.
type Session struct {
	Hash      [32]byte // SHA-256 of the whole token
	KeyID     string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// SessionStore keeps sessions. Implementations are safe for concurrent use.
type SessionStore interface {
	// CreateSession stores s and forgets what had expired when it was created.
	// ErrNotFound without its key, ErrConflict when the hash is taken.
	CreateSession(ctx context.Context, s Session) error

	// EndSession forgets a session; one that does not exist is no error.
	EndSession(ctx context.Context, hash [32]byte) error

	// PrincipalBySession returns who a session's key stands for, with the earlier of
	// both expiries as KeyExpiresAt, and when the key is, or was, revoked (zero for
	// never). ErrNotFound.
	PrincipalBySession(ctx context.Context, hash [32]byte) (Principal, time.Time, error)
}

// Sessions signs browsers in and out. It is safe for concurrent use. Like a key, a
// session that ended anywhere is refused everywhere within five seconds.
type Sessions struct {
	*Authenticator // of tokens, in place of keys
	store          SessionStore
}

// NewSessions returns Sessions over a store; opts may be nil.
func NewSessions(store SessionStore, opts *AuthenticatorOptions) *Sessions {
	return &Sessions{newAuthenticator(store.PrincipalBySession, isToken, opts), store}
}

// A token is "rgs_" and 43 base-62 characters (256 bits). It is no key: the API takes
// none, and a key is no token.
const (
	tokenPrefix = "rgs_"
	tokenRandom = 43
)

func newToken() string { return tokenPrefix + randomText(tokenRandom) }

func isToken(text string) bool {
	random, ok := strings.CutPrefix(text, tokenPrefix)
	return ok && len(random) == tokenRandom && strings.Trim(random, base62) == ""
}

// Begin signs a browser in with a key and returns the token it is known by, which is
// nowhere else. ErrUnauthorized when the key does not exist; one that has ended gives
// a session that has ended.
func (s *Sessions) Begin(ctx context.Context, keyID string) (token string, err error) {
	token = newToken()
	now := s.now().UTC()
	err = s.store.CreateSession(ctx, Session{Hash: HashKey(token), KeyID: keyID, CreatedAt: now, ExpiresAt: now.Add(SessionLife)})
	switch {
	case errors.Is(err, ErrNotFound):
		return "", ErrUnauthorized
	case err != nil:
		return "", fmt.Errorf("begin a session: %w", err)
	}
	return token, nil
}

// End signs a browser out; a text that is no token is no error.
func (s *Sessions) End(ctx context.Context, token string) error {
	if !isToken(token) {
		return nil
	}
	if err := s.store.EndSession(ctx, HashKey(token)); err != nil {
		return fmt.Errorf("end a session: %w", err)
	}
	s.Invalidate()
	return nil
}
