import type { Shareholder } from '../../../../shared/bank/onboarding.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';
import { addShares, isMoreShare, readShare, shareLeft } from '../../../../shared/money/share.ts';
import { err, type Result } from '../../../../shared/result.ts';

type Owners = {
  /** The known owners; the bank has the last word. */
  readonly known: readonly Shareholder[];
  /** The one whose share is changed; null for a new one. */
  readonly changedId: string | null;
};

/**
 * Parses the entered share of an owner: above 0 for a new one, 0 for a former owner, never more than the others leave. The error states
 * what they hold and what is left.
 */
export function readOwnersShare(
  text: string,
  { known, changedId }: Owners,
): Result<Decimal, string> {
  const share = readShare(text, { mayBeNone: changedId !== null });
  if (!share.ok) return share;
  const others = known.filter(({ id }) => id !== changedId);
  const held = addShares(others.map(({ ownershipPercentage }) => ownershipPercentage));
  const left = shareLeft(held);
  if (!/[1-9]/.test(share.value) || !isMoreShare(share.value, left)) return share;
  const isFull = left === '0' || left.startsWith('-');
  return err(
    isFull
      ? `the other owners hold ${held} %, so nothing is left: lower another share first`
      : `the other owners hold ${held} %, so ${left} % is left`,
  );
}
