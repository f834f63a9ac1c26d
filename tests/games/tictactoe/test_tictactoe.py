"""Tic-tac-toe: the rules, the record of a game, and the strength of players."""

from collections import Counter
from functools import cache

import pytest

import asterion as at
from asterion.games.tictactoe import EMPTY, Board, Game, play_series
from asterion.games.tictactoe.players import Astar, Human, OneMove, Perfect, Random, computer

# An independent oracle: a string of nine, and lines written out.
ROWS = ["012", "345", "678", "036", "147", "258", "048", "246"]


def text(board):
    return "".join("x" if board.x >> i & 1 else "o" if board.o >> i & 1 else "." for i in range(9))


def has_won(cells, mark):
    return any(all(cells[int(i)] == mark for i in row) for row in ROWS)


@cache
def outcome(cells):
    """1 if x wins, -1 if o does, 0 for a draw, if both play well."""
    for mark, value in (("x", 1), ("o", -1)):
        if has_won(cells, mark):
            return value
    if "." not in cells:
        return 0
    mark = "xo"[cells.count("x") > cells.count("o")]
    values = [outcome(cells[:i] + mark + cells[i + 1 :]) for i in range(9) if cells[i] == "."]
    return max(values) if mark == "x" else min(values)


@pytest.fixture(scope="module")
def reachable():
    seen, todo = {EMPTY}, [EMPTY]
    while todo:
        board = todo.pop()
        for cell in board.moves:
            after = board.play(cell)
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


@pytest.mark.req("S004-60")
def test_the_rules_are_the_well_known_ones(reachable):
    assert len(reachable) == 5478
    assert sum(board.over for board in reachable) == 958
    assert Counter(board.result for board in reachable if board.over) == {
        "x": 626,
        "o": 316,
        "draw": 16,
    }
    for board in reachable:
        cells = text(board)
        assert cells.count("x") - cells.count("o") == (board.turn == "o")
        assert (board.winner == "x") == has_won(cells, "x")
        assert (board.winner == "o") == has_won(cells, "o")
        assert len(board.moves) == (0 if board.over else cells.count("."))


