// What the parts of the script share. They are one function, in the order that Assets names: the figures of the page are in the
// element with the id "charts".

const page = JSON.parse(document.getElementById('charts').textContent);
const root = document.documentElement;
const drawn = new Map();
root.classList.add('js');

const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [1, 5]];
// Six colours, each with six kinds of line: no two of 36 curves are alike.
const dashes = i => DASHES[(i + Math.floor(i / DASHES.length)) % DASHES.length];
const SMALL_FONT = '11px system-ui, sans-serif';
const COMMON = { animation: false, responsive: true, maintainAspectRatio: false };

// Colours are asked for each time, as they change with the theme and for print.
const colour = name => getComputedStyle(root).getPropertyValue(name).trim();
const ofSeries = i => () => colour('--series-' + (i % DASHES.length));
const ink = () => colour('--ink');
const line = () => colour('--line');
const faint = () => colour('--faint');

const element = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const ends = values => {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    if (value != null && value < least) least = value;
    if (value != null && value > most) most = value;
  }
  return [least, most];
};
