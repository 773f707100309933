# Breadcrumb. `make demo` and `make test` set up what they need by themselves; everything they
# make stays in this folder (target, .venv, .package-venv, demo-output).

PYTHON ?= python3
CARGO ?= cargo
VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
# What users have today, for the compatibility tests and the benchmarks; never a dependency.
PACKAGE_VENV := .package-venv
PACKAGE_PYTHON := $(CURDIR)/$(PACKAGE_VENV)/bin/python
# The oldest Playwright that the Python front runs with.
OLDEST_VENV := .oldest-venv
OLDEST_PYTHON := $(CURDIR)/$(OLDEST_VENV)/bin/python
# Most of their time, tests in a browser wait: more of them at a time than there are cores.
AT_A_TIME := -n 3
# The type checker for the page-side code.
TSC := $(VENV)/lib/tsc/node_modules/.bin/tsc
NATIVE_SOURCES := $(shell find crates bindings/python js/injected -name '*.rs' -o -name '*.toml' -o -name '*.sql' -o -path 'js/injected/*' -o -path '*/assets/*')
FULL ?=
# Whose tests the demo runs: python or node.
FRONT ?= python
# Python tests that run in parallel, or in a target of their own.
APART := cases regressions robust locked docs speed mutations

# Nothing that runs in this folder may use another environment's packages.
export PATH := $(BIN):$(PATH)
unexport PYTHONPATH VIRTUAL_ENV

.DEFAULT_GOAL := help
.PHONY: help demo test lint ready bench bench-accuracy bench-browser bench-fix bench-flaky bench-mcp bench-node bench-regressions bench-report fuzz wheel clean setup browser
.PHONY: demo-node demo-python lint-rust lint-python lint-js lint-package node test-docs test-node test-rust test-python test-js test-mcp test-robust test-web docs

help: ## Shows this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

demo: demo-$(FRONT) ## Learns on version 1 of a shop, heals on version 2, and reports (FRONT=node: in TypeScript)

demo-node: browser node
	@$(BIN)/node examples/shop/typescript/run_demo.cjs

demo-python: browser $(VENV)/.installed
	@$(BIN)/python examples/shop/run_demo.py
	@scripts/demo.sh $(BIN)/breadcrumb

test: lint test-rust test-js test-python test-node test-web test-mcp test-docs ## Runs all tests of all parts, and the lints

ready: test ## The same: what CI runs

test-rust: setup $(PACKAGE_VENV)/.ready
	BREADCRUMB_PACKAGE_PYTHON=$(PACKAGE_PYTHON) INSTA_UPDATE=no \
	    $(CARGO) test --workspace --features breadcrumb-store/package-compat

test-js: browser $(VENV)/.ready
	cd js && $(BIN)/python -m pytest -q tests

test-python: browser $(VENV)/.installed $(OLDEST_VENV)/.ready $(TSC)
	cd bindings/python && $(BIN)/python -m pytest -q $(AT_A_TIME) tests $(addprefix --ignore=tests/,$(APART))
	cd bindings/python && $(BIN)/python -m pytest -q $(AT_A_TIME) tests/cases tests/regressions tests/robust/test_late.py
	cd bindings/python && $(BIN)/python -m pytest -q -n 2 tests/robust/test_faults.py
	cd bindings/python && PYTHONPATH=python $(OLDEST_PYTHON) -m pytest -q $(AT_A_TIME) tests/cases/test_cases_sync.py tests/cases/test_cases_async.py

test-node: browser node ## The Playwright Test front, with Node
	cd bindings/node && node_modules/.bin/tsc -p tsconfig.tests.json
	cd bindings/node && node_modules/.bin/playwright test

node: $(VENV)/.ready
	@scripts/node.sh

# Every moment and every kind of blocked page with and without Breadcrumb, and every fault: what they
# compare takes seconds for each case.
test-robust: browser $(VENV)/.installed ## Pages that do not answer, and faults of our own
	cd bindings/python && $(BIN)/python -m pytest -q tests/robust tests/locked

test-web: browser $(VENV)/.installed
	cd crates/breadcrumb-report/web-tests && $(BIN)/python -m pytest -q -n 2 --dist loadfile

test-mcp: $(VENV)/.ready $(TSC)
	cd crates/breadcrumb-mcp/client-tests && CARGO=$(CARGO) $(BIN)/python -m pytest -q

test-docs: browser $(VENV)/.installed $(VENV)/.docs
	cd bindings/python && $(BIN)/python -m pytest -q -n 2 tests/docs

lint: lint-rust lint-python lint-js lint-package ## Formatting, clippy, docs, types, spelling, packages and the tree's own rules
	$(BIN)/typos
	$(BIN)/python scripts/check_tree.py
	$(BIN)/python scripts/sentences.py --check

lint-rust: setup
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --features breadcrumb-store/package-compat -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet

lint-python: $(VENV)/.installed
	$(BIN)/ruff check .
	cd bindings/python && $(BIN)/mypy && $(BIN)/pyright

lint-js: $(TSC)
	$(TSC) -p js/tsconfig.json
	$(TSC) -p crates/breadcrumb-report/tsconfig.json

