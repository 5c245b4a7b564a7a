import type { ChangingOperation } from '../../../../shared/bank/catalogue.ts';
import { appError, type Outcome } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import { timestampNow, withPatience, type Context } from '../../machine/context.ts';
import { ignoreErrors } from '../../store/local-faults.ts';
import { outcomeOfMatches, type Acceptance } from '../acceptance.ts';
import { addLookup } from '../journal/lookup-table.ts';
import { submissionById, type Submission } from '../journal/submission-table.ts';
import { settleSubmission } from '../journal/table-writes.ts';
import type { ChangeParts, ListLook } from '../change.ts';
import type { Sent } from '../sent.ts';

/** The rows of the bank's list that are, or may be, a change. */
type Listed<N extends ChangingOperation> = Pick<ListLook<N>, 'matches' | 'resembling'>;

/**
 * Reads the bank's list, where it has one, before a person sends again. Fails where the list cannot be read, unless the submission
 * was never sent.
 */
export async function lookMeanwhile<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
): Promise<Outcome<Listed<N>>> {
  const nothing = { matches: [], resembling: [] };
  const { search } = parts.registry[sent.operation];
  if (search.by !== 'list' || !parts.bank.isOpen(search.operation)) return ok(nothing);
  const found = await search.find(parts, sent, context);
  return !found.ok && sent.submission.state === 'not-sent' ? ok(nothing) : found;
}

/** Marks the submission as unknown again and returns it if the list now shows it or a similar row. Null where it shows neither. */
export function openIfListed<N extends ChangingOperation>(
  parts: ChangeParts,
  { submission }: Sent<N>,
  listed: Listed<N>,
): Submission | null {
  const [row] = [...listed.matches, ...listed.resembling];
  return row ? openAgain(parts, submission, { ...listed, row }) : null;
}

function openAgain(
  { journal, clock, announce }: ChangeParts,
  { submissionId, state, operation }: Submission,
  { matches, resembling, row }: Listed<ChangingOperation> & { row: { recordId: string } },
): Submission | null {
  // It may have been sent again in the meantime.
  const known = submissionById(journal, submissionId);
  if (known?.state !== state) return known;
  const message = `The bank’s list shows ${matches.length > 0 ? 'it' : 'what may be it'} now, as ${row.recordId}: nothing was sent.`;
  const at = timestampNow(clock);
  if (matches.length === 0)
    addLookup(journal, submissionId, {
      at,
      source: 'bank',
      found: 'doubtful',
      words: message,
      clocks: clock.moment(),
      resembling,
    });
  const opened = settleSubmission(journal, submissionId, {
    state: 'unknown',
    at,
    error: appError('outcome.unknown', submissionId, { operation, message }),
  });
  announce(opened);
  return opened;
}

/** The result of searching the bank's list for a change that was answered 401. */
type BehindUnauthorized<N extends ChangingOperation> = {
  /** The outcome from the rows under our reference; empty where there are none. */
  readonly shown: { readonly outcome?: Outcome<Acceptance<N>> };
  /** True where it may be sent once more: the list provably lacks it, and the bank honours the idempotency key. */
  readonly mayResend: boolean;
};

/**
 * Searches the bank's list once, to its end, for a change that was answered 401. Its absence proves that the bank has not carried it
 * out yet, not that it never will. Only the idempotency key identifies a late one, so only a bank that honours keys may be sent it
 * again. The lookup is recorded.
 */
export async function lookBehindUnauthorized<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
): Promise<BehindUnauthorized<N>> {
  const { bank, journal, clock, registry } = parts;
  const { submissionId } = sent.submission;
  const { search, isOnce = false, recheck } = registry[sent.operation];
  const nothing = { shown: {}, mayResend: false };
  if (search.by !== 'list' || !bank.isOpen(search.operation)) return nothing;
  const looked = await search.find(parts, sent, withPatience(context, limits.readBackMs));
  if (!looked.ok) return nothing;
  const { matches, resembling, reach, words } = looked.value;
  const outcome = outcomeOfMatches(parts, sent, matches);
  if (outcome) return { shown: { outcome }, mayResend: false };
  const isAbsent = resembling.length === 0 && reach === 'proven';
  const seen = isAbsent ? 'no' : resembling.length > 0 ? 'doubtful' : 'unavailable';
  ignoreErrors(() => {
    addLookup(journal, submissionId, {
      at: timestampNow(clock),
      source: 'bank',
      found: seen,
      words: seen === 'doubtful' ? 'The bank’s list shows what may be it.' : words,
      clocks: clock.moment(),
      resembling,
    });
  });
  if (!isAbsent || isOnce || !bank.knowsKeys) return nothing;
  const checked = await recheck?.(parts, sent, { payeeChecked: false, context });
  return { shown: {}, mayResend: checked?.ok ?? true };
}
