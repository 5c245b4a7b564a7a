import type { ConditionInputs } from '../../electron/nouns/closes/conditions.ts';
import type { DaysNow } from '../../electron/nouns/closes/period-snapshot.ts';
import type {
  CloseAccount,
  CloseCell,
  CloseCondition,
  ClosePlace,
} from '../../shared/ipc/review/closes.ts';
import type { ExceptionItem } from '../../shared/ipc/review/exceptions.ts';
import { beginning, paying } from '../support/desks/lone-desk.ts';

export const today = '2026-11-20';
export const other = '1111222233';

/** An account of the local copy over one day on which nothing is open. */
export const daysOf = (given: Partial<DaysNow> = {}): DaysNow => ({
  ...{ accountNumber: paying, accountName: 'Operations', currency: 'USD', entries: 2, unread: 0 },
  ...{ debitsE4: '0', creditsE4: '0', openingE4: null, closingE4: null, asOf: beginning },
  ...{ firstUnproven: null, readSample: [], entriesDigest: '', set: null },
  ...given,
});

/** Nothing that speaks against a close, and nothing asked but what is always asked. */
export const nothingOpen = (given: Partial<ConditionInputs> = {}): ConditionInputs => ({
  ...{ from: today, to: today, exceptions: [], broken: new Map(), unknown: [] },
  ...{ sources: new Map(), books: new Map(), unseen: new Map() },
  requirements: { secondSource: [], books: [], exports: [] },
  ...given,
});

export const exceptionOf = (given: Partial<ExceptionItem> = {}): ExceptionItem => ({
  ...{ exceptionId: 'r-1', kind: 'returned', urgency: 'now', title: 'Returned', detail: '' },
  ...{ status: null, amount: null, since: beginning, next: 'Open it' },
  place: { view: 'accounts', accountNumber: paying },
  ...{ submissionId: null, mayClose: true },
  ...given,
});

export const met: CloseCell = { is: 'met', words: '', isGrave: false, place: null };

export const openCell = (words: string, place: ClosePlace | null, isGrave = false): CloseCell => ({
  ...{ is: 'open', words, isGrave, place },
});

/** An account as it would be closed; every condition is met but those that are given. */
export const accountWith = (
  cells: Partial<Record<CloseCondition, CloseCell>> = {},
  given: Partial<CloseAccount> = {},
): CloseAccount => ({
  ...{ accountNumber: paying, accountName: 'Operations', currency: 'USD', entries: 2 },
  ...{ debits: null, credits: null, opening: null, closing: null },
  ...{ asOf: beginning, entriesDigest: '' },
  cells: {
    ...{ proven: met, read: met, unknown: met, exceptions: met },
    ...{ 'second-source': met, books: met },
    ...cells,
  },
  ...given,
});
