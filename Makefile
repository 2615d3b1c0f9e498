# Needs Python 3.11 or later, git and make; everything else goes into .venv, at the versions of constraints.txt.

PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11; do \
	"$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$name" && break; done)
PY := .venv/bin/python
INSTALLED := .venv/.installed
SAMPLE := examples/ledger-export-spec.md

export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test check bench screenshots docs clean

# An editable install isn't compiled by pip; commands start faster when it is.
COMPILED := $(PY) -m compileall -q src

run: $(INSTALLED)
	@$(COMPILED)
	@folder="$$(mktemp -d)" && cp "$(SAMPLE)" "$$folder/" && cd "$$folder" && \
	"$(CURDIR)/.venv/bin/critloop" spec "$(notdir $(SAMPLE))"; code=$$?; \
	case "$$code" in 0|10|12|15|130) ;; *) exit "$$code" ;; esac

test: $(INSTALLED)
	$(PY) -m pytest -q -n 2 --ignore=tests/test_wheel.py

check: $(INSTALLED)
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) -m pytest -q tests/test_wheel.py

bench: $(INSTALLED)
	@$(COMPILED)
	@missed=0; for name in commands driver frames stream; do $(PY) -m bench.$$name || missed=1; done; exit $$missed

screenshots: $(INSTALLED)
	$(PY) -m screenshots

docs: $(INSTALLED)
	$(PY) -m critloop.export.manual > docs/settings.md

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .hypothesis

$(INSTALLED): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed; name it: make PYTHON=/path/to/python"; exit 1; }
	@test -x $(PY) || "$(PYTHON)" -m venv .venv
	$(PY) -m pip install -q -c constraints.txt pip hatchling editables
	$(PY) -m pip install -q -c constraints.txt --no-build-isolation --group dev -e .
	@touch $(INSTALLED)
