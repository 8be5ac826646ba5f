// The chart of times by number of boards.

const PALETTE = ["#0072b2", "#d55e00", "#cc79a7", "#8a5a44", "#7c5ac8", "#56b4e9", "#e69f00", "#5a7d1e", "#c23b22", "#808890", "#008a9a"];

/** The part of a name before the slash: an instruction set, or the kind of an opponent. */
function family(name) {
  return name.split("/")[0];
}

/** The contenders of the chart: those of the filter, else the library, its opponents and the best kernel of each family. */
function charted(series) {
  if (state.filter.trim() !== "") return series.contenders.filter(passes).slice(0, 24);
  const kernels = series.cells.filter((cell) => cell.role === "kernel" && cell.n === state.n).sort((a, b) => a.ns - b.ns);
  const best = distinct(kernels.map((cell) => family(cell.contender))).map((name) =>
    kernels.find((cell) => family(cell.contender) === name).contender);
  const others = series.cells.filter((cell) => ["library", "loop"].includes(cell.role)).map((cell) => cell.contender);
  return distinct([...others, ...FIRST_BASES.filter((name) => series.contenders.includes(name)), state.base, ...best]);
}

/** A logarithmic scale from values to places. */
function scale(low, high, from, to) {
  const [a, b] = [Math.log(low), Math.log(Math.max(high, low * 1.01))];
  return (value) => from + (to - from) * (Math.log(value) - a) / (b - a);
}

/** The numbers 1, 2, 5, 10 ... between two. */
function ticks(low, high) {
  const powers = [...Array(14).keys()].map((power) => 10 ** (power - 4));
  return powers.flatMap((power) => [1, 2, 5].map((first) => first * power)).filter((tick) => tick >= low && tick <= high);
}

function drawLines(into, shown, series) {
  const names = charted(series);
  const color = (name) => (name === "setwise" ? "#009e73" : PALETTE[names.indexOf(name) % PALETTE.length]);
  const cells = series.cells.filter((cell) => names.includes(cell.contender));
  if (cells.length === 0) return into.replaceChildren(element("p", {}, "No contender has this name."));
  const [width, height, left, bottom, top] = [Math.max(320, into.clientWidth), 380, 48, 34, 18];
  const [first, last] = [series.sizes[0], series.sizes.at(-1)];
  const [low, high] = [Math.min(...cells.map((cell) => cell.low)) * 0.9, Math.max(...cells.map((cell) => cell.high)) * 1.1];
  const [x, y] = [scale(first, last, left + 8, width - 14), scale(low, high, height - bottom, top)];
  const label = `Nanoseconds per board by number of boards, ${state.call}, ${shown.title}`;
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  const text = (x, y, anchor, text) => chart.append(svg("text", { class: "soft", x, y, "text-anchor": anchor }, String(text)));
  const line = (x1, x2, y1, y2, kind) => chart.append(svg("line", { class: kind, x1, x2, y1, y2 }));
  for (const tick of ticks(low, high)) {
    line(left, width, y(tick), y(tick), "grid");
    text(left - 6, y(tick) + 4, "end", Number(tick.toPrecision(1)));
  }
  let free = 0;
  for (const n of series.sizes) {
    const name = n >= 1 << 20 ? `${n / (1 << 20)} Mi` : n >= 1024 ? `${n / 1024} Ki` : String(n);
    line(x(n), x(n), top, height - bottom, "grid");
    if (x(n) < free) continue;
    free = x(n) + 9 * name.length + 6;
    text(x(n), height - bottom + 16, "middle", name);
  }
  text(width - 4, height - 2, "end", "boards per call");
  text(2, 12, "start", "ns per board");
  shown.caches.forEach((cache, level) => {
    const n = cache / about(state.call).bytes;
    if (!(n > first && n < last)) return;
    line(x(n), x(n), top, height - bottom, "cache");
    text(x(n) + 4, top + 10, "start", `L${level + 1}`);
  });
  for (const name of names) {
    const [points, stroke] = [series.sizes.map((n) => series.cell(name, n)).filter((cell) => cell !== undefined), color(name)];
    const dashes = ["kernel", "library"].includes(points[0]?.role) ? undefined : "6 3";
    const path = points.map((cell) => `${x(cell.n)},${y(cell.ns)}`).join(" ");
    const thick = name === "setwise" ? 3 : 1.5;
    chart.append(svg("polyline", { points: path, fill: "none", stroke, "stroke-width": thick, "stroke-dasharray": dashes }));
    chart.append(...points.map((cell) => svg("g", { class: "point" }, svg("title", {}, told(cell, series.cell(state.base, cell.n))),
      svg("line", { x1: x(cell.n), x2: x(cell.n), y1: y(cell.low), y2: y(cell.high), stroke }),
      svg("circle", { cx: x(cell.n), cy: y(cell.ns), r: 4, fill: stroke }))));
  }
  const legend = names.map((name) => element("span", { style: `border-color: ${color(name)}` }, name));
  into.replaceChildren(chart, element("div", { class: "legend" }, ...legend));
}
