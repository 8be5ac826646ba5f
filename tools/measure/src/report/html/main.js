// Connects the controls, the address and the views.

const at = (id) => document.getElementById(id);

function draw() {
  const choices = settle();
  const [shown, series] = [file(), seriesOf(file())];
  const texts = { side: "side to move", both: "both sides" };
  const options = Object.entries(choices).map(([id, values]) => [id, values.map((value) => [value, texts[value] ?? (id === "n" ? count(value) : value)])]);
  for (const [id, pairs] of [["cpu", files.map((file) => [file.id, file.title])], ...options]) {
    at(id).replaceChildren(...pairs.map(([value, text]) => element("option", { value }, text)));
    at(id).value = String(state[id]);
  }
  if (at("filter").value !== state.filter) at("filter").value = state.filter;
  drawSummary(at("summary"), shown, series);
  drawHeat(at("heat"), shown, series);
  drawLines(at("lines"), shown, series);
  drawChoice(at("choice"), shown, series);
  drawCpus(at("cpus"));
  drawCells(at("cells"), shown, series);
  drawPredictions(at("predicted"), at("predictions"));
  const floor = shown.noise ? `, noise floor ${Math.round(100 * shown.noise)} %` : "";
  const { title, mode, time, rounds, revision, rustc } = shown;
  at("origin").textContent = `${title}: ${mode} run of ${time}, ${rounds} rounds${floor}, revision ${revision || "not recorded"}, ${rustc}.`;
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
    const old = files.findIndex((other) => other.id === found.id);
    files.splice(old < 0 ? files.length : old, 1, found);
    change({ cpu: found.id });
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
addEventListener("hashchange", () => {
  readAddress();
  draw();
});
addEventListener("resize", draw);

readAddress();
draw();
