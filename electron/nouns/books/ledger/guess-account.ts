import { addDays, type Period } from '../../../../shared/calendar/calendar.ts';
import type { BooksFit } from '../../../../shared/ipc/review/books.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { listAccounts, type CachedAccount } from '../../accounts/tables.ts';
import { readBatch } from '../../statements/search/long-reads.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import type { ParsedLine } from './ledger.ts';

export type GuessedAccount = { readonly number: string; readonly why: string };

type LedgerLines = { readonly fileName: string; readonly lines: readonly ParsedLine[] };

/** Lines and entries of an account that are compared by amount. */
const linesMax = 200;
const entriesMax = 2_000;
const accountsMax = 50;
/** Days that the bank may book before or after the books. */
const reachDays = 5;
/** Amounts needed for a comparison. */
const amountsMin = 5;

/**
 * Guesses the account of a ledger: the one in its file name, the only one of its currency, or the one that has clearly more
 * of its amounts on its days than any other. Null where no account qualifies.
 */
export function guessedAccount(
  reader: CacheReader,
  { fileName, lines }: LedgerLines,
): GuessedAccount | null {
  const accounts = accountsOf(reader, lines);
  const [only, another] = accounts;
  const named = accounts.filter(({ accountNumber }) => fileName.includes(accountNumber));
  if (named.length === 1 && named[0])
    return { number: named[0].accountNumber, why: 'The file’s name has its number.' };
  if (only && !another)
    return {
      number: only.accountNumber,
      why: lines.every(({ currency }) => currency === '')
        ? 'It is the only account.'
        : `The only account in ${only.currency}.`,
    };
  return byAmounts(reader, sampleOf(lines), accounts);
}

/** How many of a ledger’s amounts an account has on its days; and where these are next to none, the account that clearly has more. */
export function fitOf(
  reader: CacheReader,
  lines: readonly ParsedLine[],
  accountNumber: string,
): BooksFit | null {
  const sample = sampleOf(lines);
  if (sample === null || sample.amounts.size < amountsMin) return null;
  const found = foundIn(reader, accountNumber, sample);
  const fits = found * 10 >= sample.amounts.size;
  return {
    ...{ found, of: sample.amounts.size, fits },
    better: fits ? null : byAmounts(reader, sample, accountsOf(reader, lines)),
  };
}

/** The accounts in the currencies of the lines; all where the lines name none. */
function accountsOf(reader: CacheReader, lines: readonly ParsedLine[]): readonly CachedAccount[] {
  const currencies = new Set(lines.map(({ currency }) => currency).filter((code) => code !== ''));
  return listAccounts(reader)
    .filter(({ currency }) => currencies.size === 0 || currencies.has(currency))
    .slice(0, accountsMax);
}

type Sample = { readonly period: Period; readonly amounts: ReadonlySet<string> };

/** Picks lines of neighbouring days, so that few entries have to be searched. Null where there is no line. */
function sampleOf(lines: readonly ParsedLine[]): Sample | null {
  const byDay = lines.toSorted((a, b) => a.day.localeCompare(b.day));
  const from = Math.max(0, Math.floor((byDay.length - linesMax) / 2));
  const some = byDay.slice(from, from + linesMax);
  const [first] = some;
  if (!first) return null;
  const last = some.at(-1) ?? first;
  return {
    period: { from: addDays(first.day, -reachDays), to: addDays(last.day, reachDays) },
    amounts: new Set(some.map(({ amount }) => unsigned(amount))),
  };
}

function byAmounts(
  reader: CacheReader,
  sample: Sample | null,
  accounts: readonly CachedAccount[],
): GuessedAccount | null {
  if (sample === null) return null;
  const { size } = sample.amounts;
  const scored = accounts
    .map(({ accountNumber }) => ({
      accountNumber,
      found: foundIn(reader, accountNumber, sample),
    }))
    .toSorted((a, b) => b.found - a.found);
  const [best, next] = scored;
  if (!best || best.found * 4 < size || best.found < 2 * (next?.found ?? 0)) return null;
  return {
    number: best.accountNumber,
    why: `${String(best.found)} of ${String(size)} amounts are among its entries of these days.`,
  };
}

const unsigned = (amount: string): string => String(toUnits(amount.replace('-', '')));

function foundIn(reader: CacheReader, accountNumber: string, { period, amounts }: Sample): number {
  const question = { accountNumber, filter: { ...period }, afterKey: null, limit: entriesMax };
  const own = new Set(readBatch(reader, question).rows.map(({ amount }) => unsigned(amount)));
  return [...amounts].filter((amount) => own.has(amount)).length;
}
