import { signingActor } from '../../../shared/actor.ts';
import type { dayRunsRoutes } from '../../../shared/ipc/changes/day-runs.ts';
import { ok } from '../../../shared/result.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { unapprovedIn } from '../approvals/due/unapproved.ts';
import { planRun, previewRun, type PlanningParts } from '../due/day-runs/plan-run.ts';
import { runView } from '../due/day-runs/run-view.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';

/** The routes of the runs of due payments that this desk sends automatically. */
export const dayRunHandlers = (
  desk: () => BankDesk,
): Pick<Handlers, keyof typeof dayRunsRoutes> => ({
  'dayRuns.preview': ({ day }) => ok(previewRun(planningOf(desk()), day)),
  'dayRuns.plan': ({ by, ...wanted }, context) => {
    const open = desk();
    const actor = signingActor(open.copy.deskId, open.user, by);
    const planned = planRun(planningOf(open), { ...wanted, actor }, context);
    if (!planned.ok) return planned;
    open.announce('store.changed', { topic: 'duePayments' });
    return ok(runView(planned.value));
  },
  'dayRuns.withdraw': async ({ runId }, context) => {
    const withdrawn = await desk().dayRuns.withdraw(runId, context);
    return withdrawn.ok ? ok(runView(withdrawn.value)) : withdrawn;
  },
});

const planningOf = ({ copy, clock }: BankDesk): PlanningParts => ({
  ...{ journal: copy.journal, clock },
  whyUnapproved: unapprovedIn({
    ...{ team: copy.team, reader: copy.reader },
    now: () => timestampNow(clock),
  }),
});
