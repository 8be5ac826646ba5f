// Charts of times by number of boards: logarithmic, with a name at each line, and points that keys, taps and the mouse reach.

const COLORS = ["#0072b2", "#d55e00", "#cc79a7", "#8a5a44", "#7c5ac8", "#56b4e9", "#e69f00", "#5a7d1e", "#808890"];
const OURS = "#009e73";

function family(name) {
  return name.split("/")[0];
}

/** A line for each contender, each in a color of its own. */
function lined(series, names) {
  const free = [...COLORS];
  return names.map((name) => {
    const points = series.sizes.map((n) => series.cell(name, n)).filter((cell) => cell !== undefined);
    return { name, points, color: name === "setwise" ? OURS : free.shift(), isOther: !["kernel", "library"].includes(points[0]?.role) };
  });
}

/** The contenders of the large chart: those of the filter, else the library, its opponents and the best kernel of each family. */
function charted(series) {
  const first = (names) => distinct(names).filter((name) => series.contenders.includes(name)).slice(0, COLORS.length + 1);
  const at = series.cells.filter((cell) => cell.n === state.n).sort((a, b) => a.ns - b.ns).map((cell) => cell.contender);
  if (state.filter.trim() !== "") return first([...at, ...series.contenders].filter(passes));
  const kernels = series.cells.filter((cell) => cell.role === "kernel").map((cell) => cell.contender);
  const best = at.filter((name) => kernels.includes(name)).filter((name, i, all) => all.findIndex((other) => family(other) === family(name)) === i);
  return first(["setwise", state.base, ...FIRST_BASES, ...best]);
}

function scale(low, high, from, to) {
  const [a, b] = [Math.log(low), Math.log(Math.max(high, low * 1.01))];
  return (value) => from + (to - from) * (Math.log(value) - a) / (b - a);
}

function ticks(low, high) {
  const powers = [...Array(14).keys()].map((power) => 10 ** (power - 4));
  return powers.flatMap((power) => [1, 2, 5].map((first) => first * power)).filter((tick) => tick >= low && tick <= high);
}

/** Moves the places of labels apart, in their order. */
function apart(places, height, bottom) {
  const order = [...places.keys()].sort((a, b) => places[a] - places[b]);
  const moved = [...places];
  order.forEach((at, i) => { if (i > 0) moved[at] = Math.max(moved[at], moved[order[i - 1]] + height); });
  order.reverse().forEach((at, i) => { moved[at] = Math.min(moved[at], i > 0 ? moved[order[i - 1]] - height : bottom); });
  return moved;
}

/** Makes points reachable: one of them is in the order of keys, arrows lead to the others, and the text of the point is shown. */
function reach(marks, said) {
  const choose = (mark) => {
    marks.flat().forEach((other) => other.node.setAttribute("tabindex", other === mark ? 0 : -1));
    said.textContent = mark.text;
  };
  marks.forEach((line, row) => line.forEach((mark, column) => {
    const nearest = (other) => other && [...other].sort((a, b) => Math.abs(a.n - mark.n) - Math.abs(b.n - mark.n))[0];
    const to = { ArrowLeft: () => line[column - 1], ArrowRight: () => line[column + 1], ArrowUp: () => nearest(marks[row - 1]), ArrowDown: () => nearest(marks[row + 1]) };
    mark.node.addEventListener("focus", () => choose(mark));
    mark.node.addEventListener("click", () => mark.node.focus());
    mark.node.addEventListener("pointerenter", () => { said.textContent = mark.text; });
    mark.node.addEventListener("keydown", (event) => {
      if (!(event.key in to)) return;
      event.preventDefault();
      to[event.key]()?.node.focus();
    });
  }));
  marks[0]?.[0]?.node.setAttribute("tabindex", 0);
}

