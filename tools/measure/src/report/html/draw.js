// Elements, numbers as text, colors and marks.

const LIBRARY = "#009e73";
const PALETTE = ["#0072b2", "#d55e00", "#cc79a7", "#8a5a44", "#7c5ac8", "#56b4e9", "#e69f00", "#5a7d1e", "#c23b22", "#808890", "#008a9a"];
const MARKS = ["circle", "square", "up", "diamond", "down", "cross"];

/** The part of a name before the slash: an instruction set, or the kind of an opponent. */
function family(name) {
  return name.split("/")[0];
}

const families = distinct(files.flatMap((file) => file.cells.map((cell) => family(cell.contender)))).sort();
const contenders = distinct(files.flatMap((file) => file.cells.map((cell) => cell.contender))).sort();

/** A place in a list, which grows by what it does not have. */
function place(list, item) {
  const at = list.indexOf(item);
  return at < 0 ? list.push(item) - 1 : at;
}

/** The color of a family and the mark of a contender: the same for all CPUs and charts. */
function look(name) {
  if (name === "setwise") return { color: LIBRARY, mark: MARKS[0] };
  const at = place(families, family(name));
  const same = contenders.filter((other) => family(other) === family(name));
  // Families of the same color begin with different marks.
  const first = Math.floor(at / PALETTE.length);
  return { color: PALETTE[at % PALETTE.length], mark: MARKS[(first + Math.max(0, same.indexOf(name))) % MARKS.length] };
}

/** An element with attributes and children. Text is always text, never markup. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  return fill(made, attributes, children);
}

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  return fill(made, attributes, children);
}

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined).map((child) => child instanceof Node ? child : String(child)));
  return made;
}

/** A mark around a place, filled with a color. */
function mark(kind, x, y, color) {
  const r = 4;
  const shapes = {
    square: [[-r, -r], [r, -r], [r, r], [-r, r]],
    up: [[0, -r - 1], [r + 1, r], [-r - 1, r]],
    down: [[0, r + 1], [r + 1, -r], [-r - 1, -r]],
    diamond: [[0, -r - 2], [r + 2, 0], [0, r + 2], [-r - 2, 0]],
    cross: [[-1.5, -5], [1.5, -5], [1.5, -1.5], [5, -1.5], [5, 1.5], [1.5, 1.5], [1.5, 5], [-1.5, 5], [-1.5, 1.5], [-5, 1.5], [-5, -1.5], [-1.5, -1.5]],
  };
  if (kind === "circle") return svg("circle", { cx: x, cy: y, r, fill: color });
  return svg("polygon", { points: shapes[kind].map(([dx, dy]) => `${x + dx},${y + dy}`).join(" "), fill: color });
}

/** Three digits. */
function digits(number) {
  if (number === undefined || !Number.isFinite(number)) return "";
  const shown = Number(number.toPrecision(3));
  const after = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(shown) || 1)));
  return shown.toLocaleString("en", { minimumFractionDigits: after, maximumFractionDigits: after });
}

function times(ratio) {
  return ratio === undefined ? "" : `${digits(ratio)} ×`;
}

function count(number) {
  return number.toLocaleString("en");
}

/** A cell in words, for tooltips. */
function told(cell, base) {
  const ratio = cell.contender === base?.contender ? undefined : speedup(cell, base);
  const compared = ratio === undefined ? [] : [`${times(ratio)} as fast as ${base.contender}`];
  const rounds = cell.times.filter((time) => time !== null).length;
  return [
    cell.contender,
    `${count(cell.n)} ${cell.n === 1 ? "board" : "boards"}: ${digits(cell.ns)} ns per board`,
    `${digits(cell.low)} to ${digits(cell.high)} in ${rounds} rounds`,
    ...compared,
  ].join("\n");
}
