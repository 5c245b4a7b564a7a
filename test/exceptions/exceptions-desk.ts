import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { builtInBankFile } from '../../electron/engines/bank/file/bank-file.ts';
import { createBankClient, type BankClient } from '../../electron/engines/bank/client.ts';
import { systemClock } from '../../electron/engines/machine/context.ts';
import type { RouteInput } from '../../shared/ipc/contract.ts';
import type { ExceptionItem, ExceptionKind } from '../../shared/ipc/review/exceptions.ts';
import type { SubmissionView } from '../../shared/ipc/submissions.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import type { TestDesk } from '../support/desks/test-desk.ts';
import { controlBank } from '../support/desks/order-desk.ts';
import {
  approve,
  openFundedDesk,
  payment,
  type PayingDesk,
} from '../support/desks/transfers-desk.ts';
import { testTime } from '../support/setup/time.ts';

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** A desk at the sandbox whose clock a test moves. */
export type ExceptionsDesk = PayingDesk & {
  /** Moves the desk's own clock; the bank's stays. */
  wait(ms: number): void;
  /** Time passes, here and at the bank, which ends every session there. */
  timePasses(ms: number): Promise<void>;
  exceptions(): Promise<readonly ExceptionItem[]>;
  /** The only one of that kind; the test fails when there is none or more. */
  only(kind: ExceptionKind): Promise<ExceptionItem>;
  pay(entered?: Partial<RouteInput<'payments.review'>>): Promise<SubmissionView>;
};

export async function openExceptionsDesk(): Promise<ExceptionsDesk> {
  const time = testTime();
  const desk = await openFundedDesk({ clock: time.clock });
  const exceptions = async () => (await desk.get('exceptions.list', {})).items;
  return {
    ...desk,
    wait: (ms) => {
      time.passes(ms);
    },
    timePasses: async (ms) => {
      time.passes(ms);
      await advance(desk, ms);
    },
    exceptions,
    only: async (kind) => {
      const found = (await exceptions()).filter((item) => item.kind === kind);
      if (found.length !== 1) expect.fail(`${String(found.length)} exceptions are ${kind}`);
      return found[0]!;
    },
    pay: async (entered) => desk.get('payments.send', await approve(desk, payment(desk, entered))),
  };
}

/** The bank's clock goes on, which ends every session there. */
export async function advance(desk: TestDesk, ms: number): Promise<void> {
  await controlBank(desk, 'clock/advance', { ms });
  await desk.get('session.signIn', { credentials: sandboxSignIn, remember: false });
}

export const strike = (desk: PayingDesk, operation: string, kind: string): Promise<unknown> =>
  desk.bank('PUT', 'faults', { rules: [{ operation, fault: { kind } }] });

export const calm = (desk: PayingDesk): Promise<unknown> =>
  desk.bank('PUT', 'faults', { rules: [] });

/** Another program at the same bank. */
export async function elsewhere(desk: PayingDesk): Promise<BankClient> {
  const { baseUrl } = JSON.parse(
    readFileSync(join(desk.dataDir, 'sandbox', 'address.json'), 'utf8'),
  ) as { baseUrl: string };
  const bank = createBankClient({ bankFile: builtInBankFile(baseUrl), clock: systemClock });
  const signedIn = await bank.session.signIn(sandboxSignIn, { correlationId: 'elsewhere' });
  expect(signedIn.ok).toBe(true);
  return bank;
}