/** Draws lines: `label` of the whole, and what is said of a cell. */
function drawLines(into, shown, lines, label, say) {
  const cells = lines.flatMap((line) => line.points);
  if (cells.length === 0) return into.replaceChildren(element("p", {}, "Nothing was measured here, or no contender has this name."));
  const longest = 6.6 * Math.max(...lines.map(({ name }) => name.length)) + 22;
  const [width, height, left, bottom, top] = [Math.max(300, into.clientWidth), 380, 48, 34, 18];
  const [isNamed, end] = [longest < 0.4 * width, width - (longest < 0.4 * width ? longest : 14)];
  const sizes = distinct(cells.map((cell) => cell.n)).sort((a, b) => a - b);
  const [first, last] = [sizes[0], sizes.at(-1)];
  const [low, high] = [Math.min(...cells.map((cell) => cell.low)) * 0.9, Math.max(...cells.map((cell) => cell.high)) * 1.1];
  const [x, y] = [scale(first, last, left + 8, end), scale(low, high, height - bottom, top)];
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `${label}. Arrow keys move from point to point.` });
  const text = (x, y, anchor, text, kind = "soft") => chart.append(svg("text", { class: kind, x, y, "text-anchor": anchor }, String(text)));
  const line = (x1, x2, y1, y2, kind, stroke) => chart.append(svg("line", { class: kind, x1, x2, y1, y2, stroke }));
  for (const tick of ticks(low, high)) {
    line(left, end, y(tick), y(tick), "grid");
    text(left - 6, y(tick) + 4, "end", Number(tick.toPrecision(1)));
  }
  let free = 0;
  for (const n of sizes) {
    const name = n >= 1 << 20 ? `${n / (1 << 20)} Mi` : n >= 1024 ? `${n / 1024} Ki` : String(n);
    line(x(n), x(n), top, height - bottom, "grid");
    if (x(n) < free) continue;
    free = x(n) + 9 * name.length + 6;
    text(x(n), height - bottom + 16, "middle", name);
  }
  text(end, height - 2, "end", "positions per call");
  text(2, 12, "start", "ns per position");
  shown.caches.forEach((cache, level) => {
    const n = cache / about(state.call).bytes;
    if (!(n > first && n < last)) return;
    line(x(n), x(n), top, height - bottom, "cache");
    text(x(n) + 4, top + 10, "start", `L${level + 1}`);
  });
  const places = apart(lines.map(({ points }) => y(points.at(-1).ns)), 14, height - bottom);
  const marks = lines.map(({ name, points, color: stroke, isOther }, i) => {
    const path = points.map((cell) => `${x(cell.n)},${y(cell.ns)}`).join(" ");
    const [thick, dashes] = [name === "setwise" ? 3 : 1.5, isOther ? "6 3" : undefined];
    chart.append(svg("polyline", { points: path, fill: "none", stroke, "stroke-width": thick, "stroke-dasharray": dashes }));
    if (isNamed) {
      line(x(points.at(-1).n) + 5, end + 8, y(points.at(-1).ns), places[i], "lead", stroke);
      text(end + 11, places[i] + 4, "start", name, "name");
    }
    return points.map((cell) => {
      const said = say(cell, name);
      const node = svg("g", { class: "point", role: "img", tabindex: -1, "aria-label": said },
        svg("circle", { cx: x(cell.n), cy: y(cell.ns), r: 11, fill: "transparent" }),
        svg("line", { x1: x(cell.n), x2: x(cell.n), y1: y(cell.low), y2: y(cell.high), stroke }),
        svg("circle", { class: "spot", cx: x(cell.n), cy: y(cell.ns), r: 4, fill: stroke }));
      chart.append(node);
      return { node, text: said, n: cell.n };
    });
  });
  const said = element("output", { class: "told", "aria-live": "polite" }, "Point at, tap or tab to a point to read it.");
  const legend = isNamed ? [] : [element("div", { class: "legend" }, ...lines.map(({ name, color }) => element("span", { style: `border-color: ${color}` }, name)))];
  into.replaceChildren(chart, ...legend, said);
  reach(marks, said);
}
