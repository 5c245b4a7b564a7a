import { namesSomething } from '../../../shared/bank/operation.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { beneficiaryById, listBeneficiaries, type BeneficiaryWrites } from './tables.ts';
import { openSubmissionFor } from '../../engines/submissions/journal/submission-table.ts';
import { refreshBeneficiaries } from './refresh.ts';
import { aboutRecord, viewOf } from '../../engines/submissions/submission-views.ts';
import { submit } from '../../engines/submissions/submissions.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { payeeHandlers } from './creation-routes.ts';
import { actorOf, notCached, type OpenBank } from '../../engines/submissions/open-bank.ts';

type BeneficiaryRoutes = Extract<keyof Handlers, `beneficiaries.${string}`>;

export const beneficiaryHandlers = (
  desk: () => OpenBank<BeneficiaryWrites>,
): Pick<Handlers, BeneficiaryRoutes> => ({
  ...payeeHandlers(desk),
  'beneficiaries.list': ({ search }) => ok(listBeneficiaries(desk().copy.reader, search)),
  'beneficiaries.get': ({ entityId }) => {
    const { copy, changes } = desk();
    const cached = beneficiaryById(copy.reader, entityId);
    if (!cached) throw notCached(`Payee ${entityId}`);
    const open = openSubmissionFor(copy.journal, entityId);
    const { beneficiary, asOf, earlier } = cached;
    return ok({ beneficiary, asOf, earlier, openSubmission: open && viewOf(open, changes) });
  },
  'beneficiaries.byId': ({ entityId }) => {
    const { copy, changes } = desk();
    const open = openSubmissionFor(copy.journal, entityId);
    return ok({
      entityId,
      isCached: beneficiaryById(copy.reader, entityId) !== null,
      openSubmission: open && viewOf(open, changes),
    });
  },
  'beneficiaries.refresh': async (_, context) => {
    const { changes, announce } = desk();
    const refreshed = await refreshBeneficiaries(changes, context);
    if (refreshed.ok) announce('store.changed', { topic: 'beneficiaries' });
    return refreshed;
  },
  'beneficiaries.update': async ({ reference, entityId, change }, context) => {
    const open = desk();
    const { bank, copy, changes, announce } = open;
    if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
    if (!namesSomething(change))
      return fail('input.invalid', context.correlationId, { message: 'Nothing was changed yet.' });
    const input = { path: { entityId }, body: change };
    const name = beneficiaryById(copy.reader, entityId)?.beneficiary.name ?? entityId;
    const submitted = await submit(
      changes,
      {
        reference,
        operation: 'updateBeneficiary',
        subject: entityId,
        payload: input,
        about: { ...aboutRecord(`Change of ${name}`, name, entityId), person: actorOf(open).name },
      },
      context,
    );
    if (!submitted.ok) return submitted;
    announce('store.changed', { topic: 'beneficiaries' });
    return ok(viewOf(submitted.value.submission, changes));
  },
});
