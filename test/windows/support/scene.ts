import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { cliProgram, type CliRun } from '../../support/programs/cli.ts';
import {
  foreignCredentials,
  type ForeignBankOptions,
} from '../../support/simple-banks/foreign-bank.ts';
import { startPaymentBank, type PaymentBank } from '../../support/simple-banks/foreign-payments.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';
import { onWindows, startOnWindows, type Started } from './nostro.ts';

export type Scene = {
  readonly bank: PaymentBank;
  readonly folder: string;
  /** As Windows names it. */
  readonly at: (name: string) => string;
  readonly start: (...args: string[]) => Started;
  readonly nostro: (...args: string[]) => Promise<CliRun>;
};

/** A bank outside Windows without any idempotency, and a desk on Windows whose data lies in `folder`/data. */
export async function scene(
  options: Partial<ForeignBankOptions> = {},
  dataDir = 'data',
): Promise<Scene> {
  const bank = await startPaymentBank('none', options);
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  writeFileSync(join(folder, 'bank.json'), bankFileOf(bank));
  const at = (name: string): string => onWindows(join(folder, name));
  const env = { NOSTRO_CREDENTIALS: JSON.stringify(foreignCredentials) };
  const start = (...args: string[]): Started =>
    startOnWindows(
      cliProgram,
      ['--bank', at('bank.json'), '--data-dir', at(dataDir), ...args],
      env,
    );
  return { bank, folder, at, start, nostro: (...args) => start(...args).ended };
}

/** With the payees' own page, which the lines of a payment file are checked against. */
function bankFileOf(bank: PaymentBank): string {
  const file = JSON.parse(bank.paymentFile()) as { operations: Record<string, object> };
  const getBeneficiary = { method: 'GET', path: '/pay/v2/payees/{entityId}' };
  return JSON.stringify({ ...file, operations: { ...file.operations, getBeneficiary } });
}

export const account = '9988776655';

export const order = (reference: string, extra: object = {}): string[] => [
  'pay',
  '--input',
  JSON.stringify({
    accountNumber: account,
    beneficiaryId: 'b-7',
    amount: '1250.10',
    currency: 'USD',
    reference,
    ...extra,
  }),
];

/** A payment file: payee, amount, currency and reference a line. */
export const paymentLines = (...lines: readonly string[]): string =>
  ['beneficiary id,amount,currency,reference', ...lines].map((line) => `${line}\r\n`).join('');
