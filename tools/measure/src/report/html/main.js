// Connects the controls, the address and the views.

const at = (id) => document.getElementById(id);

/** Fills a list of choices, and selects one. */
function choices(id, pairs, value) {
  at(id).replaceChildren(...pairs.map(([value, text]) => element("option", { value }, text)));
  at(id).value = String(value);
}

function draw() {
  settle();
  const [shown, series] = [file(), current()];
  choices("cpu", files.map((file) => [file.id, file.model]), state.cpu);
  choices("call", distinct(shown.cells.map((cell) => cell.call)).map((call) => [call, call]), state.call);
  choices("base", series.contenders.map((name) => [name, name]), state.base);
  const corpora = distinct(shown.cells.filter((cell) => cell.call === state.call).map((cell) => cell.corpus));
  choices("corpus", corpora.map((name) => [name, name]), state.corpus);
  choices("sliders", sides().map((side) => [side, side === "side" ? "side to move" : "both sides"]), state.sliders);
  choices("n", series.sizes.map((n) => [n, count(n)]), state.n);
  if (at("filter").value !== state.filter) at("filter").value = state.filter;
  drawSummary(at("summary"), shown, series);
  drawHeat(at("heat"), shown, series);
  drawLines(at("lines"), shown, series);
  drawBars(at("bars"), shown, series);
  drawChoice(at("choice"), shown, series);
  drawCpus(at("cpus"));
  drawCells(at("cells"), shown, series);
  drawPredictions(at("predicted"), at("predictions"));
  const floor = shown.noise ? `, noise floor ${Math.round(100 * shown.noise)} %` : "";
  at("origin").textContent = `${shown.model}: ${shown.mode} run of ${shown.time}, ${shown.rounds} rounds${floor}, revision ${shown.revision || "not recorded"}, ${shown.rustc}.`;
  writeAddress();
}

function change(changes) {
  Object.assign(state, changes);
  draw();
}

/** Takes a dropped or chosen result file, and shows it. */
async function take(chosen) {
  if (!chosen) return;
  try {
    const found = parsed(chosen.name, await chosen.text());
    add(found);
    change({ cpu: found.id });
    at("dropped").className = "";
    at("dropped").textContent = `${chosen.name} is shown, and stands beside the other CPUs.`;
  } catch (error) {
    at("dropped").className = "wrong";
    at("dropped").textContent = error.message;
  }
}

for (const id of ["cpu", "call", "base", "corpus", "sliders"]) at(id).addEventListener("change", () => change({ [id]: at(id).value }));
at("n").addEventListener("change", () => change({ n: Number(at("n").value) }));
at("filter").addEventListener("input", () => change({ filter: at("filter").value }));
at("controls").addEventListener("submit", (event) => event.preventDefault());
at("file").addEventListener("change", () => take(at("file").files[0]));
addEventListener("dragover", (event) => {
  event.preventDefault();
  at("drop").classList.add("over");
});
addEventListener("dragleave", () => at("drop").classList.remove("over"));
addEventListener("drop", (event) => {
  event.preventDefault();
  at("drop").classList.remove("over");
  take(event.dataTransfer.files[0]);
});

addEventListener("pointermove", (event) => {
  const about = event.target.closest?.("[data-tip]");
  at("tip").hidden = !about;
  if (!about) return;
  at("tip").textContent = about.getAttribute("data-tip");
  const [x, y] = [event.clientX + 14, event.clientY + 14];
  at("tip").style.left = `${Math.min(x, innerWidth - at("tip").offsetWidth - 6)}px`;
  at("tip").style.top = `${Math.min(y, innerHeight - at("tip").offsetHeight - 6)}px`;
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") at("tip").hidden = true;
});
addEventListener("hashchange", () => {
  readAddress();
  draw();
});
addEventListener("resize", () => draw());

readAddress();
draw();
