#!/bin/sh
# Makes the virtual environment: sh tools/setup.sh PYTHON VENV
# On a bare machine, and where it may, it first installs a compiler, CMake and venv.
set -eu
python=$1
venv=$2

missing=""
command -v g++ >/dev/null 2>&1 || command -v clang++ >/dev/null 2>&1 || missing="$missing g++"
command -v "$python" >/dev/null 2>&1 || missing="$missing python3 python3-dev python3-venv"
if command -v "$python" >/dev/null 2>&1 && ! "$python" -c 'import ensurepip' 2>/dev/null; then
  missing="$missing python3-venv"
fi
if command -v "$python" >/dev/null 2>&1 &&
  ! "$python" -c 'import os, sysconfig as s; open(os.path.join(s.get_path("include"), "Python.h"))' 2>/dev/null; then
  missing="$missing python3-dev"
fi
if [ -n "$missing" ]; then
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
  else
    echo "asterion needs:$missing" >&2
    exit 1
  fi
fi

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "asterion needs Python 3.11 or later; $python is $("$python" --version)" >&2
  exit 1
}
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
"$venv/bin/python" tools/dependencies.py | xargs "$venv/bin/python" -m pip install --quiet
