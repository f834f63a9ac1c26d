"""The D* study: which navigator works least while pits open and close in a maze."""
