// The tables and the summary.

/** A heading that is a button. */
function heading(text, act, attributes = {}) {
  return element("th", { scope: "col", ...attributes }, element("button", { type: "button", onclick: act }, text));
}

function drawHeat(into, shown, series) {
  const names = series.contenders.filter(passes);
  const weight = (name) => median(series.cells.filter((cell) => cell.contender === name).map((cell) => cell.ns));
  const at = (name) => series.cell(name, state.n)?.ns ?? Infinity;
  names.sort((a, b) => at(a) - at(b) || weight(a) - weight(b));
  const head = series.sizes.map((n) => heading(count(n), () => change({ n }), { class: n === state.n ? "here" : undefined }));
  const rows = names.map((name) => element("tr", { class: series.role(name) }, element("th", { scope: "row" }, name), ...series.sizes.map((n) => {
    const cell = series.cell(name, n);
    if (!cell) return element("td");
    const base = series.cell(state.base, n);
    const tone = Math.max(-1, Math.min(1, Math.log2(speedup(cell, base) ?? 1) / 3));
    const color = tone >= 0 ? `rgba(0, 114, 178, ${0.7 * tone})` : `rgba(213, 94, 0, ${-0.7 * tone})`;
    return element("td", { class: "value", style: `background: ${color}`, "data-tip": told(cell, base) }, digits(cell.ns) + dagger(shown, cell));
  })));
  into.replaceChildren(element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "boards"), ...head)), element("tbody", {}, ...rows));
}

function drawCells(into, shown, series) {
  const columns = {
    contender: ["contender", (cell) => cell.contender, (cell) => cell.contender],
    role: ["kind", (cell) => cell.role, (cell) => cell.role],
    n: ["boards", (cell) => cell.n, (cell) => count(cell.n)],
    ns: ["ns per board", (cell) => cell.ns, (cell) => digits(cell.ns) + dagger(shown, cell)],
    low: ["fastest", (cell) => cell.low, (cell) => digits(cell.low)],
    high: ["slowest", (cell) => cell.high, (cell) => digits(cell.high)],
    spread: ["spread", (cell) => (cell.high - cell.low) / cell.ns, (cell) => `${Math.round(100 * (cell.high - cell.low) / cell.ns)} %`],
    ratio: [`× ${state.base}`, (cell) => ratio(cell) ?? 0, (cell) => digits(ratio(cell))],
  };
  const ratio = (cell) => speedup(cell, series.cell(state.base, cell.n));
  const sort = columns[state.sort] ? state.sort : "ns";
  const key = columns[sort][1];
  const order = (a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0) * (state.down ? -1 : 1);
  const cells = series.cells.filter((cell) => passes(cell.contender)).sort(order);
  const head = Object.entries(columns).map(([name, [title]]) => {
    const sorted = name === sort && (state.down ? "descending" : "ascending");
    const down = name === sort ? !state.down : name === "ratio" || name === "spread";
    return heading(title, () => change({ sort: name, down }), { "aria-sort": sorted, class: name === "role" ? "text" : undefined });
  });
  const rows = cells.map((cell) => element("tr", {}, ...Object.entries(columns).map(([name, [, , text]]) =>
    element("td", { class: name === "role" ? "text" : undefined }, text(cell)))));
  into.replaceChildren(element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

/** What the choice of kernels costs: the library against the kernel that was fastest in hindsight, at every size. */
function drawChoice(into, shown, series) {
  const rows = series.sizes.flatMap((n) => {
    const mine = series.cell("setwise", n);
    const kernels = series.cells.filter((cell) => cell.role === "kernel" && cell.n === n);
    const best = kernels.sort((a, b) => a.ns - b.ns)[0];
    const cost = speedup(best, mine);
    if (cost === undefined) return [];
    const beyond = cost > 1 + Math.max(0.05, shown.noise ?? 0) ? "beyond" : undefined;
    const texts = [chosen(shown, state.call, n) ?? "", digits(mine.ns), best.contender, digits(best.ns)];
    return [element("tr", {}, element("th", { scope: "row" }, count(n)), ...texts.map((text) => element("td", {}, text)), element("td", { class: beyond }, digits(cost)))];
  });
  const titles = ["boards", "chosen kernel", "ns per board", "fastest kernel", "ns per board", "chosen ÷ fastest"];
  const head = titles.map((title) => element("th", { scope: "col" }, title));
  into.replaceChildren(element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

function drawCpus(into) {
  const titles = ["CPU", "run", "revision", "compiler", "rounds", "chosen kernel", "its code", "ns per board", `× ${state.base}`, "× auto/baseline"];
  const rows = files.map((file) => {
    const series = seriesOf(file);
    const mine = series.cell("setwise", state.n);
    const [base, loop] = [state.base, "auto/baseline"].map((name) => speedup(mine, series.cell(name, state.n)));
    const name = mine && chosen(file, state.call, state.n);
    const texts = [`${file.time}, ${file.mode}`, file.revision || "not recorded", file.rustc.split(" ").slice(0, 2).join(" "), file.rounds, name ?? "", evidence(file, "setwise", state.call, state.n), digits(mine?.ns), digits(base), digits(loop)];
    const link = element("button", { type: "button", onclick: () => change({ cpu: file.id }) }, file.model);
    return element("tr", {}, element("th", { scope: "row", class: file.id === state.cpu ? "here" : undefined }, link),
      ...texts.map((text) => element("td", {}, text)));
  });
  const head = titles.map((title) => element("th", { scope: "col" }, title));
  into.replaceChildren(element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
}

function drawPredictions(section, into) {
  const entry = entryOf(state.call);
  const tables = DATA.predictions.map(({ target, cpus, kernels }) => ({ target, cpus, rows: kernels.filter((row) => row[0] === entry && passes(row[1])) }));
  const shown = tables.filter((table) => table.rows.length > 0);
  section.hidden = shown.length === 0;
  const parts = shown.flatMap(({ target, cpus, rows }) => [
    element("tr", {}, element("th", { scope: "col" }, target), element("th", { scope: "col" }, "instructions"),
      ...cpus.map((cpu) => element("th", { scope: "col" }, cpu))),
    ...rows.map(([, kernel, instructions, cycles]) => element("tr", {}, element("td", {}, kernel), element("td", {}, digits(instructions)),
      ...cycles.map((cycles) => element("td", {}, digits(cycles ?? undefined))))),
  ]);
  into.replaceChildren(element("tbody", {}, ...parts));
}

function drawSummary(into, shown, series) {
  const mine = series.cell("setwise", state.n);
  if (!mine) {
    into.textContent = `${shown.model}: the library's own choice was not measured for this call.`;
    return;
  }
  const boards = state.n === 1 ? "one board" : `${count(state.n)} boards`;
  const ratio = state.base === "setwise" ? undefined : speedup(mine, series.cell(state.base, state.n));
  const name = chosen(shown, state.call, state.n);
  const by = name ? ` with ${name}` : "";
  const compared = ratio === undefined ? "." : `, ${times(ratio)} as fast as ${state.base}.`;
  into.textContent = `${shown.model}: ${state.call} of ${boards} takes ${digits(mine.ns)} ns per board${by}${compared}`;
}
