import { clockText, type Timestamp } from '../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';
import { resemblingOf } from '../../engines/submissions/submission-views.ts';
import { printFailure, type CommandIo, type ExitCode } from '../input/command.ts';
import type { arrivalOutput } from '../days/arrival-output.ts';
import type { SentPayment } from '../send-order.ts';

const outcomes = {
  accepted: 'accepted',
  refused: 'refused',
  'not-sent': 'refused',
  'not-found': 'refused',
  unknown: 'unknown',
  sending: 'unknown',
} as const satisfies Record<Submission['state'], string>;

/** Prints the state of a payment, and returns its exit code. */
export function reportSent(
  io: CommandIo,
  { submission, localFault }: SentPayment,
  arrival: ReturnType<typeof arrivalOutput> = {},
): ExitCode {
  const { submissionId, state, recordId, reference, error, confirmed, origin, createdAt } =
    submission;
  const shown = state === 'unknown' ? resemblingOf(submission) : [];
  io.print(
    JSON.stringify({
      submissionId,
      reference,
      outcome: outcomes[state],
      state,
      ...(confirmed === null ? {} : { confirmed }),
      ...arrival,
      ...(recordId === null ? {} : { transferId: recordId }),
      ...(origin === 'found' ? { atBank: foundText(createdAt) } : {}),
      ...(error === null ? {} : { error: errorOutput(error) }),
      ...(shown.length === 0 ? {} : { resembling: shown }),
      ...(localFault === null ? {} : { localFault: errorOutput(localFault) }),
    }),
  );
  if (state === 'accepted') return 0;
  if (error) printFailure(io, error);
  return outcomes[state] === 'unknown' ? 3 : 1;
}

const foundText = (since: Timestamp): string =>
  `The bank has it already, since ${clockText(since)}. Nothing was sent.`;

const errorOutput = ({ code, message, bank }: AppError) => ({
  code,
  message,
  ...(bank ? { status: bank.status, bank: bank.message ?? '' } : {}),
});
