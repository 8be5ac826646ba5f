// What is shown, as it stands in the address of the page.

const FIRST_BASES = ["pieces/pext", "pieces/cozy-chess", "auto/baseline", "fenced/kogge-stone"];
const MANY = 1024;

const state = { cpu: "", call: "batch_attacks", base: "", corpus: "", sliders: "side", n: MANY, filter: "", sort: "ns", down: false };

function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  for (const key of ["cpu", "call", "base", "corpus", "sliders", "filter", "sort"]) if (given.has(key)) state[key] = given.get(key);
  if (given.has("n")) state.n = Number(given.get("n"));
  state.down = given.get("down") === "true";
}

function writeAddress() {
  const address = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== "" && value !== false));
  history.replaceState(null, "", `#${address}`);
}

/** The file that is shown: the one that was chosen, at first the newest. */
function file() {
  const newest = (a, b) => (b.time > a.time ? b : a);
  return files.find((file) => file.id === state.cpu) ?? files.reduce(newest);
}

/** Replaces what the shown file does not have by what it has. */
function settle() {
  const shown = file();
  state.cpu = shown.id;
  const calls = distinct(shown.cells.map((cell) => cell.call));
  if (!calls.includes(state.call)) state.call = calls[0];
  const corpora = distinct(shown.cells.filter((cell) => cell.call === state.call).map((cell) => cell.corpus));
  if (!corpora.includes(state.corpus)) state.corpus = corpora[0];
  if (!sides().includes(state.sliders)) state.sliders = "side";
  const series = current();
  if (!series.contenders.includes(state.base)) {
    state.base = FIRST_BASES.find((base) => series.contenders.includes(base)) ?? series.contenders[0];
  }
  if (!series.sizes.includes(state.n)) {
    state.n = series.sizes.filter((n) => n <= MANY).at(-1) ?? series.sizes[0];
  }
}

/** Whose sliders the call was measured with: those of the side to move, or of both sides. */
function sides() {
  const cells = file().cells.filter((cell) => cell.call === state.call && cell.corpus === state.corpus);
  return distinct(["side", ...cells.map((cell) => cell.sliders)]);
}

/** The cells of a file that are shown. */
function seriesOf(file) {
  return new Series(file, state.call, state.corpus, state.sliders);
}

/** The cells that are shown. */
function current() {
  return seriesOf(file());
}

/** Whether a name has all words of the filter. */
function passes(name) {
  return state.filter.toLowerCase().split(/\s+/).every((word) => name.toLowerCase().includes(word));
}
