import type { Beneficiary } from '../../../shared/bank/beneficiaries.ts';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { BankDesk } from '../../profile/bank-desk.ts';
import { beneficiaryById, listBeneficiaries } from '../../store/beneficiaries.ts';
import { openSubmissionFor } from '../../store/submissions.ts';
import { refreshBeneficiaries } from '../../sync/beneficiaries.ts';
import { submit, viewOf } from '../../sync/submissions.ts';
import { notCached, type OpenDesk } from '../open-desk.ts';
import type { Handlers } from '../router.ts';
import { timestampNow } from '../../context.ts';

type BeneficiaryRoutes = Extract<keyof Handlers, `beneficiaries.${string}`>;

export const beneficiaryHandlers = (desk: OpenDesk): Pick<Handlers, BeneficiaryRoutes> => ({
  'beneficiaries.list': ({ search }) => ok(listBeneficiaries(desk().copy.reader, search)),
  'beneficiaries.get': ({ entityId }) => {
    const { copy } = desk();
    const cached = beneficiaryById(copy.reader, entityId);
    if (!cached) throw notCached(`Beneficiary ${entityId}`);
    const open = openSubmissionFor(copy.journal, entityId);
    const { beneficiary, asOf, earlier } = cached;
    return ok({ beneficiary, asOf, earlier, openSubmission: open && viewOf(open) });
  },
  'beneficiaries.refresh': async (_, context) => {
    const { bank, copy, clock, announce } = desk();
    const refreshed = await refreshBeneficiaries(
      { bank, cache: copy.writer, clock, journal: copy.journal },
      context,
    );
    if (refreshed.ok) announce('store.changed', { topic: 'beneficiaries' });
    return refreshed;
  },
  'beneficiaries.update': async ({ reference, entityId, change }, context) => {
    const open = desk();
    const { bank, copy, clock } = open;
    if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
    const input = { path: { entityId }, body: change };
    const submitted = await submit(
      { journal: copy.journal, clock },
      { reference, operation: 'updateBeneficiary', subject: entityId, payload: input },
      context,
      (sendContext) => bank.call('updateBeneficiary', input, sendContext),
    );
    if (!submitted.ok) return submitted;
    const { view, value } = submitted.value;
    if (value) await saveAnswer(open, entityId, value);
    return ok(view);
  },
});

/** The bank's answer becomes the local copy at once; the specification's record carries no identifier of its own. */
async function saveAnswer(
  { copy, clock, announce }: BankDesk,
  entityId: string,
  answer: Beneficiary,
): Promise<void> {
  const asOf = timestampNow(clock);
  await copy.writer.saveBeneficiary({ ...answer, entityId }, asOf);
  announce('store.changed', { topic: 'beneficiaries' });
}
