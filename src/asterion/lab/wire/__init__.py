"""The format of all that travels to the browser as bytes."""
