import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { runCommand } from '../support/programs/cli.ts';
import { pdfText } from '../support/files/pdf-text.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

test('a payment that the bank took has an advice; what it did not take is refused with the reason', async () => {
  const folder = tempFolder();
  const nostro = (...args: string[]) => runCommand(['--data-dir', folder, ...args]);
  const { beneficiaries } = (await nostro('call', 'getAllBeneficiaries')).json<{
    beneficiaries: { data: { entityId: string; name: string }[] };
  }>();
  const { accounts } = (await nostro('call', 'getAllAccounts')).json<{
    accounts: { accountId: string }[];
  }>();
  const payee = beneficiaries.data[0];
  const order = {
    ...{ accountNumber: accounts[0]?.accountId, beneficiaryId: payee?.entityId },
    ...{ amount: '12.34', currency: 'USD', reference: 'INV-7', narration: 'Invoice 7' },
  };
  expect((await nostro('pay', '--input', JSON.stringify(order))).code).toBe(0);

  const out = join(folder, 'papers');
  mkdirSync(out);
  const written = await nostro('advice', 'INV-7', 'INV-8', '--out', out);
  const lines = written.out.trim().split('\n');
  expect([written.code, lines.map((line) => JSON.parse(line) as unknown)]).toEqual([
    1,
    [
      { state: 'written', kind: 'advice', reference: 'INV-7', fileName: 'ADVICE_INV-7.pdf' },
      {
        ...{ state: 'refused', kind: 'advice', reference: 'INV-8' },
        reason: 'No payment with this reference is known here.',
      },
    ],
  ]);
  const text = await pdfText(readFileSync(join(out, 'ADVICE_INV-7.pdf')));
  expect(text).toContain('12.34 USD');
  expect(text).toContain(payee?.name);

  const proof = await nostro('advice', 'INV-7', '--proof', '--as', 'eml', '--out', out);
  expect([proof.code, proof.json<{ state: string }>().state]).toEqual([1, 'refused']);
  expect(readdirSync(out)).toEqual(['ADVICE_INV-7.pdf']);
});

test.each([
  [[], 'advice needs the reference of a payment'],
  [['INV-7'], '--out is missing'],
  [['INV-7', '--out', '/nowhere/at/all'], '--out names no folder'],
  [['INV-7', '--out', '/', '--as', 'doc'], 'must be one of pdf, eml'],
] as const)('%j is wrong use', async (args, words) => {
  const run = await runCommand(['--data-dir', tempFolder(), 'advice', ...args]);
  expect([run.code, run.error().message]).toEqual([2, expect.stringContaining(words)]);
});
