"""Why a path costs what it costs, and what is in the way where there is none."""
