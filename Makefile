# `make help` lists the targets.
.DEFAULT_GOAL := help
GO ?= go
PKG ?= ./...

.PHONY: help
help: ## Show this list
	@awk 'BEGIN {FS = ":.*## "} /^[a-z-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: ## Start the server on a folder of its own (./data)
	$(GO) run ./regengine/cmd/regengine serve --data-dir data

.PHONY: build
build: ## Build the command into bin/
	$(GO) build -o bin/regengine ./regengine/cmd/regengine

.PHONY: test
test: ## Run the tests with the race detector (PKG=./geo/... for a part)
	$(GO) test -race $(PKG)

.PHONY: test-all
test-all: ## The same, with an error instead of a skip where Postgres, Chromium or npm is missing
	REGENGINE_REQUIRE_POSTGRES=1 REGENGINE_REQUIRE_CHROMIUM=1 REGENGINE_REQUIRE_PGVECTOR=1 $(GO) test -race $(PKG)

.PHONY: lint
lint: ## gofmt, vet and golangci-lint
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run: make fmt"; exit 1; }
	$(GO) vet ./...
	$(GO) run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0 run

.PHONY: fmt
fmt: ## Format the source
	gofmt -w .

.PHONY: golden
golden: ## Write the OpenAPI document and the examples anew
	$(GO) generate ./transport/httpapi

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
