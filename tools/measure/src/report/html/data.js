// The result files: those of the page, and those that were dropped onto it.

const DATA = JSON.parse(document.getElementById("data").textContent);

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const upper = sorted.length >> 1;
  return sorted.length % 2 ? sorted[upper] : sorted.length === 0 ? undefined : (sorted[upper - 1] + sorted[upper]) / 2;
}

/** The hashes of machine code by kernel and call. */
function hashes(code) {
  return new Map(code.map(({ kernel, entry, hash }) => [`${kernel} ${entry}`, hash]));
}

/** A cell as it is shown, with its median and its extremes over the rounds. */
function cell([entry, measure, contender, role, corpus, sliders], n, time) {
  const call = measure === "latency" ? `${entry}, latency` : entry;
  return { call, contender, role, corpus, sliders, n, ...time };
}

/** The median of times by round, the fastest and the slowest. */
function summary(times) {
  const found = times.filter((time) => time !== null);
  return { ns: median(found), low: Math.min(...found), high: Math.max(...found) };
}

/** The same, which the page has as the median and the distances from it. */
function unpacked([ns, low, high]) {
  return { ns, low: ns * (1 + low / DATA.parts), high: ns * (1 + high / DATA.parts) };
}

/** The median over the rounds that all contenders of the case took part in, as the report compares them. */
function common(rows) {
  return rows.map((row) => {
    const others = rows.filter((other) => other.case === row.case);
    const both = row.seconds.filter((_, round) => others.every(({ seconds }) => seconds[round] !== null));
    return { ...row, common: median(both.length > 0 ? both : row.seconds.filter((time) => time !== null)) };
  });
}

/** Marks what is noisy, as the report does: it is shown with two digits. */
function marked(all, noisy = median(all.map((one) => (one.high - one.low) / one.ns)) > 0.1) {
  return all.map((one) => ({ ...one, noisy }));
}

function titled({ cpu: { model, code_name } }, name) {
  return `${code_name ? `${code_name}: ` : ""}${model}${name ? ` (${name})` : ""}`;
}

function loaded({ code, name, ...file }, cells) {
  const { cpu, ...origin } = file.origin;
  const title = titled(file.origin, name);
  const found = { title, short: name ? title : cpu.code_name || cpu.model, code: hashes(code), corpus: file.corpora[0]?.name };
  return { state: "a file of yours", ...file, ...origin, caches: [], ...cpu, ...found, cells: marked(cells.filter((cell) => cell.ns > 0), file.noisy) };
}

/** A run of perft or of features: its cases, and rows of times in seconds. */
function loadedRun({ format, id, name, origin, best, state = "a file of yours", noisy, trees = [], arrays = [], cases = [], rows }, packed) {
  const all = [
    ...trees.map((tree) => ({ ...tree, title: `${tree.name}, depth ${tree.depth}`, each: tree.leaves, counts: tree.children, isTree: true })),
    ...arrays.map((array) => ({ ...array, title: array.call ?? `array ${array.name}`, each: array.positions, counts: array.positions })),
    ...cases.map((one) => ({ ...one, title: one.name, each: one.positions, counts: one.positions })),
  ];
  const timed = packed ? rows.map((row) => ({ ...row, ...unpacked(row.seconds) })) : common(rows).map((row) => ({ ...row, ...summary(row.seconds) }));
  return { format, id, title: titled(origin, name), model: origin.cpu.model, origin, best, state, cases: all, rows: marked(timed.filter((row) => row.ns > 0), noisy) };
}

/** A result file as `setwise-measure` writes it: JSON lines. Throws an error with a message for people. */
function parsed(name, text) {
  try {
    const [head, ...lines] = text.trim().split("\n").map((line) => JSON.parse(line));
    if (head.format !== DATA.format && !DATA.others.includes(head.format)) throw new Error(`the format is not ${[DATA.format, ...DATA.others].join(" or ")}`);
    for (const [list, element] of lines.flatMap(Object.entries)) (head[list] ??= []).push(element);
    const [own, wrong] = [{ id: `file:${name}`, name, ...head }, new Error("it has no cells, or impossible ones")];
    if (head.format !== DATA.format) {
      const run = loadedRun(own);
      if (run.rows.length < Math.max(1, head.rows.length)) throw wrong;
      return run;
    }
    const cells = head.cells.map(({ entry, measure, contender, role, corpus, sliders, n, rounds }) =>
      cell([entry, measure, contender, role, corpus, sliders], Number(n), summary(rounds.map((time) => time && Number(time.median)))));
    const file = loaded(own, cells);
    if (file.cells.length < Math.max(1, cells.length)) throw wrong;
    return file;
  } catch (error) {
    throw new Error(`${name} is not a whole result file: ${error.message}`);
  }
}

const present = Object.fromEntries(Object.entries(DATA.code).map(([arch, code]) => [arch, hashes(code)]));
const files = DATA.files.map((file) => loaded(file, file.series.flatMap(([names, sizes]) =>
  Object.entries(sizes).map(([n, times]) => cell(names, Number(n), unpacked(times))))));
const runs = DATA.runs.map((run) => loadedRun(run, true));

/** The entry point of a call, and what is known about it. */
function about(call) {
  return DATA.entries[call.split(",")[0]] ?? {};
}

function distinct(values) {
  return [...new Set(values)];
}

/** The time of `other` divided by that of `mine`, over common rounds where there are others. */
function speedup(mine, other) {
  return mine && other && (other.common ?? other.ns) / (mine.common ?? mine.ns);
}

/** The cells of a file for a call on some positions. Set-wise code takes as long for both sides as for one, and is shown as for one. */
class Series {
  constructor(file, call, corpus, sliders) {
    const whose = (cell) => (["pieces", "system"].includes(cell.role) ? sliders : "side");
    this.cells = file.cells.filter((cell) => cell.call === call && cell.corpus === corpus && cell.sliders === whose(cell));
    this.sizes = distinct(this.cells.map((cell) => cell.n)).sort((a, b) => a - b);
    this.contenders = distinct(this.cells.map((cell) => cell.contender));
  }

  cell(contender, n) {
    return this.cells.find((cell) => cell.contender === contender && cell.n === n);
  }
}

function chosen(file, call, n) {
  const choices = file.selected.filter(({ entry, from }) => entry === about(call).chosenAs && from <= n);
  return choices.sort((a, b) => b.from - a.from)[0]?.kernel;
}

/** Whether a contender of a run is the present machine code: `present`, `changed`, or `unverified`; empty if nobody knows the present one. */
function evidence(file, contender, call, n) {
  const code = contender === "setwise" ? chosen(file, call, n) : contender;
  const now = present[file.arch];
  const name = [about(call).point, "opponent"].map((of) => `${code} ${of}`).find((name) => now?.has(name));
  if (name === undefined) return "";
  const measured = file.code.get(name);
  return measured === undefined ? "unverified" : measured === now.get(name) ? "present" : "changed";
}
