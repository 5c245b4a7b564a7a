import { z } from 'zod';

import { dayNumber } from '../../../shared/calendar/calendar.ts';
import { IsoDateText } from '../../../shared/calendar/calendar-schemas.ts';
import {
  closeConditions,
  closesRoutes,
  type CloseRequirements,
} from '../../../shared/ipc/review/closes.ts';
import { accountNumber, id } from '../../../shared/ipc/route.ts';
import { limits } from '../../../shared/limits.ts';
import { DecimalText } from '../../../shared/money/decimal-schemas.ts';
import { inQuotes, sharedKind, type SharedKind } from '../../engines/sharing/shared-kind.ts';
import { daysIn, kindOf } from './periods.ts';
import { requirementsChange, requirementsKind, writeRequirements } from './tables.ts';
import {
  applyAct,
  closeKind,
  closesToShare,
  countsAsAct,
  keyOfAct,
  type SharedAct,
  type SharedItem,
  type SharedPreparation,
} from './team-acts.ts';

/** The requirements of a close are one record. */
const requirements = sharedKind<CloseRequirements>({
  topic: 'closes',
  ...{ kind: requirementsKind, merge: 'last' },
  label: 'changed what a close requires',
  aboutOf: ({ secondSource, books, exports }) =>
    `A second source for ${String(secondSource.length)} accounts, a ledger for ${String(books.length)}, ${String(exports.length)} exports.`,
  schema: closesRoutes['closes.saveRequirements'].input,
  keyOf: () => '',
  apply: writeRequirements,
  allOf: (journal) => {
    const standing = requirementsChange(journal);
    return standing === null ? [] : [standing];
  },
});

const text = z.string().max(limits.noteTextMax);
const count = z.int().nonnegative();
const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** As a bank writes it: some banks have currency codes of more than three letters. */
const currency = z.string().min(2).max(10);
const Money = z.object({ amount: DecimalText, currency }).nullable();
const Cell = z.object({
  is: z.enum(['met', 'open', 'not-asked']),
  ...{ words: text, isGrave: z.boolean(), place: z.null() },
});

const Prepared = z.object({ actId: id, by: text, at: z.iso.datetime() }).optional();

const Account = z.object({
  ...{ accountNumber, accountName: text, currency: currency.or(z.literal('')) },
  ...{ entries: count, debits: Money, credits: Money, opening: Money, closing: Money },
  asOf: z.iso.datetime().nullable(),
  /** Empty where the figures alone were closed. */
  entriesDigest: digest.or(z.literal('')),
  cells: z.record(z.enum(closeConditions), Cell),
});

const Closing = z.object({
  prepared: Prepared,
  ...{ digest, accounts: z.array(Account).max(10_000), isClockSetBack: z.boolean() },
  open: z
    .array(
      z.object({
        ...{ pointId: id, count, what: text, detail: text },
        ...{ isGrave: z.boolean(), reason: text },
      }),
    )
    .max(1_000),
  exports: z
    .array(
      z.object({
        ...{ profile: text, words: text, name: text, folder: text },
        ...{ files: count, entries: count },
      }),
    )
    .max(100),
});

const period = {
  actId: id,
  period: z.string().regex(/^\d{4}(-\d{2}){0,2}$/),
  ...{ from: IsoDateText, to: IsoDateText, after: count.nullable() },
};

const PeriodAct: z.ZodType<SharedAct | SharedPreparation> = z
  .discriminatedUnion('act', [
    z.object({ act: z.literal('close'), ...period, document: Closing }),
    z.object({
      ...{ act: z.literal('reopen'), ...period },
      document: z.object({ reason: text.min(1), prepared: Prepared }),
    }),
    z.object({
      ...{ act: z.literal('prepare'), ...period },
      document: z.discriminatedUnion('prepares', [
        Closing.extend({ prepares: z.literal('close') }),
        z.object({ prepares: z.literal('reopen'), reason: text.min(1), prepared: Prepared }),
      ]),
    }),
    z.object({
      ...{ act: z.literal('acknowledge'), ...period },
      document: z.object({
        into: IsoDateText,
        keys: z.array(z.string().max(1_000)).max(5_000),
      }),
    }),
  ])
  .refine((act) => areDaysOf(act));

const Act: z.ZodType<SharedItem> = z.union([
  PeriodAct,
  z.object({
    ...{ act: z.literal('require'), actId: id },
    persons: z.union([z.literal(1), z.literal(2)]),
  }),
]);

/** The most days that one close of a day includes. */
const dayCloseMax = 31;

/** Whether the days are those of the period. A day is closed with the open days before it. */
function areDaysOf({ period: of, from, to }: Pick<SharedAct, 'period' | 'from' | 'to'>): boolean {
  if (kindOf(of) === 'day')
    return to === of && from <= to && dayNumber(to) - dayNumber(from) < dayCloseMax;
  const days = daysIn(of);
  return from >= days.from && to <= days.to && from <= to;
}

/** Describes an act on a period for the log. */
function closeSentence(item: SharedItem): string {
  if (item.act === 'require')
    return item.persons === 2
      ? 'A close asks for a second person.'
      : 'A close asks for one person, once two have asked for it.';
  const { act, period: of, from, to, document } = item;
  const days = from === to ? from : `${from} to ${to}`;
  if (act === 'prepare')
    return document.prepares === 'close'
      ? `${of} (${days}) prepared to be closed: ${String(document.accounts.length)} accounts, ${String(document.open.length)} open points.`
      : `${of} (${days}) prepared to be reopened: ${inQuotes(document.reason)}`;
  const second =
    'prepared' in document && document.prepared !== undefined
      ? ` Prepared by ${document.prepared.by}.`
      : '';
  if ('reason' in document)
    return `${of} (${days}) reopened: ${inQuotes(document.reason)}${second}`;
  if ('into' in document)
    return `${of} (${days}): ${String(document.keys.length)} late entries acknowledged, counted on ${document.into}.`;
  return `${of} (${days}) closed: ${String(document.accounts.length)} accounts, ${String(document.open.length)} open points, SHA-256 ${document.digest}.${second}`;
}

/** Never queued, except the closes that a desk shares when it joins: a team closes only with the record. */
const closes = sharedKind<SharedItem>({
  topic: 'closes',
  ...{ kind: closeKind, merge: 'all' },
  label: 'closed or reopened a period',
  aboutOf: closeSentence,
  ...{ schema: Act, keyOf: keyOfAct, counts: countsAsAct, apply: applyAct, allOf: closesToShare },
});

/** The kinds of close records that a team shares. */
export const sharedOfCloses: readonly SharedKind[] = [requirements, closes];
