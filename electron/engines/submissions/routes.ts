import { DeskFault, type Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import {
  listSubmissions,
  openSubmissions,
  submissionById,
  submissionUnder,
  type Submission,
} from './journal/submission-table.ts';
import { lookUp } from './lookup/lookup.ts';
import { settleByPerson } from './settle-by-person.ts';
import { detailOf, viewOf } from './submission-views.ts';
import type { Handlers } from '../ipc/router.ts';
import { actorOf, type OpenBank } from './open-bank.ts';

type SubmissionRoutes = Extract<keyof Handlers, `submissions.${string}`>;

export const submissionHandlers = (desk: () => OpenBank): Pick<Handlers, SubmissionRoutes> => ({
  'submissions.list': ({ open = false, limit }) => {
    const { copy, changes } = desk();
    const listed = open
      ? openSubmissions(copy.journal).slice(0, limit)
      : listSubmissions(copy.journal, { limit });
    return ok({ rows: listed.map((submission) => viewOf(submission, changes)) });
  },
  'submissions.get': ({ submissionId }) => {
    const open = desk();
    return ok(detailOf(known(open, submissionId), open.changes));
  },
  'submissions.underReference': ({ reference }) => {
    const { copy, changes } = desk();
    const found = submissionUnder(copy.journal, reference);
    return ok({ submission: found && viewOf(found, changes) });
  },
  'submissions.lookUp': ({ submissionId }, context) =>
    viewAfter(desk(), submissionId, (open, submission) =>
      lookUp(open.changes, submission, context),
    ),
  'submissions.reviewAgain': async ({ submissionId }, context) => {
    const open = desk();
    const { reviewAgain } = await import('./send-again.ts');
    const reviewed = await reviewAgain(open.changes, known(open, submissionId), context);
    return reviewed.ok ? ok({ warnings: reviewed.value }) : reviewed;
  },
  'submissions.sendAgain': ({ submissionId, acknowledged = [], twins = [] }, context) =>
    viewAfter(desk(), submissionId, async (open, submission) => {
      const approval = { by: 'person', acknowledged, twins } as const;
      const { sendAgain } = await import('./send-again.ts');
      const sent = await sendAgain(open.changes, submission, context, approval);
      return sent.ok ? ok(sent.value.submission) : sent;
    }),
  'submissions.settle': ({ submissionId, as, note }, context) =>
    viewAfter(desk(), submissionId, (open, submission) =>
      settleByPerson(open.changes, submission, { as, note, actor: actorOf(open) }, context),
    ),
});

async function viewAfter(
  open: OpenBank,
  submissionId: string,
  work: (
    open: OpenBank,
    submission: Submission,
  ) => Promise<Outcome<Submission>> | Outcome<Submission>,
): Promise<Outcome<SubmissionView>> {
  const done = await work(open, known(open, submissionId));
  return done.ok ? ok(viewOf(done.value, open.changes)) : done;
}

function known({ copy }: OpenBank, submissionId: string): Submission {
  const submission = submissionById(copy.journal, submissionId);
  if (!submission) throw new DeskFault('input.invalid', 'There is no such submission.');
  return submission;
}
