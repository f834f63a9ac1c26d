"""A drop-in networkx backend, ``asterion``, for its shortest-path functions.

networkx finds :mod:`asterion.networkx_backend.interface` by the entry point ``networkx.backends``.
Nothing in asterion imports this package.
"""
