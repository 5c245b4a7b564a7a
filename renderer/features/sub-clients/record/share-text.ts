import { fromUnits, toUnits, type Decimal } from '../../../../shared/money/decimal.ts';
import { addShares, readShare, shareLeft } from '../../../../shared/money/share.ts';

/** The exact sum of the shares in the table, and the remainder to 100; a share that cannot be parsed counts as zero. */
export function addTexts(texts: readonly string[]): {
  readonly total: Decimal;
  readonly remaining: Decimal;
} {
  const total = addShares(texts.map((text) => readOr0(text)));
  return { total, remaining: shareLeft(total) };
}

/** The state of the shares, in words. */
export function sharesWords(remaining: Decimal): string {
  const units = toUnits(remaining);
  if (units === 0n) return 'adds to 100 %';
  return units > 0n ? `${fromUnits(units)} % remaining` : `${fromUnits(-units)} % too much`;
}

export const unitsOf = (text: string): bigint => toUnits(readOr0(text));

function readOr0(text: string): Decimal {
  const share = readShare(text, { mayBeNone: true });
  return share.ok ? share.value : '0';
}
