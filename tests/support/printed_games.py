"""The games printed in A. Smith, The path to the right decision, 2020, to the letter."""

# Figures 2.9 and 2.10: case two and case three, each against itself, on map C.1.
SECOND = """\
Game has been reset.
Team 0 (AStarTwo): Selected unit: Blaster at (1, 4).
Team 0 (AStarTwo): Attacked (4, 1) using Blaster unit.
Team 0 (AStarTwo): Selected unit: Sniper at (0, 3).
Team 0 (AStarTwo): Attacked (3, 0) using Sniper unit.
Team 0 (AStarTwo): Moved Sniper unit from (0, 3) to (0, 2).
Team 0 (AStarTwo): Selected unit: Laser at (0, 4).
Team 0 (AStarTwo): Moved Laser unit from (0, 4) to (0, 3).
Team 0 (AStarTwo): End of turn 0.
Team 1 (AStarTwo): Selected unit: Laser at (4, 0).
Team 1 (AStarTwo): Moved Laser unit from (4, 0) to (4, 1).
Team 1 (AStarTwo): Attacked (1, 4) using Laser unit.
Team 1 (AStarTwo): End of turn 0.
Team 0 (AStarTwo): Selected unit: Melee at (1, 3).
Team 0 (AStarTwo): Moved Melee unit from (1, 3) to (1, 2).
Team 0 (AStarTwo): Selected unit: Laser at (0, 3).
Team 0 (AStarTwo): Attacked (4, 1) using Laser unit.
Team 0 (AStarTwo): Selected unit: Sniper at (0, 2).
Team 0 (AStarTwo): Moved Sniper unit from (0, 2) to (0, 1).
Team 0 (AStarTwo): Moved Sniper unit from (0, 1) to (1, 1).
Team 0 (AStarTwo): End of turn 1.
Team 1 (AStarTwo): Selected unit: Melee at (3, 1).
Team 1 (AStarTwo): Attacked (3, 1) using Melee unit.
Game Over, Team 0 Wins!
"""
THIRD = """\
Game has been reset.
Team 0 (AStarThree): Selected unit: Blaster at (1, 4).
Team 0 (AStarThree): Moved Blaster unit from (1, 4) to (2, 4).
Team 0 (AStarThree): Attacked (3, 1) using Blaster unit.
Team 0 (AStarThree): Attacked (4, 1) using Blaster unit.
Team 0 (AStarThree): Moved Blaster unit from (2, 4) to (2, 3).
Team 0 (AStarThree): Attacked (3, 0) using Blaster unit.
Team 0 (AStarThree): Selected unit: Melee at (1, 3).
Team 0 (AStarThree): Moved Melee unit from (1, 3) to (1, 4).
Team 0 (AStarThree): End of turn 0.
Team 1 (AStarThree): Selected unit: Laser at (4, 0).
Team 1 (AStarThree): Moved Laser unit from (4, 0) to (3, 0).
Team 1 (AStarThree): Attacked (0, 3) using Laser unit.
Team 1 (AStarThree): End of turn 0.
Team 0 (AStarThree): Selected unit: Blaster at (2, 3).
Team 0 (AStarThree): Attacked (3, 0) using Blaster unit.
Game Over, Team 0 Wins!
"""
