# trickcore: `make demo` shows the four games, `make test` checks everything. Each sets up what it needs in .venv.

PYTHON ?= python3
MATURIN_VERSION := 1.16.0
VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
EXTRAS := cli,test,bench

# One interpreter for every cargo call, so that the bindings are not compiled again for another.
export PYO3_PYTHON := $(CURDIR)/$(PY)
export VIRTUAL_ENV := $(CURDIR)/$(VENV)

RUST := Cargo.toml $(wildcard Cargo.lock) $(shell find rust -name '*.rs' -o -name Cargo.toml 2>/dev/null)
PYTHON_SOURCES := python tests/python conftest.py $(wildcard benches)

.DEFAULT_GOAL := build
.DELETE_ON_ERROR:
.PHONY: build demo test test-full bench lint lint-rust lint-python test-rust test-python clean

build: $(VENV)/built ## the release extension, in .venv

demo: build ## a real deal of each game, played and solved
	$(BIN)/trickcore --version
	PATH="$(CURDIR)/$(BIN):$$PATH" examples/demo.sh

test: lint test-rust test-python ## everything but the heavy comparisons

test-full: build ## the heavy comparisons as well
	cargo test --workspace --locked -- --include-ignored
	$(PY) -m pytest -m "full or not full"

bench: build
	cargo bench --workspace
	$(if $(wildcard benches/*.py),$(PY) -m pytest benches --benchmark-only)

lint: lint-rust lint-python

lint-rust: $(PY)
	cargo fmt --version >/dev/null 2>&1 || rustup component add rustfmt
	cargo clippy --version >/dev/null 2>&1 || rustup component add clippy
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

lint-python: build
	$(BIN)/ruff check $(PYTHON_SOURCES)
	$(BIN)/ruff format --check $(PYTHON_SOURCES)
	$(BIN)/mypy
	$(PY) -m mypy.stubtest trickcore._core --mypy-config-file pyproject.toml --allowlist tests/stubtest-allowlist.txt

test-rust: $(PY)
	cargo test --workspace --locked

test-python: build
	$(PY) -m pytest

$(PY):
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet maturin==$(MATURIN_VERSION)

$(VENV)/built: $(PY) pyproject.toml $(RUST)
	PIP_QUIET=1 $(BIN)/maturin develop --release --extras $(EXTRAS) --quiet
	touch $@

clean: ## all that was built, .venv included
	rm -rf target $(VENV) dist python/trickcore/_core*.so
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
