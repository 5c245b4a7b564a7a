import { isDirection, type Direction } from '../../../../shared/bank/direction.ts';
import type { Ends } from './chain.ts';

/** The fields of an entry that show its direction. Pages have null for an unreadable entry. */
export type BalanceLine = {
  /** `debit`, `credit` or the bank's own label. */
  readonly direction: string;
  readonly amountE4: bigint;
  readonly balanceE4: bigint;
};

/** The position of a page in its statement. */
export type PagePlace = {
  /** Null while unknown; both orders are tried then. */
  readonly newestFirst: boolean | null;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly ends: Ends;
};

type Meanings = Map<string, Direction | null>;

/**
 * Derives what a bank's own direction labels mean, such as IN and OUT, from the balances alone. An entry shows the meaning of its
 * label where the balance moves by exactly its amount. A label with contradicting entries has no meaning.
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

  /** Derives the meanings of the page's unknown labels from its balances. Known meanings stay. */
  learn(page: readonly (BalanceLine | null)[], place: PagePlace): void {
    if (!page.some((line) => line !== null && this.isUnknown(line.direction))) return;
    for (const [label, meaning] of meaningsIn(page, place))
      if (this.isUnknown(label)) this.#meanings.set(label, meaning);
  }

  save(): readonly (readonly [string, Direction | null])[] {
    return [...this.#meanings];
  }
}

/** Returns the meanings by the order with fewer breaks. If both are equal, returns those that both orders agree on. */
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
