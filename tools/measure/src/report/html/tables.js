// The tables and the summary.

function button(text, onclick) {
  return element("button", { type: "button", onclick }, text);
}

/**
 * Fills a table with a row for each item. A column is a title, what it shows of an item, and attributes of its heading; what it shows is a
 * text, or a text and attributes.
 */
function table(into, columns, items) {
  const head = columns.map(([title, , attributes]) => element("th", { scope: "col", ...attributes }, title));
  const rows = items.map((item) => element("tr", { class: item.role }, ...columns.map(([, show], at) => {
    const [text, attributes] = [show(item)].flat();
    return element(at === 0 ? "th" : "td", { scope: at === 0 && "row", ...attributes }, text ?? "");
  })));
  into.replaceChildren(element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

/** The time of a cell, with a mark if its kernel has changed since. */
function time(file, cell) {
  return digits(cell.ns) + (evidence(file, cell.contender, cell.call, cell.n) === "changed" ? " †" : "");
}

function drawHeat(into, shown, series) {
  const rows = series.contenders.filter(passes).map((name) => series.cell(name, state.n) ?? { ...series.cells.find((cell) => cell.contender === name), ns: Infinity });
  const columns = series.sizes.map((n) => [button(count(n), () => change({ n })), ({ contender }) => {
    const [cell, base] = [series.cell(contender, n), series.cell(state.base, n)];
    if (!cell) return "";
    const tone = Math.max(-1, Math.min(1, Math.log2(speedup(cell, base) ?? 1) / 3));
    const background = tone >= 0 ? `rgba(0, 114, 178, ${0.7 * tone})` : `rgba(213, 94, 0, ${-0.7 * tone})`;
    return [time(shown, cell), { class: "value", style: `background: ${background}`, title: told(cell, base) }];
  }, { class: n === state.n && "here" }]);
  table(into, [["positions", (cell) => cell.contender], ...columns], rows.sort((a, b) => a.ns - b.ns));
}

function drawCells(into, shown, series) {
  const longest = Object.fromEntries(series.sizes.map((n) => [n, Math.max(...series.cells.filter((cell) => cell.n === n).map((cell) => cell.ns))]));
  const bar = (cell) => `--bar: ${100 * cell.ns / longest[cell.n]}%`;
  const ratio = (cell) => speedup(cell, series.cell(state.base, cell.n));
  const spread = (cell) => (cell.high - cell.low) / cell.ns;
  const columns = {
    contender: ["contender", (cell) => cell.contender, (cell) => cell.contender],
    role: ["kind", (cell) => cell.role, (cell) => cell.role],
    n: ["positions", (cell) => cell.n, (cell) => count(cell.n)],
    ns: ["ns per position", (cell) => cell.ns, (cell) => [time(shown, cell), { class: "bar", style: bar(cell) }]],
    low: ["fastest", (cell) => cell.low, (cell) => digits(cell.low)],
    high: ["slowest", (cell) => cell.high, (cell) => digits(cell.high)],
    spread: ["spread", spread, (cell) => `${Math.round(100 * spread(cell))}%`],
    ratio: [`× ${state.base}`, (cell) => ratio(cell) ?? 0, (cell) => digits(ratio(cell))],
  };
  const sort = columns[state.sort] ? state.sort : "ns";
  const key = columns[sort][1];
  const order = (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (state.down ? -1 : 1);
  const headed = Object.entries(columns).map(([name, [title, , show]]) => {
    const down = name === sort ? !state.down : ["ratio", "spread"].includes(name);
    return [button(title, () => change({ sort: name, down })), show, { "aria-sort": name === sort && (state.down ? "descending" : "ascending") }];
  });
  table(into, headed, series.cells.filter((cell) => passes(cell.contender)).sort(order));
}

function drawCpus(into) {
  const rows = files.map((file) => ({ file, series: seriesOf(file), mine: seriesOf(file).cell("setwise", state.n) }));
  const lead = (base) => [`× ${base}`, ({ series, mine }) => digits(speedup(mine, series.cell(base, state.n)))];
  table(into, [
    ["CPU", ({ file }) => [button(file.title, () => change({ cpu: file.id })), { class: file.id === state.cpu && "here" }]],
    ["ns per position", ({ mine }) => digits(mine?.ns)],
    lead(state.base),
    lead("auto/baseline"),
    ["chosen kernel", ({ file, mine }) => mine && chosen(file, state.call, state.n)],
    ["its code", ({ file }) => evidence(file, "setwise", state.call, state.n)],
    ["run", ({ file }) => `${file.time}, ${file.mode}`],
    ["revision", ({ file }) => file.revision || "not recorded"],
    ["rounds", ({ file }) => file.rounds],
    ["compiler", ({ file }) => file.rustc.split(" ").slice(0, 2).join(" ")],
  ], rows);
}

/** The opponents that are faster than the library as it chooses, in every call. */
function drawLosses(into, shown) {
  const others = shown.cells.filter(({ role }) => ["loop", "vectors", "scalar", "pieces"].includes(role));
  const library = new Map(shown.cells.filter(({ contender }) => contender === "setwise").map((cell) => [[cell.call, cell.corpus, cell.n, cell.sliders].join(), cell]));
  const find = (other) => ["sliders", "side"].map((key) => library.get([other.call, other.corpus, other.n, other[key] ?? key].join())).find((cell) => cell);
  const rows = others.map((other) => ({ other, mine: find(other) })).map((row) => ({ ...row, ratio: speedup(row.other, row.mine) }));
  table(into, [
    ["call", ({ other }) => other.call],
    ["positions", ({ other }) => count(other.n)],
    ["corpus", ({ other }) => `${other.corpus}, ${other.sliders === "both" ? "both sides" : "one side"}`],
    ["setwise, ns per position", ({ mine }) => digits(mine.ns)],
    ["faster", ({ other }) => other.contender],
    ["setwise is", ({ ratio }) => `${digits(ratio)}× slower`],
  ], rows.filter(({ ratio }) => ratio > 1 + (shown.noise ?? 0)).sort((a, b) => b.ratio - a.ratio));
}

function drawPredictions(section, into) {
  const entry = state.call.split(",")[0];
  const parts = DATA.predictions.map(({ target, revision, cpus, kernels }) => {
    const part = element("table");
    const cycles = Object.keys(cpus).map((cpu) => [cpu, (row) => digits(row.cycles[cpu])]);
    const rows = kernels.filter((row) => row.entry === entry && passes(row.kernel));
    table(part, [[`${target}, revision ${revision}`, (row) => row.kernel], ["instructions", (row) => digits(row.instructions)], ...cycles], rows);
    return rows.length > 0 ? [part] : [];
  });
  section.hidden = parts.flat().length === 0;
  into.replaceChildren(...parts.flat());
}

function drawSummary(into, shown, series) {
  const mine = series.cell("setwise", state.n);
  const name = chosen(shown, state.call, state.n);
  const lead = mine && compared(mine, series.cell(state.base, state.n));
  into.textContent = mine
    ? `${shown.title}: ${state.call} of ${boards(state.n)} takes ${digits(mine.ns)} ns per position${name ? ` with ${name}` : ""}${lead ? `, ${lead}` : ""}.`
    : `${shown.title}: the library's own choice was not measured for this call.`;
}

/** The contender that others are compared with. */
const AGAINST = { perft: ["cozy-chess"], nnue: ["by-perspective", "scalar"] };

/** A table for each run: a row for each case, a column for each contender. */
function drawRuns(section, into, kind, shown) {
  const mine = runs.filter((run) => run.format.startsWith(`setwise-${kind}/`) && run.model === shown.model);
  const parts = mine.flatMap((run) => {
    const key = (row) => (row.threads > 1 ? `${row.contender}, ${row.threads} threads` : row.contender);
    const rows = new Map(run.rows.map((row) => [`${row.case}\n${key(row)}`, row]));
    const of = (one, name) => rows.get(`${one.name}\n${name}`);
    const show = (one, name) => {
      const [row, base] = [of(one, name), AGAINST[kind].map((name) => of(one, name)).find((row) => row)];
      if (!row) return "";
      const ratio = row === base ? undefined : speedup(row, base);
      const figure = one.isTree ? `${digits(one.each / row.ns / 1e9)} G/s` : digits(row.ns * 1e9 / one.each);
      return ratio === undefined ? figure : `${figure} (${ratio < 1 ? `${digits(1 / ratio)}× slower` : `${digits(ratio)}×`})`;
    };
    const columns = distinct(run.rows.map(key)).map((name) => [name, (one) => show(one, name)]);
    const made = element("table");
    table(made, [["", (one) => one.title], ...columns], run.cases);
    const { time, revision, flags, rustc } = run.origin;
    const build = flags ? `built with ${flags}` : "built for any CPU of the architecture";
    const age = run.changed === true ? ", an older run: the best kernel has changed since" : run.changed === null ? ", an older run without hashes of its code" : "";
    return [element("h3", {}, `${run.title}, ${build}`), element("p", { class: "note" }, `Run of ${time}, revision ${revision || "not recorded"}${age}, ${rustc}.`), made];
  });
  section.hidden = parts.length === 0;
  into.replaceChildren(...parts);
}
