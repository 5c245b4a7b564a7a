import type { ExceptionItem } from '../../../shared/ipc/exceptions.ts';
import { crossedBounds } from './bounds.ts';
import { closedAmong } from './closed.ts';
import { closedSending } from './closed-sending.ts';
import { expiringDocuments } from './documents.ts';
import type { ExceptionParts, Source } from './exception.ts';
import { changedBeneficiaries } from './payees.ts';
import { paymentFiles } from './payment-files.ts';
import { redDays } from './red-days.ts';
import { endedReceivables, endedRemittances } from './orders.ts';
import { byNeed, judged } from './rules.ts';
import { notFound, notSent, refused, unanswered, unconfirmed } from './submissions.ts';
import { unmatchedTrades } from './trade-matches.ts';
import { endedTrades } from './trades.ts';
import { endedTransfers } from './transfers.ts';

const sources: readonly Source[] = [
  closedSending,
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
  redDays,
  crossedBounds,
  expiringDocuments,
];

/** Everything that a person should look at and nobody laid aside, what needs them most first. Reads the local copy only. */
export async function listExceptions(parts: ExceptionParts): Promise<ExceptionItem[]> {
  const nowMs = parts.clock.now();
  const findings = await Promise.all(sources.map(async (source) => source(parts)));
  const found = findings.flat().map((finding) => judged(finding, nowMs));
  const closed = closedAmong(
    parts.journal,
    found.filter(({ mayClose }) => mayClose).map(({ exceptionId }) => exceptionId),
  );
  return found.filter(({ exceptionId }) => !closed.has(exceptionId)).toSorted(byNeed);
}
