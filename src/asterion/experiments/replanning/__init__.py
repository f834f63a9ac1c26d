"""Methods of replanning for an agent that sees only the cells beside it."""
