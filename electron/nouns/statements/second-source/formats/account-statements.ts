import { createHash } from 'node:crypto';

import { addDays, isIsoDate, type IsoDate } from '../../../../../shared/calendar/calendar.ts';
import { unitsOf } from './figures.ts';
import type { ReadSource, SourceEntry, SourceHead } from './source.ts';

/** One statement of a file, in the order of the file. */
export type ParsedStatement = {
  /** The account as the file writes it, possibly an IBAN; empty if it names none. */
  readonly namedAccount: string;
  readonly head: SourceHead;
  /** First and last day, if the statement or its balances have them. */
  readonly firstDay: string | undefined;
  readonly lastDay: string | undefined;
  readonly entries: readonly SourceEntry[];
  /** The number of its entries that cannot be read; 0 if missing. */
  readonly unread?: number;
  /** What kind of statement it is, if it may lack entries of its days. */
  readonly excerpt?: string;
  /** Sentences on what is not compared. */
  readonly notes: readonly string[];
};

/** All statements of one account in one currency in a file. */
export type AccountStatement = ReadSource & {
  readonly namedAccount: string;
  readonly currency: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly notes: readonly string[];
};

/**
 * Groups the statements of a file by account and currency, in order of their days, with each account's first opening balance and last
 * closing balance. A repeated statement counts once. Notes report repeated statements, and one that does not follow from the previous.
 * Null for an account whose days cannot be read.
 */
export function accountStatementsOf(
  statements: readonly ParsedStatement[],
): (AccountStatement | null)[] {
  const groups = Map.groupBy(
    statements,
    ({ namedAccount, head }) => `${namedAccount} ${head.currency ?? ''}`,
  );
  return [...groups.values()].map(accountStatement);
}

function accountStatement(statements: readonly ParsedStatement[]): AccountStatement | null {
  const once = withoutRepeated(statements).sort((a, b) =>
    (a.firstDay ?? '').localeCompare(b.firstDay ?? ''),
  );
  const [first] = once;
  const last = once.at(-1);
  if (!first || !last) return null;
  const entries = once.flatMap((one) => one.entries);
  const days = entries.flatMap(({ date }) => (date === undefined ? [] : [date.slice(0, 10)]));
  const firsts = [...days, ...once.flatMap(({ firstDay }) => firstDay ?? [])].sort();
  const lasts = [...days, ...once.flatMap(({ lastDay }) => lastDay ?? [])].sort();
  const [from = ''] = firsts;
  const to = lasts.at(-1) ?? '';
  if (!isIsoDate(from) || !isIsoDate(to) || from > to) return null;
  const { opening } = first.head;
  const { closing } = last.head;
  const currency = first.head.currency ?? '';
  const excerpt = once.find((one) => one.excerpt !== undefined)?.excerpt;
  return {
    namedAccount: first.namedAccount,
    currency,
    from,
    to,
    head: {
      ...(currency === '' ? {} : { currency }),
      ...(opening === undefined ? {} : { opening }),
      ...(closing === undefined ? {} : { closing }),
    },
    entries,
    hasIds: false,
    unread: once.reduce((count, { unread = 0 }) => count + unread, 0),
    ...(excerpt !== undefined && { excerpt }),
    notes: [
      ...repeatedNotes(statements.length - once.length),
      ...breakNotes(once),
      ...once.flatMap(({ notes }) => notes),
    ],
  };
}

function withoutRepeated(statements: readonly ParsedStatement[]): ParsedStatement[] {
  if (statements.length === 1) return [...statements];
  const digest = (one: ParsedStatement): string =>
    createHash('sha256').update(JSON.stringify(one)).digest('base64');
  return [...new Map(statements.map((one) => [digest(one), one])).values()];
}

const repeatedNotes = (count: number): string[] =>
  count === 0
    ? []
    : [
        count === 1
          ? 'One of its statements stands there twice and counts once.'
          : `${count} of its statements stand there more than once and count once.`,
      ];

/** Notes the first statement whose opening balance is not the previous closing balance: days may be missing or overlap. */
function breakNotes(statements: readonly ParsedStatement[]): string[] {
  const broken = statements.find(({ head }, at) => {
    const before = statements[at - 1]?.head.closing;
    return (
      before !== undefined &&
      head.opening !== undefined &&
      unitsOf(before) !== unitsOf(head.opening)
    );
  });
  return broken
    ? [
        `Its statement of ${broken.firstDay ?? 'unknown days'} does not begin with the balance that the one before ends with: one may be missing, or their days overlap.`,
      ]
    : [];
}

/** Returns the next day, for an opening balance that is of the evening before the period. */
export const dayAfter = (day: string): string => (isIsoDate(day) ? addDays(day, 1) : day);
