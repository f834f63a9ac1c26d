"""What the pages of the lab show, without the pages: plain Python, stepped by whoever calls."""
