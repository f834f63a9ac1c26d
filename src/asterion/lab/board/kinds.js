// The boards of each page: by the name of the page, that of the class in its script.

export const KINDS = {
  graphs: "Graphs", maze: "Maze", playground: "Playground", tactics: "Tactics", terrain: "Terrain",
  tictactoe: "TicTacToe",
};
