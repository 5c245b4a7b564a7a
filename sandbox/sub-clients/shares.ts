import type { Shareholder } from '../../shared/bank/onboarding.ts';
import { fromUnits, toUnits } from '../../shared/money/decimal.ts';
import { invalid, Refusal } from '../server/refusal.ts';
import type { SubClientsBank } from './state.ts';

const wholeUnits = toUnits('100');

export const shareholdersOf = (bank: SubClientsBank, subClientId: string): Shareholder[] =>
  bank.shareholders.filter((shareholder) => shareholder.subClientId === subClientId);

/** Do the owners hold all of it, to the last digit? */
export const isWhole = (shareholders: readonly Shareholder[]): boolean =>
  unitsOf(shareholders) === wholeUnits;

/** Throws Refusal 400 for an invalid share, and 422 when it and the others' come to more than 100. */
export function refuseShare(
  share: string,
  others: readonly Shareholder[],
  { mayBeNone }: { mayBeNone: boolean },
): void {
  const units = toUnits(share);
  const field = 'ownershipPercentage';
  if (units < 0n || units > wholeUnits) throw invalid({ field, message: 'must be 0 to 100' });
  if (units === 0n && !mayBeNone) throw invalid({ field, message: 'must be above 0' });
  const held = unitsOf(others);
  if (units === 0n || held + units <= wholeUnits) return;
  const left = fromUnits(wholeUnits - held);
  const message = `The other owners hold ${fromUnits(held)} %, so ${left} % is left and ${share} % is too much`;
  throw new Refusal(422, 'shares_exceeded', message, [
    { field, message: `must be at most ${left}` },
  ]);
}

const unitsOf = (shareholders: readonly Shareholder[]): bigint =>
  shareholders.reduce((sum, { ownershipPercentage }) => sum + toUnits(ownershipPercentage), 0n);
