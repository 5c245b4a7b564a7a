import type { ChangingOperation } from '../../shared/bank/catalogue.ts';
import { appError, type Outcome } from '../../shared/errors.ts';
import { ok } from '../../shared/result.ts';
import { timestampNow, type Context } from '../machine/context.ts';
import { addLookup } from './lookup-table.ts';
import { submissionById, type Submission } from './table.ts';
import { settleSubmission } from './table-writes.ts';
import type { ChangeParts, ListLook } from './change.ts';
import type { Sent } from './sent.ts';

/**
 * The last look before a person's second sending, where the bank has a list. If it shows the submission now, or something
 * like it, nothing may be sent: it is unknown again, and that is answered. Null when nothing is there.
 */
export async function shownMeanwhile<N extends ChangingOperation>(
  parts: ChangeParts,
  sent: Sent<N>,
  context: Context,
): Promise<Outcome<Submission | null>> {
  const { submission, operation } = sent;
  const { state } = submission;
  // Anything else is not sent again anyway.
  if (state !== 'not-sent' && state !== 'not-found') return ok(null);
  const { search } = parts.registry[operation];
  if (search.by !== 'list' || !parts.bank.isOpen(search.operation)) return ok(null);
  const found = await search.find(parts, sent, context);
  // What never left needs no leave of a list that cannot be asked.
  if (!found.ok) return state === 'not-sent' ? ok(null) : found;
  const [row] = [...found.value.matches, ...found.value.resembling];
  return ok(row ? openAgain(parts, submission, { ...found.value, row }) : null);
}

function openAgain(
  { journal, clock, announce }: ChangeParts,
  { submissionId, state, operation }: Submission,
  { matches, resembling, row }: ListLook<ChangingOperation> & { row: { recordId: string } },
): Submission | null {
  // Somebody else may have sent it meanwhile.
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
