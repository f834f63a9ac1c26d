// The characters of a world file, as a board of the game shows them and as words say them.

export const WALLS = "ABCDEFGHIJKLMNOPQRST";
const GROUND = "23456789", MONSTERS = "abcdefghij", KEYS = "xyz", DOORS = "XYZ", PLAYERS = "pqr", HUMAN = "o";

// The tools: a name, the characters that it puts, and what it says. The others erase.
export const KINDS = {
  wall: { letters: WALLS, label: "Draw walls: the letter picks the picture", one: "wall" },
  floor: { letters: " ", label: "Draw floor", one: "floor" },
  ground: { letters: GROUND, label: "Draw rough ground, which slows everybody down", one: "ground of cost" },
  key: { letters: KEYS, label: "Put a key; each at most once", one: "key", isThing: true },
  door: { letters: DOORS, label: "Put the door of a key: the last one is the exit", one: "door", isThing: true },
  players: { letters: PLAYERS, label: "Put a start of 1, 2 or 3 players; 3 in all at most", one: "start of", isThing: true },
  human: { letters: HUMAN, label: "Put your own start", one: "your start", isThing: true },
  monster: { letters: MONSTERS, label: "Put a monster; each letter is a type", one: "monster", isThing: true },
};

/** The name of the tool that puts a character; undefined for those that no tool puts. */
export function kindOf(letter) {
  return Object.keys(KINDS).find((name) => KINDS[name].letters.includes(letter));
}

/** "monster a", "start of 2 players", "floor". */
export function wordsOf(letter) {
  const kind = kindOf(letter) ?? "floor", { one } = KINDS[kind];
  if (kind === "players") return `${one} ${countOf(letter)} player${letter === "p" ? "" : "s"}`;
  return ["floor", "human"].includes(kind) ? one : `${one} ${letter}`;
}

/** How many players start at a character. */
export function countOf(letter) {
  return PLAYERS.indexOf(letter) + 1;
}

// In a layer of a map a character is its code; floor is 0.
export const codeOf = (letter) => (letter === " " ? 0 : letter.charCodeAt(0));
export const letterOf = (code) => (code ? String.fromCharCode(code) : " ");

/** A world has at most one of it: another place takes it away from the one before. */
export function isSingle(letter) {
  return (KEYS + DOORS + HUMAN).includes(letter);
}

/** A map for a board: walls, costs, goals, and the characters as a layer that can be drawn on. */
export function mapOf({ rows, cols, letters }, run) {
  const layer = Uint16Array.from(letters, codeOf);
  const map = { rows, cols, start: -1, goal: -1, letters: layer, human: false };
  return Object.assign(map, { run, ...tilesOf(layer) });
}

/** What a board shows of a layer of characters that has changed. */
export function tilesOf(layer) {
  const letters = Array.from(layer, letterOf);
  const walls = Int8Array.from(letters, (letter) => WALLS.indexOf(letter));
  const goals = [...KEYS].flatMap((key, i) => [key, DOORS[i]])
    .map((letter) => ({ letter, cell: letters.indexOf(letter) })).filter(({ cell }) => cell >= 0);
  return {
    walls, goals,
    tiles: letters.map((letter) => (KINDS[kindOf(letter)]?.isThing ? " " : letter)).join(""),
    costs: Uint8Array.from(letters, (letter, i) => (walls[i] >= 0 ? 0 : GROUND.includes(letter) ? Number(letter) : 1)),
  };
}

const STANDS = { heading: 4, state: "free", path: [], reached: -1, finished: false }; // they look down

/** A moment of a game that has not begun: everybody where a world has put them. */
export function frameOf({ cols, letters, run }) {
  const frame = { run, tick: 0, pits: [], players: [], monsters: [], human: null };
  letters.forEach((code, cell) => {
    const letter = letterOf(code), place = { row: Math.floor(cell / cols), col: cell % cols };
    if (MONSTERS.includes(letter)) frame.monsters.push({ ...place, heading: 4, letter, chasing: false, target: -1 });
    else if (letter === HUMAN) frame.human = { ...STANDS, ...place };
    else for (let i = 0; i < countOf(letter); i++) frame.players.push({ ...STANDS, ...place });
  });
  return frame;
}
