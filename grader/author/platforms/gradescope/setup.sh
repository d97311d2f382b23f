#!/usr/bin/env bash
# Runs once, when Gradescope builds the machine: the grader's own environment, pinned.
set -euo pipefail

apt-get update
apt-get install --yes --no-install-recommends python3 python3-venv
python3 -m venv /autograder/environment
/autograder/environment/bin/python -I -m pip install --no-cache-dir \
  --require-hashes --only-binary :all: --requirement /autograder/source/grader/requirements.txt
