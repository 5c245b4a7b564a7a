import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import { shownDigits } from '../../../../shared/money/currencies.ts';
import { fromUnits, type Decimal } from '../../../../shared/money/decimal.ts';
import { dayOf } from '../../../../shared/calendar/calendar.ts';
import { ordinalOf } from '../../accounts/ordinals.ts';
import { accountByNumber } from '../../accounts/tables.ts';
import type { FormatPart } from '../../../engines/formats/format.ts';
import { row, type CacheReader } from '../../../engines/store/database.ts';
import type { Sliced } from '../../../engines/store/threads/turns.ts';
import { coveredRange } from '../proof/coverage.ts';
import type { EntryFilter } from '../query/filters.ts';
import { exportRows, type ExportRow } from '../export/export-rows.ts';
import { sums } from '../search/long-reads.ts';
import { effectOf, Effects } from './entry-table.ts';

/** One account and period of a file. */
export type PartQuestion = {
  readonly accountNumber: string;
  /** A missing end defaults to the first or last fetched day. */
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
  readonly proof: FormatPart['proof'];
  /** The search; if missing, all entries of the days. */
  readonly filter?: EntryFilter | undefined;
};

/** A part with its effect reader, or why it cannot be in a file; `why` is null if the search found nothing. */
type Part =
  | { readonly part: FormatPart; readonly effects: () => EffectReader }
  | { readonly why: string | null };

type EffectReader = { of(row: ExportRow): bigint };

const rowsAtOnce = 2_000;

export const figureIn = (units: bigint, currency: string): Decimal =>
  fromUnits(units, shownDigits(currency));

/** Builds the head of an account's rows in a first pass, a slice at a time, so that sums can precede the rows. */
export function* partOf(reader: CacheReader, question: PartQuestion): Sliced<Part> {
  const { accountNumber, proof, filter } = question;
  const isFound = filter !== undefined;
  const account = accountByNumber(reader, accountNumber);
  const covered = coveredRange(reader, accountNumber);
  if (account === null) return { why: 'it is not in the local copy' };
  if (covered === null) return { why: isFound ? null : 'no day of it was fetched yet' };
  const { currency } = account;
  if (!/^[A-Z]{3}$/.test(currency)) return { why: 'the bank never sent its currency' };
  const { from = covered.from, to = covered.to } = question;
  const { openingE4, closingE4 } = sums(reader, accountNumber, { from, to });
  if (openingE4 === null || closingE4 === null)
    return { why: isFound ? null : 'no balance of the period is known here' };
  const effects = () =>
    isFound ? lookedUpEffects(reader, accountNumber, openingE4) : new Effects(openingE4);
  const rows = rowsOf(reader, { accountNumber, filter: filter ?? { from, to } });
  const totals = yield* totalsOf(rows, effects());
  if (isFound && totals.credits.count + totals.debits.count === 0) return { why: null };
  const figure = (units: bigint): Decimal => figureIn(units, currency);
  const details = account.fundingDetails[0];
  const part: FormatPart = {
    accountNumber,
    accountName: account.accountName,
    holder: details?.accountName ?? '',
    currency,
    bic: details?.bic ?? '',
    bankName: details?.bankName ?? '',
    from,
    to,
    opening: figure(openingE4),
    closing: figure(closingE4),
    available:
      account.availableAsOf !== null && dayOf(account.availableAsOf) === to
        ? (account.available?.amount ?? null)
        : null,
    credits: { count: totals.credits.count, sum: figure(totals.credits.e4) },
    debits: { count: totals.debits.count, sum: figure(totals.debits.e4) },
    net: figure(totals.credits.e4 - totals.debits.e4),
    proof,
    asOf: account.statementAsOf,
  };
  return { part, effects };
}

type Side = { count: number; e4: bigint };

function* totalsOf(
  pieces: Iterable<readonly ExportRow[]>,
  effects: EffectReader,
): Sliced<{ credits: Side; debits: Side }> {
  const credits: Side = { count: 0, e4: 0n };
  const debits: Side = { count: 0, e4: 0n };
  for (const rows of pieces) {
    for (const row of rows) {
      const effect = effects.of(row);
      const isDebit = effect < 0n || (effect === 0n && row[2] === 0);
      const side = isDebit ? debits : credits;
      side.count += 1;
      side.e4 += isDebit ? -effect : effect;
    }
    yield;
  }
  return { credits, debits };
}

/** Looks up the balance before each entry, for entries that are not consecutive. */
function lookedUpEffects(
  reader: CacheReader,
  accountNumber: string,
  openingE4: bigint,
): EffectReader {
  const account = ordinalOf(reader, accountNumber);
  const before = (key: number): bigint => {
    const found = row<{ balance: string }>(
      reader,
      `SELECT CAST(e.balance_e4 AS TEXT) AS balance FROM entry e INDEXED BY entry_account
       WHERE e.account = ? AND e.key < ? AND e.withdrawn_at IS NULL ORDER BY e.key DESC LIMIT 1`,
      account,
      key,
    );
    return found === null ? openingE4 : BigInt(found.balance);
  };
  return { of: (found) => effectOf(found, before(found[11])) };
}

/** Yields the active entries that match a filter, oldest first, some thousand at a time. */
export function* rowsOf(
  reader: CacheReader,
  { accountNumber, filter }: { readonly accountNumber: string; readonly filter: EntryFilter },
): Generator<readonly ExportRow[]> {
  let afterKey: number | null = null;
  do {
    const rows = exportRows(reader, { accountNumber, filter, afterKey, limit: rowsAtOnce });
    if (rows.length > 0) yield rows;
    afterKey = rows.length < rowsAtOnce ? null : (rows.at(-1)?.[11] ?? null);
  } while (afterKey !== null);
}
