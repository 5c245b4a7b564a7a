import { Dispatcher } from 'undici';
import { onTestFinished } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { createBankClient, type BankClient } from '../../../electron/engines/bank/client.ts';
import { systemClock } from '../../../electron/engines/machine/context.ts';

/** A bank inside this process that says one thing to everything: no connection, but the whole of the client's reading. */
class ScriptedBank extends Dispatcher {
  says = '{}';

  override dispatch(
    { path }: Dispatcher.DispatchOptions,
    handler: Dispatcher.DispatchHandler,
  ): boolean {
    const text = path.endsWith('/token') ? '{"data":{"accessToken":"t-1"}}' : this.says;
    const bytes = Buffer.from(text);
    handler.onRequestStart?.(controller, {});
    handler.onResponseStart?.(controller, 200, { 'content-type': 'application/json' }, 'OK');
    handler.onResponseData?.(controller, bytes);
    handler.onResponseEnd?.(controller, {});
    return true;
  }
}

/** Nothing is paused, and nothing is left to end. */
const controller: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  rawHeaders: null,
  rawTrailers: null,
  abort: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};

/** A client signed in at such a bank, and the way to say what it answers. */
export async function scriptedBank(
  file: object = {},
): Promise<{ client: BankClient; says: (text: string) => void }> {
  const bank = new ScriptedBank();
  const parsed = parseBankFile(
    JSON.stringify({
      name: 'Said',
      environment: 'uat',
      baseUrl: 'https://bank.invalid',
      operations: { getToken: {} },
      limits: { requestsPerSecond: 10_000 },
      ...file,
    }),
  );
  if (!parsed.ok) throw new Error(parsed.error.message);
  const client = createBankClient({
    bankFile: parsed.value,
    clock: systemClock,
    dispatcher: bank,
    // The pace of a network is nothing that these answers depend on.
    sleep: () => Promise.resolve(),
  });
  onTestFinished(() => client.close());
  const signedIn = await client.session.signIn(
    { username: 'ada', password: 'canary-password' },
    { correlationId: 'sign-in' },
  );
  if (!signedIn.ok) throw new Error(signedIn.error.message);
  return {
    client,
    says: (text) => {
      bank.says = text;
    },
  };
}
