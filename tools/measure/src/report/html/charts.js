// The two charts.

/** The contenders of the line chart: those of the filter, else the library, its opponents and the best kernel of each family. */
function charted(series) {
  if (state.filter.trim() !== "") return series.contenders.filter(passes).slice(0, 24);
  const best = new Map();
  for (const cell of series.cells.filter((cell) => cell.role === "kernel" && cell.n === state.n)) {
    const kind = family(cell.contender);
    if (!(best.get(kind)?.ns <= cell.ns)) best.set(kind, cell);
  }
  const kernels = [...best.values()].sort((a, b) => a.ns - b.ns).map((cell) => cell.contender);
  const opponents = series.contenders.filter((name) =>
    series.role(name) === "library" || series.role(name) === "loop" || FIRST_BASES.includes(name) || name === state.base);
  return distinct([...opponents, ...kernels]);
}

/** A logarithmic scale from values to places. */
function scale(low, high, from, to) {
  const [a, b] = [Math.log(low), Math.log(Math.max(high, low * 1.01))];
  return (value) => from + (to - from) * (Math.log(value) - a) / (b - a);
}

/** The numbers 1, 2, 5, 10 ... between two. */
function ticks(low, high) {
  const all = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high; power *= 10) {
    all.push(...[1, 2, 5].map((first) => first * power).filter((tick) => tick >= low && tick <= high));
  }
  return all;
}

function drawLines(into, shown, series) {
  const names = charted(series);
  const cells = series.cells.filter((cell) => names.includes(cell.contender));
  if (cells.length === 0) return into.replaceChildren(element("p", {}, "No contender has this name."));
  const [width, height, left, bottom, top] = [Math.max(320, into.clientWidth), 380, 48, 34, 18];
  const [first, last] = [series.sizes[0], series.sizes.at(-1)];
  const [low, high] = [Math.min(...cells.map((cell) => cell.low)) * 0.9, Math.max(...cells.map((cell) => cell.high)) * 1.1];
  const x = scale(first, last, left + 8, width - 14);
  const y = scale(low, high, height - bottom, top);
  const label = `Nanoseconds per board by number of boards, ${state.call}, ${shown.model}`;
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  for (const tick of ticks(low, high)) {
    chart.append(svg("line", { class: "grid", x1: left, x2: width, y1: y(tick), y2: y(tick) }));
    chart.append(svg("text", { class: "soft", x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, tick));
  }
  let free = 0;
  for (const n of series.sizes) {
    const text = n >= 1 << 20 ? `${n / (1 << 20)} Mi` : n >= 1024 ? `${n / 1024} Ki` : String(n);
    chart.append(svg("line", { class: "grid", x1: x(n), x2: x(n), y1: top, y2: height - bottom }));
    if (x(n) < free) continue;
    free = x(n) + 9 * text.length + 6;
    chart.append(svg("text", { class: "soft", x: x(n), y: height - bottom + 16, "text-anchor": "middle" }, text));
  }
  chart.append(svg("text", { class: "soft", x: width - 4, y: height - 2, "text-anchor": "end" }, "boards per call"));
  chart.append(svg("text", { class: "soft", x: 2, y: 12 }, "ns per board"));
  const bytes = DATA.entries[entryOf(state.call)]?.bytes;
  shown.caches.forEach((cache, level) => {
    const boards = cache / bytes;
    if (!(boards > first && boards < last)) return;
    chart.append(svg("line", { class: "cache", x1: x(boards), x2: x(boards), y1: top, y2: height - bottom }));
    chart.append(svg("text", { class: "soft", x: x(boards) + 4, y: top + 10 }, `L${level + 1}`));
  });
  const base = (n) => series.cell(state.base, n);
  for (const name of names) {
    const { color, mark: kind } = look(name);
    const points = series.sizes.map((n) => series.cell(name, n)).filter((cell) => cell !== undefined);
    const path = points.map((cell) => `${x(cell.n)},${y(cell.ns)}`).join(" ");
    const dashes = series.role(name) === "kernel" || series.role(name) === "library" ? undefined : "6 3";
    chart.append(svg("polyline", {
      points: path, fill: "none", stroke: color, "stroke-width": series.role(name) === "library" ? 3 : 1.5, "stroke-dasharray": dashes,
    }));
    for (const cell of points) {
      const whisker = svg("line", { x1: x(cell.n), x2: x(cell.n), y1: y(cell.low), y2: y(cell.high), stroke: color });
      chart.append(whisker, svg("g", { class: "point", "data-tip": told(cell, base(cell.n)) }, mark(kind, x(cell.n), y(cell.ns), color)));
    }
  }
  const legend = element("div", { class: "legend" }, ...names.map((name) => {
    const { color, mark: kind } = look(name);
    return element("span", {}, svg("svg", { viewBox: "0 0 20 12", "aria-hidden": "true" }, mark(kind, 10, 6, color)), ` ${name}`);
  }));
  into.replaceChildren(chart, legend);
}

function drawBars(into, shown, series) {
  const cells = series.cells.filter((cell) => cell.n === state.n && passes(cell.contender)).sort((a, b) => a.ns - b.ns);
  if (cells.length === 0) return into.replaceChildren(element("p", {}, "No contender has this name."));
  const [width, row] = [Math.max(320, into.clientWidth), 20];
  const left = Math.min(230, width * 0.48);
  const high = Math.max(...cells.map((cell) => cell.ns));
  const room = width - left - 60;
  const label = `Nanoseconds per board of each contender, ${state.call}, ${count(state.n)} boards, ${shown.model}`;
  const chart = svg("svg", { viewBox: `0 0 ${width} ${row * cells.length}`, role: "img", "aria-label": label });
  const base = series.cell(state.base, state.n);
  cells.forEach((cell, at) => {
    const { color } = look(cell.contender);
    const [top, length] = [row * at, room * cell.ns / high];
    const end = (time) => left + Math.min(room, room * time / high);
    chart.append(svg("g", { "data-tip": told(cell, base) },
      svg("rect", { x: 0, y: top, width, height: row, fill: "transparent" }),
      svg("text", { x: left - 6, y: top + 14, "text-anchor": "end", "font-weight": cell.role === "library" ? 700 : 400 }, cell.contender),
      svg("rect", { x: left, y: top + 3, width: Math.max(1, length), height: row - 6, fill: color }),
      svg("line", { x1: end(cell.low), x2: end(cell.high), y1: top + 10, y2: top + 10, stroke: "currentColor" }),
      svg("text", { x: Math.max(left + length, end(cell.high)) + 6, y: top + 14 }, digits(cell.ns))));
  });
  into.replaceChildren(chart);
}
