// Perft and the features of neural networks: runs of the CPU that is shown.

/** The contender that others are compared with. */
const AGAINST = { perft: ["cozy-chess"], nnue: ["by-perspective", "scalar"] };

/** A table for each run: a row for each case, a column for each contender. */
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
      const figure = one.isTree ? `${digits(one.each / row.ns / 1e9)} G/s` : digits(row.ns * 1e9 / one.each);
      return ratio === undefined ? figure : `${figure} (${ratio < 1 ? `${digits(1 / ratio)}× slower` : `${digits(ratio)}×`})`;
    };
    const columns = distinct(run.rows.map(key)).map((name) => [name, (one) => show(one, name)]);
    const made = element("table");
    table(made, [["", (one) => one.title], ...columns], run.cases);
    const { time, revision, flags, rustc } = run.origin;
    const build = flags ? `built with ${flags}` : "built for any CPU of the architecture";
    const age = run.changed === true ? ", an older run: the best kernel has changed since" : run.changed === null ? ", an older run without hashes of its code" : "";
    return [element("h3", {}, `${run.title}, ${build}`), element("p", { class: "note" }, `Run of ${time}, revision ${revision || "not recorded"}${age}, ${rustc}.`), made];
  });
  section.hidden = parts.length === 0;
  into.replaceChildren(...parts);
}