# Everything that a release does and that needs no server: docs/releasing.md.
STAGE := target/stage
lint-package: $(TSC)
	$(BIN)/python scripts/version.py
	$(BIN)/node scripts/lint_workflows.cjs $(VENV)/lib/tsc/node_modules
	$(BIN)/python scripts/stage_release.py $(STAGE) --url https://github.com/OWNER/NAME
	cd $(STAGE) && $(CARGO) package --workspace --exclude breadcrumb-bench --exclude breadcrumb-node --exclude breadcrumb-python \
	    --no-verify --allow-dirty --quiet
	rm -rf target/sdist
	cd $(STAGE)/bindings/python && $(BIN)/maturin sdist --out $(CURDIR)/target/sdist
	$(BIN)/twine check --strict target/sdist/*

bench: setup $(PACKAGE_VENV)/.ready ## Our engine beside pytest-breadcrumb 0.1.0a2 (FULL=1: all data)
	$(CARGO) build --release -p breadcrumb-bench -p breadcrumb-cli
	target/release/breadcrumb-bench engine --package-python $(PACKAGE_PYTHON) $(if $(FULL),--full)

bench-accuracy: setup ## How often the healer is right, on the pages of fixtures/corpus
	$(CARGO) build --release -p breadcrumb-bench
	for set in releases corpus; do \
	    target/release/breadcrumb-bench accuracy fixtures/corpus/$$set.jsonl.gz || exit 1; done

bench-browser: browser $(VENV)/.installed $(PACKAGE_VENV)/.ready ## What learning and healing cost and where clicks land, in a real browser
	cd bindings/python && BREADCRUMB_PACKAGE_PYTHON=$(PACKAGE_PYTHON) $(BIN)/python -m pytest -q -s tests/speed tests/mutations

bench-node: browser $(VENV)/.ready ## What Breadcrumb costs 200 healthy tests of Playwright Test
	@BREADCRUMB_PROFILE=release scripts/node.sh
	cd bindings/node && $(BIN)/node bench/overhead.cjs

bench-regressions: browser $(VENV)/.installed ## How many regressions a heal hides, and how many renames are refused
	cd bindings/python/tests && $(BIN)/python -m regressions.measure

bench-flaky: setup ## The rules of the quarantine in a simulation, and a store of 1,000,000 attempts
	$(CARGO) build --release -p breadcrumb-bench -p breadcrumb-cli
	target/release/breadcrumb-bench flaky
	target/release/breadcrumb-bench flaky --large

bench-fix: setup ## How long a patch of 200 locators in 1,000 files takes
	$(CARGO) build --release -p breadcrumb-bench -p breadcrumb-cli
	target/release/breadcrumb-bench fix

bench-mcp: setup ## How long each tool of the MCP server takes on 100,000 attempts
	$(CARGO) build --release -p breadcrumb-bench -p breadcrumb-cli
	target/release/breadcrumb-bench mcp

bench-report: setup $(PACKAGE_VENV)/.ready ## Reports beside the package's, on 100,000 attempts, and on 1,000,000
	$(CARGO) build --release -p breadcrumb-bench -p breadcrumb-cli
	target/release/breadcrumb-bench report --package-python $(PACKAGE_PYTHON)
	target/release/breadcrumb-bench report --large

docs: $(VENV)/.installed $(VENV)/.docs ## Writes the reference pages anew and builds the documentation into target/site
	$(BIN)/python scripts/reference_pages.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

wheel: $(VENV)/.ready ## Builds the Python wheel into target/wheels
	cd bindings/python && $(BIN)/maturin build --release --out ../../target/wheels

fuzz: setup ## Each fuzz target for ten minutes (needs cargo-fuzz)
	scripts/fuzz.sh 600

clean: ## Removes what the other commands made
	rm -rf target fuzz/target $(VENV) $(PACKAGE_VENV) $(OLDEST_VENV) demo-output

setup:
	@scripts/setup.sh

browser: $(VENV)/.ready
	@scripts/browser.sh $(BIN)/python

$(VENV)/.ready: requirements/tools.txt | setup
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet -r requirements/tools.txt
	@touch $@

$(VENV)/.docs: requirements/docs.txt | $(VENV)/.ready
	$(BIN)/python -m pip install --quiet -r requirements/docs.txt
	@touch $@

$(VENV)/.installed: $(VENV)/.ready $(NATIVE_SOURCES)
	cd bindings/python && VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --quiet
	@touch $@

$(OLDEST_VENV)/.ready: requirements/oldest.txt | setup
	$(PYTHON) -m venv $(OLDEST_VENV)
	$(OLDEST_PYTHON) -m pip install --quiet -r requirements/oldest.txt
	@touch $@

$(TSC): requirements/typescript.txt | $(VENV)/.ready
	mkdir -p $(VENV)/lib/tsc
	$(BIN)/npm install --silent --no-save --prefix $(VENV)/lib/tsc $$(cat requirements/typescript.txt)
	@touch $@

$(PACKAGE_VENV)/.ready: requirements/package.txt | setup
	$(PYTHON) -m venv $(PACKAGE_VENV)
	$(PACKAGE_PYTHON) -m pip install --quiet -r requirements/package.txt
	@touch $@
