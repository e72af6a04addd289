// Package webhooks tells other programs what happened to a project: each address that
// was named for it is sent a signed message, tried again for a day. It follows the
// Standard Webhooks specification (https://www.standardwebhooks.com).
package webhooks
