# Every target sets up what it needs: a virtual environment and the project's dependencies, in the
# versions of constraints.txt, with which everything was tested. `make upgrade` takes the newest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
STAMP := $(VENV)/.installed
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: play test lint style types suite bench rules docs upgrade clean

play: $(PLAY)
	$(BIN)/dieciocho play

# Types are judged beside the tests: without their cache they keep one processor busy for a while.
# Make waits for both and fails if either does.
test: style
	sh tests/tools.sh
	$(MAKE) --no-print-directory -j2 types suite

lint: style types

style: $(STAMP)
	$(BIN)/ruff format --check src tests bench docs/*.py
	$(BIN)/ruff check src tests bench docs/*.py

types: $(STAMP)
	$(BIN)/mypy
	$(BIN)/lint-imports

suite: $(STAMP)
	$(BIN)/pytest -n auto --dist worksteal

bench: $(STAMP)
	$(BIN)/python -m bench.speed $(if $(COMPARE),--compare $(COMPARE))
	$(BIN)/python -m bench.run
	$(BIN)/python -m bench.web

rules: $(STAMP)
	$(BIN)/python -m tests.rule_table

docs: $(STAMP)
	$(BIN)/python docs/make_site.py

upgrade: clean
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e ".[dev]"
	$(BIN)/python -m pip freeze --exclude-editable > constraints.txt

$(PLAY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -c constraints.txt -e ".[web]"
	touch $@

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -c constraints.txt -e ".[dev]"
	touch $@ $(PLAY)

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
