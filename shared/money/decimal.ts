/** Decimal text: up to 14 digits before the point, up to 4 after it, no exponent. */
export type Decimal = string & { readonly __brand?: 'Decimal' };

/** Digits after the point that every amount of the desk can have. */
const scaleDigits = 4;
const pattern = /^-?(0|[1-9]\d{0,13})(\.\d{1,4})?$/;

export function isDecimal(text: string): text is Decimal {
  return pattern.test(text);
}

/** Why a number's text cannot be stored exactly, in words; undefined when it can. */
export function decimalProblem(text: string): string | undefined {
  if (isDecimal(text)) return undefined;
  if (/^-?\d[\d.]*[eE]/.test(text)) return `${text} is written with an exponent`;
  if (/^-?\d+\.\d{5,}$/.test(text)) return `${text} has more than 4 decimals`;
  if (/^-?\d{15,}(\.\d+)?$/.test(text)) return `${text} has more than 14 digits before the point`;
  return `${text} is not a decimal number`;
}

/** Integer units of 10^-4. Throws RangeError for text that is not a {@link Decimal}. */
export function toUnits(decimal: Decimal): bigint {
  if (!isDecimal(decimal)) throw new RangeError(decimalProblem(decimal));
  return unitsOf(decimal);
}

/** Pads the decimals to four digits and removes the point. */
function unitsOf(decimal: Decimal): bigint {
  const point = decimal.indexOf('.');
  if (point < 0) return BigInt(`${decimal}0000`);
  const fraction = decimal.slice(point + 1);
  return BigInt(decimal.slice(0, point) + fraction.padEnd(scaleDigits, '0'));
}

/** Decimal text of integer units of 10^-4, with at least `digitsMin` digits after the point. */
export const fromUnits = (units: bigint, digitsMin = 0): Decimal =>
  fromUnitsText(units.toString(), digitsMin);

/** The same from the units' own digits, as a database returns them; they are not parsed into a number. */
export function fromUnitsText(units: string, digitsMin: number): Decimal {
  const isNegative = units.startsWith('-');
  const magnitude = (isNegative ? units.slice(1) : units).padStart(scaleDigits + 1, '0');
  const point = magnitude.length - scaleDigits;
  let end = magnitude.length;
  while (end > point && end > point + digitsMin && magnitude.endsWith('0', end)) end -= 1;
  const fraction = magnitude.slice(point, end).padEnd(digitsMin, '0');
  return `${isNegative ? '-' : ''}${magnitude.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Why a text is not an amount as a machine writes it: each amount has exactly one text. */
export const plainFigureWords =
  'must be plain digits with a point before the decimals, and nothing else: 1250.10';
