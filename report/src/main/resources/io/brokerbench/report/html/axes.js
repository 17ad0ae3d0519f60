// ---- axes

const MOST_RATIO = 1e6;
// Of an axis that ends before its outliers: they stand in a strip beyond the end, side by side in their order.
const STRIP = 0.12;
// As ratios, 100 is 99 %; in the order in which they get a label where there is no room for all.
const PERCENTILES = [100, 2, 1e3, 10, 1e4, 20, 1, 1e5, 1e6, 1e7, 1e8];
const CHARACTER = 6.5;

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

const percentileTicks = built => {
  const inside = PERCENTILES.filter(value => value >= built.min * 0.999 && value <= built.max * 1.001);
  const pixel = value => Math.log(value / built.min) / Math.log(built.max / built.min) * built.maxWidth;
  const room = value => (TICKS.PERCENTILE(value).length + 1) * CHARACTER / 2;
  built.labelled = [];
  for (const value of inside) {
    if (built.labelled.every(other => Math.abs(pixel(other) - pixel(value)) >= room(other) + room(value))) built.labelled.push(value);
  }
  return inside.sort((one, other) => one - other);
};

const isBeyond = (axis, value) =>
  value != null && ((axis.least != null && value < axis.least) || (axis.most != null && value > axis.most));

// Where values stand on an axis, and how far it then goes.
const placing = (axis, values) => {
  if (axis.least == null) return { at: value => value, least: null, most: null };
  const outliers = [...new Set(values.filter(value => isBeyond(axis, value)))].sort((one, other) => one - other);
  const below = outliers.filter(value => value < axis.least);
  const above = outliers.filter(value => value > axis.most);
  const strip = (axis.most - axis.least) * STRIP;
  const places = new Map();
  below.forEach((value, i) => places.set(value, axis.least - strip * (below.length - i) / (below.length + 1)));
  above.forEach((value, i) => places.set(value, axis.most + strip * (i + 1) / (above.length + 1)));
  return {
    at: value => places.get(value) ?? value,
    least: axis.least - (below.length ? strip : 0),
    most: axis.most + (above.length ? strip : 0),
  };
};

const scale = (axis, limits, more) => ({
  type: axis.logarithmic ? 'logarithmic' : 'linear',
  ...limits,
  grid: { color: line, tickColor: line },
  border: { color: line },
  afterBuildTicks: built => {
    if (axis.quantity === 'PERCENTILE') {
      built.ticks = percentileTicks(built).map(value => ({ value }));
    } else if (axis.logarithmic) {
      built.ticks = decades(built.min, built.max).map(value => ({ value }));
    }
    built.ticks = built.ticks.filter(({ value }) => !isBeyond(axis, value));
  },
  ...more,
  ticks: {
    color: ink,
    maxRotation: 0,
    autoSkip: axis.quantity !== 'PERCENTILE',
    autoSkipPadding: 12,
    includeBounds: false,
    callback(value) {
      return axis.quantity !== 'PERCENTILE' || this.labelled.includes(value) ? TICKS[axis.quantity](value) : '';
    },
    ...more?.ticks,
  },
});
const named = axis => ({ title: { display: true, text: axis.label, color: ink } });

const along = chart => {
  const { least, most } = placing(chart.axes.x, chart.xs);
  let [min, max] = ends([...(least == null ? chart.xs : [least, most]), ...chart.places.flatMap(place => [place.from, place.to])]);
  if (!(min < max)) [min, max] = chart.axes.x.logarithmic ? [min / 2, max * 2] : [min - 0.5, max + 0.5];
  // Points at an end would be cut in half.
  const pad = !chart.axes.x.logarithmic && chart.series.some(series => series.style === 'POINTS') ? (max - min) * 0.02 : 0;
  return { min: min - pad, max: max + pad };
};

// Of what is to be seen: the series that are shown, within the ends of the other axis.
const upwards = (chart, { min, max }, hidden) => {
  const axis = chart.axes.y;
  const { least, most } = placing(axis, chart.series.flatMap(series => series.values));
  if (least != null) return { min: axis.fromZero && least === axis.least ? Math.min(0, least) : least, max: most * 1.05 };
  if (!axis.logarithmic) return { beginAtZero: axis.fromZero, grace: '8%' };
  const { at } = placing(chart.axes.x, chart.xs);
  const shown = chart.series.filter(series => !hidden.has(series.name));
  const [from, to] = ends((shown.length ? shown : chart.series)
    .flatMap(series => series.values.filter((value, i) => at(chart.xs[i]) >= min && at(chart.xs[i]) <= max)));
  // A single nanosecond would take half of the room.
  return from <= to ? { min: Math.max(from / 1.3, to / MOST_RATIO), max: to * 1.3 } : { min: 1, max: 10 };
};
