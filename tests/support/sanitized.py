"""Whether the tests run on a core built with the sanitizers, which is slower and larger."""

import os

SANITIZED = "ASTERION_SANITIZED" in os.environ
