"""What the pages of the lab work on: plain Python, without a browser or an event loop."""
