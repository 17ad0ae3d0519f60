// ---- figures as text, as the tables have them

const THIN = '\u202f';

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
  return size < 120e9 ? significant(value / 1e9, 3) + ' s' : Number((value / 6e10).toFixed(1)) + ' min';
};
const percentile = inverse => {
  const digits = Math.max(0, 1 - Math.floor(Math.log10(100 / inverse) + 1e-9));
  return Number((100 - 100 / inverse).toFixed(digits)) + ' %';
};
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
  // The sign is in the title of the axis.
  PERCENTILE: inverse => percentile(inverse).replace(' %', ''),
};
