import { onTestFinished } from 'vitest';

import type { FiledBank } from '../banks/bank-server.ts';
import { openTestDesk, type TestDesk } from './test-desk.ts';

/** A desk at a bank that it knows by its file alone, signed in; nothing is fetched yet. */
export async function deskAtBank<B extends FiledBank>(
  starting: Promise<B>,
): Promise<{ desk: TestDesk; bank: B }> {
  const bank = await starting;
  onTestFinished(() => bank.close());
  const desk = await openTestDesk();
  await desk.get('desk.connectBank', { bankFile: bank.bankFile });
  await desk.get('session.signIn', { credentials: { ...bank.credentials }, remember: false });
  return { desk, bank };
}
