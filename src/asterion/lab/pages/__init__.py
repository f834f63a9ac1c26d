"""The pages of the lab. With app.py, the only code that knows NiceGUI."""
