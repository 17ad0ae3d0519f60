// ---- what a pointer does: zoom, and open what a point or a row leads to

const DRAG = 6;
const TIME = /^#time=([\d.]+)-([\d.]+)$/;

// Charts over time show the same seconds.
const isTimed = ({ chart }) => chart.kind === 'lines' && chart.axes.x.quantity === 'SECONDS';
const together = shown => isTimed(shown) ? [...drawn.values()].filter(isTimed) : [shown];

const rescale = shown => {
  shown.on.options.scales = lineScales(shown);
  shown.reset.hidden = !shown.zoom;
  shown.on.update('none');
};

// A range of the x axis; null for all of it. Without two points there is nothing to see.
const zoomTo = (shown, range) => {
  const inside = range && shown.chart.xs.filter(x => x >= range.min && x <= range.max);
  if (inside && inside.length < 2) return;
  for (const one of together(shown)) {
    one.zoom = range;
    rescale(one);
  }
};

const zoomBy = (shown, factor, at) => {
  const whole = along(shown.chart);
  const { min, max } = shown.zoom ?? whole;
  const [to, from] = shown.chart.axes.x.logarithmic ? [Math.log10, value => 10 ** value] : [value => value, value => value];
  const middle = at == null ? (to(min) + to(max)) / 2 : to(shown.chart.xs[at]);
  const half = (to(max) - to(min)) / 2 * factor;
  const range = { min: Math.max(whole.min, from(middle - half)), max: Math.min(whole.max, from(middle + half)) };
  zoomTo(shown, range.min <= whole.min && range.max >= whole.max ? null : range);
};

const openTime = link => {
  const [, from, to] = TIME.exec(link) ?? [];
  const first = from && [...drawn.values()].find(isTimed);
  if (!first) return false;
  zoomTo(first, { min: Number(from), max: Number(to) });
  first.plot.closest('figure').scrollIntoView();
  first.plot.focus({ preventScroll: true });
  return true;
};
const follow = link => {
  if (!openTime(link)) location.assign(link);
};

// Where the pointer is: what is there leads somewhere, or nothing does.
const LINKS = {
  lines: ({ on, chart }, event) => {
    const found = on.getElementsAtEventForMode(event, 'nearest', { intersect: true }, false)[0];
    return found && chart.links[found.index];
  },
  rows: ({ on, chart }, event) =>
    chart.rows[chart.rows.length - 1 - Math.round(on.scales.y.getValueForPixel(event.offsetY))]?.link,
};

const onPointer = (plot, shown) => {
  const box = element('div', { class: 'selection', hidden: '' });
  plot.append(box);
  let start = null;
  let dragged = false;
  const pixel = event => {
    const { left, right } = shown.on.chartArea;
    return Math.min(right, Math.max(left, event.clientX - plot.getBoundingClientRect().left));
  };
  const release = () => {
    start = null;
    box.hidden = true;
  };
  plot.addEventListener('pointerdown', event => {
    dragged = false;
    if (shown.chart.kind === 'lines' && event.button === 0 && event.target !== shown.reset) start = pixel(event);
  });
  plot.addEventListener('pointermove', event => {
    if (start == null) {
      plot.style.cursor = event.target.matches('canvas') && LINKS[shown.chart.kind](shown, event) ? 'pointer' : '';
      return;
    }
    const now = pixel(event);
    if (!dragged && Math.abs(now - start) < DRAG) return;
    if (!dragged) plot.setPointerCapture(event.pointerId);
    dragged = true;
    box.hidden = false;
    box.style.left = Math.min(start, now) + 'px';
    box.style.width = Math.abs(now - start) + 'px';
  });
  plot.addEventListener('pointerup', event => {
    if (start != null && dragged) {
      const [min, max] = ends([start, pixel(event)]).map(value => shown.on.scales.x.getValueForPixel(value));
      zoomTo(shown, { min, max });
    }
    release();
  });
  plot.addEventListener('pointercancel', release);
  plot.addEventListener('click', event => {
    const link = !dragged && event.target.matches('canvas') && LINKS[shown.chart.kind](shown, event);
    if (link) follow(link);
  });
  if (shown.chart.kind !== 'lines') return;
  plot.addEventListener('dblclick', () => zoomTo(shown, null));
  shown.reset = element('button', { type: 'button', class: 'reset', hidden: '' }, 'Reset zoom');
  shown.reset.addEventListener('click', () => zoomTo(shown, null));
  plot.append(shown.reset);
};

document.addEventListener('click', event => {
  const link = event.target.closest('a[href^="#time="]');
  if (link && openTime(link.getAttribute('href'))) event.preventDefault();
});
