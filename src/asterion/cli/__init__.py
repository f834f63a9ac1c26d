"""The command line: parse, call, print. Nothing in asterion imports it but ``__main__``."""
