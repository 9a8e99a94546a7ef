# Every target sets up what it needs: a virtual environment and the project's dependencies, in the
# versions of constraints.txt, with which everything was tested. `make upgrade` takes the newest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PLAY := $(VENV)/.play
DOCS := $(VENV)/.docs
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# What builds the package is one of the exact versions, too: it is there before.
INSTALL := $(PIP) -c constraints.txt setuptools && $(PIP) -c constraints.txt --no-build-isolation

# What is compiled once is not compiled again in each of the many processes that tests start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test lint style types suite bench rules docs wheel pictures upgrade clean

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

# Two more than there are processors: tests in browsers mostly wait.
suite: $(STAMP)
	$(BIN)/pytest -n $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 2)") --dist worksteal

bench: $(STAMP)
	$(BIN)/python -m bench.speed $(if $(COMPARE),--compare $(COMPARE))
	$(BIN)/python -m bench.run
	$(BIN)/python -m bench.web

rules: $(STAMP)
	$(BIN)/python -m tests.rule_table

# The documentation, in both languages, where the program shows it as /help/.
docs: $(DOCS)
	$(BIN)/python docs/make_site.py

# The package, with the documentation in it.
wheel: docs
	rm -rf build
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

# Screenshots of the documentation and the README, of the program as it is now.
pictures: $(STAMP)
	sh tests/tools.sh
	$(BIN)/python docs/make_pictures.py

upgrade: clean
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e ".[dev]"
	$(BIN)/python -m pip freeze --all --exclude pip --exclude-editable > constraints.txt

$(PLAY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e ".[web]"
	touch $@

$(DOCS): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e ".[docs,web]"
	touch $@ $(PLAY)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -e ".[dev]"
	touch $@ $(PLAY) $(DOCS)

clean:
	rm -rf $(VENV) build dist src/dieciocho/web/help src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
