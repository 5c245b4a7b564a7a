/** The largest exponent that is expanded; beyond it there is no amount, no rate and no count. */
const shiftMax = 100;

/**
 * Writes a number of JSON (RFC 8259, section 6) without its exponent, digit by digit: `1.5e3` is `1500`, `1E-2` is `0.01`. Null for any
 * other text, and for too large an exponent.
 */
export function plainNumber(text: string): string | null {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!parts) return null;
  const [, sign = '', whole = '', fraction = '', exponent] = parts;
  if (exponent === undefined) return text;
  const digits = whole + fraction;
  if (!/[1-9]/.test(digits)) return '0';
  const shift = Number(exponent);
  if (Math.abs(shift) > shiftMax) return null;
  return sign + pointed(digits, whole.length + shift);
}

/** Puts the point after the first `place` digits; `place` may be outside of them. */
function pointed(digits: string, place: number): string {
  const before = place > 0 ? digits.padEnd(place, '0').slice(0, place) : '0';
  const after = place > 0 ? digits.slice(place) : '0'.repeat(-place) + digits;
  return before.replace(/^0+(?=\d)/, '') + (after === '' ? '' : `.${after}`);
}
