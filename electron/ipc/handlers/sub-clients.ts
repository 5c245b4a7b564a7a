import { fail, type Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submission-records.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../context.ts';
import type { BankDesk } from '../../profile/bank-desk.ts';
import { listSubClients, subClientById } from '../../store/sub-clients.ts';
import { openSubmissionFor } from '../../store/submissions.ts';
import { refreshSubClient, refreshSubClients } from '../../sync/lists/sub-clients.ts';
import { aboutRecord, titleOf, viewOf } from '../../sync/submissions/submission-views.ts';
import { submit } from '../../sync/submissions/submissions.ts';
import { notCached, type OpenDesk } from '../open-desk.ts';
import type { Handlers } from '../router.ts';

type SubClientRoutes = Extract<keyof Handlers, `subClients.${string}`>;

export const subClientHandlers = (desk: OpenDesk): Pick<Handlers, SubClientRoutes> => ({
  'subClients.list': ({ search }) => ok(listSubClients(desk().copy.reader, search)),
  'subClients.get': ({ entityId }) => {
    const { copy, clock } = desk();
    const cached = subClientById(copy.reader, entityId);
    if (!cached) throw notCached(`Sub-client ${entityId}`);
    const { goneAt, ...shown } = cached;
    const open = openSubmissionFor(copy.journal, entityId);
    return ok({ ...shown, openSubmission: open && viewOf(open, clock) });
  },
  'subClients.refresh': async ({ entityId }, context) => {
    const open = desk();
    const { clientId, uploads, announce } = open;
    if (clientId === null) return noClient(context);
    const refreshed = entityId
      ? await refreshSubClient(uploads, { clientId, id: entityId }, context)
      : await refreshSubClients(uploads, clientId, context);
    announce('store.changed', { topic: 'subClients' });
    return refreshed;
  },
  'subClients.submit': ({ reference, entityId }, context) =>
    change(desk(), { reference, entityId, operation: 'submitSubclient' }, context),
  'subClients.delete': ({ reference, entityId, confirmation }, context) => {
    const open = desk();
    const name = subClientById(open.copy.reader, entityId)?.subClient.name;
    if (name === undefined || confirmation.trim() !== name)
      return fail('input.invalid', context.correlationId, {
        fields: { confirmation: 'type the sub-client’s name exactly' },
      });
    return change(open, { reference, entityId, operation: 'deleteSubclient' }, context);
  },
});

type SubClientChange = {
  readonly reference: string;
  readonly entityId: string;
  readonly operation: 'submitSubclient' | 'deleteSubclient';
};

/** Submit and Delete (sections 4.5, 4.6) take no body and answer with the sub-client as it is then. */
async function change(
  open: BankDesk,
  { reference, entityId, operation }: SubClientChange,
  context: Context,
): Promise<Outcome<SubmissionView>> {
  const { bank, copy, clock, clientId, changes } = open;
  if (!bank.session.isSignedIn()) return fail('session.required', context.correlationId);
  if (clientId === null) return noClient(context);
  const input = { path: { clientId, id: entityId } };
  const name = subClientById(copy.reader, entityId)?.subClient.name ?? entityId;
  const submitted = await submit(
    changes,
    {
      reference,
      operation,
      subject: entityId,
      payload: input,
      about: aboutRecord(`${titleOf(operation)}: ${name}`, name, entityId),
    },
    context,
  );
  if (!submitted.ok) return submitted;
  open.announce('store.changed', { topic: 'subClients' });
  return ok(viewOf(submitted.value.submission, clock));
}

const noClient = (context: Context): Outcome<never> =>
  fail('session.required', context.correlationId, {
    message: 'The bank has not told yet which client is signed in.',
  });
