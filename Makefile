# Each target does all of its own set-up; a second run downloads nothing. `make` alone says what there is.
# The ordinary settings of pip (PIP_*, pip.conf) and Maven (settings.xml, proxies) are honoured.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v $$p; break; }; done)
BIN := .venv/bin
REPO ?=
COMPILE := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate \
	--custom-compile-command "make lock"

.DEFAULT_GOAL := help
.PHONY: help demo test lint up down pages lock format clean
.SILENT:

help: ## Say what there is
	echo "make TARGET, one of:"
	awk -F ':.*## ' '/^[a-z%-]+:.*## / { printf "  %-9s %s\n", $$1, $$2 }' Makefile

demo: .venv/run.stamp ## Neo4j up, a repository in it, questions answered, URLs printed (REPO=path or git URL)
	$(BIN)/kg demo $(REPO)

test: .venv/dev.stamp ## The whole test suite, against a real Neo4j (ARGS=… for pytest)
	$(BIN)/python -m pytest -rs $(ARGS)

lint: .venv/dev.stamp ## Style, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hadolint docker/Dockerfile

format: .venv/dev.stamp ## Put every file into the project's form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

up: .venv/run.stamp ## Start Neo4j, the API and the worker
	$(BIN)/kg up

down: .venv/run.stamp ## Stop them; the data stays
	$(BIN)/kg down

bench-%: .venv/dev.stamp ## Measure: make bench-ingest, make bench-query, make bench-equivalence (ARGS=…)
	$(BIN)/python -m tests.bench.$* $(ARGS)

pages: .venv/dev.stamp ## Make the pages of docs/ that come from the code (settings, errors, commands, graph, figures)
	$(BIN)/python -m tests.pages

lock: .venv/dev.stamp ## Make the lock files anew, of newest allowed versions
	$(BIN)/python -m pip install --quiet --upgrade uv
	$(BIN)/uv pip compile --quiet --upgrade $(COMPILE) --extra embedded --extra checkout -o requirements.lock pyproject.toml
	$(BIN)/uv pip compile --quiet --upgrade $(COMPILE) --all-extras -c requirements.lock -o requirements-dev.lock pyproject.toml
	cd kg/local && ../../$(BIN)/jgo lock

clean: ## Remove the virtual environment and caches (not the data folder)
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

.venv/bin/python:
	if [ -z "$(PYTHON)" ]; then echo "kg needs Python 3.11 or newer: install it, or make PYTHON=/path/to/python3"; exit 1; fi
	if ! $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null; then \
		echo "$(PYTHON) cannot make a virtual environment: install its venv package (Debian: apt install python3-venv)"; exit 1; fi
	echo "virtual environment: .venv ($$($(PYTHON) --version))"
	$(PYTHON) -m venv .venv

.venv/run.stamp: requirements.lock pyproject.toml | .venv/bin/python
	echo "Python packages, checked against the hashes of $<"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

.venv/dev.stamp: requirements-dev.lock .venv/run.stamp
	echo "Python packages for tests, checked against the hashes of $<"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@
