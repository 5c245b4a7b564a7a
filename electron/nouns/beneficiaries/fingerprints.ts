import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { deferOutcome, writeJournal } from '../../engines/store/write-journal.ts';

/** The bank details to which a payee was last paid. */
export type PaidBeneficiary = {
  readonly fingerprint: string;
  /** Field -> text. */
  readonly details: Readonly<Record<string, string>>;
  readonly paidAt: Timestamp;
};

type StoredPayee = { fingerprint: string; details: string; paid_at: string };

/** Null when the payee was never paid from this desk. */
export function paidBeneficiary(journal: Journal, entityId: string): PaidBeneficiary | null {
  const stored = row<StoredPayee>(
    journal,
    'SELECT fingerprint, details, paid_at FROM beneficiary_paid WHERE entity_id = ?',
    entityId,
  );
  return (
    stored && {
      fingerprint: stored.fingerprint,
      details: JSON.parse(stored.details) as Record<string, string>,
      paidAt: stored.paid_at,
    }
  );
}

/** Payees in one piece of `paidPieces`. */
const paidPerPiece = 500;

/**
 * Returns all payees that were ever paid from this desk, in pieces for another thread. Each piece is a JSON text: a list of
 * [entity id, fingerprint of the bank details paid to, time of that payment].
 */
export const paidPieces = (journal: Journal): string[] =>
  rows<{ piece: string }>(
    journal,
    `SELECT json_group_array(json_array(entity_id, fingerprint, paid_at)) AS piece
     FROM (SELECT entity_id, fingerprint, paid_at, (row_number() OVER () - 1) / ${paidPerPiece} AS place FROM beneficiary_paid)
     GROUP BY place`,
  ).map(({ piece }) => piece);

/** Bank details that were paid to, as JSON text of field -> text. */
export type PaidDetails = {
  readonly entityId: string;
  readonly fingerprint: string;
  readonly details: string;
};

/** The bank details to which the named payees were last paid. */
export const paidDetails = (journal: Journal, entityIds: readonly string[]): PaidDetails[] =>
  rows(
    journal,
    `SELECT entity_id AS entityId, fingerprint, details FROM beneficiary_paid
     WHERE entity_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(entityIds),
  );

/** Returns a test of whether a person released bank details of one of these payees. */
export function releasesAmong(
  journal: Journal,
  entityIds: readonly string[],
): (entityId: string, fingerprint: string) => boolean {
  const released = new Set(
    rows<{ one: string }>(
      journal,
      `SELECT entity_id || ' ' || fingerprint AS one FROM beneficiary_release
       WHERE entity_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(entityIds),
    ).map(({ one }) => one),
  );
  return (entityId, fingerprint) => released.has(`${entityId} ${fingerprint}`);
}

/** The identifiers of all that were ever paid from this desk. */
export const everyPaidBeneficiary = (journal: Journal): string[] =>
  rows<{ entity_id: string }>(
    journal,
    'SELECT entity_id FROM beneficiary_paid ORDER BY entity_id',
  ).map(({ entity_id }) => entity_id);

/** Records that a payment to these bank details was accepted. In a bulk run, the write is deferred with the payment's outcome. */
export function notePaid(
  journal: Journal,
  entityId: string,
  { fingerprint, details, paidAt }: PaidBeneficiary,
  { isDeferred = false }: { readonly isDeferred?: boolean } = {},
): void {
  const save = () =>
    run(
      journal,
      `INSERT INTO beneficiary_paid (entity_id, fingerprint, details, paid_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (entity_id) DO UPDATE SET fingerprint = excluded.fingerprint, details = excluded.details,
         paid_at = excluded.paid_at`,
      entityId,
      fingerprint,
      JSON.stringify(details),
      paidAt,
    );
  if (isDeferred) deferOutcome(journal, save);
  else writeJournal(journal, 'beneficiary_paid', save);
}

/** Did a person look at these very bank details and let the payee be paid? */
export const isReleased = (journal: Journal, entityId: string, fingerprint: string): boolean =>
  row(
    journal,
    'SELECT 1 FROM beneficiary_release WHERE entity_id = ? AND fingerprint = ?',
    entityId,
    fingerprint,
  ) !== null;

/** The releases of a payee's bank details, with who gave them. */
export const releasesOf = (journal: Journal, entityId: string): Stamp[] =>
  rows<{ at: Timestamp; actor: string }>(
    journal,
    'SELECT released_at AS at, actor FROM beneficiary_release WHERE entity_id = ?',
    entityId,
  ).map(({ at, actor }) => ({ at, actor: actorIn(actor) }));

export function releaseBeneficiary(
  journal: Journal,
  entityId: string,
  { fingerprint, at, actor }: Stamp & { readonly fingerprint: string },
): void {
  writeJournal(journal, 'beneficiary_release', () =>
    run(
      journal,
      'INSERT OR REPLACE INTO beneficiary_release (entity_id, fingerprint, released_at, actor) VALUES (?, ?, ?, ?)',
      entityId,
      fingerprint,
      at,
      actorText(actor),
    ),
  );
}

/** SQL: a value that changes with every new payee that was paid and every release of bank details. */
export const bankDetailsStampSql =
  "((SELECT count(*) FROM beneficiary_release) || ' ' || (SELECT count(*) FROM beneficiary_paid))";
