# `make help` lists the targets.
.DEFAULT_GOAL := help
GO ?= go
PKG ?= ./...
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null)

.PHONY: help
help: ## Show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: ## Start the server on a folder of its own (./data)
	$(GO) run ./regengine/cmd/regengine serve --data-dir data

.PHONY: build
build: ## Build the command into bin/, stamped with VERSION
	$(GO) build -ldflags "-X main.stamped=$(VERSION)" -o bin/regengine ./regengine/cmd/regengine

IMAGE ?= regengine
BUILDAH ?= buildah
.PHONY: image
image: ## Build a container image (IMAGE=name) of a static program, stamped with VERSION
	mkdir -p bin/image/data bin/image/tmp
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w -X main.stamped=$(VERSION)" -o bin/image/regengine ./regengine/cmd/regengine
	$(BUILDAH) build --build-arg VERSION=$(VERSION) -t $(IMAGE) .

.PHONY: test
test: ## Run the tests that need nothing but Go (PKG=./geo/... for a part)
	$(GO) test $(PKG)

.PHONY: test-all
test-all: ## Run every test with the race detector; wants Postgres, Chromium and npm
	REGENGINE_TESTS=all $(GO) test -race -timeout 45m $(PKG)

.PHONY: nightly
nightly: ## Benchmarks once each and full-size sweeps; writes .ci/nightly.sums
	.ci/nightly

DATA ?= ../shared/data
.PHONY: outcomes
outcomes: build ## Hold how known cases come out against what is kept (DATA=folder of the sets)
	.ci/outcomes bin/regengine $(DATA)

.PHONY: lint
lint: ## gofmt, vet and golangci-lint
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run: make fmt"; exit 1; }
	$(GO) vet ./...
	$(GO) tool -modfile=.ci/tools/go.mod golangci-lint run

.PHONY: fmt
fmt: ## Format the source
	gofmt -w .

.PHONY: golden
golden: ## Write the OpenAPI document and the examples anew
	$(GO) generate ./transport/httpapi

.PHONY: openapi
openapi: ## Lint the OpenAPI document and make a TypeScript client of it; wants npm
	.ci/openapi

.PHONY: bench
bench: ## Benchmarks with allocations (PKG=./geo for a part)
	$(GO) test -run '^$$' -bench . -benchmem $(PKG)

.PHONY: peers
peers: ## Search beside FTS5, bleve and pg_trgm in one run
	$(GO) test -C regengine/internal/peerbench -run '^$$' -bench . -benchmem

FUZZTIME ?= 20s
.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME
	@for pkg in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
	  done; \
	done

.PHONY: ci
ci: ## What the continuous integration runs
	bash .ci/run
