"""The documentation as a site: python tools/docs_site (or ``make docs``)."""
