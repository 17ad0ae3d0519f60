// ---- charts on the page

const PRINT_WIDTH = 660;
const STORE = 'brokerbench ' + location.pathname;

// Which lines readers hid, by the charts' ids. Some browsers keep nothing for pages that are files: then a page forgets.
const hiddenLines = () => {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {};
  }
};
const remember = (id, hidden) => {
  const all = { ...hiddenLines(), [id]: [...hidden] };
  if (!hidden.size) delete all[id];
  try {
    if (Object.keys(all).length) localStorage.setItem(STORE, JSON.stringify(all));
    else localStorage.removeItem(STORE);
  } catch {
    // It is remembered until the page is left.
  }
};

const stroke = i => {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const path = document.createElementNS(space, 'line');
  for (const [key, value] of Object.entries({ width: 26, height: 8, 'aria-hidden': 'true' })) svg.setAttribute(key, value);
  for (const [key, value] of Object.entries({ x1: 0, y1: 4, x2: 26, y2: 4, 'stroke-dasharray': dashes(i).join(' ') })) path.setAttribute(key, value);
  svg.append(path);
  return svg;
};

const legendOf = shown => {
  const items = shown.chart.series.map((series, i) => {
    const pressed = String(!shown.hidden.has(series.name));
    const colours = series.counts ? 's' + (i % DASHES.length) : 'grey';
    const button = element('button', { type: 'button', 'aria-pressed': pressed, class: colours }, stroke(i), series.name);
    button.addEventListener('click', () => {
      const visible = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(visible));
      if (visible) shown.hidden.delete(series.name);
      else shown.hidden.add(series.name);
      remember(shown.chart.id, shown.hidden);
      shown.on.setDatasetVisibility(i, visible);
      rescale(shown);
    });
    return element('li', {}, button);
  });
  return element('ul', { class: 'legend', 'aria-label': 'Lines; press to hide or show one' }, ...items);
};

const spokenPlace = ({ axes, xs, series, links }, at) => words(axes.x.quantity, xs[at]) + ': '
  + series.map(one => one.name + ' ' + words(axes.y.quantity, one.values[at])).join(', ')
  + (links[at] ? '. Enter opens it.' : '');

