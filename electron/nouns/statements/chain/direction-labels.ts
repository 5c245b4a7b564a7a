import { isDirection, type Direction } from '../../../../shared/bank/direction.ts';
import type { Ends } from './chain.ts';

/** An entry as far as its balance tells which way it went; null in a page for one that cannot be read. */
export type BalanceLine = {
  /** `debit`, `credit` or a word of the bank's own. */
  readonly direction: string;
  readonly amountE4: bigint;
  readonly balanceE4: bigint;
};

/** Where a page stands in its statement. */
export type PagePlace = {
  /** Null while it is not known: then both orders are tried. */
  readonly newestFirst: boolean | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly ends: Ends;
};

type Meanings = Map<string, Direction | null>;

/**
 * What a bank's own words for a direction mean, such as IN and OUT: found by the balances and by nothing else. An entry tells what
 * its word means where the balance moves by just its amount; a word that two entries tell differently means nothing.
 */
export class DirectionLabels {
  readonly #meanings: Meanings;

  constructor(known: readonly (readonly [string, Direction | null])[] = []) {
    this.#meanings = new Map(known);
  }

  isUnknown(label: string): boolean {
    return !isDirection(label) && !this.#meanings.has(label);
  }

  meaningOf(label: string): Direction | null {
    return isDirection(label) ? label : (this.#meanings.get(label) ?? null);
  }

  /** Learns what the page's words mean, as far as its balances tell; what was learnt before stays. */
  learn(page: readonly (BalanceLine | null)[], place: PagePlace): void {
    if (!page.some((line) => line !== null && this.isUnknown(line.direction))) return;
    for (const [label, meaning] of meaningsIn(page, place))
      if (this.isUnknown(label)) this.#meanings.set(label, meaning);
  }

  save(): readonly (readonly [string, Direction | null])[] {
    return [...this.#meanings];
  }
}

/** In the order in which fewer balances break; where both hold as well, only what both tell. */
function meaningsIn(page: readonly (BalanceLine | null)[], place: PagePlace): Meanings {
  if (place.newestFirst !== null) return evidenceIn(page, place, place.newestFirst).meanings;
  const [newest, oldest] = [evidenceIn(page, place, true), evidenceIn(page, place, false)];
  if (newest.misfits !== oldest.misfits)
    return newest.misfits < oldest.misfits ? newest.meanings : oldest.meanings;
  const { meanings } = oldest;
  return new Map([...newest.meanings].filter(([label, one]) => meanings.get(label) === one));
}

function evidenceIn(
  page: readonly (BalanceLine | null)[],
  { isFirst, isLast, ends }: PagePlace,
  newestFirst: boolean,
): { meanings: Meanings; misfits: number } {
  const lines = newestFirst ? page.toReversed() : page;
  const [beginsThere, endsThere] = newestFirst ? [isLast, isFirst] : [isFirst, isLast];
  const meanings: Meanings = new Map();
  const newest = lines.at(-1);
  let misfits = endsThere && newest && newest.balanceE4 !== ends.closingE4 ? 1 : 0;
  let before = beginsThere ? ends.openingE4 : null;
  for (const line of lines) {
    const change = line && before !== null ? line.balanceE4 - before : null;
    before = line?.balanceE4 ?? null;
    if (line === null || change === null) continue;
    if (change !== line.amountE4 && change !== -line.amountE4) misfits += 1;
    else if (change !== 0n) addMeaning(meanings, line.direction, change > 0n ? 'credit' : 'debit');
  }
  return { meanings, misfits };
}

function addMeaning(meanings: Meanings, label: string, meaning: Direction): void {
  const before = meanings.get(label);
  meanings.set(label, before === undefined || before === meaning ? meaning : null);
}
