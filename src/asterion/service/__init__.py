"""Paths for many units within a budget of work a frame."""

from asterion.service.path_service import PathRequest, PathService

__all__ = ["PathRequest", "PathService"]
