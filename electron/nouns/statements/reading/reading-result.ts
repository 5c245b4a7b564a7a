import { appError, type AppError } from '../../../../shared/errors.ts';
import type { SyncAccountSummary } from '../../../../shared/ipc/accounts/statements.ts';
import { shownDigits } from '../../../../shared/money/currencies.ts';
import { fromUnits } from '../../../../shared/money/decimal.ts';
import type { Break } from '../chain/chain-parts.ts';
import type { RangeRun } from './range-run.ts';

/** Summarizes a finished reading: whether the statement is proven, and what is new. */
export function summaryOf(run: RangeRun, agrees: boolean, withdrawn: number): SyncAccountSummary {
  const { prover } = run;
  const digits = run.currency === null ? 0 : shownDigits(run.currency);
  return {
    ...run.range,
    pages: run.pages,
    received: run.received,
    inserted: run.inserted,
    changed: run.changed,
    unchanged: Math.max(0, run.received - run.inserted - run.changed - run.unreadable.length),
    withdrawn,
    proof: {
      ok: agrees && prover.breaks === 0,
      openingBalance: fromUnits(prover.ends.openingE4, digits),
      closingBalance: fromUnits(prover.ends.closingE4, digits),
      entries: run.received,
      brokenAt: prover.broken && brokenAt(prover.broken, run, digits),
    },
  };
}

/** Returns the break. At an unreadable entry it has the reason instead of balances, since none can be expected there. */
function brokenAt({ entryId, expectedE4, foundE4 }: Break, run: RangeRun, digits: number) {
  if (expectedE4 !== null && foundE4 !== null)
    return {
      entryId,
      expected: fromUnits(expectedE4, digits),
      found: fromUnits(foundE4, digits),
    };
  const reason = run.unreadable.find((entry) => entry.entryId === entryId)?.reason;
  const setAside = reason ?? 'it was set aside by an earlier part of this reading';
  return { entryId, expected: null, found: null, setAside };
}

/** Returns the error to show if the bank's response cannot be stored whole; null if it can. */
export function problemOf(run: RangeRun, agrees: boolean, correlationId: string): AppError | null {
  const [first] = run.unreadable;
  const about = { operation: 'getStatement' };
  if (first)
    return appError('bank.unexpected', correlationId, {
      ...about,
      message: `Entry ${first.entryId || '(without id)'} of account ${run.range.accountNumber} cannot be kept exactly and was set aside: ${first.reason}.`,
      fields: Object.fromEntries(
        run.unreadable.slice(0, 20).map((entry) => [entry.entryId, entry.reason]),
      ),
    });
  if (run.repeatedId !== null)
    return appError('bank.unexpected', correlationId, {
      ...about,
      message: `Entry ${run.repeatedId} came twice in one statement of account ${run.range.accountNumber}; both are kept, the range is not proven.`,
    });
  if (!agrees)
    return appError('bank.unexpected', correlationId, {
      ...about,
      message: `The pages of account ${run.range.accountNumber} do not agree: ${run.received} entries came, ${run.totalItems} were announced. The range is not proven.`,
    });
  return null;
}
