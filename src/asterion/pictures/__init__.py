"""Pictures of worlds, searches, agents and plans: in notebooks, for Matplotlib, and as GIFs."""
