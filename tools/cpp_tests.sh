#!/bin/sh
# Build the C++ tests with ASan and UBSan, and run them: sh tools/cpp_tests.sh PYTHON ARGUMENTS...
# Arguments are doctest's, for example: --test-case="*heap*"
set -eu
python=$1
shift
build=build/cpp-tests
"$python" -m cmake -S . -B $build -G Ninja -DCMAKE_BUILD_TYPE=Debug -DASTERION_TESTS=ON \
  -DASTERION_SANITIZE=ON -DASTERION_WERROR=ON \
  -DCMAKE_MAKE_PROGRAM="$("$python" -c 'import ninja, os; print(os.path.join(ninja.BIN_DIR, "ninja"))')" >/dev/null
"$python" tools/progress.py "Compiling the C++ tests" "$python" -m cmake --build $build
exec $build/tests/cpp/asterion_tests "$@"
