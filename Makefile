# Two commands on a fresh machine: `make decks` prints all games, `make test` runs every test.
# Everything lives in .venv/; the user's own Python is never touched.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: setup decks test quick lint format bench clean

setup: $(READY)

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3 setup"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@$(MAKE) --no-print-directory cairo
	@touch $@

# CairoSVG needs the cairo library of the system.
.PHONY: cairo
cairo:
	@$(BIN)/python -c 'import cairocffi' 2>/dev/null || { \
		echo "installing the cairo library"; \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -qq && apt-get install -y -qq libcairo2 >/dev/null; \
		elif command -v brew >/dev/null; then brew install --quiet cairo; fi; \
		$(BIN)/python -c 'import cairocffi' 2>/dev/null || { \
			echo "The cairo library is missing. Debian/Ubuntu: sudo apt-get install libcairo2 · Fedora: sudo dnf install cairo · macOS: brew install cairo · Windows: install the GTK runtime"; \
			exit 1; }; }

decks: setup
	@$(BIN)/ecotable print

test: setup lint
	@$(BIN)/python -m pytest

# What to run while working: everything but whole runs, in less than half a minute.
quick: setup lint
	@$(BIN)/python -m pytest -m "not slow" --hypothesis-profile quick

lint: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy

format: setup
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

bench: setup
	@$(BIN)/python benchmarks/printing.py
	@$(BIN)/python benchmarks/scoring.py

clean:
	rm -rf $(VENV) output/*.pdf output/*.json dist build
