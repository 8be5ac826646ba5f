// Connects the controls, the address and the views.

const at = (id) => document.getElementById(id);
const FOLDS = [...document.querySelectorAll("details")];

function draw() {
  const choices = settle();
  const [shown, series] = [file(), seriesOf(file())];
  const texts = { side: "side to move", both: "both sides" };
  const options = Object.entries(choices).map(([id, values]) => [id, values.map((value) => [value, texts[value] ?? (id === "n" ? count(value) : value)])]);
  for (const [id, pairs] of [["cpu", files.map((file) => [file.id, file.title + (file.noisy ? ", noisy" : "")])], ...options]) {
    at(id).replaceChildren(...pairs.map(([value, text]) => element("option", { value }, text)));
    at(id).value = String(state[id]);
  }
  if (at("filter").value !== state.filter) at("filter").value = state.filter;
  drawHero(at("hero"), at("even"), at("origin"), shown);
  drawSummary(at("summary"), shown, series);
  // What is folded is drawn when it opens.
  for (const fold of FOLDS) fold.open = state.open.split(",").includes(fold.id);
  const folds = {
    explore: () => {
      drawHeat(at("heat"), shown, series);
      drawLines(at("lines"), shown, lined(series, charted(series)), `ns per position by positions per call, ${state.call}, ${shown.title}`,
        (cell) => told(cell, series.cell(state.base, cell.n)));
    },
    lost: () => drawLosses(at("losses"), shown),
    beside: () => drawCpus(at("cpus")),
    all: () => drawCells(at("cells"), shown, series),
  };
  for (const [id, show] of Object.entries(folds)) if (at(id).open) show();
  drawRuns(at("perft"), at("perfts"), "perft", shown);
  drawRuns(at("nnue"), at("nnues"), "nnue", shown);
  drawPredictions(at("predicted"), at("predictions"));
  writeAddress();
}

function change(changes) {
  Object.assign(state, changes);
  draw();
}

/** Takes a dropped or chosen result file, in place of one of the same name, and shows it. */
async function take(given) {
  if (!given) return;
  try {
    const found = parsed(given.name, await given.text());
    const [list, cpu] = found.cells ? [files, found] : [runs, files.find((file) => file.model === found.model)];
    if (!cpu) throw new Error(`${given.name}: first drop the file of \`setwise-measure\` without a command, of the same CPU`);
    const old = list.findIndex((other) => other.id === found.id);
    list.splice(old < 0 ? list.length : old, 1, found);
    const fold = found.cells ? [] : [found.format.split(/[-/]/)[1]];
    change({ cpu: cpu.id, open: distinct([...state.open.split(","), ...fold]).filter((id) => id).join() });
    at("dropped").className = "";
    at("dropped").textContent = `${given.name} is shown, and stands beside the other CPUs.`;
  } catch (error) {
    at("dropped").className = "wrong";
    at("dropped").textContent = error.message;
  }
}

for (const id of ["cpu", "call", "base", "corpus", "sliders", "n"]) {
  at(id).addEventListener("change", () => change({ [id]: id === "n" ? Number(at(id).value) : at(id).value }));
}
at("filter").addEventListener("input", () => change({ filter: at("filter").value }));
at("controls").addEventListener("submit", (event) => event.preventDefault());
at("file").addEventListener("change", () => take(at("file").files[0]));
for (const kind of ["dragover", "dragleave", "drop"]) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    at("drop").classList.toggle("over", kind === "dragover");
    if (kind === "drop") take(event.dataTransfer.files[0]);
  });
}
for (const fold of FOLDS) {
  fold.addEventListener("toggle", () => {
    const open = FOLDS.filter((fold) => fold.open).map((fold) => fold.id).join();
    if (open !== state.open) change({ open });
  });
}
// Beside the page in a clone there is the source of the book only.
if (location.protocol === "file:") at("book").href = "book/src/introduction.md";
addEventListener("hashchange", () => {
  readAddress();
  draw();
});
addEventListener("resize", draw);

readAddress();
draw();
