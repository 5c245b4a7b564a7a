import { webhooks, type webhookModes } from '../../../shared/bank/webhooks.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import type { Context } from '../../engines/machine/context.ts';
import { aboutRecord } from '../../engines/submissions/submission-views.ts';
import { submit } from '../../engines/submissions/submissions.ts';
import type { Submitted } from '../../engines/submissions/carry-out.ts';
import type { ChangeParts } from '../../engines/submissions/change.ts';
import { webhookSubject } from './refresh.ts';

type Mode = (typeof webhookModes)[number];

/** Sets the address of a mode, replacing an existing one. Anything but an https address is `input.invalid` and is not sent. */
export async function addConfiguration(
  parts: ChangeParts,
  request: {
    readonly clientId: string;
    readonly reference: string;
    readonly mode: Mode;
    readonly callbackUrl: string;
  },
  context: Context,
): Promise<Outcome<Submitted<'addANewClientConfiguration'>>> {
  const { clientId, reference, mode } = request;
  const body = webhooks.addANewClientConfiguration.input.shape.body.safeParse({
    mode,
    callbackUrl: request.callbackUrl.trim(),
  });
  if (!body.success)
    return fail('input.invalid', context.correlationId, {
      fields: { callbackUrl: body.error.issues[0]?.message ?? 'is not an address' },
    });
  return submit(
    parts,
    {
      reference,
      operation: 'addANewClientConfiguration',
      subject: webhookSubject(clientId),
      payload: { path: { clientId }, body: body.data },
      about: aboutRecord(`Webhook address for ${mode}`),
    },
    context,
  );
}

/** Tells the bank which of the addresses to use. */
export const changeCurrentMode = (
  parts: ChangeParts,
  {
    clientId,
    reference,
    mode,
  }: { readonly clientId: string; readonly reference: string; readonly mode: Mode },
  context: Context,
): Promise<Outcome<Submitted<'updateClientConfigurationCurrentMode'>>> =>
  submit(
    parts,
    {
      reference,
      operation: 'updateClientConfigurationCurrentMode',
      subject: webhookSubject(clientId),
      payload: { path: { clientId }, body: { mode } },
      about: aboutRecord(`Webhook mode ${mode}`),
    },
    context,
  );
