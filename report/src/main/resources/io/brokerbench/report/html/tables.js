// ---- tables whose rows a click on a title puts in order

// By which values in different units compare; all others are taken as they are.
const UNITS = { us: 1e3, ms: 1e6, s: 1e9, min: 6e10, B: 1, kB: 1e3, MB: 1e6, GB: 1e9 };
const DURATION = /^(?:(\d+) h)? ?(?:(\d+) min)? ?(?:(\d+) s)?$/;
const FIGURE = /^(?:[>+]|\u2265 |at least )?(-?[\d\u202f.]+(?:e[-+]?\d+)?) ?(\D*)$/;

const isUnknown = text => text === '' || text === '-' || text === '\u2013';
const figure = text => {
  const [, hours, minutes, seconds] = DURATION.exec(text) ?? [];
  if (hours !== undefined || minutes !== undefined) {
    return ((hours ?? 0) * 60 + Number(minutes ?? 0)) * UNITS.min + (seconds ?? 0) * UNITS.s;
  }
  const [, digits, unit] = FIGURE.exec(text) ?? [];
  return digits === undefined ? NaN : Number(digits.replaceAll(THIN, '')) * (UNITS[unit] ?? 1);
};

// Figures by their size, words by the alphabet; what is not known comes last in any case.
const inOrder = (rows, column, direction) => {
  const cells = rows.map(row => ({ row, text: row.cells[column].textContent.trim() }));
  const known = cells.filter(({ text }) => !isUnknown(text));
  const figures = known.every(({ text }) => !Number.isNaN(figure(text)));
  const compare = figures
    ? (one, other) => figure(one.text) - figure(other.text)
    : (one, other) => one.text.localeCompare(other.text, 'en', { numeric: true });
  known.sort((one, other) => direction * compare(one, other));
  return [...known, ...cells.filter(({ text }) => isUnknown(text))].map(({ row }) => row);
};

// From one to the next; after the last one, the rows are as they were.
const DIRECTIONS = ['none', 'ascending', 'descending'];

const sortable = table => {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const titles = [...[...table.tHead.rows].at(-1).cells]; // below common ones
  if (rows.length < 2) return;
  titles.forEach((title, column) => {
    const button = element('button', { type: 'button' }, ...title.childNodes);
    if (!title.textContent) button.setAttribute('aria-label', 'Column ' + (column + 1));
    title.append(button);
    title.setAttribute('aria-sort', 'none');
    button.addEventListener('click', () => {
      const next = (DIRECTIONS.indexOf(title.getAttribute('aria-sort')) + 1) % DIRECTIONS.length;
      titles.forEach(other => other.setAttribute('aria-sort', 'none'));
      title.setAttribute('aria-sort', DIRECTIONS[next]);
      body.append(...(next === 0 ? rows : inOrder(rows, column, next === 1 ? 1 : -1)));
    });
  });
};

document.querySelectorAll('.table table').forEach(sortable);
