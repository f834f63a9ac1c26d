"""Agents that plan in slices, as a game with a budget for each frame would have them."""

import asterion as at


class SlicedAgent:
    """An agent that plans by ``at.Search``, a slice each frame, and again after a change."""

    def __init__(self, world, start, goal):
        self.world, self.position, self.goal = world, start, goal
        self.searches = self.slices = self.largest_slice = 0
        self.search, self.version, self.route, self.done = None, None, [], False

    @property
    def arrived(self):
        return self.position == self.goal

    def frame(self, most, seconds):
        if self.done:
            return
        if self.route and all(self.world[cell] for cell in self.route):
            self.position = self.route.pop(0)
            self.done = self.arrived
            return
        if self.search is None or self.world.version != self.version:
            self.version = self.world.version
            self.search = at.Search(self.world, self.position, self.goal, algorithm="astar")
            self.searches += 1
        before = self.search.stats.expanded
        status = self.search.run(expansions=most, seconds=seconds)
        self.slices += 1
        self.largest_slice = max(self.largest_slice, self.search.stats.expanded - before)
        if status != "running":
            self.route, self.done = [*self.search.path][1:], status == "unreachable"
            best = at.find_path(self.world, self.position, self.goal)
            assert self.search.path.cost == best.cost
            self.search = None
