// Elements, and numbers as text.

/** An element with attributes and children. Text is always text, never markup. */
function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") made.addEventListener("click", value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

function digits(number, noisy) {
  if (number === undefined || !Number.isFinite(number)) return "";
  const most = noisy ? 2 : 3;
  const shown = Number(number.toPrecision(most));
  const after = Math.max(0, most - 1 - Math.floor(Math.log10(Math.abs(shown) || 1)));
  return shown.toLocaleString("en", { minimumFractionDigits: after, maximumFractionDigits: after });
}

function count(number) {
  return number.toLocaleString("en");
}

function boards(n) {
  return n === 1 ? "one position" : `${count(n)} positions`;
}

function times(ratio, other, noisy) {
  return ratio < 1 ? `${digits(1 / ratio, noisy)}× slower than ${other}` : `${digits(ratio, noisy)}× as fast as ${other}`;
}

/** How many times as fast as the other a cell is, in words. */
function compared(cell, base) {
  const ratio = cell.contender === base?.contender ? undefined : speedup(cell, base);
  return ratio === undefined ? "" : times(ratio, base.contender, cell.noisy);
}

function told(cell, base) {
  const range = `${digits(cell.low, cell.noisy)} to ${digits(cell.high, cell.noisy)} over the rounds`;
  return [`${cell.contender}, ${boards(cell.n)}: ${digits(cell.ns, cell.noisy)} ns per position`, range, compared(cell, base)].filter((part) => part).join("; ");
}
