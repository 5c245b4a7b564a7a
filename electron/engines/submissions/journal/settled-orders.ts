import { rows, type Journal } from '../../store/database.ts';
import type { Decimal } from '../../../../shared/money/decimal.ts';

/** An order for money to a payee, as the journal has it. */
export type OrderToPayee = {
  /** Its number in the journal. */
  readonly n: number;
  readonly submissionId: string;
  readonly reference: string;
  readonly isAccepted: boolean;
  readonly accountNumber: string;
  readonly amount: Decimal;
  readonly currency: string;
  readonly payee: string;
};

const orderColumns = `id AS n, submission_id AS submissionId, reference, state = 'accepted' AS isAccepted,
  coalesce(payload ->> '$.body.accountNumber', '') AS accountNumber, coalesce(payload ->> '$.body.amount', '') AS amount,
  coalesce(payload ->> '$.body.currency', '') AS currency, coalesce(about ->> '$.counterparty', '') AS payee`;

/** Operations whose money goes to a payee. */
const toPayee = `operation IN ('createSingleTransfer', 'initiateRemittance')`;

/** Returns the orders after a number, oldest first, with any outcome. The `+` keeps SQLite in journal order, without sorting. */
export const ordersAfter = (journal: Journal, n: number, limit: number): OrderToPayee[] =>
  rows<OrderToPayee>(
    journal,
    `SELECT ${orderColumns} FROM submission WHERE id > ? AND +${toPayee} ORDER BY id LIMIT ?`,
    n,
    limit,
  );

/** Returns an order; null where it is not an order to a payee. */
export const orderById = (journal: Journal, submissionId: string): OrderToPayee | null =>
  rows<OrderToPayee>(
    journal,
    `SELECT ${orderColumns} FROM submission WHERE submission_id = ? AND ${toPayee}`,
    submissionId,
  )[0] ?? null;

/** Is the submission with this number in the journal the one with this id? */
export const isInPlace = (journal: Journal, n: number, submissionId: string): boolean =>
  rows(journal, 'SELECT 1 FROM submission WHERE id = ? AND submission_id = ?', n, submissionId)
    .length > 0;

/** Returns the lowest number of a submission without an answer; null where all have one. */
export const firstOpen = (journal: Journal): number | null =>
  rows<{ n: number | null }>(
    journal,
    `SELECT min(id) AS n FROM submission WHERE state IN ('sending', 'unknown')`,
  )[0]?.n ?? null;