@pytest.mark.req("S004-60")
def test_a_move_that_breaks_a_rule_is_refused_by_name():
    board = EMPTY.play((1, 1))
    with pytest.raises(at.InvalidValue, match=r"cell \(1, 1\) is taken"):
        board.play((1, 1))
    with pytest.raises(at.InvalidValue, match=r"cell is \(3, 0\); a cell is \(row, column\)"):
        board.play((3, 0))
    won = Game.replay([(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]).board
    assert (won.winner, won.moves) == ("x", [])
    with pytest.raises(at.InvalidValue, match="the game is over"):
        won.play((2, 2))
    with pytest.raises(at.InvalidValue, match=r"move 1: cell \(0, 0\) is taken"):
        Game.replay([(0, 0), (0, 0)])


@pytest.mark.req("S004-60")
def test_a_game_can_be_undone_and_played_again():
    game = Game()
    game.run(Random(3), Random(4))
    moves, board, record = game.moves, game.board, game.hash
    boards = [board]
    for cell in reversed(moves):
        assert game.undo() == cell
        boards.append(game.board)
    assert game.board == EMPTY
    with pytest.raises(at.InvalidValue, match="there is no move to undo"):
        game.undo()
    for before in boards[-2::-1]:
        game.redo()
        assert game.board == before
    with pytest.raises(at.InvalidValue, match="there is no move to redo"):
        game.redo()
    assert (game.moves, game.hash) == (moves, record)
    assert Game.replay(moves).hash == record
    game.undo()
    game.undo()
    game.play(game.board.moves[-1])  # another move from here: the undone ones are dropped
    with pytest.raises(at.InvalidValue, match="no move to redo"):
        game.redo()


@pytest.mark.req("S004-60")
def test_a_seed_gives_the_same_games_and_another_seed_others():
    one, same, another = (play_series(Random(s), Random(s + 1), 50) for s in (1, 1, 5))
    assert one == same
    assert one.hash != another.hash
    assert one.games == 50
    assert min(one[:3]) > 0
    with pytest.raises(at.InvalidValue, match="player is 'god'; choose one of 'human', 'random'"):
        computer("god", 0)


@pytest.mark.req("S004-60")
def test_a_person_is_asked_until_the_answer_can_be_played():
    answers, complaints = [(1, 1), (5, 5), (0, 0)], []
    human = Human(lambda _board: answers.pop(0), complaints.append)
    assert human.choose(EMPTY.play((1, 1))) == (0, 0)
    assert complaints == [
        "cell (1, 1) is taken",
        "cell is (5, 5); a cell is (row, column), each from 0 to 2",
    ]


@pytest.mark.req("S004-06")
def test_equal_positions_hash_equal_and_hashes_do_not_pile_up(reachable):
    one = Game.replay([(0, 0), (1, 1), (2, 2)]).board
    other = Game.replay([(2, 2), (1, 1), (0, 0)]).board
    assert one is not other
    assert one == other
    assert hash(one) == hash(other)
    hashes = Counter(map(hash, reachable))
    assert len(hashes) == len(reachable)
    buckets = Counter(value % 8192 for value in hashes)  # as a table of twice the size has them
    assert max(buckets.values()) <= 8


@pytest.mark.req("S004-61")
def test_the_search_takes_a_win_and_blocks_a_threat(reachable):
    player = Astar()
    for board in reachable:
        if board.over:
            continue
        cell, me = player.choose(board), board.turn
        wins = board.near_wins(me)
        threats = board.near_wins("o" if me == "x" else "x")
        if wins:
            assert cell in wins
        elif threats:
            assert cell in threats


@pytest.mark.req("S004-01", "S004-61")
def test_a_plan_of_that_player_is_one_move_at_its_penalty():
    board = Game.replay([(0, 0), (1, 1), (0, 1)]).board
    plan = Astar().plan(board)
    assert (plan.actions, len(plan), plan.status) == ([(0, 2)], 1, "found")
    problem = OneMove(board)
    costs = {cell: problem.cost(board, cell, board.play(cell)) for cell in board.moves}
    assert plan.cost == costs[0, 2] == 7  # all eight rows but one are no near-win
    assert costs[2, 0] == 57  # and the near-win of x is left open
    assert costs[2, 2] == 58
    assert all(costs[cell] > 50 for cell in costs if cell != (0, 2))
    missed = Game.replay([(0, 0), (1, 1), (0, 1), (2, 2)]).board
    assert problem.cost(missed, (0, 2), missed.play((0, 2))) == 0
    assert problem.cost(missed, (2, 0), missed.play((2, 0))) >= 100


def test_a_choice_among_some_cells_passes_over_those_that_are_taken():
    board = Game.replay([(0, 0), (1, 1), (0, 1)]).board
    problem = OneMove(board, [(1, 1), (2, 2), (0, 0), (2, 0)])
    assert problem.actions(board) == [(2, 2), (2, 0)]
    plan = at.solve(problem)
    assert (plan.actions, plan.cost) == ([(2, 0)], 57)
    assert at.solve(OneMove(board, [(1, 1), (0, 0)])).status == "unreachable"


@pytest.mark.req("S004-61")
def test_the_perfect_player_never_loses_from_any_position_that_is_not_lost(reachable):
    player = Perfect()
    kept = 0
    for board in reachable:
        if board.over:
            continue
        cell, me = player.choose(board), board.turn
        sign = 1 if me == "x" else -1
        assert outcome(text(board.play(cell))) * sign == outcome(text(board)) * sign
        kept += outcome(text(board)) * sign >= 0
        wins = board.near_wins(me)
        threats = board.near_wins("o" if me == "x" else "x")
        if wins:
            assert cell in wins
        elif threats:
            assert cell in threats
    assert kept > 3000


@pytest.mark.req("S004-61")
def test_whatever_the_opponent_does_the_perfect_player_does_not_lose(reachable):
    player = Perfect()
    for me in "xo":

        @cache
        def loses(board, me=me):
            if board.over:
                return board.winner not in (None, me)
            if board.turn == me:
                return loses(board.play(player.choose(board)))
            return any(loses(board.play(cell)) for cell in board.moves)

        sign = 1 if me == "x" else -1
        for board in reachable:
            if outcome(text(board)) * sign >= 0:
                assert not loses(board), (me, board)


def test_the_players_are_as_strong_as_they_say():
    assert play_series(Perfect(), Random(1), 100).o == 0
    assert play_series(Random(2), Perfect(), 100).x == 0
    assert play_series(Perfect(), Perfect(), 1).draws == 1
    astar = play_series(Astar(), Random(1), 100)
    assert astar.x > 5 * astar.o


def test_a_board_is_drawn_as_three_rows():
    assert str(Board(0o1, 0o20)) == "x . .\n. o .\n. . ."
