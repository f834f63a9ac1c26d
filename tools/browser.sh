#!/bin/sh
# Installs a Chromium for the tests of the lab where none is found; tests/browser/conftest.py looks
# for it.
set -eu
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  command -v "$name" >/dev/null 2>&1 && exit 0
done
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
else
  echo "the tests of the lab need Chromium: install it, or run pytest --ignore tests/browser" >&2
  exit 1
fi
