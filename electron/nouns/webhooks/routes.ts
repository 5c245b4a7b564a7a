import { fail, type Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import type { WebhookView } from '../../../shared/ipc/changes/webhooks.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { clientConfiguration, type ConfigurationWrites } from './tables.ts';
import { subClientAddresses } from '../sub-clients/records/addresses-table.ts';
import { openSubmissionFor } from '../../engines/submissions/journal/submission-table.ts';
import { mayAsk } from '../../engines/bank/may-ask.ts';
import { viewOf } from '../../engines/submissions/submission-views.ts';
import type { Submitted } from '../../engines/submissions/carry-out.ts';
import { refreshConfiguration, webhookSubject } from './refresh.ts';
import { addConfiguration, changeCurrentMode } from './configuration-changes.ts';
import type { Handlers } from '../../engines/ipc/router.ts';
import type { OpenBank } from '../../engines/submissions/open-bank.ts';

type Open = OpenBank<ConfigurationWrites>;

type Routes = Extract<keyof Handlers, `webhooks.${string}`>;

export const webhookHandlers = (desk: () => Open): Pick<Handlers, Routes> => ({
  'webhooks.get': () => ok(viewFor(desk())),
  'webhooks.refresh': async (_, context) => {
    const open = desk();
    const allowed = mayAsk(open.bank, 'getClientConfiguration', context);
    if (!allowed.ok) return allowed;
    if (open.clientId === null) return noClient(context);
    const read = await refreshConfiguration(open.changes, open.clientId, context);
    if (!read.ok) return read;
    open.announce('store.changed', { topic: 'webhooks' });
    return ok(viewFor(open));
  },
  'webhooks.add': (request, context) =>
    change(desk(), 'addANewClientConfiguration', context, (open, clientId) =>
      addConfiguration(open.changes, { ...request, clientId }, context),
    ),
  'webhooks.changeMode': (request, context) =>
    change(desk(), 'updateClientConfigurationCurrentMode', context, (open, clientId) =>
      changeCurrentMode(open.changes, { ...request, clientId }, context),
    ),
});

function viewFor({ copy, changes, clientId }: Open): WebhookView {
  const known = clientId === null ? null : clientConfiguration(copy.reader, clientId);
  const open = clientId === null ? null : openSubmissionFor(copy.journal, webhookSubject(clientId));
  return {
    configuration: known?.configuration ?? null,
    asOf: known?.asOf ?? null,
    clientId,
    subClients: subClientAddresses(copy.reader),
    openSubmission: open && viewOf(open, changes),
  };
}

type WebhookChange = 'addANewClientConfiguration' | 'updateClientConfigurationCurrentMode';

async function change(
  open: Open,
  operation: WebhookChange,
  context: Context,
  send: (open: Open, clientId: string) => Promise<Outcome<Submitted<WebhookChange>>>,
): Promise<Outcome<SubmissionView>> {
  const allowed = mayAsk(open.bank, operation, context);
  if (!allowed.ok) return allowed;
  if (open.clientId === null) return noClient(context);
  const sent = await send(open, open.clientId);
  if (!sent.ok) return sent;
  open.announce('store.changed', { topic: 'webhooks' });
  return ok(viewOf(sent.value.submission, open.changes));
}

const noClient = ({ correlationId }: Context): Outcome<never> =>
  fail('session.required', correlationId, {
    message: 'The bank has not reported yet which client is signed in.',
  });
