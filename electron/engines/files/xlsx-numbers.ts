/** Digits that a cell's number holds without a doubt. */
const exactDigitsMax = 15;

/**
 * The shortest decimal text of a cell's number, without an exponent. A workbook keeps numbers as binary doubles: null
 * when there may have been more digits than such a number holds, so that what was meant cannot be known.
 */
export function numberText(source: string): string | null {
  const value = Number(source);
  if (source.trim() === '' || !Number.isFinite(value)) return null;
  const [mantissa = '', exponent = '0'] = value.toString().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(exponent);
  const digits = `${whole}${fraction}`;
  const point = whole.length + shift;
  const significant = digits.replace(/^0+/, '').replace(/0+$/, '').length;
  if (significant > exactDigitsMax || point > exactDigitsMax) return null;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  const decimals = padded.slice(point);
  return `${sign}${padded.slice(0, point)}${decimals === '' ? '' : `.${decimals}`}`;
}
