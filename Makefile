# Everything a developer or an operator types; `make` alone lists it.
# `make run` and `make test` first set up the environment in .venv by themselves.

SHELL := /bin/sh
.DEFAULT_GOAL := help
VENV := .venv
PYTHON_IN := $(VENV)/bin/python
PYTEST := $(PYTHON_IN) -m pytest

# The pure core: tests that need neither Django nor a database.
CORE := $(wildcard tests/rules tests/dealing tests/bots tests/analysis tests/state tests/formats tests/standings tests/rating)
PURE := sh .ci/pure $(PYTHON_IN)
# What is run once more on PostgreSQL.
DATABASE := $(wildcard tests/games tests/tournaments tests/api)
# Benches that measure others too run where those are.
BESIDE_OTHERS := bench/rules.py bench/pairing.py
BENCHES := $(filter-out $(BESIDE_OTHERS),$(wildcard bench/*.py))

# Of what runs side by side, each says all it has to say at once, where this make can do that.
BESIDE := -j2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.PHONY: help setup run analysis test fast coverage test-scale every-python check gates bench-short soak bench
.PHONY: fix records messages locks scripts

help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

# ---- the environment ---------------------------------------------------------------------------

setup: $(VENV)/development ## make the environment in .venv, development tools included

$(VENV)/runtime: requirements.lock
	@sh .ci/environment $(VENV) requirements.lock
	@touch $@

# What development needs includes what running needs.
$(VENV)/development: requirements-dev.lock
	@sh .ci/environment $(VENV) requirements-dev.lock
	@touch $(VENV)/runtime $@

# Running, and analysing matches.
$(VENV)/analysis: requirements-analysis.lock
	@sh .ci/environment $(VENV) requirements-analysis.lock
	@touch $(VENV)/runtime $@

# What bench/rules.py and bench/pairing.py are measured beside, in an environment of its own.
$(VENV)-bench/made: requirements-bench.lock
	@sh .ci/environment $(VENV)-bench requirements-bench.lock
	@touch $@

# What changes the rules to see whether a test notices, in an environment of its own.
$(VENV)-soak/made: requirements-soak.lock
	@sh .ci/environment $(VENV)-soak requirements-soak.lock
	@touch $@

# ---- running and testing -----------------------------------------------------------------------

# The clock starts here, so that the printed seconds to the first page include the set-up.
run: export TARNEEB_STARTED := $(shell date +%s)
run: $(VENV)/runtime ## start everything, and say where the page is
	@exec $(PYTHON_IN) manage.py up $(ARGS)

analysis: $(VENV)/analysis ## add the solver that analyses matches (development has it)

# The browser's driver keeps an event loop that other tests would find running. What kills and freezes
# processes measures what others notice of it, and wants the machine for itself.
test: setup ## run every test
	$(PYTEST) -n 2 --dist worksteal --ignore=tests/browser --ignore=tests/faults $(ARGS)
	$(PYTEST) -n 2 --dist loadgroup tests/browser $(ARGS)
	$(PYTEST) tests/faults $(ARGS)

fast: setup ## run the quick tests of the pure core, without Django
	@$(PURE) -m "not long" --hypothesis-profile=fast $(CORE) $(ARGS)

coverage: setup ## say which lines and branches of the rules no test of theirs runs; there may be none
	@sh .ci/pure "$(PYTHON_IN) -m coverage run" -m "not long" --hypothesis-profile=fast --hypothesis-seed=0 tests/rules
	@$(PYTHON_IN) -m coverage report

test-scale: setup ## run the tests of the database on a private PostgreSQL
	$(PYTHON_IN) -m tests.postgres $(PYTEST) -n 2 --dist worksteal $(DATABASE) $(ARGS)

every-python: setup
	sh .ci/every-python $(VENV) $(CORE)

# ---- what must hold before a change goes in ------------------------------------------------------

check: setup ## run all that CI runs
	@$(MAKE) --no-print-directory $(BESIDE) gates scripts coverage test-scale every-python
	@$(MAKE) --no-print-directory test bench-short

# Node is for continuous integration and for who changes a script; nobody needs it to run anything.
scripts: node_modules/made ## check the pages' scripts: style and types (needs node and npm)
	npm run --silent check

node_modules/made: package-lock.json
	npm ci --no-audit --no-fund --silent
	@touch $@

gates: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(VENV)/bin/deptry .
	$(VENV)/bin/codespell
	git ls-files '*.html' | xargs $(VENV)/bin/djade --check --target-version 5.2
	$(PYTHON_IN) manage.py makemigrations --check --dry-run
	$(PYTHON_IN) manage.py check --fail-level WARNING

bench-short: ARGS := --seconds 2
bench-short: PAIRING_ARGS := --short
bench-short: bench

# ---- by hand -----------------------------------------------------------------------------------

soak: setup $(VENV)-soak/made ## prove the core on very many examples, matches and mistakes; keeps a report
	sh .ci/soak $(PYTHON_IN) $(VENV)-soak/bin/python $(CORE)

bench: setup $(VENV)-bench/made ## measure; see bench/
	@set -e; for bench in $(BENCHES); do echo "$$bench"; $(PYTHON_IN) $$bench $(ARGS); done
	@echo bench/rules.py; $(VENV)-bench/bin/python bench/rules.py $(ARGS)
	@echo bench/pairing.py; $(VENV)-bench/bin/python bench/pairing.py $(PAIRING_ARGS)

fix: setup ## put style right, as far as tools can
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	git ls-files '*.html' | xargs $(VENV)/bin/djade --target-version 5.2

records: setup ## play the matches written as text in tests/records
	@$(PURE) tests/rules/test_records.py $(ARGS)

messages: setup ## collect what people read into the catalogues, and compile them (needs gettext)
	$(PYTHON_IN) manage.py messages

locks: ## bring requirements*.lock up to date with pyproject.toml (needs uv)
	sh .ci/locks
