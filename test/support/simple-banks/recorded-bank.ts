import { onTestFinished } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { createBankClient } from '../../../electron/engines/bank/client.ts';
import { systemClock } from '../../../electron/engines/machine/context.ts';
import { commandLine, type CommandLine } from '../programs/command-line.ts';
import type { FiledBank } from '../banks/bank-server.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';

/** A bank of the tests as it is recorded through a proxy that records. */
export type RecordedBank<B> = Pick<CommandLine, 'nostro' | 'call'> & {
  readonly bank: B;
  readonly proxy: RecordingProxy;
};

export async function recordedBank<B extends FiledBank>(
  starting: Promise<B>,
): Promise<RecordedBank<B>> {
  const bank = await starting;
  const proxy = await startRecordingProxy(bank.baseUrl);
  onTestFinished(async () => {
    await proxy.close();
    await bank.close();
  });
  const text = bank.bankFile.replaceAll(bank.baseUrl, proxy.url);
  const { nostro, call } = commandLine(text, bank.credentials);
  return { bank, proxy, nostro, call };
}

/** Signs in and out as the desk does: no command signs out. */
export async function signInAndOut({ bank, proxy }: RecordedBank<FiledBank>): Promise<void> {
  const parsed = parseBankFile(bank.bankFile.replaceAll(bank.baseUrl, proxy.url));
  if (!parsed.ok) throw new Error(parsed.error.message);
  const client = createBankClient({ bankFile: parsed.value, clock: systemClock });
  const context = { correlationId: 'signing-in-and-out' };
  const signedIn = await client.session.signIn(bank.credentials, context);
  if (!signedIn.ok) throw new Error(signedIn.error.message);
  await client.session.signOut(context);
  await client.close();
}
