// The boards of each page: the class in its script, by the name of the page.

export const KINDS = {
  characters: "Characters", crowds: "Crowds", graphs: "Graphs", maze: "Maze", open_ground: "OpenGround", playground: "Playground", tactics: "Tactics", terrain: "Terrain",
  tictactoe: "TicTacToe",
};
