"""The D* study again: which navigator works least while pits open and close in a maze."""
