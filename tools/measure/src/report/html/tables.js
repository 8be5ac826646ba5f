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
  return digits(cell.ns, cell.noisy) + (evidence(file, cell.contender, cell.call, cell.n) === "changed" ? " †" : "");
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
    low: ["fastest", (cell) => cell.low, (cell) => digits(cell.low, cell.noisy)],
    high: ["slowest", (cell) => cell.high, (cell) => digits(cell.high, cell.noisy)],
    spread: ["spread", spread, (cell) => `${Math.round(100 * spread(cell))}%`],
    ratio: [`× ${state.base}`, (cell) => ratio(cell) ?? 0, (cell) => digits(ratio(cell), cell.noisy)],
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
  const lead = (name, other) => [`× ${name}`, ({ series, mine }) => digits(speedup(mine, other(series)), mine?.noisy)];
  table(into, [
    ["CPU", ({ file }) => [button(file.short, () => change({ cpu: file.id })), { class: file.id === state.cpu && "here" }]],
    ["ns per position", ({ mine }) => digits(mine?.ns, mine?.noisy)],
    lead("the compiler's loop", (series) => loopsOf(series).find((cell) => cell.n === state.n)),
    lead(state.base, (series) => series.cell(state.base, state.n)),
    ["chosen kernel", ({ file, mine }) => mine && chosen(file, state.call, state.n)],
    ["code of the run", ({ file }) => file.state],
    ["run", ({ file }) => `${file.time.slice(0, 10)}, ${file.mode}`],
  ], rows);
}

/** The opponents that are faster than the library as it chooses, in every call on the first corpus, and in perft and features. */
function drawLosses(into, shown) {
  const cells = shown.cells.filter(({ corpus }) => corpus === shown.corpus);
  const library = new Map(cells.filter(({ contender }) => contender === "setwise").map((cell) => [[cell.call, cell.n, cell.sliders].join(), cell]));
  const lost = (other, mine, ns, rest) => ({ other, mine, ns, ratio: speedup(other, mine), ...rest });
  const ofCalls = cells.filter(({ role }) => ["loop", "vectors", "intrinsics", "scalar", "pieces"].includes(role)).map((other) => {
    const mine = library.get([other.call, other.n, other.sliders].join()) ?? library.get([other.call, other.n, "side"].join());
    return lost(other, mine, mine?.ns, { call: other.call, n: other.n, sliders: other.sliders === "both" ? "both sides" : "one side" });
  }).filter(({ ratio }) => ratio > 1 + (shown.noise ?? 0));
  const ofRuns = runs.filter((run) => run.model === shown.model).flatMap((run) => run.rows.filter((row) => row.threads === 1 && OTHERS.includes(row.contender)).map((other) => {
    const [mine, one] = [run.rows.find((row) => row.case === other.case && row.contender === run.best && row.threads === 1), run.cases.find(({ name }) => name === other.case)];
    return lost(other, mine, mine && mine.ns * 1e9 / one.counts, { call: one.title, sliders: run.origin.flags });
  })).filter(({ ratio }) => ratio > 1.05);
  table(into, [
    ["call or case", ({ call }) => call],
    ["positions", ({ n }) => n && count(n)],
    ["sliders, or flags of the build", ({ sliders }) => sliders],
    ["setwise, ns", ({ ns, mine }) => digits(ns, mine.noisy)],
    ["faster", ({ other }) => other.contender],
    ["setwise is", ({ ratio, mine }) => `${digits(ratio, mine.noisy)}× slower`],
  ], [...ofCalls, ...ofRuns].sort((a, b) => b.ratio - a.ratio));
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
    ? `${shown.title}: ${state.call} of ${boards(state.n)} takes ${digits(mine.ns, mine.noisy)} ns per position${name ? ` with ${name}` : ""}${lead ? `, ${lead}` : ""}.`
    : `${shown.title}: the library's own choice was not measured for this call.`;
}

/** The contender that others are compared with, and all opponents. */
const AGAINST = { perft: ["cozy-chess"], nnue: ["by-perspective", "scalar"] };
const OTHERS = ["cozy-chess", "chess", "by-perspective", "one-pass", "by-square"];

/** Cases with much the same contenders stand in one table. */
function kindOf({ isTree, output, threads }) {
  if (output === undefined) return isTree ? "trees, G leaves/s" : "arrays, ns per position";
  return threads ? "threads, ns per position" : /records|changes/.test(output) ? "changes by a move, ns" : `${output}, ns per position`;
}

/** Tables for each run: a row for each case, a column for each contender. */
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
      const figure = digits(one.isTree ? one.each / row.ns / 1e9 : row.ns * 1e9 / one.each, row.noisy);
      return ratio === undefined ? figure : `${figure} (${digits(ratio, row.noisy)}×)`;
    };
    const tables = distinct(run.cases.map(kindOf)).map((title) => {
      const cases = run.cases.filter((one) => kindOf(one) === title);
      const names = distinct(run.rows.map(key)).filter((name) => cases.some((one) => of(one, name)));
      const made = element("table");
      table(made, [[title, (one) => one.title], ...names.map((name) => [name, (one) => show(one, name)])], cases);
      return element("div", { class: "wide", tabindex: 0 }, made);
    });
    const { time, revision, flags, rustc } = run.origin;
    const build = flags ? `built with ${flags}` : "built for any CPU of the architecture";
    const note = `Run of ${time}, level ${run.best}, revision ${revision || "not recorded"} (code: ${run.state}), ${rustc}.`;
    return [element("h3", {}, `${run.title}, ${build}`), element("p", { class: "note" }, note), ...tables];
  });
  section.hidden = parts.length === 0;
  into.replaceChildren(...parts);
}
