"""The page Characters: actions, goals and facts, and the plans that follow from them."""
