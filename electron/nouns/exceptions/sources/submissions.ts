import { catalogue, isOperationName } from '../../../../shared/bank/catalogue.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { errorCatalogue, type AppError } from '../../../../shared/errors.ts';
import type { ExceptionKind } from '../../../../shared/ipc/review/exceptions.ts';
import { limits } from '../../../../shared/limits.ts';
import {
  absentSubmissions,
  submissionsThatCameToNothing,
  unansweredSubmissions,
  unconfirmedBefore,
  type TroubledSubmission,
} from '../../../engines/submissions/journal/troubled-submissions.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { isLineSql } from '../../payments/file/tables/troubled-files.ts';
import { titleOf } from '../../../engines/submissions/submission-views.ts';
import {
  counted,
  exceptionId,
  newsMs,
  timeBefore,
  type Finding,
  type Source,
} from './exception.ts';
import { placeOf } from './submission-place.ts';

/** Finds everything that was sent and has no answer, and what the bank has twice. */
export const unanswered: Source = ({ journal }) =>
  unansweredSubmissions(journal).map((submission) =>
    submission.error?.code === 'outcome.duplicated'
      ? findingOf(submission, 'duplicated', {
          detail: happened(submission.error),
          next: 'Record the bank’s answer',
        })
      : findingOf(submission, 'unknown', {
          detail: `${happened(submission.error)} ${lookupMessage(submission)}`,
          next: 'Look it up now',
        }),
  );

/** Finds submissions that the bank accepted a day ago or longer, and that nothing has confirmed as ours. */
export const unconfirmed: Source = ({ journal, clock }) =>
  unconfirmedBefore(journal, timeBefore(clock, limits.unconfirmedMs)).map((submission) =>
    findingOf(submission, 'unconfirmed', {
      detail:
        'The bank accepted it, but neither its answer nor its list or statement has confirmed since that it is this one.',
      next: 'Look it up now',
    }),
  );

/** Finds what was sent and is not at the bank; it stays until a person decides. */
export const notFound: Source = ({ journal }) =>
  absentSubmissions(journal).map((submission) =>
    findingOf(submission, 'not-found', {
      detail: `It was sent, and the bank does not have it. ${lookupMessage(submission)}`,
      next: 'Send it again',
    }),
  );

/** Leaves out lines of payment files, which are one exception per file. */
const cameToNothing = (journal: Journal, state: 'refused' | 'not-sent', since: Timestamp) =>
  submissionsThatCameToNothing(journal, {
    state,
    since,
    condition: `NOT ${isLineSql('s.reference')}`,
  });

/** Finds what moves money or creates something, and never left. */
export const notSent: Source = ({ journal, clock }) =>
  cameToNothing(journal, 'not-sent', timeBefore(clock, newsMs))
    .filter((submission) => movesMoney(submission) || submission.operation.startsWith('create'))
    .map((submission) =>
      findingOf(submission, 'not-sent', {
        detail: `It never left this desk. ${happened(submission.error)}`,
        next: 'Send it again',
        stamp: submission.settledAt ?? '',
      }),
    );

/** Finds what would have moved money, and was refused by the bank. */
export const refused: Source = ({ journal, clock }) =>
  cameToNothing(journal, 'refused', timeBefore(clock, newsMs))
    .filter(movesMoney)
    .map((submission) =>
      findingOf(submission, 'refused', {
        detail: refusalWords(submission.error),
        next: placeOf(submission) === null ? 'Read why' : 'Open it',
        stamp: submission.settledAt ?? '',
      }),
    );

type Words = { readonly detail: string; readonly next: string; readonly stamp?: string };

function findingOf(
  submission: TroubledSubmission,
  kind: ExceptionKind,
  { detail, next, stamp }: Words,
): Finding {
  const { submissionId, about, operation, lastAttemptAt } = submission;
  return {
    exceptionId: exceptionId(kind, submissionId, stamp),
    kind,
    title: about?.title ?? titleOf(operation),
    detail,
    status: null,
    amount: about?.amount ?? null,
    since: lastAttemptAt,
    next,
    place: placeOf(submission),
    submissionId,
  };
}

/** Describes this case; leaves out the advice of the error code, which the window shows. */
function happened(error: AppError | null): string {
  if (error === null) return 'No answer came.';
  const { advice } = errorCatalogue[error.code];
  return error.message.endsWith(advice)
    ? error.message.slice(0, -advice.length).trim()
    : error.message;
}

const refusalWords = (error: AppError | null): string =>
  error?.bank?.message
    ? `The bank said no: “${error.bank.message}”.`
    : `The bank said no. ${error === null ? '' : happened(error)}`.trim();

/** Describes how often the bank was asked, and its last answer unless that is shown already. */
function lookupMessage({ lookups, lastWords, error }: TroubledSubmission): string {
  if (lookups === 0) return 'The bank was not asked for it yet.';
  const sentence = `The bank was asked ${lookups === 1 ? 'once' : counted(lookups, 'time')}`;
  const isShown = lastWords === null || (error !== null && lastWords.startsWith(happened(error)));
  return isShown ? `${sentence}.` : `${sentence}: ${lastWords}`;
}

const movesMoney = ({ operation }: TroubledSubmission): boolean =>
  isOperationName(operation) && catalogue[operation].effect === 'money';
