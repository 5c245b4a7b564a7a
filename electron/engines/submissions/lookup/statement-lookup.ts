import { dateOfDayNumber, dayNumber, todayAt } from '../../../../shared/calendar/calendar.ts';
import type { ResemblingRow } from '../../../../shared/ipc/submissions.ts';
import { limits } from '../../../../shared/limits.ts';
import { likenessOf } from '../../../../shared/reference-likeness.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { moneyOfUnits } from '../../../../shared/money/money.ts';
import { believedMs, surelyPassedMs, type Moment } from '../../../../shared/calendar/moment.ts';
import type { Days, EvidenceEntry, UnreadableEntry } from '../evidence.ts';
import type { Submission } from '../journal/submission-table.ts';
import type { Booking, ChangeParts } from '../change.ts';
import { isOfAnother } from './list-lookup.ts';
import { heldAgainstFromMs, sentAt, sentMs } from './lookup-times.ts';
import { searchTexts } from './reference-match.ts';

/** The result of looking for a booking in the statement of the local copy. */
export type StatementLook =
  | { readonly found: 'yes'; readonly entryIds: readonly string[]; readonly words: string }
  | {
      readonly found: 'doubtful';
      readonly resembling: readonly ResemblingRow[];
      readonly words: string;
    }
  | { readonly found: 'unavailable'; readonly words: string }
  /** The statement would have it. `begun` is when the reading without it began. */
  | { readonly found: 'no'; readonly begun: Moment; readonly words: string };

/** The number of entries that are compared with a reference. */
const comparedMax = 1_000;

/**
 * Looks for a booking by reference, account, direction, amount and currency. An absence counts only under three conditions.
 * Every day from the sending to now was read since in a single reading and is proven, without unreadable entries. No debit since of
 * at least that amount (it may include a fee or several bookings) is unexplained by another change of ours. No such amount is missing
 * from the available balance.
 */
export function lookInStatement(
  parts: ChangeParts,
  submission: Submission,
  booking: Booking,
): StatementLook {
  const now = parts.clock.moment();
  const days = { from: dayAt(sentMs(submission)), to: dayAt(believedMs(now)) };
  const looking = { parts, submission, booking, days, now };
  return (
    byReference(looking) ??
    whyNotProven(looking) ??
    byAmount(looking) ??
    byBalance(looking) ?? {
      found: 'no',
      begun: oldestReading(looking),
      words: `The statement of ${booking.accountNumber} does not show it.`,
    }
  );
}

type Looking = {
  readonly parts: ChangeParts;
  readonly submission: Submission;
  readonly booking: Booking;
  /** From the day of the sending to today. */
  readonly days: Days;
  readonly now: Moment;
};

const dayAt = (ms: number): number => dayNumber(todayAt(ms));

/** Finds entries that carry the reference or a similar one. */
function byReference(looking: Looking): StatementLook | null {
  const { parts, submission, booking } = looking;
  const { reference } = submission;
  const named = candidates(looking).filter((entry) => !isOfAnother(parts, submission, by(entry)));
  const likenessTo = (entry: EvidenceEntry) =>
    likenessOf(reference, entry.customReference, entry.narration);
  const ours = named.filter(
    (entry) =>
      ['exact', 'folded'].includes(likenessTo(entry)) &&
      entry.withdrawnAt === null &&
      entry.transactionType !== 'fee' &&
      isBookedAs(entry, booking),
  );
  if (ours.length > 0) return shown(booking, ours);
  const resembling = named.filter(
    (entry) => likenessTo(entry) !== 'other' && entry.direction === booking.direction,
  );
  return resembling.length === 0 ? null : doubtful(booking, resembling.map(resemblingBy(booking)));
}

const by = ({ customReference }: EvidenceEntry) => ({ reference: customReference });

function candidates({ parts: { evidence }, submission, booking, days }: Looking): EvidenceEntry[] {
  const { accountNumber } = booking;
  const exact = evidence.byReference(accountNumber, submission.reference);
  const texts = searchTexts(submission.reference);
  const like = evidence.resembling(accountNumber, {
    texts,
    from: days.from - 1,
    limit: comparedMax,
  });
  const known = new Set(exact.map(({ id }) => id));
  return [...exact, ...like.filter(({ id }) => !known.has(id))];
}

function isBookedAs({ direction, amount }: EvidenceEntry, booking: Booking): boolean {
  return (
    direction === booking.direction &&
    (booking.amount === null ||
      (magnitude(amount.amount) === toUnits(booking.amount) && isIn(amount.currency, booking)))
  );
}

const isIn = (currency: string, booking: Booking): boolean =>
  booking.currency === null || booking.currency === currency;

/** Returns the amount without its sign, as some banks send debits with a minus sign. */
const magnitude = (amount: string): bigint => {
  const units = toUnits(amount);
  return units < 0n ? -units : units;
};

const shown = ({ accountNumber }: Booking, entries: readonly EvidenceEntry[]): StatementLook => ({
  found: 'yes',
  entryIds: entries.map(({ id }) => id),
  words: `The statement of ${accountNumber} shows it as entry ${entries[0]?.id ?? ''}.`,
});

const doubtful = (
  { accountNumber }: Booking,
  resembling: readonly ResemblingRow[],
): StatementLook => ({
  found: 'doubtful',
  resembling: resembling.slice(0, limits.resemblingRowsMax),
  words: `The statement of ${accountNumber} shows what may be it: ${resembling
    .slice(0, 3)
    .map(({ recordId }) => recordId || 'an entry without an identifier')
    .join(', ')}.`,
});

