// ---- lines

const FEW = 40;
const LABEL_HEIGHT = 13;
const EDGE_RADIUS = 6;

const band = (on, name, from, to) => {
  on.ctx.fillStyle = colour(name);
  on.ctx.fillRect(from, on.chartArea.top, to - from, on.chartArea.height);
};

// Of a chart that shows a part, the places that are in it, as far as they are.
const inView = ({ chartArea, scales }, places) => {
  const inside = value => Math.min(chartArea.right, Math.max(chartArea.left, scales.x.getPixelForValue(value)));
  return places
    .filter(place => place.to >= scales.x.min && place.from <= scales.x.max)
    .map(place => ({ label: place.label, from: inside(place.from), to: inside(place.to), instant: place.from === place.to }));
};

const drawPlaces = (on, places) => {
  for (const { from, to, instant } of inView(on, places)) {
    band(on, instant ? '--limit' : '--band', instant ? from - 1 : from, instant ? from + 1 : to);
  }
};

// Over the lines, each with an outline in the colour of the page, so that it can be read where it crosses one.
const drawLabels = (on, places) => {
  const { ctx, chartArea } = on;
  // Where the labels of each line of them end.
  const taken = [];
  ctx.save();
  ctx.font = SMALL_FONT;
  ctx.textBaseline = 'top';
  ctx.lineJoin = 'round';
  ctx.lineWidth = 4;
  ctx.strokeStyle = colour('--paper');
  ctx.fillStyle = faint();
  for (const { label, from, to, instant } of inView(on, places)) {
    const width = ctx.measureText(label).width;
    if (!instant && width + 6 >= to - from) continue;
    const start = from + width + 4 > chartArea.right ? to - 4 - width : from + 4;
    let row = taken.findIndex(end => end < start);
    if (row < 0) row = taken.length;
    taken[row] = start + width;
    const top = chartArea.top + 2 + row * LABEL_HEIGHT;
    ctx.strokeText(label, start, top);
    ctx.fillText(label, start, top);
  }
  ctx.restore();
};

// Where an axis ends before its outliers.
const drawStrips = (on, { axes, xs }) => {
  if (axes.x.least == null) return;
  const [from, to] = [axes.x.least, axes.x.most].map(value => on.scales.x.getPixelForValue(value));
  if (xs.some(x => x < axes.x.least)) band(on, '--band', on.chartArea.left, from);
  if (xs.some(x => x > axes.x.most)) band(on, '--band', to, on.chartArea.right);
};

const isAtEdge = ({ axes, xs }, series, i) => isBeyond(axes.x, xs[i]) || isBeyond(axes.y, series.values[i]);

// Towards where the value is.
const turn = ({ axes, xs }, series, i) => {
  if (isBeyond(axes.x, xs[i])) return xs[i] > axes.x.most ? 90 : -90;
  return series.values[i] > axes.y.most ? 0 : 180;
};

const radius = (chart, series, i) => {
  if (isAtEdge(chart, series, i)) return EDGE_RADIUS;
  if (series.style === 'POINTS') return 4;
  if (series.style === 'BARS' || series.style === 'LEVEL') return 0;
  // A value between two that are missing would be no line at all.
  const alone = series.values[i - 1] == null && series.values[i + 1] == null;
  return alone || series.values.length <= FEW ? 2.5 : 0;
};

// What may change while a chart stays the same one.
const points = (chart, series) => {
  const x = placing(chart.axes.x, chart.xs);
  const y = placing(chart.axes.y, chart.series.flatMap(one => one.values));
  const each = make => chart.xs.map((value, i) => make(i));
  return {
    data: each(i => ({ x: x.at(chart.xs[i]), y: y.at(series.values[i]) ?? NaN })),
    pointRadius: each(i => radius(chart, series, i)),
    pointStyle: each(i => isAtEdge(chart, series, i) ? 'triangle' : 'circle'),
    pointRotation: each(i => isAtEdge(chart, series, i) ? turn(chart, series, i) : 0),
  };
};

const datasets = ({ chart, hidden }) => chart.series.map((series, i) => {
  const stroke = series.counts ? ofSeries(i) : faint;
  const bars = series.style === 'BARS';
  return {
    label: series.name,
    ...points(chart, series),
    hidden: hidden.has(series.name),
    borderColor: stroke,
    backgroundColor: bars ? () => stroke() + '30' : stroke,
    borderWidth: bars || series.style === 'LEVEL' ? 1.5 : 2,
    borderDash: dashes(i),
    pointBorderWidth: 0,
    pointHoverRadius: 5,
    showLine: series.style !== 'POINTS',
    spanGaps: series.style === 'JOINED',
    stepped: bars ? 'middle' : false,
    fill: bars ? 'origin' : false,
  };
});

const lineScales = ({ chart, zoom, hidden }) => {
  const limits = zoom ?? along(chart);
  return {
    x: scale(chart.axes.x, limits, named(chart.axes.x)),
    y: scale(chart.axes.y, upwards(chart, limits, hidden), named(chart.axes.y)),
  };
};

const lineOptions = shown => ({
  type: 'line',
  data: { datasets: datasets(shown) },
  options: {
    ...COMMON,
    parsing: false,
    normalized: true,
    interaction: { mode: 'index', intersect: false },
    scales: lineScales(shown),
    plugins: {
      legend: { display: false },
      tooltip: {
        filter: item => !Number.isNaN(item.parsed.y),
        callbacks: {
          title: items => items.length ? words(shown.chart.axes.x.quantity, shown.chart.xs[items[0].dataIndex]) : '',
          label: ({ datasetIndex, dataIndex }) => {
            const series = shown.chart.series[datasetIndex];
            return series.name + '  ' + words(shown.chart.axes.y.quantity, series.values[dataIndex]);
          },
          footer: items => items.length && shown.chart.links[items[0].dataIndex] ? 'A click opens it' : '',
        },
      },
    },
  },
  plugins: [{
    id: 'places',
    beforeDatasetsDraw: on => {
      drawStrips(on, shown.chart);
      drawPlaces(on, shown.chart.places);
    },
    afterDatasetsDraw: on => drawLabels(on, shown.chart.places),
  }],
});
