#!/bin/sh
# Run Python on a core built with ASan and UBSan: sh tools/sanitize.sh PYTHON ARGUMENTS...
# For example: sh tools/sanitize.sh .venv/bin/python tools/fuzz --inputs 1000
# With SANITIZER=thread it is built with ThreadSanitizer instead. Without arguments it is only built.
#
# The package is laid out in build/sanitize/site and found there through PYTHONPATH. The base Python
# runs it, with the environment's packages on the path: so the environment's own .pth file, which
# would point to the ordinary build, is not read.
set -eu
python=$1
shift
sanitizer=${SANITIZER:-address}
build=build/sanitize
strict=ON
if [ "$sanitizer" = thread ]; then
  build=build/sanitize-thread
  strict=OFF  # GCC warns there of values that are never used before they are set
fi
site=$build/site
"$python" -m cmake -S . -B "$build/cmake" -G Ninja -DCMAKE_BUILD_TYPE=Debug \
  -DASTERION_SANITIZE="$sanitizer" -DASTERION_WERROR="$strict" -DPython_EXECUTABLE="$PWD/$python" \
  -DCMAKE_MAKE_PROGRAM="$("$python" -c 'import ninja, os; print(os.path.join(ninja.BIN_DIR, "ninja"))')" >/dev/null
"$python" -m cmake --build "$build/cmake"
rm -rf "$site"
mkdir -p "$site"
cp -r src/. "$site/"
"$python" -m cmake --install "$build/cmake" --prefix "$site" >/dev/null
[ $# -gt 0 ] || exit 0

packages=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
base=$("$python" -c 'import sys; print(sys._base_executable)')
# libstdc++ too: libasan alone aborts at the first C++ exception.
runtime=libasan.so
[ "$sanitizer" = address ] || runtime=libtsan.so
preload="$(g++ -print-file-name=$runtime) $(g++ -print-file-name=libstdc++.so)"
# The base Python may have pytest plugins of its own: only those that are named are loaded.
export PYTHONPATH="$PWD/$site:$packages" ASTERION_SANITIZED=1 PYTEST_DISABLE_PLUGIN_AUTOLOAD=1
export ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1

export TSAN_OPTIONS="halt_on_error=1:exitcode=66:${TSAN_OPTIONS:-}"
export HYPOTHESIS_PROFILE=quick LD_PRELOAD="$preload"
exec "$base" "$@"
