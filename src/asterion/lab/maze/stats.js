// The figures of the players: a table each, a row for every goal, and the sum of all below.

export class MazeStats {
  constructor() {
    this.root = document.createElement("div");
    this.root.className = "maze-stats";
    this.tables = [];
  }

  /** stats: {columns: [[name, title]], players: [{name, rows: [{goal, state, ...}], sum}]} */
  show(stats) {
    while (this.tables.length > stats.players.length) this.tables.pop().remove();
    while (this.tables.length < stats.players.length) this.tables.push(this.root.appendChild(document.createElement("table")));
    stats.players.forEach((player, i) => fill(this.tables[i], stats.columns, player));
  }
}

function fill(table, columns, { name, rows, sum }) {
  const caption = table.caption ?? table.createCaption();
  setText(caption, name);
  if (!table.tHead) {
    const head = table.createTHead().insertRow();
    for (const [label, title] of [["goal", "The goal that the player walked to"], ...columns]) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = label;
      cell.title = title;
      head.append(cell);
    }
    table.createTBody();
    table.createTFoot().insertRow().className = "sum";
  }
  const body = table.tBodies[0];
  while (body.rows.length > rows.length) body.deleteRow(-1);
  while (body.rows.length < rows.length) body.insertRow();
  rows.forEach((row, i) => {
    write(body.rows[i], [row.goal, ...row.figures]);
    body.rows[i].dataset.state = row.state; // reached, now, later
  });
  write(table.tFoot.rows[0], ["sum", ...sum]);
}

function write(row, values) {
  while (row.cells.length < values.length) row.insertCell();
  values.forEach((value, i) => setText(row.cells[i], typeof value === "number" ? figure(value) : value));
}

function figure(value) {
  return Number.isInteger(value) ? value.toLocaleString("en-US")
    : value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}
