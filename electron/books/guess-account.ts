import { addDays, dayOf } from '../../shared/calendar.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import { listAccounts } from '../accounts/tables.ts';
import { readBatch } from '../statements/long-reads.ts';
import type { CacheReader } from '../store/database.ts';
import type { ToldLine } from './ledger.ts';

export type GuessedAccount = { readonly number: string; readonly why: string };

type Told = { readonly fileName: string; readonly lines: readonly ToldLine[] };

/** Lines whose amounts are looked for, and entries of an account that they are looked for in. */
const linesMax = 200;
const entriesMax = 2_000;
const accountsMax = 50;

/**
 * Which account a ledger is of: the one that its name names, the only one of its currency, or the one that has its amounts on its days, clearly
 * more of them than any other. Null where none of these tells.
 */
export function guessedAccount(
  reader: CacheReader,
  { fileName, lines }: Told,
): GuessedAccount | null {
  const told = new Set(lines.map(({ currency }) => currency).filter((code) => code !== ''));
  const accounts = listAccounts(reader)
    .filter(({ currency }) => told.size === 0 || told.has(currency))
    .slice(0, accountsMax);
  const [only, another] = accounts;
  const named = accounts.filter(({ accountNumber }) => fileName.includes(accountNumber));
  if (named.length === 1 && named[0])
    return { number: named[0].accountNumber, why: 'The file’s name has its number.' };
  if (only && !another)
    return {
      number: only.accountNumber,
      why: told.size === 0 ? 'It is the only account.' : `The only account in ${only.currency}.`,
    };
  const sample = lines.slice(0, linesMax);
  const amounts = new Set(sample.map(({ amount }) => unsigned(amount)));
  if (amounts.size === 0) return null;
  const scored = accounts
    .map(({ accountNumber }) => ({
      accountNumber,
      found: foundIn(reader, accountNumber, sample, amounts),
    }))
    .toSorted((a, b) => b.found - a.found);
  const [best, next] = scored;
  if (!best || best.found * 4 < amounts.size || best.found < 2 * (next?.found ?? 0)) return null;
  return {
    number: best.accountNumber,
    why: `${String(best.found)} of ${String(amounts.size)} amounts are among its entries of these days.`,
  };
}

const unsigned = (amount: string): string => String(toUnits(amount.replace(/^-/, '')));

function foundIn(
  reader: CacheReader,
  accountNumber: string,
  sample: readonly ToldLine[],
  amounts: ReadonlySet<string>,
): number {
  const days = sample.map(({ day }) => day).sort();
  const filter = {
    from: addDays(days[0] ?? '', -5),
    to: addDays(days.at(-1) ?? '', 5),
  };
  const { rows } = readBatch(reader, { accountNumber, filter, afterKey: null, limit: entriesMax });
  const own = new Set(
    rows
      .filter(({ transactionDate }) => dayOf(transactionDate) <= filter.to)
      .map(({ amount }) => unsigned(amount)),
  );
  return [...amounts].filter((amount) => own.has(amount)).length;
}
