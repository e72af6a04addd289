package webhooks_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/reglookup/regengine/projects"
	"github.com/reglookup/regengine/projects/projectstest"
	"github.com/reglookup/regengine/regengine/webhooks"
	"github.com/reglookup/regengine/regengine/webhooks/webhookstest"
)

// A webhook is made, and its receiver verifies what it is sent.
func ExampleService() {
	ctx := context.Background()
	list := projectstest.NewMem() // a program has a store of package sqlstore
	project := projects.Project{ID: projects.NewID(), OrganizationID: projects.NewID(), Name: "Casa"}
	if err := list.PutProject(ctx, project); err != nil {
		fmt.Println(err)
		return
	}
	// Private is for this example alone, whose receiver is on this machine.
	sender := webhooks.NewSender(&webhooks.SenderOptions{Private: true})
	defer sender.Close()
	service := &webhooks.Service{Store: webhookstest.NewMem(list), Sender: sender}

	var verifier *standardwebhooks.Webhook
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if verifier.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer receiver.Close()
	hook, secret, err := service.Add(ctx, project.OrganizationID, project.ID, receiver.URL, webhooks.ChecksFlipped)
	if err != nil {
		fmt.Println(err)
		return
	}
	if verifier, err = standardwebhooks.NewWebhook(secret); err != nil {
		fmt.Println(err)
		return
	}
	outcome, err := service.Test(ctx, project.OrganizationID, project.ID, hook.ID)
	fmt.Println(outcome.Status, err)
	// Output: 200 <nil>
}
