import { expect } from 'vitest';

import { test, useCluster } from '../../support/postgres/cluster.ts';
import { startPayeesBank, suppliersCsv } from '../../support/team/payees-bank.ts';
import { join, teamScene, twoDesks } from '../../support/team/team-scene.ts';

const cluster = useCluster();

const rules = JSON.stringify({
  rules: [
    { when: { over: { amount: '100', currency: 'EUR' } }, need: { role: 'checker', count: 1 } },
  ],
});

type Requested = { readonly request: string };
type Sent = { readonly lines: readonly { reference: string; state: string }[] };

/** Ada founded, Ben makes files, Cy checks. */
async function fileScene() {
  const changed = new Map<number, string>();
  const scene = await teamScene(cluster, () => startPayeesBank(changed));
  const { ada, ben } = await twoDesks(cluster, scene);
  const cy = scene.person('cy');
  await join(ada, cy, 'Cy', scene.at('cy.json'), 'checker');
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const requested = async (payments: Parameters<typeof suppliersCsv>[0]): Promise<string> => {
    const csv = scene.write('suppliers.csv', suppliersCsv(payments));
    const asked = await ben.run('pay', '--file', csv, '--request');
    expect([asked.err, asked.code]).toEqual(['', 4]);
    return asked.json<Requested>().request;
  };
  return { ...scene, ada, ben, cy, changed, requested };
}

test('a payment file is approved at a terminal without a line, and the others are sent', async () => {
  const { ben, cy, bank, changed, requested } = await fileScene();
  const request = await requested([
    [1, '60.00'],
    [2, '70.00'],
    [3, '80.00'],
  ]);
  const approve = ['approve', request, '--without', '2'];
  for (const wrong of ['210.00:EUR:3', '140.00:EUR:3', '140.00:USD:2', '140.01:EUR:2']) {
    const other = await cy.typing('140.00', ...approve, '--expect', wrong);
    expect([wrong, other.code, other.error().code]).toEqual([wrong, 1, 'input.invalid']);
    expect(other.error().message).toContain('Nothing was signed.');
  }
  const none = await cy.typing('0', 'approve', request, '--expect', '1:EUR:1', '--without', '4');
  expect([none.code, none.error().message]).toEqual([2, expect.stringContaining('no line 4')]);
  const byScript = await cy.run(...approve, '--expect', '140.00:EUR:2');
  expect([byScript.code, byScript.error().code]).toEqual([1, 'confirmation.required']);
  const wrongly = await cy.typing('210.00', ...approve, '--expect', '140.00:EUR:2');
  expect([wrongly.code, wrongly.error().code]).toEqual([1, 'confirmation.required']);
  const own = await ben.typing('140.00', ...approve, '--expect', '140.00:EUR:2');
  expect([own.code, own.error().code]).toEqual([1, 'team.refused']);

  changed.set(3, 'NL02ABNA0123456789');
  const approved = await cy.typing('140.00', ...approve, '--expect', '140:EUR:2');
  expect([approved.err, approved.code]).toEqual(['', 0]);
  expect(approved.json()).toMatchObject({
    ...{ request, may: true, toSend: 2, excluded: 1 },
    approvals: [{ person: 'Cy' }],
  });
  expect(approved.shown).toMatch(/2\. RUN-2, .*70\.00.*Left out\./);
  expect(approved.shown).toContain('The bank has other details of this payee now than Ben read.');
  expect(approved.shown).toContain('Approved: 2 payments for');

  const sent = await ben.run('pay', '--of', request);
  expect(sent.code).toBe(1);
  const states = sent.json<Sent>().lines.map(({ reference, state }) => [reference, state]);
  expect(states).toEqual([
    ['RUN-1', 'accepted'],
    ['RUN-2', 'not-sent'],
    ['RUN-3', 'accepted'],
  ]);
  expect(bank.orders.map(({ reference }) => reference)).toEqual(['RUN-1', 'RUN-3']);
}, 400_000);
