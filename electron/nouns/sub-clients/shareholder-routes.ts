import type { ShareholderChange } from '../../../shared/bank/onboarding.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { Context } from '../../engines/machine/context.ts';
import { knownShareholders, shareholdingOf } from './records/shareholders-table.ts';
import { submissionByReference } from '../../engines/submissions/journal/submission-table.ts';
import { readOwnersShare } from './onboarding-file/entered-share.ts';
import { refreshShareholders } from './shareholder-list.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import { changeSubClient } from './changes-routes.ts';
import type { OpenSubClients } from './open-sub-clients.ts';

type ShareholderRoutes = Extract<keyof Handlers, `shareholders.${string}`>;

export const shareholderHandlers = (
  desk: () => OpenSubClients,
): Pick<Handlers, ShareholderRoutes> => ({
  'shareholders.create': async ({ reference, subClientId, shareholder }, context) => {
    const open = desk();
    const text = shareholder.ownershipPercentage;
    const entered = { reference, subClientId, changedId: null, text };
    const share = await checkedShare(open, entered, context);
    if (!share.ok) return share;
    const name = shareholder.name.trim();
    if (name === '') return refused({ name: 'is missing' }, context);
    const body = { ...shareholder, name, ownershipPercentage: share.value };
    return changeSubClient(
      open,
      {
        reference,
        subject: subClientId,
        operation: 'createSubclientShareholder',
        input: (clientId) => ({ path: { clientId, id: subClientId }, body }),
        name,
      },
      context,
    );
  },
  'shareholders.update': async ({ reference, subClientId, shareholderId, change }, context) => {
    const open = desk();
    const { ownershipPercentage: text, ...rest } = change;
    if (Object.keys(change).length === 0)
      return fail('input.invalid', context.correlationId, { message: 'Nothing was changed yet.' });
    if (rest.name?.trim() === '') return refused({ name: 'is missing' }, context);
    if (text === undefined)
      return changeOwner(open, { reference, subClientId, body: rest, shareholderId }, context);
    const entered = { reference, subClientId, changedId: shareholderId, text };
    const share = await checkedShare(open, entered, context);
    if (!share.ok) return share;
    const body = { ...rest, ownershipPercentage: share.value };
    return changeOwner(open, { reference, subClientId, body, shareholderId }, context);
  },
});

type EnteredShare = {
  readonly reference: string;
  readonly subClientId: string;
  readonly changedId: string | null;
  readonly text: string;
};

/** Owners that were never read are read first, where the bank is open for it. If that fails, the bank decides on the share. */
async function checkedShare(
  { changes, copy, clientId, bank }: OpenSubClients,
  { reference, subClientId, changedId, text }: EnteredShare,
  context: Context,
): Promise<Outcome<Decimal>> {
  const mayAsk = clientId !== null && bank.isOpen('getSubclientShareholders');
  if (mayAsk && bank.session.isSignedIn() && shareholdingOf(copy.reader, subClientId) === null) {
    const read = await refreshShareholders(changes, { clientId, id: subClientId }, context);
    if (!read.ok && read.error.code.startsWith('network.')) return read;
  }
  // A repeated request is reported, not counted again: its share is already among those held.
  const isRepeated = submissionByReference(copy.journal, reference) !== null;
  const known = isRepeated ? [] : knownShareholders(copy.reader, subClientId);
  const share = readOwnersShare(text, { known, changedId });
  return share.ok ? share : refused({ ownershipPercentage: share.error }, context);
}

type OwnerChange = {
  readonly reference: string;
  readonly subClientId: string;
  readonly shareholderId: string;
  readonly body: ShareholderChange;
};

function changeOwner(
  open: OpenSubClients,
  { reference, subClientId, shareholderId, body }: OwnerChange,
  context: Context,
): Promise<Outcome<SubmissionView>> {
  const owner = knownShareholders(open.copy.reader, subClientId).find(
    ({ id }) => id === shareholderId,
  );
  return changeSubClient(
    open,
    {
      reference,
      subject: subClientId,
      operation: 'updateSubclientShareholder',
      input: (clientId) => ({ path: { clientId, id: subClientId, shareholderId }, body }),
      name: body.name ?? owner?.name ?? shareholderId,
    },
    context,
  );
}

const refused = (fields: Record<string, string>, { correlationId }: Context): Outcome<never> =>
  fail('input.invalid', correlationId, { fields });
