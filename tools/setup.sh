#!/bin/sh
# Make the virtual environment: sh tools/setup.sh PYTHON VENV build|lab|docs|dev
# "build" has the build tools, "lab" the needs of the lab; "docs" adds the documentation's,
# "dev" the tools of developers. On a bare machine, if permitted, it first installs a compiler and
# venv.
set -eu
python=$1
venv=$2
for_whom=$3

missing=""
command -v "${CXX:-g++}" >/dev/null 2>&1 || command -v clang++ >/dev/null 2>&1 || missing="$missing g++"
if command -v "$python" >/dev/null 2>&1; then
  "$python" -c 'import ensurepip' 2>/dev/null || missing="$missing python3-venv"
  "$python" -c 'import os, sysconfig as s; open(os.path.join(s.get_path("include"), "Python.h"))' 2>/dev/null ||
    missing="$missing python3-dev"
else
  missing="$missing python3 python3-dev python3-venv"
fi
if [ "$for_whom" = dev ] && ! echo '#include <doctest/doctest.h>' | "${CXX:-c++}" -x c++ -E - >/dev/null 2>&1; then
  missing="$missing doctest-dev"
fi
if [ "$for_whom" = dev ] && ! command -v node >/dev/null 2>&1; then
  missing="$missing nodejs"
fi
if [ -n "$missing" ]; then
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing$missing by apt-get ..."
    (while sleep 8; do echo "Installing$missing ..."; done) &
    trap 'kill $!' EXIT
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
    kill $!
    trap - EXIT
  else
    case $missing in *g++*) cat tools/compilers.txt >&2 ;; esac
    echo "asterion needs these packages, by their names in Debian:$missing" >&2
    exit 1
  fi
fi

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "asterion needs Python 3.11 or later; $python is $("$python" --version)" >&2
  exit 1
}
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
# An environment without pip was interrupted while it was made.
"$venv/bin/python" -m pip --version >/dev/null 2>&1 ||
  "$python" tools/progress.py "Making the environment in $venv" "$python" -m venv --clear "$venv"
case $for_whom in
  build) what="Installing what compiles the package" ;;
  lab) what="Installing packages" ;;
  docs) what="Installing what builds the documentation" ;;
  *) what="Installing the tools of developers" ;;
esac
# shellcheck disable=SC2046
"$venv/bin/python" tools/progress.py "$what" "$venv/bin/python" -m pip install \
  $("$venv/bin/python" tools/dependencies.py "$for_whom" | tr -d ' ')
