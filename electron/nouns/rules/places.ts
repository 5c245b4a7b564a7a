const digits = '0123456789abcdefghijklmnopqrstuvwxyz';
const base = digits.length;

/** Digits of the part of a place that counts on, so that one behind all others stays short. */
const countedDigits = 6;
const placeLengthMax = 100;

/** A place orders a rule among the others. No place ends with 0, so that there is always one between two that differ. */
export const isPlace = (text: string): boolean =>
  text.length <= placeLengthMax && /^[0-9a-z]*[1-9a-z]$/.test(text);

/** A place behind another; '' stands for none. */
export function placeAfter(last: string): string {
  const counted = Number.parseInt(last.slice(0, countedDigits).padEnd(countedDigits, '0'), base);
  const next = (counted + 1).toString(base).padStart(countedDigits, '0');
  if (next.length > countedDigits) return placeBetween(last, null) ?? last;
  return next.endsWith('0') ? placeAfter(next) : next;
}

/** A place between two, '' and null for the ends. `before` is not behind `after`. Null where they are equal or the place would be too long. */
export function placeBetween(before: string, after: string | null): string | null {
  let bound = after;
  for (let at = 0, place = ''; at < placeLengthMax; at += 1) {
    const low = digitAt(before, at);
    const high = bound === null ? base : digitAt(bound, at);
    if (high - low > 1) return place + (digits[Math.floor((low + high) / 2)] ?? '');
    place += digits[low] ?? '';
    if (high > low) bound = null;
  }
  return null;
}

const digitAt = (place: string, at: number): number =>
  Math.max(0, digits.indexOf(place[at] ?? '0'));
