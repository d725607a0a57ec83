# Everything runs in .venv, which the first call creates. PYTHON names another interpreter, 3.11 or later.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Processes are started by the hundred: each module is compiled once, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-slow test-browser lint format fuzz-semantics fuzz-faults bench scaling mutation-campaign campaign-abstract campaign-instance campaign-fabricate kill-campaign project-kill-campaign large-inputs library-table library-campaign clean

demo: $(READY)
	@sh examples/demo.sh $(BIN)/dovetail

test: $(READY) lint
	$(BIN)/python -m pytest -n 2 -q -m "not slow"

# What takes too long to be waited for at every change.
test-slow: $(READY)
	DOVETAIL_THOROUGH=1 $(BIN)/python -m pytest -n 2 -q -m slow
	DOVETAIL_THOROUGH=1 $(BIN)/python -m pytest -n 2 -q -m "not slow" tests/domains tests/semantics tests/inference tests/execution tests/program tests/evidence/test_tampered.py tests/evidence/test_certificate.py tests/report

# The page that `dovetail abstract --html` writes, in Chromium, which must be there.
test-browser: $(READY)
	DOVETAIL_BROWSER=required $(BIN)/python -m pytest -q tests/browser

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict src

format: $(READY)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# Generated programs, run by Dovetail and by the machine: any difference is a bug.
fuzz-semantics: $(READY)
	$(BIN)/python bench/fuzz_semantics.py

# Programs with known faults: Dovetail must see what the compiler's sanitizers see.
fuzz-faults: $(READY)
	$(BIN)/python bench/faults_against_sanitizers.py

bench: $(READY)
	$(BIN)/python bench/run.py

# How the work grows with the number of pointers and of branches.
scaling: $(READY)
	$(BIN)/python bench/scaling.py

# Small programs and mutants of them, run on all their inputs: no verdict may contradict that.
mutation-campaign: $(READY)
	$(BIN)/python bench/mutation_campaign.py

# Generated programs, analysed and run: nothing that abstract testing says of one may be untrue of a run.
campaign-abstract: $(READY)
	$(BIN)/python bench/abstract_campaign.py

# Small programs and mutants of them: where a run violates a check, the search for counterexamples misses nothing.
campaign-instance: $(READY)
	$(BIN)/python bench/instance_campaign.py

# Generated programs with predicates: fabrication finds the most precise abstraction, as found by brute force.
campaign-fabricate: $(READY)
	$(BIN)/python bench/fabricate_campaign.py

# Runs that are ended at any moment: nothing goes on, and nothing half done is left.
kill-campaign: $(READY)
	$(BIN)/python bench/kill_campaign.py

# Runs over a build that are ended at any moment: the store is whole, and what is in it is true.
project-kill-campaign: $(READY)
	$(BIN)/python bench/project_kill_campaign.py

# Programs that are large in one dimension each: the limits hold from the first byte, and there is an answer.
large-inputs: $(READY)
	$(BIN)/python bench/large_inputs.py

# Which functions of the C library are modelled, and how: docs/library.md.
library-table: $(READY)
	$(BIN)/python -c 'from dovetail.frontend.library.table import as_markdown; print(as_markdown(), end="")' > docs/library.md

# The models of library functions against the machine's own libc: none may differ.
library-campaign: $(READY)
	$(BIN)/python bench/library_campaign.py

# Installing again is needed only when the dependencies change: the package itself is installed in place.
$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $(READY)

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
