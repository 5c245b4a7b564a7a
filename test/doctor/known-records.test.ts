import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { openSandboxBank } from '../../electron/connections/session/sandbox-bank.ts';
import type { Known } from '../../electron/connections/doctor/learnt.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { runCommand } from '../support/programs/cli.ts';
import { programs } from '../support/programs/programs.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { doctorOf, examined } from './support.ts';

const four = {
  postTransferFee: {},
  validateBeneficiaryAccount: {},
  getRemittance: {},
  getReceivable: {},
};
const checkOf = (name: keyof typeof four): string => `operation:${name}`;
const names = Object.keys(four) as (keyof typeof four)[];

async function sandboxBank(operations: object) {
  const sandbox = await openSandboxBank(programs.sandbox, tempFolder());
  onTestFinished(() => sandbox.close());
  const { baseUrl } = sandbox;
  const file = JSON.stringify({ name: 'Practice', environment: 'sandbox', baseUrl, operations });
  const calls: string[] = [];
  const options = {
    credentials: sandboxSignIn,
    onCall: ({
      operation,
      subject,
      outcome,
    }: Record<'operation' | 'subject' | 'outcome', string>) =>
      calls.push(`${operation} ${subject} ${outcome}`),
  };
  const examine = (known: Partial<Known> = {}) => examined(file, { ...options, known });
  return { file, examine, calls };
}

/** A receivable of that bank, as an earlier day of the desk left it in the register. */
async function receivableAt(file: string): Promise<string> {
  const { bank, question } = doctorOf(file, { credentials: sandboxSignIn });
  expect((await question.signIn({ correlationId: 'r' })).ok).toBe(true);
  const accounts = await bank.call('getAllAccounts', {}, { correlationId: 'r' });
  const account = accounts.ok ? accounts.value.accounts[0] : undefined;
  const made = await bank.call(
    'createReceivable',
    {
      body: {
        accountNumber: account?.fundingDetails?.[0]?.accountNumber ?? '',
        amount: '12',
        currency: account?.currencyIso3Code ?? '',
        reference: 'INV-1',
        payerName: 'Kestrel',
      },
    },
    { correlationId: 'r' },
  );
  return made.ok ? made.value.receivable.id : '';
}

test('what only the local copy knows is used to ask the bank, and shown in the report', async () => {
  const { file, examine, calls } = await sandboxBank(four);
  const receivableId = await receivableAt(file);
  const { report, check } = await examine({
    receivableId,
    ngnAccount: { accountNumber: '0123456789', bankCode: '058' },
    transferReference: 'PAY-7',
  });
  expect(report.ok).toBe(true);
  for (const name of ['postTransferFee', 'validateBeneficiaryAccount', 'getReceivable'] as const)
    expect(check(checkOf(name))).toMatchObject({ state: 'ok' });
  expect(calls).toContain(`getReceivable ${receivableId} ok`);
  expect(check(checkOf('getRemittance'))).toMatchObject({
    state: 'skipped',
    detail: 'Not asked: the local copy has no remittance, and the bank has no list of them.',
  });
});

test('a record that the bank has no more is no fault of the bank file', async () => {
  const { examine } = await sandboxBank(four);
  const { report, check } = await examine({ receivableId: 'long-gone' });
  expect(report.ok).toBe(true);
  expect(check(checkOf('getReceivable'))).toMatchObject({
    state: 'warning',
    detail: 'It does not know the record that the local copy remembers (404).',
  });
});

test('what the local copy does not know is not asked, and the report says why', async () => {
  const { examine } = await sandboxBank(four);
  const { report, check } = await examine();
  expect(report.ok).toBe(true);
  for (const name of ['validateBeneficiaryAccount', 'getRemittance', 'getReceivable'] as const)
    expect(check(checkOf(name)).detail).toMatch(/^Not asked: the local copy has no /);
});

test('a question with a body is asked only where the bank file confirms it', async () => {
  const { examine, calls } = await sandboxBank({});
  const { check } = await examine({ ngnAccount: { accountNumber: '0123456789', bankCode: '058' } });
  for (const name of ['postTransferFee', 'validateBeneficiaryAccount'] as const)
    expect(check(checkOf(name))).toMatchObject({
      state: 'skipped',
      detail: `Not asked: it sends a body, and the bank file does not confirm it at operations.${name}.`,
    });
  expect(calls.filter((call) => /^(post|validate)/.test(call))).toEqual([]);
});

test('on the command line the register is read from the local copy that lies there', async () => {
  const dataDir = join(tempFolder(), 'data');
  const nostro = (...args: string[]) => runCommand(['--data-dir', dataDir, ...args]);
  type Printed = { checks: { id: string; state: string }[] };
  const before = await nostro('doctor');
  const stateIn = ({ checks }: Printed, name: keyof typeof four): string | undefined =>
    checks.find(({ id }) => id === checkOf(name))?.state;
  expect(stateIn(before.json<Printed>(), 'getReceivable')).toBe('skipped');
  const accounts = await nostro('call', 'getAllAccounts');
  const [account] = accounts.json<{
    accounts: { currencyIso3Code: string; fundingDetails: { accountNumber: string }[] }[];
  }>().accounts;
  const body = {
    accountNumber: account?.fundingDetails[0]?.accountNumber,
    amount: '12',
    currency: account?.currencyIso3Code,
    reference: 'INV-2',
    payerName: 'Kestrel',
  };
  const made = await nostro('call', 'createReceivable', '--input', JSON.stringify({ body }));
  expect([made.code, made.err]).toEqual([0, '']);
  const after = await nostro('doctor');
  expect([after.code, after.err]).toEqual([0, '']);
  expect(stateIn(after.json<Printed>(), 'getReceivable')).toBe('ok');
  expect(names.map((name) => stateIn(after.json<Printed>(), name))).not.toContain(undefined);
});
