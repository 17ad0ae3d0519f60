// Draws the charts of the page, whose figures are in the element with the id "charts", and keeps a live page up to date.
(() => {
  'use strict';

  const THIN = '\u202f';
  const DASHES = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [1, 5]];
  const SMALL_FONT = '11px system-ui, sans-serif';
  const PRINT_WIDTH = 660;
  const FEW = 40;
  const MOST_RATIO = 1e6;
  const ROW_HEIGHT = 44;
  const LABEL_SHARE = 0.4;
  const COMMON = { animation: false, responsive: true, maintainAspectRatio: false };
  const page = JSON.parse(document.getElementById('charts').textContent);
  const root = document.documentElement;
  const drawn = new Map();
  root.classList.add('js');

  // Colours are asked for each time, as they change with the theme and for print.
  const colour = name => getComputedStyle(root).getPropertyValue(name).trim();
  const ofSeries = i => () => colour('--series-' + (i % DASHES.length));
  const ink = () => colour('--ink');
  const line = () => colour('--line');

  // ---- figures as text, as the tables have them

  const grouped = text => {
    const [whole, fraction] = text.split('.');
    const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, THIN);
    return fraction ? groups + '.' + fraction : groups;
  };
  // Half up by the decimal digits, not by the binary ones.
  const rounded = (value, count) => {
    const [mantissa, power] = Math.abs(value).toExponential().split('e');
    const digits = mantissa.replace('.', '');
    if (digits.length <= count) return value;
    const up = Number(digits[count]) >= 5 ? 1 : 0;
    return Math.sign(value) * Number((Number(digits.slice(0, count)) + up) + 'e' + (power - count + 1));
  };
  // Digits that a value is written with: 9.0 has two, 0.5 has one.
  const written = value => {
    const size = Math.abs(value);
    const digits = size.toExponential().replace(/e.*$/, '').replace('.', '').length;
    if (size < 1e-3 || size >= 1e7) return Math.max(digits, 2);
    return size < 1 ? digits : Math.max(digits, String(Math.floor(size)).length + 1);
  };
  const plain = text => text.includes('e') ? String(Number(text)) : text;
  const significant = (value, count) =>
    grouped(plain(rounded(value, count).toPrecision(Math.min(count, written(value)))));
  const measured = value => value === 0 ? '0' : significant(value, Math.abs(value) < 99.5 ? 2 : 3);
  const nanos = value => {
    const size = Math.abs(value);
    if (size < 999500) return measured(value / 1e3) + ' us';
    if (size < 999500000) return measured(value / 1e6) + ' ms';
    return size < 120e9 ? measured(value / 1e9) + ' s' : Number((value / 6e10).toFixed(1)) + ' min';
  };
  const percentile = inverse => Number((100 - 100 / inverse).toFixed(7)) + ' %';
  const WORDS = {
    NUMBER: value => Number.isInteger(value) ? grouped(String(value)) : measured(value),
    PER_SECOND: value => grouped(String(rounded(value, 3))) + '/s',
    NANOS: nanos,
    SECONDS: value => value.toFixed(1) + ' s',
    PERCENT: value => measured(value) + ' %',
    CHANGE: value => (value > 0 ? '+' : '') + measured(value) + ' %',
    BYTES: value => value < 999.5e6 ? measured(value / 1e6) + ' MB' : significant(value / 1e9, 2) + ' GB',
    PERCENTILE: percentile,
  };
  const words = (quantity, value) => value == null ? '\u2013' : WORDS[quantity](value);
  const shortened = value => {
    const size = Math.abs(value);
    if (size >= 1e6) return Number((value / 1e6).toPrecision(4)) + ' M';
    if (size >= 1e4) return Number((value / 1e3).toPrecision(4)) + ' k';
    return grouped(String(Number(value.toPrecision(6))));
  };
  // Ticks are round numbers: their digits are all they have.
  const TICKS = {
    NUMBER: shortened,
    PER_SECOND: shortened,
    NANOS: value => {
      const size = Math.abs(value);
      const [unit, by] = size >= 1e9 ? [' s', 1e9] : size >= 1e6 ? [' ms', 1e6] : [' us', 1e3];
      return value === 0 ? '0' : Number((value / by).toPrecision(4)) + unit;
    },
    SECONDS: value => Number(value.toPrecision(6)) + ' s',
    PERCENT: value => shortened(value) + ' %',
    CHANGE: value => (value > 0 ? '+' : '') + shortened(value) + ' %',
    BYTES: value => shortened(value / 1e6) + ' MB',
    PERCENTILE: percentile,
  };

  // ---- axes

  const decades = (least, most) => {
    const places = [];
    const from = Math.floor(Math.log10(least));
    const to = Math.ceil(Math.log10(most));
    const steps = to - from <= 3 ? [1, 2, 5] : [1];
    for (let power = from; power <= to; power++) {
      for (const step of steps) {
        const place = step * 10 ** power;
        if (place >= least * 0.999 && place <= most * 1.001) places.push(place);
      }
    }
    return places;
  };
  // Of percentiles, only the nines.
  const powers = (least, most) => decades(least, most).filter(v => Math.abs(Math.log10(v) % 1) < 1e-9);

  const scale = (axis, limits, more) => ({
    type: axis.logarithmic ? 'logarithmic' : 'linear',
    ...limits,
    grid: { color: line, tickColor: line },
    border: { color: line },
    afterBuildTicks: built => {
      if (axis.logarithmic) {
        const places = axis.quantity === 'PERCENTILE' ? powers : decades;
        built.ticks = places(built.min, built.max).map(value => ({ value }));
      }
    },
    ...more,
    ticks: { color: ink, maxRotation: 0, autoSkipPadding: 12, includeBounds: false, callback: value => TICKS[axis.quantity](value), ...more?.ticks },
  });
  const named = axis => ({ title: { display: true, text: axis.label, color: ink } });

  const ends = values => {
    let least = Infinity;
    let most = -Infinity;
    for (const value of values) {
      if (value != null && value < least) least = value;
      if (value != null && value > most) most = value;
    }
    return [least, most];
  };
  const along = chart => {
    let [min, max] = ends([...chart.xs, ...chart.places.flatMap(place => [place.from, place.to])]);
    if (!(min < max)) [min, max] = chart.axes.x.logarithmic ? [min / 2, max * 2] : [min - 0.5, max + 0.5];
    // Points at an end would be cut in half.
    const pad = !chart.axes.x.logarithmic && chart.series.some(series => series.style === 'POINTS') ? (max - min) * 0.02 : 0;
    return { min: min - pad, max: max + pad };
  };
  const upwards = chart => {
    const [least, most] = ends(chart.series.flatMap(series => series.values));
    // A single nanosecond would take half of the room.
    if (chart.axes.y.logarithmic) return least <= most ? { min: Math.max(least / 1.3, most / MOST_RATIO), max: most * 1.3 } : { min: 1, max: 10 };
    return { beginAtZero: chart.axes.y.fromZero, grace: '8%' };
  };

  // ---- lines

  const drawPlaces = (on, places) => {
    const { ctx, chartArea, scales } = on;
    const inside = value => Math.min(chartArea.right, Math.max(chartArea.left, scales.x.getPixelForValue(value)));
    ctx.save();
    ctx.font = SMALL_FONT;
    ctx.textBaseline = 'top';
    for (const place of places) {
      const from = inside(place.from);
      const to = inside(place.to);
      const instant = place.from === place.to;
      ctx.fillStyle = colour(instant ? '--limit' : '--band');
      ctx.fillRect(instant ? from - 1 : from, chartArea.top, instant ? 2 : to - from, chartArea.height);
      const width = ctx.measureText(place.label).width;
      ctx.fillStyle = colour('--faint');
      ctx.textAlign = from + width + 4 > chartArea.right ? 'right' : 'left';
      if (instant || width + 6 < to - from) {
        ctx.fillText(place.label, ctx.textAlign === 'left' ? from + 4 : to - 4, chartArea.top + 2);
      }
    }
    ctx.restore();
  };

  // A value between two that are missing would be no line at all.
  const radius = (series, i) => {
    if (series.style === 'POINTS') return 4;
    const alone = series.values[i - 1] == null && series.values[i + 1] == null;
    return alone || series.values.length <= FEW ? 2.5 : 0;
  };
  const datasets = chart => chart.series.map((series, i) => ({
    label: series.name,
    data: chart.xs.map((x, k) => ({ x, y: series.values[k] ?? NaN })),
    borderColor: ofSeries(i),
    backgroundColor: ofSeries(i),
    borderWidth: 2,
    borderDash: DASHES[i % DASHES.length],
    pointBorderWidth: 0,
    pointRadius: chart.xs.map((x, k) => radius(series, k)),
    pointHoverRadius: 5,
    showLine: series.style !== 'POINTS',
    spanGaps: series.style === 'JOINED',
  }));
  const lineScales = chart => ({
    x: scale(chart.axes.x, along(chart), named(chart.axes.x)),
    y: scale(chart.axes.y, upwards(chart), named(chart.axes.y)),
  });
  const lineOptions = shown => ({
    type: 'line',
    data: { datasets: datasets(shown.chart) },
    options: {
      ...COMMON,
      parsing: false,
      normalized: true,
      interaction: { mode: 'index', intersect: false },
      scales: lineScales(shown.chart),
      plugins: {
        legend: { display: false },
        tooltip: {
          filter: item => !Number.isNaN(item.parsed.y),
          callbacks: {
            title: items => items.length ? words(shown.chart.axes.x.quantity, items[0].parsed.x) : '',
            label: item => item.dataset.label + '  ' + words(shown.chart.axes.y.quantity, item.parsed.y),
          },
        },
      },
    },
    plugins: [{ id: 'places', beforeDatasetsDraw: on => drawPlaces(on, shown.chart.places) }],
  });

  // ---- rows

  const fitted = (context, text, width) => {
    if (context.measureText(text).width <= width) return text;
    let end = text.length;
    while (end > 1 && context.measureText(text.slice(0, end) + '\u2026').width > width) end--;
    return text.slice(0, end) + '\u2026';
  };

  // In two lines where one is too short: as many whole words as fit in the first.
  const folded = (context, text, width) => {
    const words = text.split(' ');
    let first = words.length;
    while (first > 0 && context.measureText(words.slice(0, first).join(' ')).width > width) first--;
    return first === 0 || first === words.length
      ? fitted(context, text, width)
      : [words.slice(0, first).join(' '), fitted(context, words.slice(first).join(' '), width)];
  };

  const drawMark = (ctx, mark, [from, to], middle, height) => {
    const stroke = (x, share) => {
      ctx.beginPath();
      ctx.moveTo(x, middle - height * share / 2);
      ctx.lineTo(x, middle + height * share / 2);
      ctx.stroke();
    };
    ctx.lineWidth = 2;
    ctx.setLineDash([]);
    ctx.strokeStyle = ctx.fillStyle = colour('--series-0');
    if (mark.shape === 'BAR') {
      ctx.globalAlpha = 0.35;
      ctx.fillRect(from, middle - height * 0.25, Math.max(to - from, 1), height * 0.5);
      ctx.globalAlpha = 1;
      ctx.strokeRect(from, middle - height * 0.25, Math.max(to - from, 1), height * 0.5);
    } else if (mark.shape === 'WHISKER') {
      ctx.beginPath();
      ctx.moveTo(from, middle);
      ctx.lineTo(to, middle);
      ctx.stroke();
      stroke(from, 0.3);
      stroke(to, 0.3);
    } else if (mark.shape === 'DOT') {
      ctx.beginPath();
      ctx.arc(from, middle, 4, 0, 2 * Math.PI);
      ctx.fill();
    } else if (mark.shape === 'LIMIT') {
      ctx.strokeStyle = colour('--limit');
      ctx.setLineDash([4, 3]);
      stroke(from, 0.9);
    } else {
      ctx.strokeStyle = colour('--series-1');
      ctx.lineWidth = 3;
      stroke(from, 0.6);
    }
  };
  const drawRows = (on, rows, read) => {
    const { ctx, chartArea, scales } = on;
    const height = Math.min(chartArea.height / rows.length, ROW_HEIGHT);
    ctx.save();
    rows.forEach((row, i) => {
      const middle = scales.y.getPixelForValue(rows.length - 1 - i);
      if (i === read) {
        ctx.fillStyle = colour('--band');
        ctx.fillRect(chartArea.left, middle - height / 2, chartArea.width, height);
      }
      row.marks.forEach(mark => {
        drawMark(ctx, mark, [mark.from, mark.to].map(value => scales.x.getPixelForValue(value)), middle, height);
      });
    });
    ctx.restore();
  };

  const rowRange = chart => {
    const values = chart.rows.flatMap(row => row.marks.flatMap(mark => [mark.from, mark.to]));
    if (chart.axis.quantity === 'CHANGE') values.push(0);
    const [least, most] = ends(values);
    if (!(least <= most)) return { min: 0, max: 1 };
    if (chart.axis.logarithmic) return { min: least / 1.2, max: most * 1.2 };
    const pad = (most - least || Math.abs(most) || 1) * 0.05;
    return { min: least - pad, max: most + pad };
  };
  const rowOptions = shown => {
    const { chart } = shown;
    const count = chart.rows.length;
    const label = (on, value) => Number.isInteger(value) && chart.rows[count - 1 - value]
      ? folded(on.ctx, chart.rows[count - 1 - value].label, on.chart.width * LABEL_SHARE) : '';
    return {
      type: 'scatter',
      data: { datasets: [] },
      options: {
        ...COMMON,
        events: [],
        scales: {
          x: scale(chart.axis, rowRange(chart), {
            ...named(chart.axis),
            grid: { color: built => built.tick?.value === 0 ? ink() : line(), tickColor: line },
          }),
          y: {
            type: 'linear',
            min: -0.5,
            max: count - 0.5,
            grid: { color: line, drawTicks: false },
            border: { color: line },
            afterBuildTicks: built => { built.ticks = chart.rows.map((row, i) => ({ value: i })); },
            ticks: { color: ink, autoSkip: false, padding: 6, callback(value) { return label(this, value); } },
          },
        },
        plugins: { legend: { display: false }, tooltip: { enabled: false } },
      },
      plugins: [{ id: 'rows', afterDatasetsDraw: on => drawRows(on, shown.chart.rows, shown.at) }],
    };
  };

  // ---- charts on the page

  const element = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const stroke = i => {
    const space = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(space, 'svg');
    const path = document.createElementNS(space, 'line');
    for (const [key, value] of Object.entries({ width: 26, height: 8, 'aria-hidden': 'true' })) svg.setAttribute(key, value);
    for (const [key, value] of Object.entries({ x1: 0, y1: 4, x2: 26, y2: 4, 'stroke-dasharray': DASHES[i % DASHES.length].join(' ') })) path.setAttribute(key, value);
    svg.append(path);
    return svg;
  };

  const legendOf = shown => {
    const items = shown.chart.series.map((series, i) => {
      const button = element('button', { type: 'button', 'aria-pressed': 'true', class: 's' + (i % DASHES.length) }, stroke(i), series.name);
      button.addEventListener('click', () => {
        const visible = button.getAttribute('aria-pressed') !== 'true';
        button.setAttribute('aria-pressed', String(visible));
        shown.on.setDatasetVisibility(i, visible);
        shown.on.update();
      });
      return element('li', {}, button);
    });
    return element('ul', { class: 'legend', 'aria-label': 'Lines; press to hide or show one' }, ...items);
  };

  const spokenPlace = ({ axes, xs, series }, at) => words(axes.x.quantity, xs[at]) + ': '
    + series.map(one => one.name + ' ' + words(axes.y.quantity, one.values[at])).join(', ');

  const spokenRow = ({ axis, rows }, at) => {
    const values = new Map();
    for (const { name, from, to } of rows[at].marks) {
      const value = words(axis.quantity, from) + (from === to ? '' : ' to ' + words(axis.quantity, to));
      values.set(name, [...(values.get(name) ?? []), value]);
    }
    return rows[at].label + ': ' + [...values].map(([name, all]) => name + ' ' + all.join(', ')).join('; ');
  };

  const pointAtPlace = (shown, at) => {
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
      point: pointAtPlace,
      spoken: spokenPlace,
      hint: ' Arrow keys read the values.',
    },
    rows: {
      steps: { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity },
      count: chart => chart.rows.length,
      point: pointAtRow,
      spoken: spokenRow,
      hint: ' Arrow keys read the rows.',
    },
  };
  const onKeys = (plot, shown, speech) => {
    const { steps, count, point, spoken } = READ[shown.chart.kind];
    let at = null;
    const go = to => {
      at = to;
      point(shown, at);
      speech.textContent = at == null ? '' : spoken(shown.chart, at);
    };
    plot.addEventListener('keydown', event => {
      const last = count(shown.chart) - 1;
      if (event.key === 'Escape') {
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
  };

  const drawLines = (plot, shown) => {
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
    datasets(chart).forEach((dataset, i) => {
      shown.on.data.datasets[i].data = dataset.data;
      shown.on.data.datasets[i].pointRadius = dataset.pointRadius;
    });
    shown.on.options.scales = lineScales(chart);
    shown.on.update('none');
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
})();
