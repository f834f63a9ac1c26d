#!/bin/sh
# Sees to it that there are a Chromium and a Node for the tests of the lab; tests/browser/conftest.py
# says where the browser is looked for.
set -eu
missing=""
command -v node >/dev/null 2>&1 || missing="nodejs"
for name in chromium chromium-browser google-chrome google-chrome-stable none; do
  if [ $name = none ]; then missing="$missing chromium"; else command -v $name >/dev/null 2>&1 && break; fi
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq
  # shellcheck disable=SC2086
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
else
  echo "the tests of the lab need these, by their names in Debian: $missing; or run pytest --ignore tests/browser" >&2
  exit 1
fi
