// What is shown, as it stands in the address of the page.

const FIRST_BASES = ["pieces/pext", "pieces/cozy-chess", "auto/baseline", "fenced/kogge-stone", "auto/avx2", "auto/avx512"];
const MANY = 1024;

const state = { cpu: "", call: "batch_attacks", base: "", corpus: "", sliders: "side", n: MANY, filter: "", sort: "ns", down: false, open: "" };

function readAddress() {
  for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
    if (key in state) state[key] = key === "n" ? Number(value) : key === "down" ? value === "true" : value;
  }
}

function writeAddress() {
  const address = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== "" && value !== false));
  history.replaceState(null, "", `#${address}`);
}

/** The file that is shown: the one that was chosen, at first the one with the smallest noise floor. */
function file() {
  return files.find((file) => file.id === state.cpu) ?? files[0];
}

function seriesOf(file) {
  return new Series(file, state.call, state.corpus, state.sliders);
}

/** Replaces what the shown file does not have by what it has. Returns the choices. */
function settle() {
  const { cells, id } = file();
  state.cpu = id;
  const settled = (key, values, first = values[0]) => {
    if (!values.includes(state[key])) state[key] = first;
    return values;
  };
  const call = settled("call", distinct(cells.map((cell) => cell.call)));
  const ofCall = cells.filter((cell) => cell.call === state.call);
  const corpus = settled("corpus", distinct(ofCall.map((cell) => cell.corpus)));
  const sliders = settled("sliders", distinct(["side", ...ofCall.filter((cell) => cell.corpus === state.corpus).map((cell) => cell.sliders)]));
  const { contenders, sizes } = seriesOf(file());
  const base = settled("base", contenders, FIRST_BASES.find((base) => contenders.includes(base)) ?? contenders[0]);
  const n = settled("n", sizes, sizes.filter((n) => n <= MANY).at(-1) ?? sizes[0]);
  return { call, base, corpus, sliders, n };
}

function passes(name) {
  return state.filter.toLowerCase().split(/\s+/).every((word) => name.toLowerCase().includes(word));
}
