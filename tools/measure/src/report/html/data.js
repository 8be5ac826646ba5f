// The result files: those of the page, and those that were dropped onto it.

const DATA = JSON.parse(document.getElementById("data").textContent);

/** The median of some numbers, `undefined` without any. */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  if (sorted.length === 0) return undefined;
  const upper = sorted.length >> 1;
  return sorted.length % 2 ? sorted[upper] : (sorted[upper - 1] + sorted[upper]) / 2;
}

/** A cell with its median and its extremes over the rounds; `undefined` without a round. */
function cell(fields, times) {
  const found = times.filter((time) => time !== null);
  if (found.length === 0) return undefined;
  return { ...fields, times, ns: median(found), low: Math.min(...found), high: Math.max(...found) };
}

/** A file of the page. Its cells are lists of numbers: places in `names`, boards, and the medians of the rounds. */
function embedded(file) {
  const { names, cells, ...rest } = file;
  const full = cells.map(([...fields]) => {
    const times = fields.pop();
    const n = fields.pop();
    const [entry, measure, contender, role, corpus, sliders] = fields.map((field) => names[field]);
    return cell({ call: callName(entry, measure), contender, role, corpus, sliders, n }, times);
  });
  return { ...rest, cells: full.filter((cell) => cell !== undefined) };
}

/** A result file as `setwise-measure` writes it. Throws an error with a message for people. */
function parsed(name, text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} is not JSON: ${error.message}`);
  }
  if (file?.format !== DATA.format) throw new Error(`${name}: the format is not ${DATA.format}`);
  try {
    const cells = file.cells.map((row) =>
      cell({
        call: callName(String(row.entry), String(row.measure)),
        contender: String(row.contender),
        role: String(row.role),
        corpus: String(row.corpus),
        sliders: String(row.sliders),
        n: Number(row.n),
      }, row.rounds.map((time) => (time === null ? null : Number(time.median)))));
    const usable = cells.filter((cell) => cell !== undefined);
    if (usable.length === 0 || usable.some((cell) => !(cell.low > 0 && cell.n >= 1 && Number.isFinite(cell.high)))) {
      throw new Error("it has no cells, or impossible ones");
    }
    const chosen = file.selected.map(({ entry, from, kernel }) => [String(entry), Number(from), String(kernel)]);
    const { cpu, ...origin } = file.origin;
    const texts = [cpu.model, cpu.code_name ?? "", cpu.arch, origin.revision ?? "", origin.rustc, origin.time, file.mode];
    const [model, design, arch, revision, rustc, time, mode] = texts.map(String);
    const caches = Array.isArray(cpu.caches) ? cpu.caches.map(Number) : [];
    const code = Object.fromEntries((file.code ?? []).map((row) => [`${row.kernel} ${row.entry}`, String(row.hash)]));
    const title = `${design && `${design}: `}${model} (${name})`;
    return { id: `file:${name}`, model: title, arch, caches, revision, rustc, time, mode, rounds: Number(file.rounds), selected: chosen, code, cells: usable };
  } catch (error) {
    throw new Error(`${name} is not a whole result file: ${error.message}`);
  }
}

/** A call as it is listed: an entry point, and whether calls depend on each other. */
function callName(entry, measure) {
  return measure === "latency" ? `${entry}, latency` : entry;
}

/** The entry point of a call. */
function entryOf(call) {
  return call.split(",")[0];
}

const files = DATA.files.map(embedded);

/** Puts a file into the list, in place of one of the same name. */
function add(file) {
  const at = files.findIndex((other) => other.id === file.id);
  if (at < 0) files.push(file);
  else files[at] = file;
}

/** The different values, in order of appearance. */
function distinct(values) {
  return [...new Set(values)];
}

/** The time of `other` divided by that of `mine`, round by round; `undefined` without a common round. */
function speedup(mine, other) {
  if (!mine || !other) return undefined;
  const both = mine.times.map((time, round) => [time, other.times[round] ?? null]);
  return median(both.filter(([a, b]) => a !== null && b !== null).map(([a, b]) => b / a));
}

/** Whether a contender works piece by piece: its time depends on whose sliders are filled. */
function isPiecewise(role) {
  return role === "pieces" || role === "system";
}

/** The cells of a file for a call on some positions. Set-wise code takes as long for both sides as for one, and is shown as for one. */
class Series {
  constructor(file, call, corpus, sliders) {
    this.cells = file.cells.filter((cell) =>
      cell.call === call && cell.corpus === corpus && cell.sliders === (isPiecewise(cell.role) ? sliders : "side"));
    this.sizes = distinct(this.cells.map((cell) => cell.n)).sort((a, b) => a - b);
    this.contenders = distinct(this.cells.map((cell) => cell.contender));
    this.found = new Map(this.cells.map((cell) => [`${cell.contender} ${cell.n}`, cell]));
  }

  cell(contender, n) {
    return this.found.get(`${contender} ${n}`);
  }

  role(contender) {
    return this.cells.find((cell) => cell.contender === contender)?.role;
  }
}

/** Whether a kernel of a run is the present machine code: `present`, `changed`, or `unverified`; empty for other code. */
function evidence(file, contender, call, n) {
  const kernel = contender === "setwise" ? chosen(file, call, n) : contender;
  const point = DATA.entries[entryOf(call)]?.point;
  const name = `${kernel} ${point}`;
  const now = DATA.code[file.arch]?.[name];
  if (now === undefined) return "";
  const measured = file.code[name];
  return measured === undefined ? "unverified" : measured === now ? "present" : "changed";
}

/** The mark of a time whose kernel has changed since. */
function dagger(file, cell) {
  return evidence(file, cell.contender, cell.call, cell.n) === "changed" ? " †" : "";
}

/** The kernel that the library chose in a run. */
function chosen(file, call, n) {
  const entry = entryOf(call);
  const wanted = DATA.entries[entry]?.chosenAs ?? entry;
  const choices = file.selected.filter(([of, from]) => of === wanted && from <= n);
  return choices.sort((a, b) => b[1] - a[1])[0]?.[2];
}
