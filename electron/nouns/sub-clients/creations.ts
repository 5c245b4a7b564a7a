import type { OperationName } from '../../../shared/bank/catalogue.ts';
import { isTimestamp } from '../../../shared/calendar/calendar.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import { timestampNow, type DeskClock } from '../../engines/machine/context.ts';
import type { Journal } from '../../engines/store/database.ts';
import { addLookup } from '../../engines/submissions/journal/lookup-table.ts';
import {
  listSubmissions,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';
import { inputIn } from '../../engines/submissions/sent.ts';
import { settleBySight } from '../../engines/submissions/settle.ts';
import { sentByBankTime } from './records/bank-time.ts';
import { differingField } from './records/echo.ts';

type Parts = { readonly bank: BankClient; readonly journal: Journal; readonly clock: DeskClock };

/** A record of a list that the bank was just asked for. */
type Listed = {
  readonly recordId: string;
  readonly name: string;
  readonly createdAt: string;
  /** Whether the local copy had it before this reading. */
  readonly wasKnown: boolean;
  readonly record: Readonly<Record<string, unknown>>;
};

/** The most that the bank's clock and ours may differ beyond what its answers show, in milliseconds. */
const marginMs = 60_000;

/**
 * Settles creations without an answer from a complete list of the bank. A record is the result if it equals what was sent, was made since,
 * and was not made by another submission. Two such records are reported and settle nothing.
 */
export function settleCreations(
  parts: Parts,
  operation: OperationName,
  listed: readonly Listed[],
  concerns: (submission: Submission) => boolean = () => true,
): void {
  const made = listSubmissions(parts.journal, { operation });
  const matched = new Set(made.map(({ recordId }) => recordId));
  // A previously known record is still listed: the list shows more than what is new.
  const wouldShow = listed.some(({ wasKnown }) => wasKnown);
  for (const open of made.filter(({ state }) => state === 'unknown').filter(concerns)) {
    const found = listed.filter(
      (candidate) => !matched.has(candidate.recordId) && isMadeBy(parts, open, candidate),
    );
    const [only, another] = found;
    if (only && another) {
      announceBoth(parts, open, found);
      continue;
    }
    if (only) matched.add(only.recordId);
    const sight = only ? ({ seen: true, recordId: only.recordId } as const) : null;
    settleBySight(parts, open, sight ?? { seen: false, wouldShow });
  }
}

function isMadeBy({ bank }: Parts, submission: Submission, candidate: Listed): boolean {
  const { createdAt } = submission;
  const sent =
    inputIn('createSubclient', submission) ?? inputIn('createSubclientShareholder', submission);
  if (sent === null || candidate.name === '') return false;
  if (differingField(sent.body, candidate.record) !== null) return false;
  if (!isTimestamp(candidate.createdAt)) return !candidate.wasKnown;
  return Date.parse(candidate.createdAt) >= Date.parse(sentByBankTime(bank, createdAt, marginMs));
}

function announceBoth(
  { journal, clock }: Parts,
  { submissionId }: Submission,
  found: readonly Listed[],
): void {
  const ids = found.map(({ recordId }) => recordId).join(' and ');
  addLookup(journal, submissionId, {
    at: timestampNow(clock),
    clocks: clock.moment(),
    source: 'bank',
    found: 'doubtful',
    words: `The bank has ${String(found.length)} new records like it: ${ids}.`,
  });
}
