# Everything starts here. A machine with Python 3.11 or newer and make is enough: each command first
# makes .venv and installs what it needs, once.

PORT ?= 8080
ARGS ?=
export PYTHON

own := .venv/bin/python

.PHONY: help demo test test-engines test-model lint format bench bench-card bench-interactions pictures clean

help:
	@echo "make demo         start the demo on http://127.0.0.1:$(PORT) (another port: make demo PORT=9000)"
	@echo "make test         check style and types, then run the whole test suite"
	@echo "                  (a part of it: make test ARGS=tests/project, or ARGS=\"-k wheel\")"
	@echo "make test-engines the main story in Firefox and WebKit, which it installs where it can (several 100 MB)"
	@echo "make test-model   a real, small language model behind a real server (compiles it once: a quarter of an hour)"
	@echo "make lint         check style and types only"
	@echo "make format       put the code into the project's format"
	@echo "make bench        measure what a call through the gate costs"
	@echo "make bench-card   measure, in a real browser, how soon a card can be read"
	@echo "make bench-interactions"
	@echo "                  measure durable confirmations on SQLite and PostgreSQL, and a list among a million"
	@echo "make pictures     take the pictures of README and docs anew, from the running demo"
	@echo "make clean        delete .venv and what the tools leave behind"

demo:
	@sh scripts/python scripts/install.py demo
	@show=--no-show; \
	if [ "$$(uname)" = Darwin ] || [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then show=; fi; \
	echo "Starting the demo …"; \
	exec env PORT=$(PORT) $(own) -m demo_app $$show $(ARGS)

# a real browser on a busy machine may be late: a test that fails is tried twice more, and the summary says so
# browser tests mostly wait, so four processes fill two cores; they must name their tests alike, so they hash alike
# each of the last lines hands over to the tool, so that its summary is the last thing printed
test: lint
	@$(own) scripts/nginx.py
	@browser=$$($(own) scripts/chromium.py) || exit 1; \
	echo "Running the tests (browser: $$browser) …"; \
	COWORKKIT_CHROMIUM="$$browser" PYTHONHASHSEED=0 exec $(own) -m pytest -n 4 --dist loadfile --reruns 2 $(ARGS)

# engines.py prints a line for each engine that can be tested here: its name, and a folder for Python's search path
test-engines:
	@sh scripts/python scripts/install.py test
	@$(own) scripts/engines.py > .venv/engines.txt && test -s .venv/engines.txt
	@result=0; \
	while read -r name folder; do \
		echo "Running the tests of tests/engines in $$name …"; \
		COWORKKIT_ENGINE="$$name" PYTHONPATH="$$folder" $(own) -m pytest tests/engines --reruns 2 $(ARGS) < /dev/null \
			|| result=1; \
	done < .venv/engines.txt; \
	exit $$result

test-model:
	@sh scripts/python scripts/install.py test
	@server=$$($(own) scripts/model_server.py) || exit 1; \
	COWORKKIT_MODEL_PYTHON="$$server" exec $(own) -m pytest tests/agents/test_model_server.py $(ARGS)

lint:
	@sh scripts/python scripts/install.py test
	@echo "Checking style and types …"
	@$(own) -m ruff check --quiet
	@$(own) -m mypy --no-error-summary

format:
	@sh scripts/python scripts/install.py test
	@$(own) -m ruff check --fix-only --quiet
	@$(own) -m ruff format

bench:
	@sh scripts/python scripts/install.py test
	@exec $(own) -m bench $(ARGS)

bench-card:
	@sh scripts/python scripts/install.py test
	@browser=$$($(own) scripts/chromium.py) || exit 1; COWORKKIT_CHROMIUM="$$browser" exec $(own) -m bench.card $(ARGS)

bench-interactions:
	@sh scripts/python scripts/install.py test
	@exec $(own) -m bench.interactions $(ARGS)

pictures:
	@sh scripts/python scripts/install.py test
	@browser=$$($(own) scripts/chromium.py) || exit 1; \
	COWORKKIT_CHROMIUM="$$browser" COWORKKIT_PICTURES=docs/images exec $(own) -m pytest \
	tests/browser/test_pictures.py tests/browser/test_durable_pictures.py

clean:
	rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
