// ---- rows

const ROW_HEIGHT = 44;
const LABEL_SHARE = 0.4;

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

const drawMark = (ctx, { mark, counts, series }, [from, to], middle, height) => {
  const stroke = (x, share) => {
    ctx.beginPath();
    ctx.moveTo(x, middle - height * share / 2);
    ctx.lineTo(x, middle + height * share / 2);
    ctx.stroke();
  };
  ctx.lineWidth = 2;
  ctx.setLineDash([]);
  ctx.strokeStyle = ctx.fillStyle = counts ? ofSeries(series)() : faint();
  if (mark.shape === 'BAR' || mark.shape === 'FROM_ZERO') {
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
    if (counts) ctx.strokeStyle = colour('--series-1');
    ctx.lineWidth = 3;
    stroke(from, 0.6);
  }
};
const isFromZero = mark => mark.shape === 'FROM_ZERO';
const drawRows = (on, rows, read) => {
  const { ctx, chartArea, scales } = on;
  const height = Math.min(chartArea.height / rows.length, ROW_HEIGHT);
  const bars = [...new Set(rows.flatMap(row => row.marks.filter(isFromZero).map(mark => mark.name)))];
  ctx.save();
  rows.forEach((row, i) => {
    const middle = scales.y.getPixelForValue(rows.length - 1 - i);
    if (i === read) {
      ctx.fillStyle = colour('--band');
      ctx.fillRect(chartArea.left, middle - height / 2, chartArea.width, height);
    }
    row.marks.forEach(mark => {
      const reach = [isFromZero(mark) ? 0 : mark.from, mark.to].map(value => scales.x.getPixelForValue(value));
      drawMark(ctx, { mark, counts: row.counts, series: Math.max(bars.indexOf(mark.name), 0) }, reach, middle, height);
    });
  });
  ctx.restore();
};

const rowRange = chart => {
  const values = chart.rows.flatMap(row => row.marks.flatMap(mark => [mark.from, mark.to]));
  const fromZero = chart.rows.some(row => row.marks.some(isFromZero));
  if (fromZero || chart.axis.quantity === 'CHANGE') values.push(0);
  const [least, most] = ends(values);
  if (!(least <= most)) return { min: 0, max: 1 };
  if (chart.axis.logarithmic) return { min: least / 1.2, max: most * 1.2 };
  const pad = (most - least || Math.abs(most) || 1) * 0.05;
  return { min: fromZero && least === 0 ? 0 : least - pad, max: most + pad };
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
