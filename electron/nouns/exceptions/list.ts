import type { ExceptionItem } from '../../../shared/ipc/review/exceptions.ts';
import { crossedBounds } from './sources/bounds.ts';
import { closedAmong } from './closed.ts';
import { closedSending } from './sources/closed-sending.ts';
import { duePayments } from './sources/due-payments.ts';
import { expiringDocuments } from './sources/documents.ts';
import {
  endedReceivables,
  endedRemittances,
  endedTrades,
  endedTransfers,
} from './sources/ended-records.ts';
import type { ExceptionParts, Source } from './sources/exception.ts';
import { changedBeneficiaries } from './sources/payees.ts';
import { paymentFiles } from './sources/payment-files.ts';
import { redDays } from './sources/red-days.ts';
import { listedNames, oldScreeningLists } from './sources/screening.ts';
import { byNeed, exceptionOf } from './sources/rules.ts';
import { teamTroubles } from './sources/team.ts';
import { notFound, notSent, refused, unanswered, unconfirmed } from './sources/submissions.ts';
import { paidOutside } from './sources/unclaimed.ts';
import { unmatchedTrades } from './sources/trade-matches.ts';
import { unexpectedDebits } from './sources/unexpected/unexpected-debits.ts';

const sources: readonly Source[] = [
  duePayments,
  closedSending,
  teamTroubles,
  paidOutside,
  unanswered,
  unconfirmed,
  notFound,
  notSent,
  refused,
  endedTransfers,
  endedTrades,
  unmatchedTrades,
  endedRemittances,
  endedReceivables,
  paymentFiles,
  changedBeneficiaries,
  listedNames,
  oldScreeningLists,
  redDays,
  unexpectedDebits,
  crossedBounds,
  expiringDocuments,
];

/** Lists everything that a person should look at and that was not dismissed, the most urgent first. Reads the local copy only. */
export async function listExceptions(parts: ExceptionParts): Promise<ExceptionItem[]> {
  const nowMs = parts.clock.now();
  const findings = await Promise.all(sources.map(async (source) => source(parts)));
  const found = findings.flat().map((finding) => exceptionOf(finding, nowMs));
  const closed = closedAmong(
    parts.journal,
    found.filter(({ mayClose }) => mayClose).map(({ exceptionId }) => exceptionId),
  );
  return found.filter(({ exceptionId }) => !closed.has(exceptionId)).toSorted(byNeed);
}
