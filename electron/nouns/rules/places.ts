const digits = '0123456789abcdefghijklmnopqrstuvwxyz';
const base = digits.length;

/** The digits of a place that are counted up, so that a place after all others stays short. */
const countedDigits = 6;
const placeLengthMax = 100;

/** A place orders a rule among the others. No place ends with 0, so that there is always one between two that differ. */
export const isPlace = (text: string): boolean =>
  text.length <= placeLengthMax && /^[0-9a-z]*[1-9a-z]$/.test(text);

/** Returns a place after `last`; '' is the start. */
export function placeAfter(last: string): string {
  const counted = Number.parseInt(last.slice(0, countedDigits).padEnd(countedDigits, '0'), base);
  const next = (counted + 1).toString(base).padStart(countedDigits, '0');
  if (next.length > countedDigits) return placeBetween(last, null) ?? last;
  return next.endsWith('0') ? placeAfter(next) : next;
}

/** Returns a place between two; '' and null are the ends. `before` must not be after `after`. Null where equal or too long. */
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