const resemblingBy =
  (booking: Booking) =>
  (entry: EvidenceEntry): ResemblingRow => ({
    ...rowOf(booking, entry),
    why: whyOf(entry, booking),
  });

function whyOf(entry: EvidenceEntry, booking: Booking): string {
  if (entry.withdrawnAt !== null) return 'It carries our reference, and the bank took it back.';
  return isBookedAs(entry, booking)
    ? 'Its reference or its narration resembles ours.'
    : 'Its reference or its narration is like ours, and the amount differs.';
}

const rowOf = ({ accountNumber }: Booking, entry: EvidenceEntry): Omit<ResemblingRow, 'why'> => ({
  source: 'statement',
  recordId: entry.id,
  reference: entry.customReference,
  amount: entry.amount.amount,
  currency: entry.amount.currency,
  accountNumber,
  counterparty: '',
  at: entry.transactionDate,
  narration: entry.narration,
});

/** Returns why an absence on those days proves nothing; null where it does prove it. */
function whyNotProven(looking: Looking): StatementLook | null {
  const { parts, submission, booking, days, now } = looking;
  const { accountNumber } = booking;
  const unreadable = parts.evidence.unreadable(accountNumber, days);
  const ours = unreadable.find(({ text }) => isNamedIn(text, submission));
  if (ours) return unread(booking, ours);
  const read = new Map(parts.evidence.readDays(accountNumber, days).map((day) => [day.day, day]));
  for (let day = days.from; day <= days.to; day += 1) {
    const known = read.get(day);
    const date = dateOfDayNumber(day);
    if (!known?.begun || surelyPassedMs(sentAt(submission), known.begun, now) <= 0)
      return unavailable(`The statement of ${accountNumber} was not read for ${date} since.`);
    if (known.state !== 'proven')
      return unavailable(`The statement of ${accountNumber} is not proven for ${date}.`);
  }
  const [entry] = unreadable;
  if (!entry) return null;
  const name = entry.entryId || 'one without identifier';
  return unavailable(
    `An entry of the statement of ${accountNumber} could not be read and was set aside: ${name}.`,
  );
}

const isNamedIn = (text: string, { reference }: Submission): boolean =>
  likenessOf(reference, '', text) !== 'other';

const unavailable = (words: string): StatementLook => ({ found: 'unavailable', words });

/** Reports an unreadable entry that contains our reference. */
function unread(booking: Booking, { entryId, reason, text }: UnreadableEntry): StatementLook {
  const row: ResemblingRow = {
    source: 'unreadable',
    recordId: entryId,
    reference: '',
    amount: null,
    currency: '',
    accountNumber: booking.accountNumber,
    counterparty: '',
    at: null,
    narration: text,
    why: `It carries our reference, and could not be read: ${reason}.`,
  };
  return doubtful(booking, [row]);
}

/** Finds debits since the sending that are large enough to include it and that no other change of ours explains. */
function byAmount({ parts, submission, booking, days }: Looking): StatementLook | null {
  if (booking.direction !== 'debit') return null;
  const fromMs = heldAgainstFromMs(submission);
  const limit = limits.debitsComparedMax;
  const debits = parts.evidence.debits(booking.accountNumber, {
    days,
    least: unitsOf(submission, booking),
    currency: booking.currency,
    limit: limit + 1,
  });
  if (debits.length > limit)
    return unavailable(
      `The statement of ${booking.accountNumber} shows too many debits since to distinguish them.`,
    );
  const open = debits.filter(
    (entry) =>
      mayBeSince(entry.transactionDate, fromMs) && !isOfAnother(parts, submission, by(entry)),
  );
  return open.length === 0
    ? null
    : doubtful(
        booking,
        open.map((entry) => ({ ...rowOf(booking, entry), why: unexplained })),
      );
}

/** Returns the amount that would leave the account, in 10^-4; zero where only the bank knows it. */
const unitsOf = ({ about }: Submission, { amount }: Booking): bigint =>
  toUnits(amount ?? about?.quote?.sell.amount ?? '0');

/**
 * Checks for money in the statement's closing balance that is not available: it may be blocked for this booking, or the statement may
 * be for other days than it states.
 */
function byBalance({ parts, submission, booking, days }: Looking): StatementLook | null {
  const { accountNumber, direction, currency } = booking;
  const available = parts.evidence.available(accountNumber);
  const closing = parts.evidence.closingOn(accountNumber, days.to);
  if (direction !== 'debit' || !available || closing === null) return null;
  const isComparable = currency === null || currency === available.currency;
  const least = isComparable ? unitsOf(submission, booking) : 0n;
  const missing = closing - toUnits(available.amount);
  if (missing <= 0n || missing < least) return null;
  const { amount } = moneyOfUnits(missing, available.currency);
  return unavailable(
    `The account ${accountNumber} has ${amount} ${available.currency} less at hand than its statement ends with: that may be this.`,
  );
}

const unexplained = 'It was booked since, is at least that amount, and no other payment of ours.';

/** Was the entry made since then? A bank that dates by the day alone writes midnight. */
const mayBeSince = (at: string, fromMs: number): boolean =>
  Date.parse(at) >= fromMs || (at.includes('T00:00:00') && at >= todayAt(fromMs));

/** Returns the oldest reading of the days from the sending on. */
function oldestReading({ parts, booking, days, now }: Looking): Moment {
  const begun = parts.evidence
    .readDays(booking.accountNumber, days)
    .flatMap((day) => (day.begun ? [day.begun] : []));
  return begun.reduce((oldest, moment) => (isBefore(moment, oldest, now) ? moment : oldest), now);
}

const isBefore = (a: Moment, b: Moment, now: Moment): boolean => surelyPassedMs(a, b, now) > 0;
