# Every target sets up what it needs: a virtual environment and the project's dependencies.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: play test lint bench rules clean

play: $(STAMP)
	$(BIN)/dieciocho play

test: lint
	sh tests/tools.sh
	$(BIN)/pytest -n auto --dist worksteal

lint: $(STAMP)
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/python -m bench.speed $(if $(COMPARE),--compare $(COMPARE))
	$(BIN)/python -m bench.run
	$(BIN)/python -m bench.web

rules: $(STAMP)
	$(BIN)/python -m tests.rule_table

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
