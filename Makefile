# `make` prints the targets. Each does its own set-up: a virtual environment in .venv, the package
# built into it, and the needs of its job. Only changed parts are built again.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
DATA   ?= ../shared/data

CPP     := $(shell find cpp tests/cpp -name '*.hpp' -o -name '*.cpp')
BUILD   := $(filter-out tests/cpp/%,$(CPP)) CMakeLists.txt pyproject.toml
BUILT   := $(VENV)/.built
LAB     := $(BUILT) $(VENV)/.lab-packages
DEV     := $(BUILT) $(VENV)/.tools
PEERS   := $(VENV)/.peers
BROWSER := $(VENV)/.browser
JOBS    ?= 2
# Twice as many as there are cores: tests of pages wait for the browser most of their time, and
# tests of threads for each other.
WORKERS := $(shell expr 2 '*' $(JOBS))
# Each worker begins with adjacent tests, so that fixtures of a file are made once, and
# takes over from others at the end, so that all end together.
PYTEST  := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --durations 25
# --capture=sys in its tests: the sanitizers write to the real stderr.
SANITIZED := sh tools/sanitize.sh $(BIN)/python
# These run the core most of their time, which includes the rules of tactics; a tuner plays them too
# often.
COMPILED := $(addprefix tests/,abstraction crowd games/tactics goap heuristics index mesh navigate \
  properties search world) --ignore tests/games/tactics/test_tuning.py
FUZZ_ARGS ?= --inputs 1000000
ATTACK_SECONDS ?= 600
# Compiled tests are kept, whatever the environment says: every worker needs all of them.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help lab docs docs-links quick sample-outer sample-core setup test lowest cpp-test compiled-tests unit js-test lint format exercises stubs sanitized-core sanitize soak fuzz attack conformance requirements bench growth over-time wheels wheel-check release jupyterlab screenshots clean

help:  ## print the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

lab: $(LAB)  ## open the lab in a browser: draw maps, watch searches, follow agents
	@$(BIN)/asterion lab $(LAB_ARGS)

docs: $(LAB) $(VENV)/.docs  ## build the documentation as a site, check its links, and open it
	@$(BIN)/python tools/docs_site $(DOCS_ARGS)

docs-links: $(LAB) $(VENV)/.docs  ## try the links of the documentation to other sites
	@$(BIN)/python tools/docs_site --external

# Two runs side by side, each of which collects its own tests: pytest-xdist collects all of them in
# every worker. One takes as long as the other and `lint`, which follows it.
OUTER  := $(addprefix tests/,cli crowd decide examples games lab mesh networkx_backend pictures textbook)
SAMPLE := HYPOTHESIS_PROFILE=quick $(BIN)/python -m pytest --quiet -m "not slow and not browser"

quick: $(DEV)  ## in under a minute: formatting, types, and a part of the tests
	@$(MAKE) --no-print-directory --keep-going --jobs $(JOBS) --output-sync \
	  sample-core sample-outer lint js-test

sample-outer: $(DEV)
	@$(SAMPLE) $(OUTER)

sample-core: $(DEV)
	@$(SAMPLE) $(addprefix --ignore ,tests/browser $(OUTER))

# Steps with single-threaded parts run side by side.
test: setup  ## everything: formatting, types, tests, doctests
	@$(MAKE) --no-print-directory --jobs $(JOBS) lint cpp-test js-test compiled-tests
	@$(MAKE) --no-print-directory unit

# Steps that wait for the network run beside the rest, but not in a terminal, where each step has a
# line that is kept up to date.
setup:
	@$(MAKE) --no-print-directory --jobs $(if $(CI),$(JOBS),1) $(DEV) $(BROWSER)

# Once, and not in each worker.
compiled-tests: $(DEV)
	@$(BIN)/python -m pytest --collect-only -qq >build/tests.txt || { cat build/tests.txt; exit 1; }

unit: $(DEV) $(BROWSER)
	$(PYTEST)

# Beside the packages of the environment, and before them: only what users may have differs.
lowest: $(DEV)  ## tests of files, experiments and commands with the oldest versions of other packages
	rm -rf build/lowest
	$(BIN)/python tools/dependencies.py lowest | xargs $(BIN)/python -m pip install --quiet --no-deps --target build/lowest
	PYTHONPATH=build/lowest $(BIN)/python -m pytest tests/cli tests/io tests/experiments/engine tests/project/test_versions.py -m "not slow"

cpp-test: $(VENV)/.tools  ## the C++ tests, of the parts of the core that stand alone
	@sh tools/cpp_tests.sh $(BIN)/python $(CPP_TEST_ARGS)

