"""The lab in the browser. Nothing imports it but the command line."""
