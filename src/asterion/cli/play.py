"""``asterion play``: games in the terminal, each in a separate file."""

import typer

from asterion.cli import play_maze, play_tactics, play_tictactoe

app = typer.Typer()


@app.callback(invoke_without_command=True, epilog=play_tictactoe.EXAMPLE)
def play(context: typer.Context) -> None:
    """Play games, or let the computer play them."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), nl=False)


app.command(epilog=play_tictactoe.EXAMPLE)(play_tictactoe.tictactoe)
app.command(epilog=play_tactics.EXAMPLE)(play_tactics.tactics)
app.command(epilog=play_maze.EXAMPLE)(play_maze.maze)
