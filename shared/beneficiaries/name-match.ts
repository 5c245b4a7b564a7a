import { editDistance, tolerance } from './edit-distance.ts';
import { distinctiveWords } from './name-words.ts';

/**
 * Compares the bank's name for an account with the entered one, word by word in any order. close: each word of the shorter name is in the
 * other, except for initials and a letter or two.
 */
export function nameMatch(entered: string, atBank: string): 'match' | 'close' | 'differs' {
  const [ours, theirs] = [distinctiveWords(entered), distinctiveWords(atBank)];
  if (ours.toSorted().join(' ') === theirs.toSorted().join(' ')) return 'match';
  if (ours.join('') === theirs.join('')) return 'match';
  const [few, many] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours];
  return few.length > 0 && allFound(few, many) ? 'close' : 'differs';
}

/**
 * True if each word pairs with a word of its own among the others. Two pairs must be more than an initial; one, if there is only one other
 * word.
 */
function allFound(words: readonly string[], others: readonly string[]): boolean {
  const left = [...others];
  let whole = 0;
  for (const part of words.toSorted((a, b) => b.length - a.length)) {
    const place = left.findIndex((other) => isNearly(part, other));
    if (place < 0) return false;
    const [found = ''] = left.splice(place, 1);
    if (part.length > 1 && found.length > 1) whole += 1;
  }
  return whole >= Math.min(2, others.length);
}

function isNearly(a: string, b: string): boolean {
  if (a.length === 1 || b.length === 1) return a.startsWith(b) || b.startsWith(a);
  const most = Math.min(tolerance(a), tolerance(b));
  return editDistance(a, b, most) <= most;
}