js-test: $(DEV)  ## the tests of the JavaScript of the lab and of notebooks, in Node
	@node --test --test-reporter spec tests/js/*.test.js >build/js-tests.txt || { cat build/js-tests.txt; exit 1; }
	@tail -n 8 build/js-tests.txt

lint: $(DEV)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(DEV)  ## format Python and C++
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CPP)

exercises:  ## write the exercise sheets as notebooks, after a change of their pages
	$(PYTHON) tools/exercise_notebooks.py

stubs: $(DEV)  ## write _core.pyi and _tactics.pyi, after a change of the bindings
	$(BIN)/python tools/stubs.py

sanitized-core: $(DEV)
	@$(SANITIZED)

sanitize: $(DEV)  ## the tests of the core, built with AddressSanitizer and UndefinedBehaviorSanitizer
	$(SANITIZED) -m pytest -p xdist.plugin -p _hypothesis_pytestplugin -p no:cacheprovider \
	  -o faulthandler_timeout=3600 --capture=sys -q -n $(WORKERS) --dist worksteal $(SANITIZE_ARGS) $(COMPILED)

soak: $(DEV)  ## ten million steps of every navigator in changing worlds, against Dijkstra (SOAK_ARGS=crowds, plans, timetables, fields, meshes, discs: others)
	$(BIN)/python tools/soak.py --jobs $(JOBS) $(SOAK_ARGS)

fuzz: $(DEV)  ## a million hostile inputs through the Python API, on that core
	$(SANITIZED) tools/fuzz --jobs $(JOBS) $(FUZZ_ARGS)

attack: $(DEV)  ## threads, signals, refused memory and disks, a million objects: some twenty-five minutes
	SANITIZER=thread $(SANITIZED) tools/attack threads --seconds $(ATTACK_SECONDS)
	$(SANITIZED) tools/attack threads --seconds $(ATTACK_SECONDS)
	$(BIN)/python tools/attack refusals
	$(BIN)/python tools/attack objects

conformance: $(DEV)  ## every problem of every public map in DATA/movingai
	$(BIN)/python tools/conformance.py $(DATA)/movingai $(CONFORMANCE_ARGS)

requirements: $(DEV)  ## compare docs/requirements.md with the tests, and with the specification
	$(BIN)/python tools/requirements.py --write $(wildcard $(DATA)/../spec/requirements.md)

bench: $(PEERS)  ## time queries beside other packages, in one run, every answer checked
	$(BIN)/python benchmarks/start_up.py
	$(BIN)/python benchmarks/memory.py
	$(BIN)/python benchmarks/compare_peers.py
	$(BIN)/python benchmarks/graphs.py
	$(BIN)/python benchmarks/networkx_backend.py
	$(BIN)/python benchmarks/goap.py
	$(BIN)/python benchmarks/changing_map.py
	$(BIN)/python benchmarks/threads.py
	$(BIN)/python benchmarks/batches.py
	$(BIN)/python benchmarks/fields.py
	$(BIN)/python benchmarks/any_angle.py
	$(BIN)/python benchmarks/flow_fields.py
	$(BIN)/python benchmarks/crowds.py
	$(BIN)/python benchmarks/border.py
	$(BIN)/python benchmarks/units_and_tiles.py
	$(BIN)/python benchmarks/puzzles.py
	$(BIN)/python benchmarks/tactics.py
	$(BIN)/python benchmarks/tactics_players.py
	$(BIN)/python benchmarks/tactics_limits.py

growth: $(PEERS)  ## time and memory against the size of a map: a table and a picture, in some minutes
	$(BIN)/python benchmarks/growth.py --picture docs/pictures/growth.png

over-time: $(DEV)  ## time commits A and B in turns: make over-time A=HEAD~5 B=.
	$(BIN)/python benchmarks/over_time.py $(or $(A),HEAD) $(or $(B),.) $(OVER_TIME_ARGS)

wheels: $(VENV)/.tools  ## wheels for Linux with an old glibc, and the source distribution, into dist/
	$(BIN)/python tools/wheels.py $(WHEEL_ARGS)

wheel-check: $(VENV)/.tools  ## install the wheels in dist/ into clean environments, and test them there
	$(BIN)/python tools/wheel_check.py --suite

release: $(VENV)/.tools  ## all of a release that needs no network account: make release VERSION=0.2.0
	$(BIN)/python tools/release.py $(or $(VERSION),$(error make release VERSION=0.2.0))

jupyterlab: $(DEV) $(BROWSER)  ## drive at.Board in JupyterLab, and take pictures of all that shows itself there
	$(BIN)/python tools/jupyterlab.py

screenshots: $(DEV) $(BROWSER)  ## retake the lab pictures (SCREENSHOTS="terrain gif" for some)
	$(BIN)/python tools/screenshots.py $(SCREENSHOTS)

clean:  ## remove everything that was built
	rm -rf $(VENV) build .pytest_cache .mypy_cache .ruff_cache .hypothesis

# --- Set-up

SETUP := sh tools/setup.sh $(PYTHON) $(VENV)
SHOW  := $(BIN)/python tools/progress.py

# The build tools come first, and alone: the rest is installed while the package compiles.
$(VENV)/.builders: pyproject.toml tools/setup.sh tools/dependencies.py
	@$(SETUP) build
	@touch $@

$(VENV)/.lab-packages: $(VENV)/.builders
	@$(SETUP) lab
	@touch $@

$(VENV)/.tools: $(VENV)/.builders
	@$(SETUP) dev
	@touch $@

$(VENV)/.docs: $(VENV)/.lab-packages
	@$(SETUP) docs
	@touch $@

$(BUILT): $(VENV)/.builders $(BUILD)
	@$(SHOW) "Compiling" $(BIN)/python -m pip install --verbose \
	  --no-build-isolation --no-deps --editable . --config-settings=cmake.define.ASTERION_WERROR=ON
	@$(BIN)/python -m compileall -q src
	@touch $@

$(BROWSER): $(VENV)/.tools tools/browser.sh
	sh tools/browser.sh
	@touch $@

$(PEERS): $(DEV) benchmarks/peers.txt
	$(BIN)/python -m pip install --quiet --requirement benchmarks/peers.txt
	@touch $@
