"""The lab in the browser: pages to draw maps, watch searches and follow agents."""
