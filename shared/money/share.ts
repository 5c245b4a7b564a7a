import { err, ok, type Result } from '../result.ts';
import { fromUnits, toUnits, type Decimal } from './decimal.ts';

const wholeUnits = toUnits('100');

/** Shares in per cent, added exactly. */
export const addShares = (shares: readonly Decimal[]): Decimal =>
  fromUnits(shares.reduce((sum, share) => sum + toUnits(share), 0n));

/** What is missing to 100; negative when it is too much. */
export const shareLeft = (total: Decimal): Decimal => fromUnits(wholeUnits - toUnits(total));

/** Is it more than `left`? */
export const isMoreShare = (share: Decimal, left: Decimal): boolean =>
  toUnits(share) > toUnits(left);

/**
 * Reads a share as a person types it, in per cent with at most 4 decimals, up to 100; a per cent sign may follow. Nothing is guessed or
 * rounded: ambiguous text is refused with the reason. 0 only with `mayBeNone`.
 */
export function readShare(
  text: string,
  { mayBeNone }: { mayBeNone: boolean },
): Result<Decimal, string> {
  const typed = text.trim().replace(/\s*%$/, '');
  const problem = shareProblem(typed);
  if (problem !== null) return err(problem);
  const share = fromUnits(toUnits(typed.replace(/^0+(?=\d)/, '')));
  if (!/[1-9]/.test(share) && !mayBeNone) return err('must be above 0');
  return isMoreShare(share, '100') ? err('must be 100 at most') : ok(share);
}

function shareProblem(typed: string): string | null {
  if (typed === '') return 'enter a share in per cent';
  if (/^[-−–+]/.test(typed)) return 'must be written without a sign';
  if (typed.includes(',')) return 'use a point before the decimals';
  if (!/^\d+(\.\d+)?$/.test(typed)) return 'only the digits 0–9 and a point';
  const [whole = '', fraction = ''] = typed.split('.');
  if (fraction.length > 4) return 'has more than 4 decimals';
  return whole.replace(/^0+/, '').length > 3 ? 'must be 100 at most' : null;
}
