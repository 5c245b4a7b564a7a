import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { parseBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import { createBankClient } from '../../electron/engines/bank/client.ts';
import { systemClock } from '../../electron/engines/machine/context.ts';
import type { RunningBank } from './banks/bank-server.ts';
import { runCommand, type CliRun } from './cli.ts';
import { startRecordingProxy, type RecordingProxy } from './recording-proxy.ts';
import { tempFolder } from './temp-folder.ts';

export type FiledBank = RunningBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
};

/** A bank of the tests as it is recorded through a proxy that records. */
export type RecordedBank<B> = {
  readonly bank: B;
  readonly proxy: RecordingProxy;
  /** The command line at the bank, by a file that leads through the proxy. */
  readonly nostro: (...args: string[]) => Promise<CliRun>;
  readonly call: (operation: string, input: object) => Promise<CliRun>;
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
  const nostro = commandAt(text, bank.credentials);
  return {
    bank,
    proxy,
    nostro,
    call: (operation, input) => nostro('call', operation, '--input', JSON.stringify(input)),
  };
}

/** The command line with a bank file of this text, over a data folder of its own. */
export function commandAt(
  bankFile: string,
  credentials: Readonly<Record<string, string>>,
): (...args: string[]) => Promise<CliRun> {
  const folder = tempFolder();
  const file = join(folder, 'bank.json');
  writeFileSync(file, bankFile);
  const env = { NOSTRO_CREDENTIALS: JSON.stringify(credentials) };
  return (...args) =>
    runCommand(['--bank', file, '--data-dir', join(folder, 'data'), ...args], env);
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
