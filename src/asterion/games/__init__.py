"""Games built on the package: rules in plain Python, with its worlds, navigators and planners."""