const spokenRow = ({ axis, rows }, at) => {
  const values = new Map();
  for (const { name, from, to } of rows[at].marks) {
    const value = words(axis.quantity, from) + (from === to ? '' : ' to ' + words(axis.quantity, to));
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return rows[at].label + ': ' + [...values].map(([name, all]) => name + ' ' + all.join(', ')).join('; ')
    + (rows[at].link ? '. Enter opens it.' : '');
};

const pointAtPlace = (shown, at) => {
  const { zoom, chart } = shown;
  if (at != null && zoom && (chart.xs[at] < zoom.min || chart.xs[at] > zoom.max)) zoomBy(shown, 1, at);
  const active = at == null ? [] : shown.chart.series
    .map((series, i) => ({ datasetIndex: i, index: at }))
    .filter(({ datasetIndex }) => shown.on.isDatasetVisible(datasetIndex) && shown.chart.series[datasetIndex].values[at] != null);
  shown.on.setActiveElements(active);
  shown.on.tooltip.setActiveElements(active, { x: 0, y: 0 });
  shown.on.update('none');
};

const pointAtRow = (shown, at) => {
  shown.at = at;
  shown.on.update('none');
};

// What the mouse or the eye finds, the arrow keys find too, and say.
const READ = {
  lines: {
    steps: { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity },
    count: chart => chart.xs.length,
    link: (chart, at) => chart.links[at],
    point: pointAtPlace,
    spoken: spokenPlace,
    hint: ' Arrow keys read the values; plus and minus zoom, 0 resets.',
  },
  rows: {
    steps: { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity },
    count: chart => chart.rows.length,
    link: (chart, at) => chart.rows[at].link,
    point: pointAtRow,
    spoken: spokenRow,
    hint: ' Arrow keys read the rows.',
  },
};
const ZOOMS = { '+': 0.5, '=': 0.5, '-': 2, 0: 1 };

const onKeys = (plot, shown, speech) => {
  const { steps, count, link, point, spoken } = READ[shown.chart.kind];
  let at = null;
  const go = to => {
    at = to;
    point(shown, at);
    speech.textContent = at == null ? '' : spoken(shown.chart, at);
  };
  plot.addEventListener('keydown', event => {
    // Those of the button that resets.
    if (event.target !== plot) return;
    const last = count(shown.chart) - 1;
    const zooms = shown.chart.kind === 'lines' && event.key in ZOOMS;
    if (zooms && event.key === '0') {
      zoomTo(shown, null);
    } else if (zooms) {
      zoomBy(shown, ZOOMS[event.key], at);
    } else if (event.key === 'Enter' && at != null && link(shown.chart, at)) {
      follow(link(shown.chart, at));
    } else if (event.key === 'Escape') {
      go(null);
    } else if (event.key in steps && last >= 0) {
      const start = steps[event.key] > 0 ? -1 : last + 1;
      go(Math.min(last, Math.max(0, (at ?? start) + steps[event.key])));
    } else {
      return;
    }
    event.preventDefault();
  });
  plot.addEventListener('blur', () => go(null));
};

const same = (one, other) => one.kind === other.kind && one.kind === 'lines'
  && one.series.map(s => s.name).join('\n') === other.series.map(s => s.name).join('\n');

const canvasIn = plot => {
  const canvas = element('canvas', { 'aria-hidden': 'true' });
  plot.append(canvas);
  return canvas;
};

// A chart that the keyboard reads, with the place where it says what it found.
const readable = (plot, shown, options) => {
  const speech = element('p', { class: 'hidden', 'aria-live': 'polite' });
  plot.after(speech);
  plot.tabIndex = 0;
  plot.setAttribute('role', 'application');
  plot.setAttribute('aria-roledescription', 'chart');
  shown.on = new Chart(canvasIn(plot), options);
  shown.extras = [speech];
  onKeys(plot, shown, speech);
  onPointer(plot, shown);
};

const drawLines = (plot, shown) => {
  shown.hidden = new Set(hiddenLines()[shown.chart.id]);
  const legend = legendOf(shown);
  plot.before(legend);
  readable(plot, shown, lineOptions(shown));
  shown.extras.push(legend);
};

const drawBars = (plot, shown) => {
  plot.style.height = shown.chart.rows.length * 34 + 70 + 'px';
  readable(plot, shown, rowOptions(shown));
};

const draw = (plot, chart) => {
  const shown = { chart, plot };
  (chart.kind === 'lines' ? drawLines : drawBars)(plot, shown);
  plot.setAttribute('aria-label', chart.title + '. ' + chart.summary + READ[chart.kind].hint);
  drawn.set(chart.id, shown);
};

const update = (shown, chart) => {
  shown.chart = chart;
  chart.series.forEach((series, i) => Object.assign(shown.on.data.datasets[i], points(chart, series)));
  rescale(shown);
};

const figureFor = chart => {
  const plot = element('div', { class: 'plot', 'data-chart': chart.id });
  document.getElementById('live-charts').append(
    element('figure', {}, element('figcaption', {}, chart.title), plot, element('p', { class: 'summary' }, chart.summary)));
  return plot;
};

// What only some runs have, such as agents.
const cardsMade = [];
const cardFor = id => {
  cardsMade.push(id);
  const fact = element('span', { id });
  const label = id[0].toUpperCase() + id.slice(1);
  document.querySelector('dl.facts').append(element('div', {}, element('dt', {}, label), element('dd', {}, fact)));
  return fact;
};

const show = chart => {
  const before = drawn.get(chart.id);
  if (before && same(before.chart, chart)) {
    update(before, chart);
    before.plot.parentElement.querySelector('.summary').textContent = chart.summary;
    return;
  }
  let plot = document.querySelector('[data-chart="' + chart.id + '"]') ?? figureFor(chart);
  if (before) {
    before.on.destroy();
    before.extras.forEach(extra => extra.remove());
    // A new one, as the old one listens to keys.
    const fresh = element('div', { class: 'plot', 'data-chart': chart.id });
    plot.replaceWith(fresh);
    plot = fresh;
  }
  draw(plot, chart);
};

// What the next run does not have yet.
const forget = ({ chart, plot, on }) => {
  on.destroy();
  plot.closest('figure').remove();
  drawn.delete(chart.id);
};

page.charts.forEach(show);
openTime(location.hash);
addEventListener('hashchange', () => openTime(location.hash));

const redraw = () => drawn.forEach(({ on }) => on.update('none'));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
addEventListener('beforeprint', () => {
  root.classList.add('paper');
  drawn.forEach(({ on }) => on.resize(PRINT_WIDTH, on.height));
  redraw();
});
addEventListener('afterprint', () => {
  root.classList.remove('paper');
  drawn.forEach(({ on }) => on.resize());
  redraw();
});

// ---- while it runs

if (page.live) {
  const events = new EventSource('events');
  events.addEventListener('state', event => {
    const state = JSON.parse(event.data);
    for (const id of cardsMade.filter(id => !(id in state.facts))) document.getElementById(id).textContent = '\u2013';
    document.title = state.facts.subject + ': running';
    for (const [id, text] of Object.entries(state.facts)) {
      (document.getElementById(id) ?? cardFor(id)).textContent = text;
    }
    state.charts.forEach(show);
    const shown = new Set(state.charts.map(chart => chart.id));
    [...drawn.values()].filter(({ chart }) => !shown.has(chart.id)).forEach(forget);
  });
  events.addEventListener('report', event => {
    events.close();
    const html = JSON.parse(event.data);
    if (!html) {
      document.getElementById('phase').textContent = 'ended';
      return;
    }
    document.open();
    document.write(html);
    document.close();
  });
  events.onerror = () => {
    if (events.readyState === EventSource.CLOSED) document.getElementById('phase').textContent = 'ended';
  };
}
