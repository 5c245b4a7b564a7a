import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { createBankClient } from '../../../electron/engines/bank/client.ts';
import { deskClock, type Context } from '../../../electron/engines/machine/context.ts';
import { dialectMemory } from '../../../electron/connections/profiles/found-dialect.ts';
import {
  openSubmissions,
  type Submission,
} from '../../../electron/engines/submissions/journal/submission-table.ts';
import { lookUp } from '../../../electron/engines/submissions/lookup/lookup.ts';
import { submit } from '../../../electron/engines/submissions/submissions.ts';
import { unknownAfterSilence } from '../../../electron/engines/submissions/carry-out.ts';
import { syncAccounts } from '../../../electron/nouns/statements/sync/sync-accounts.ts';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../shared/errors.ts';
import { newReference } from '../../../shared/reference.ts';
import { foreignCredentials } from '../simple-banks/foreign-bank.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { testTime, type TestTime } from '../setup/time.ts';
import type { DeskParts } from '../../../electron/desk/open-bank/changes.ts';
import { partsIn } from './desk-parts.ts';

export const context: Context = { correlationId: 'test' };
export const account = '9988776655';

export type PayingDesk = {
  readonly parts: DeskParts;
  readonly close: () => Promise<void>;
  readonly time: TestTime;
  readonly announced: Submission[];
  /** What went wrong here behind an acceptance. */
  readonly faults: AppError[];
  /** Sends one payment; a reference of its own unless one is given. */
  readonly pay: (given?: {
    reference?: string;
    amount?: string;
    payee?: string;
  }) => Promise<Submission>;
  readonly look: (submission: Submission) => Promise<Submission>;
  /** Reads the account's statement from the bank, of these days or of the last week. */
  readonly readStatement: (days?: { from?: string; to?: string }) => Promise<void>;
};

/** The protocol's own parts over a real journal, a real cache and a real client; only the clock is ours. */
export async function openPayingDesk(
  bankFile: string,
  options: {
    folder?: string;
    timing?: Parameters<typeof createBankClient>[0]['timing'];
    /** The bank has to go by it too. */
    time?: TestTime;
  } = {},
): Promise<PayingDesk> {
  const folder = options.folder ?? tempFolder();
  const parsed = parseBankFile(bankFile);
  if (!parsed.ok) expect.fail(parsed.error.message);
  const time = options.time ?? testTime();
  const bank = createBankClient({
    bankFile: parsed.value,
    clock: time.clock,
    timing: options.timing ?? {},
  });
  const clock = deskClock(time.clock, () => bank.bankDate());
  const open = partsIn(folder, { bank, clock });
  const { parts, announced, faults } = open;
  open.copy.ensureAccount(account, 'USD');
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await bank.close();
    open.close();
  };
  onTestFinished(close);
  unknownAfterSilence(parts.journal, clock, openSubmissions(parts.journal));
  const dialects = dialectMemory(parsed.value, join(folder, 'findings.json'));
  const signedIn = await bank.session.signIn(foreignCredentials, context);
  expect(signedIn.ok).toBe(true);
  return {
    parts,
    close,
    time,
    announced,
    faults,
    pay: ({ reference = newReference(), amount = '100.10', payee = 'b-1' } = {}) =>
      payOnce(parts, { reference, amount, payee }),
    look: async (submission) => {
      const looked = await lookUp(parts, submission, context);
      return looked.ok ? looked.value : submission;
    },
    readStatement: async (days = {}) => {
      const today = todayAt(clock.now());
      const question = { accountNumbers: [account], from: addDays(today, -7), to: today, ...days };
      const read = await syncAccounts({ ...parts, dialects }, question, context);
      if (!read.ok) expect.fail(read.error.message);
    },
  };
}

type Payment = { readonly reference: string; readonly amount: string; readonly payee: string };

/** What the desk writes down before it sends a payment. */
export const intentOf = (
  reference: string,
  title = 'Transfer',
  { amount, payee }: Omit<Payment, 'reference'> = { amount: '100.10', payee: 'b-1' },
) => ({
  reference,
  operation: 'createSingleTransfer' as const,
  subject: `transfer:${reference}`,
  payload: {
    body: { accountNumber: account, beneficiaryId: payee, amount, currency: 'USD', reference },
  },
  about: {
    title,
    amount: { amount, currency: 'USD' },
    accountNumber: account,
    counterparty: payee,
    counterpartyId: payee,
  },
});

export async function payOnce(
  parts: DeskParts,
  { reference, ...rest }: Payment,
): Promise<Submission> {
  const submitted = await submit(parts, intentOf(reference, 'Transfer', rest), context);
  if (!submitted.ok) expect.fail(submitted.error.message);
  return submitted.value.submission;
}

export const minutes = (count: number): number => count * 60_000;
