package openaimodel

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"

	"github.com/reglookup/regengine/codes/retrieval/openaihttp"
)

// Options change how a model is asked. The zero value is useful.
type Options struct {
	// APIKey is sent as a bearer token, to Azure as "api-key"; "" sends none. It is
	// taken from nowhere else: no environment variable is read.
	APIKey string

	// AzureVersion is the api-version of an Azure deployment, such as "2024-10-21".
	// With it the base URL is that of the resource, or of the deployment itself;
	// the deployment has the model's name where the URL names none.
	AzureVersion string

	// Headers are sent with every request.
	Headers map[string]string

	// Attempts is how often a request is tried that failed for a reason that may
	// pass, waiting Backoff, twice that and so on up to MaxWait in between. 0 means
	// 3, 500 ms and 30 s.
	Attempts         int
	Backoff, MaxWait time.Duration

	// AttemptTimeout is how long one try may take; it also ends a tenth of the time
	// left before the context's deadline. 0 means 60 s.
	AttemptTimeout time.Duration

	// Stream asks for answers piece by piece, so that one that stands still for
	// IdleTimeout is cut and asked for again. 0 means 30 s. What comes of it is the
	// same: nothing of a draft is shown before it is checked.
	Stream      bool
	IdleTimeout time.Duration

	// MaxTokens bounds an answer. 0 means 4096.
	MaxTokens int64

	// Observe is told of every request that was made. It must not wait.
	Observe func(Exchange)

	// Transport makes the requests. nil means one of the Model's own.
	Transport http.RoundTripper
}

// Exchange is one request and what came of it.
type Exchange struct {
	Took          time.Duration
	Input, Output int64 // tokens; 0 where the server does not say
	Err           error // nil when there was an answer; never what the server wrote
}

func (o *Options) orDefaults() Options {
	var d Options
	if o != nil {
		d = *o
	}
	fill(&d.Attempts, 3)
	fill(&d.Backoff, 500*time.Millisecond)
	fill(&d.MaxWait, 30*time.Second)
	fill(&d.AttemptTimeout, time.Minute)
	fill(&d.IdleTimeout, 30*time.Second)
	fill(&d.MaxTokens, 4096)
	return d
}

func (o *Options) retry() openaihttp.Retry {
	return openaihttp.Retry{Attempts: o.Attempts, Backoff: o.Backoff, MaxWait: o.MaxWait}
}

func fill[T int | int64 | time.Duration](n *T, fallback T) {
	if *n <= 0 {
		*n = fallback
	}
}

// check says what keeps the settings from being used.
func (o *Options) check(baseURL, name string) error {
	errs := []error{openaihttp.CheckURL(baseURL), openaihttp.CheckKey(o.APIKey), openaihttp.CheckKey(o.AzureVersion)}
	if strings.TrimSpace(name) == "" {
		errs = append(errs, errors.New("the model has no name"))
	}
	for name, value := range o.Headers {
		if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' || r == ':' }) || strings.ContainsAny(value, "\r\n\x00") {
			errs = append(errs, fmt.Errorf("header %q is none", name))
		}
	}
	return errors.Join(errs...)
}

// maxResponse is how many bytes of an answer are read.
const maxResponse = 4 << 20

// service makes the library's client. It reads nothing from the environment.
func (o *Options) service(baseURL, name string, client *http.Client) openai.ChatCompletionService {
	settings := []option.RequestOption{
		option.WithBaseURL(o.address(baseURL, name)),
		option.WithHTTPClient(&openaihttp.Door{Client: client, Limit: maxResponse, Now: time.Now}),
		option.WithMaxRetries(0),
		option.WithHeaderDel("Authorization"),
	}
	switch {
	case o.AzureVersion != "":
		settings = append(settings, option.WithQuery("api-version", o.AzureVersion))
		if o.APIKey != "" {
			settings = append(settings, option.WithHeader("api-key", o.APIKey))
		}
	case o.APIKey != "":
		settings = append(settings, option.WithAPIKey(o.APIKey))
	}
	for name, value := range o.Headers {
		settings = append(settings, option.WithHeader(name, value))
	}
	return openai.NewChatCompletionService(settings...)
}

// address is the base URL of requests: on Azure that of the deployment.
func (o *Options) address(baseURL, name string) string {
	if o.AzureVersion == "" || strings.Contains(baseURL, "/deployments/") {
		return baseURL
	}
	base := strings.TrimSuffix(strings.TrimRight(baseURL, "/"), "/openai")
	return base + "/openai/deployments/" + url.PathEscape(name)
}
