import type { IsoDate, Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { SubmissionAbout } from '../../../../shared/ipc/submissions.ts';
import { isDecimal, toUnits, type Decimal } from '../../../../shared/money/decimal.ts';
import {
  foldedReference,
  isSameReference,
  likenessOf,
  referenceCuts,
} from '../../../../shared/reference-likeness.ts';
import { row, rows, run, type Journal } from '../../store/database.ts';
import { writeJournal } from '../../store/write-journal.ts';

/** Rows per transaction. */
const perTransaction = 500;

/** A debit without a reference, which only a person can distinguish from a payment of this desk. */
export type FoundDebit = {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly day: IsoDate;
  readonly amount: Decimal;
  readonly currency: string;
  readonly narration: string;
};

export function keepFoundDebits(journal: Journal, debits: readonly FoundDebit[]): void {
  for (let first = 0; first < debits.length; first += perTransaction)
    writeJournal(journal, 'found_debit', () => {
      for (const debit of debits.slice(first, first + perTransaction))
        run(
          journal,
          `INSERT OR REPLACE INTO found_debit (account_number, entry_id, day, amount, currency, narration)
           VALUES (@accountNumber, @entryId, @day, @amount, @currency, @narration)`,
          debit,
        );
    });
}

export const foundDebitCount = (journal: Journal): number =>
  row<{ n: number }>(journal, 'SELECT count(*) AS n FROM found_debit')?.n ?? 0;

/** Returns all found debits, oldest first. */
export const foundDebits = (journal: Journal): FoundDebit[] =>
  rows<FoundDebit>(journal, `SELECT ${debitColumns} FROM found_debit ORDER BY day, entry_id`);

const debitColumns =
  'account_number AS accountNumber, entry_id AS entryId, day, amount, currency, narration';

/** A payment that was found at the bank and did not fail. */
export type FoundOrder = {
  readonly reference: string;
  readonly createdAt: Timestamp;
  /** JSON text of `{ body }`, with the fields that the bank sends. */
  readonly payload: string;
  readonly amount: Decimal;
  readonly currency: string;
};

/** Returns the transfers that were found at the bank, oldest first, without those that lack an amount. */
export const foundOrders = (journal: Journal): FoundOrder[] =>
  rows<FoundOrder>(
    journal,
    `SELECT reference, created_at AS createdAt, payload, json_extract(payload, '$.body.amount') AS amount,
       json_extract(payload, '$.body.currency') AS currency
     FROM submission s INDEXED BY submission_found
     WHERE origin = 'found' AND state = 'accepted' AND json_extract(payload, '$.body.amount') IS NOT NULL
       AND json_extract(payload, '$.body.currency') IS NOT NULL ORDER BY id`,
  );

type FoundReference = {
  readonly submissionId: string;
  readonly reference: string;
  readonly createdAt: Timestamp;
};

const foundUnderKey = (journal: Journal, reference: string): FoundReference[] =>
  rows<FoundReference>(
    journal,
    `SELECT submission_id AS submissionId, reference, created_at AS createdAt FROM submission
     WHERE origin = 'found' AND reference_key = ? ORDER BY id`,
    referenceKey(reference),
  );

/** Returns the id of the payment found under this reference in any case; null where there is none. */
export function foundUnder(journal: Journal, reference: string): string | null {
  return (
    foundUnderKey(journal, reference).find((found) => isSameReference(found.reference, reference))
      ?.submissionId ?? null
  );
}

/** Explains why a reference may be a found one in another form; null when none is similar. */
export function nearFound(journal: Journal, reference: string): string | null {
  const cut = foundUnderKey(journal, reference).find(
    (found) => likenessOf(reference, found.reference) === 'near',
  );
  if (cut)
    return `The bank has a payment of ${cut.createdAt.slice(0, 10)} under the reference ${cut.reference}, which may be this one cut short.`;
  const named = rows<FoundDebit>(
    journal,
    `SELECT ${debitColumns} FROM found_debit WHERE instr(lower(narration), ?) > 0 ORDER BY day`,
    referenceKey(reference),
  ).find(({ narration }) => likenessOf(reference, '', narration) !== 'other');
  return named
    ? `The statement of ${named.accountNumber} shows a debit of ${named.amount} ${named.currency} on ${named.day} that names ${reference}: it may be this payment.`
    : null;
}

/** Are both the same order, by every field that the bank sent? Takes JSON texts of `{ body }`. */
export function isFoundOrder(found: string, wanted: string): boolean {
  const wantedBody = bodyOf(wanted);
  return Object.entries(bodyOf(found)).every(([field, value]) => {
    const sent = wantedBody[field];
    if (typeof value !== 'string' || typeof sent !== 'string') return false;
    return isDecimal(value) && isDecimal(sent) ? toUnits(value) === toUnits(sent) : value === sent;
  });
}

const bodyOf = (payload: string): Readonly<Record<string, unknown>> =>
  (JSON.parse(payload) as { body?: Record<string, unknown> }).body ?? {};

/** Explains why a payment is refused: the bank has another one under its reference. */
export const otherUnderReference = ({
  createdAt,
  about,
}: {
  readonly createdAt: Timestamp;
  readonly about: SubmissionAbout | null;
}): string => {
  const { title = '', amount = null } = about ?? {};
  const sum = amount ? `, ${amount.amount} ${amount.currency}` : '';
  const what = title === '' ? '' : ` (${title}${sum})`;
  return `The bank has something else under this reference, of ${createdAt.slice(0, 10)}${what}. Nothing was sent.`;
};

/** Returns an index key, equal for references that are the same or of which one is the beginning of the other. */
export const referenceKey = (reference: string): string =>
  foldedReference(reference).slice(0, referenceCuts[0]);
