"""Games made of the parts below: rules in plain Python, worlds and navigators from the package."""
