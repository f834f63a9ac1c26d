"""Hostile input for every public function: no crash, no hang, no unclear error.

python tools/fuzz.py [--inputs 1000000] [--seed 1] [--seconds S] [--jobs 2] [--keep-going]
python tools/fuzz.py --seed 1 --only 4711

An input is one call, or a short sequence of calls, with at least one argument that is random or
hostile. It is made from the seed and its number alone, so that --only repeats it, and says each
call before it is made. A call may return, or raise an error that a user can read; and what it
returns must be true: paths can be walked, optimal ones are cheapest, a refused edit changes nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import faulthandler
import itertools
import json
import math
import multiprocessing
import operator
import os
import pickle
import re
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path as FilePath
from random import Random
from typing import Any, NamedTuple

import numpy as np

import asterion as at
from asterion import registry

sys.path.insert(0, str(FilePath(__file__).parent))
from fuzz_files import contents_of  # noqa: E402
