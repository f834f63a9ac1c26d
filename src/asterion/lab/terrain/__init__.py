"""The page Unknown and changing terrain: agents that replan as they walk."""
