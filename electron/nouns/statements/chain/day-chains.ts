import { prepared, type AnyDatabase } from '../../../engines/store/database.ts';
import { guarded } from '../../../engines/store/faults.ts';
import { breakOfText, textOfBreak, type Break, type SavedBreak } from './chain-parts.ts';
import { firstKeyOf, lastKeyOf } from '../entries/entry-keys.ts';
import { effectsOf } from '../entries/entry-rows.ts';

/**
 * The balance chain of a day's active entries, read once and cached: a proof joins the days and reads entries again only for days
 * that changed. Triggers delete a day's chain when one of its entries changes. A chain whose entry count differs from the day's
 * stored count predates a new entry and does not count.
 */
export type ChainOfDay = {
  readonly day: number;
  readonly entries: number;
  readonly first: {
    readonly id: string;
    readonly amountE4: bigint;
    readonly direction: number;
    readonly balanceE4: bigint;
  };
  readonly closingE4: bigint;
  /** Where the chain breaks after the first entry, under either meaning of an amount's sign. */
  readonly breaks: Readonly<Record<Meaning, InnerBreak | null>>;
};

export type Meaning = 'unsigned' | 'signed';
export const meanings: readonly Meaning[] = ['unsigned', 'signed'];

/** `followed`: the number of entries between the first and the break. */
export type InnerBreak = Break & { readonly followed: number };

type Link = {
  id: string;
  amount_e4: bigint;
  direction: bigint;
  balance_e4: bigint;
};

/** Reads the chain from the entries; null if the day has no active entry. */
export function readChain(database: AnyDatabase, account: number, day: number): ChainOfDay | null {
  const links = prepared(
    database,
    `SELECT id, amount_e4, direction, balance_e4 FROM entry INDEXED BY entry_account
     WHERE account = ? AND key BETWEEN ? AND ? AND withdrawn_at IS NULL ORDER BY key`,
    'exact',
  ).iterate(account, firstKeyOf(account, day), lastKeyOf(account, day)) as Iterable<Link>;
  return guarded(database, () => follow(links, day));
}

function follow(links: Iterable<Link>, day: number): ChainOfDay | null {
  let first: ChainOfDay['first'] | null = null;
  let entries = 0;
  let balanceE4 = 0n;
  const breaks: Record<Meaning, InnerBreak | null> = { unsigned: null, signed: null };
  for (const { id, amount_e4, direction, balance_e4 } of links) {
    if (first === null)
      first = { id, amountE4: amount_e4, direction: Number(direction), balanceE4: balance_e4 };
    else {
      const effects = effectsOf(amount_e4, Number(direction));
      for (const meaning of meanings) {
        const expectedE4 = balanceE4 + effects[meaning];
        if (breaks[meaning] === null && expectedE4 !== balance_e4)
          breaks[meaning] = {
            entryId: id,
            day,
            expectedE4,
            foundE4: balance_e4,
            followed: entries - 1,
          };
      }
    }
    entries += 1;
    balanceE4 = balance_e4;
  }
  return first && { day, entries, first, closingE4: balanceE4, breaks };
}

/** A row of {@link chainColumns}; amounts are text, since a double does not hold them. */
export type StoredChain = {
  day: number;
  entries: number;
  first_id: string;
  first_amount: string;
  first_direction: number;
  first_balance: string;
  closing: string;
  breaks: string;
};

/** The columns of the table `day_chain`. */
export const chainColumns = `day, entries, first_id, CAST(first_amount_e4 AS TEXT) AS first_amount, first_direction,
  CAST(first_balance_e4 AS TEXT) AS first_balance, CAST(closing_e4 AS TEXT) AS closing, breaks`;

type SavedInner = SavedBreak & { readonly followed: number };

export const textOfBreaks = ({ unsigned, signed }: ChainOfDay['breaks']): string =>
  JSON.stringify({
    unsigned: unsigned && { ...textOfBreak(unsigned), followed: unsigned.followed },
    signed: signed && { ...textOfBreak(signed), followed: signed.followed },
  });

export function chainOf(stored: StoredChain): ChainOfDay {
  const { unsigned, signed } = JSON.parse(stored.breaks) as Record<Meaning, SavedInner | null>;
  const innerBreak = (saved: SavedInner | null): InnerBreak | null =>
    saved && { ...breakOfText(saved), followed: saved.followed };
  return {
    day: stored.day,
    entries: stored.entries,
    first: {
      id: stored.first_id,
      amountE4: BigInt(stored.first_amount),
      direction: stored.first_direction,
      balanceE4: BigInt(stored.first_balance),
    },
    closingE4: BigInt(stored.closing),
    breaks: { unsigned: innerBreak(unsigned), signed: innerBreak(signed) },
  };
}
