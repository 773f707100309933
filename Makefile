# Breadcrumb. `make demo` and `make test` set up what they need by themselves; everything they
# make stays in this folder (target, .venv, .package-venv, demo-output).

PYTHON ?= python3
CARGO ?= cargo
VENV := .venv
# What users have today, for the compatibility tests and the benchmarks; never a dependency.
PACKAGE_VENV := .package-venv
PACKAGE_PYTHON := $(CURDIR)/$(PACKAGE_VENV)/bin/python
FULL ?=

.DEFAULT_GOAL := help
.PHONY: help demo test lint ready bench fuzz clean setup rust-test

help: ## Shows this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-8s %s\n", $$1, $$2}'

demo: setup ## Heals a page in two versions and shows why
	@$(CARGO) build --quiet --release -p breadcrumb-cli
	@scripts/demo.sh target/release/breadcrumb

test: lint rust-test ## Runs all tests of all parts, and the lints

ready: test ## The same: what CI runs

rust-test: setup $(PACKAGE_VENV)/.ready
	BREADCRUMB_PACKAGE_PYTHON=$(PACKAGE_PYTHON) INSTA_UPDATE=no \
	    $(CARGO) test --workspace --features breadcrumb-store/package-compat

lint: setup $(VENV)/.ready ## Formatting, clippy, docs, spelling and the tree's own rules
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --features breadcrumb-store/package-compat -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --quiet
	$(VENV)/bin/typos
	$(VENV)/bin/ruff check .
	$(VENV)/bin/python scripts/check_tree.py

bench: setup $(PACKAGE_VENV)/.ready ## Our engine beside pytest-breadcrumb 0.1.0a2 (FULL=1: all data)
	$(CARGO) build --release -p breadcrumb-bench -p breadcrumb-cli
	target/release/breadcrumb-bench engine --package-python $(PACKAGE_PYTHON) $(if $(FULL),--full)

fuzz: setup ## Each fuzz target for ten minutes (needs cargo-fuzz)
	scripts/fuzz.sh 600

clean: ## Removes what the other commands made
	rm -rf target fuzz/target $(VENV) $(PACKAGE_VENV) demo-output

setup:
	@scripts/setup.sh

$(VENV)/.ready: requirements/tools.txt | setup
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet -r requirements/tools.txt
	@touch $@

$(PACKAGE_VENV)/.ready: requirements/package.txt | setup
	$(PYTHON) -m venv $(PACKAGE_VENV)
	$(PACKAGE_PYTHON) -m pip install --quiet -r requirements/package.txt
	@touch $@
