"""The byte format of messages to the browser."""
