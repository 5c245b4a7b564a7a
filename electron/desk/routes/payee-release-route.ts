import { DeskFault, fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Confirm } from '../../connections/session/questions.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { timestampNow } from '../../engines/machine/context.ts';
import { bankDetailsOf, fingerprintOf } from '../../nouns/beneficiaries/fingerprint.ts';
import { beneficiaryById } from '../../nouns/beneficiaries/tables.ts';
import { releaseQuestion } from '../approvals/approval-questions.ts';
import { requiresRelease, whyNotReleasedHere, writeRelease } from '../approvals/payee-release.ts';
import { openApprovals } from '../approvals/requests.ts';
import type { BankDesk } from '../open-bank/bank-desk.ts';

type Release = Pick<Handlers, 'beneficiaries.release'>;

/** Where the team requires a second person, releasing a payee is an act of the team, confirmed outside the window. */
export const withTeamRelease = <H extends Release>(
  handlers: H,
  open: () => BankDesk,
  { confirm }: { readonly confirm: Confirm },
): H => {
  const release: Release['beneficiaries.release'] = async (given, context) => {
    const desk = open();
    const { team } = desk.copy;
    if (!team?.approvals || !requiresRelease({ approvals: team.approvals }))
      return handlers['beneficiaries.release'](given, context);
    const { entityId, fingerprint } = given;
    const approvals = openApprovals(team);
    const record = beneficiaryById(desk.copy.reader, entityId)?.beneficiary;
    // Releases only the bank details that the person saw.
    if (record === undefined || fingerprintOf(bankDetailsOf(record)) !== fingerprint)
      return fail('payee.changed', context.correlationId);
    const now = timestampNow(desk.clock);
    const of = { payee: entityId, details: fingerprint };
    const why = whyNotReleasedHere(approvals, of, now);
    if (why !== null)
      return fail('team.refused', context.correlationId, {
        message: `${why} Nothing was released.`,
      });
    const name = record.name || record.accountName;
    if (!(await confirm(releaseQuestion({ ...record, name }, 'Its bank details changed.'))))
      return fail('declined', context.correlationId);
    if (open().copy.team !== team)
      throw new DeskFault('session.required', 'The desk was locked meanwhile: nothing was signed.');
    const written = await writeRelease(approvals, of, now, context);
    if (!written.ok) return written;
    const refreshed = await team.refresh(context);
    desk.announce('store.changed', { topic: 'beneficiaries' });
    return refreshed.ok ? ok({ released: true }) : refreshed;
  };
  return { ...handlers, 'beneficiaries.release': release };
};
