// The chart of three lines, and from how many boards the library is faster.

const HERO = "batch_attacks";

/** From how many positions one is faster than the other, of the sizes that were measured, in words. */
function evenFrom(series, others, name) {
  const ratios = others.map((other) => [other.n, speedup(series.cell("setwise", other.n), other)]).filter(([, ratio]) => ratio !== undefined);
  const lost = ratios.findLastIndex(([, ratio]) => ratio < 1);
  if (ratios.length === 0) return [];
  if (lost < 0) return [`at every number of positions it is faster than ${name}`];
  if (lost === ratios.length - 1) return [`it is slower than ${name} at ${boards(ratios[lost][0])}`];
  return [`from ${boards(ratios[lost + 1][0])} per call it is faster than ${name}, at ${boards(ratios[lost][0])} slower`];
}

/** The compiler's loop at each size, at its fastest instruction set. */
function loopsOf(series) {
  return series.sizes.flatMap((n) => series.cells.filter((cell) => cell.role === "loop" && cell.n === n).sort((a, b) => a.ns - b.ns).slice(0, 1));
}

function drawHero(into, even, origin, shown) {
  const series = new Series(shown, HERO, shown.corpus, "side");
  const mine = series.sizes.map((n) => series.cell("setwise", n)).filter((cell) => cell !== undefined);
  const pext = series.cells.filter((cell) => cell.contender === "pieces/pext").sort((a, b) => a.n - b.n);
  const loops = loopsOf(series);
  const lines = [
    { name: "setwise", points: mine, color: OURS },
    { name: "PEXT", points: pext, color: COLORS[2], isOther: true },
    { name: "compiler's loop", points: loops, color: COLORS[1], isOther: true },
  ].filter(({ points }) => points.length > 0);
  const say = (cell, name) => (name === "setwise" ? told(cell) : `${name}: ${told(cell, series.cell("setwise", cell.n))}`);
  drawLines(into, shown, lines, `Attacks, ns per position by positions per call, ${shown.title}`, say);
  const [many, one] = [MANY, 1].map((n) => mine.find((cell) => cell.n === n));
  const against = (cell) => [[pext, "PEXT"], [loops, "the compiler's loop"]].flatMap(([cells, name]) => {
    const ratio = speedup(cell, cells.find((other) => other.n === cell.n));
    return ratio === undefined ? [] : [times(ratio, name, cell.noisy)];
  }).join(", ");
  const at = (cell) => (cell ? ` ${boards(cell.n)[0].toUpperCase()}${boards(cell.n).slice(1)}: ${digits(cell.ns, cell.noisy)} ns each, ${against(cell)}.` : "");
  const from = [...evenFrom(series, pext, "PEXT"), ...evenFrom(series, loops, "the compiler's loop")].join("; ");
  even.textContent = mine.length > 0 ? `setwise on ${shown.title}: ${from}.${at(many)}${at(one)}` : `Attacks were not measured on ${shown.title}.`;
  const level = shown.level ? `, level ${shown.level}` : "";
  const floor = shown.noise ? `, noise floor ${Math.round(100 * shown.noise)}%` : "";
  origin.textContent = `${shown.mode} run of ${shown.time}, ${shown.rounds} rounds${level}${floor}, revision ${shown.revision || "not recorded"} (code: ${shown.state}), ${shown.rustc}.`;
}
