"""The backend ``asterion`` of networkx: its shortest-path functions run here, without a new import.

networkx finds :mod:`asterion.networkx_backend.interface` by the entry point ``networkx.backends``.
Nothing of asterion imports this room.
"""
