import { readFileSync } from 'node:fs';

import { describe, expect, test, vi } from 'vitest';

import type { Behaviour } from '../../support/simple-banks/foreign-payments.ts';
import { payingScene, payment, type Paid } from '../../support/desks/paying-scene.ts';
import { expectError } from '../../support/programs/command-line.ts';

// Each of them runs the command line many times.
vi.setConfig({ testTimeout: 240_000 });

const lost: Behaviour = { booksAfterMs: 0, answer: 'none' };
const closed = { status: 503, text: '{"error":{"message":"Maintenance"}}' };

test('an answer that was lost: the same command looks it up, another reference is refused as its twin', async () => {
  const { bank, nostro } = await payingScene();
  bank.behave(lost);
  bank.findFault = closed;
  const sent = await nostro(...payment({ reference: 'INV-1' }), '--twins-unchecked');
  expect(sent.code).toBe(3);
  const { submissionId } = sent.json<Paid>();
  const again = await nostro(...payment({ reference: 'INV-1' }));
  expect([again.code, again.json<Paid>().submissionId]).toEqual([3, submissionId]);

  const twin = await nostro(...payment({ reference: 'INV-2' }));
  expect([twin.code, twin.out]).toEqual([1, '']);
  const { code, message } = twin.error();
  expect(code).toBe('confirmation.required');
  expect(message).toContain('reference INV-1, and has no answer yet');
  expect(message).toContain(`add --twin-of ${submissionId}.`);
  const wrong = await nostro(...payment({ reference: 'INV-2' }), '--twin-of', 'INV-1');
  expect([wrong.code, wrong.error().code]).toEqual([1, 'confirmation.required']);
  expect(bank.orders()).toBe(1);

  bank.findFault = null;
  const found = await nostro(...payment({ reference: 'INV-1' }));
  expect([found.code, found.json<Paid>()]).toMatchObject([
    0,
    { submissionId, outcome: 'accepted' },
  ]);
  const meant = await nostro(...payment({ reference: 'INV-2' }), '--twin-of', submissionId);
  expect([meant.code, meant.err]).toEqual([0, '']);
  expect(bank.booked.map(({ ref }) => ref)).toEqual(['INV-1', 'INV-2']);
});

test('what was accepted within a day is paid once more only where every such payment is named', async () => {
  const { bank, nostro } = await payingScene();
  const pay = async (reference: string, ...options: string[]) =>
    nostro(...payment({ reference }), ...options);
  const first = (await pay('INV-1')).json<Paid>();
  const refused = await pay('INV-2');
  expectError(
    refused,
    1,
    'confirmation.required',
    new RegExp(`within a day: at .* UTC, reference INV-1\\..* --twin-of ${first.submissionId}\\.`),
  );
  const other = (await nostro(...payment({ reference: 'OTHER', amount: '9.00' }))).json<Paid>();
  const stranger = await pay(
    'INV-2',
    '--twin-of',
    first.submissionId,
    '--twin-of',
    other.submissionId,
  );
  expectError(stranger, 1, 'input.invalid', `${other.submissionId} is no payment of the same`);
  const second = await pay('INV-2', '--twin-of', first.submissionId);
  expect(second.code).toBe(0);
  const third = await pay('INV-3', '--twin-of', first.submissionId);
  expect(third.error().message).toContain(`add --twin-of ${second.json<Paid>().submissionId}.`);
  expect(bank.booked.map(({ ref }) => ref)).toEqual(['INV-1', 'OTHER', 'INV-2']);
});

test('one that the bank’s list shows as sent from elsewhere is a twin too, named by its transfer', async () => {
  const { bank, nostro } = await payingScene();
  bank.booked.push({ id: 'T-9', ref: 'LEDGER-5', amt: '1250.1', ccy: 'USD', payee: 'b-7' });
  const refused = await nostro(...payment({ reference: 'INV-1' }));
  expectError(
    refused,
    1,
    'confirmation.required',
    'from elsewhere, transfer T-9, reference LEDGER-5, 1250.1',
  );
  expect(bank.orders()).toBe(0);
  const meant = await nostro(...payment({ reference: 'INV-1' }), '--twin-of', 'T-9');
  expect([meant.code, meant.err]).toEqual([0, '']);
});

describe('beside a payment of the same reference that is under way', () => {
  test('a second process waits and reports the first one’s outcome', async () => {
    const { bank, apart } = await payingScene();
    const text = '{"id":"P-1","state":"TAKEN","ref":"INV-1","amt":1250.1,"ccy":"USD"}';
    bank.behave({ booksAfterMs: 0, answer: { status: 200, text, afterMs: 12_000 } });
    const first = apart(...payment({ reference: 'INV-1' }));
    await expect.poll(() => bank.orders(), { timeout: 60_000 }).toBe(1);
    const runs = await Promise.all([first, apart(...payment({ reference: 'INV-1' }))]);
    expect(runs.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(runs[1].json<Paid>()).toEqual(runs[0].json<Paid>());
    expect(bank.orders()).toBe(1);
  });

  test('a second process whose wait is over reports the outcome as unknown, and sends nothing', async () => {
    const { bank, nostro, hold } = await payingScene();
    const letGo = await hold();
    const hasty = await nostro(...payment({ reference: 'INV-1' }), '--wait', '1');
    expect([hasty.code, hasty.out]).toEqual([3, '']);
    expect(hasty.error().code).toBe('outcome.unknown');
    expect(hasty.error().message).toMatch(
      /^cli \(process \d+, since .*It may be sending this very payment/,
    );
    expect(bank.orders()).toBe(0);
    const patient = nostro(...payment({ reference: 'INV-1' }));
    letGo();
    expect((await patient).code).toBe(0);
  });

  test.each([
    ['refused', { status: 422, text: '{"error":{"message":"Payee is blocked"}}' }, null, 1],
    ['unknown', { status: 502, text: '<html>' }, 30_000, 3],
  ] as const)('and is %s, both say so', async (outcome, answer, booksAfterMs, code) => {
    const { bank, apart } = await payingScene();
    const { promise: after, resolve: letAnswer } = Promise.withResolvers<undefined>();
    bank.behave({ booksAfterMs, answer: { ...answer, after } });
    const first = apart(...payment({ reference: 'INV-1' }));
    await expect.poll(() => bank.orders(), { timeout: 30_000 }).toBe(1);
    const second = apart(...payment({ reference: 'INV-1' }));
    letAnswer(undefined);
    const runs = await Promise.all([first, second]);
    expect(runs.map((run) => [run.code, run.json<Paid>().outcome])).toEqual([
      [code, outcome],
      [code, outcome],
    ]);
    expect(bank.orders()).toBe(1);
  });
});

describe('sent again', () => {
  const busy: Behaviour = { booksAfterMs: null, answer: { status: 429, text: '{}' } };

  test('is refused where the same was sent since under another reference', async () => {
    const { bank, nostro } = await payingScene();
    bank.behave(busy);
    const held = (await nostro(...payment({ reference: 'INV-1' }))).json<Paid>();
    expect((await nostro(...payment({ reference: 'INV-2' }))).code).toBe(0);
    const again = await nostro('submissions', '--send-again', held.submissionId);
    expectError(
      again,
      1,
      'confirmation.required',
      'reference INV-2. If it is meant once more, add --twin-of',
    );
    expect(bank.booked.map(({ ref }) => ref)).toEqual(['INV-2']);
  });

  test('is refused where the payee’s bank details are others than those it was approved to, or cannot be read', async () => {
    const { bank, nostro } = await payingScene();
    bank.behave(busy);
    const { submissionId } = (await nostro(...payment({ reference: 'INV-1' }))).json<Paid>();
    const again = (...more: string[]) =>
      nostro('submissions', '--send-again', submissionId, ...more);
    bank.payees.details = { accountNumber: '6660006660' };
    const changed = await again();
    expect([changed.code, changed.error().code]).toEqual([1, 'payee.changed']);
    bank.payees.fault = { status: 500, text: '{}' };
    const unread = await again();
    expect([unread.code, unread.error().code]).toEqual([1, 'payee.unread']);
    expect(bank.orders()).toBe(1);
    bank.payees.fault = null;
    bank.payees.details = {};
    expect((await again()).code).toBe(0);
    expect(bank.booked.map(({ ref }) => ref)).toEqual(['INV-1']);
  });
});

describe('a payment file', () => {
  const line = (amount: string, reference: string) => `9988776655,b-7,${amount},USD,${reference}`;
  type Printed = { lines: { state: string; error: string | null; submissionId: string | null }[] };

  test('holds back the lines that look like other payments, each with the reason, and sends the rest', async () => {
    const { bank, nostro, paymentFile } = await payingScene();
    const first = (await nostro(...payment({ reference: 'INV-1', amount: '5.00' }))).json<Paid>();
    const file = paymentFile('payroll.csv', [
      line('5.00', 'F-1'),
      line('6.00', 'F-2'),
      line('7.00', 'F-3'),
      line('7.00', 'F-4'),
    ]);
    const result = `${file}.result`;
    const sent = await nostro('pay', '--file', file, '--account', '9988776655', '--result', result);
    expect([sent.code, sent.err]).toEqual([1, '']);
    const { lines } = sent.json<Printed>();
    expect(lines.map(({ state }) => state)).toEqual(['held', 'accepted', 'accepted', 'held']);
    expect(lines[0]?.error).toContain(
      `reference INV-1. If it is meant once more, add --twin-of ${first.submissionId}.`,
    );
    const [, , third] = lines;
    expect(lines[3]?.error).toContain(`--twin-of ${String(third?.submissionId)}.`);
    expect(readFileSync(result, 'utf8').split('\r\n')[4]).toContain('"held"');
    expect(bank.booked.map(({ ref }) => ref)).toEqual(['INV-1', 'F-2', 'F-3']);

    const wrong = await nostro(
      'pay',
      '--file',
      file,
      '--account',
      '9988776655',
      '--twin-of',
      'nothing',
    );
    expect([wrong.code, wrong.error().code]).toEqual([1, 'input.invalid']);
    const named = ['--twin-of', first.submissionId, '--twin-of', third?.submissionId ?? ''];
    const meant = await nostro('pay', '--file', file, '--account', '9988776655', ...named);
    expect([meant.code, meant.err]).toEqual([0, '']);
    expect(bank.booked.map(({ ref }) => ref)).toEqual(['INV-1', 'F-2', 'F-3', 'F-1', 'F-4']);
  });

  test('holds back the second of two equal lines while the first has no answer', async () => {
    const { bank, nostro, paymentFile } = await payingScene();
    bank.behave(lost);
    const file = paymentFile('payroll.csv', [line('7.00', 'F-1'), line('7.00', 'F-2')]);
    const sent = await nostro('pay', '--file', file, '--account', '9988776655');
    expect(sent.code).toBe(3);
    const { lines } = sent.json<Printed>();
    expect(lines.map(({ state }) => state)).toEqual(['unknown', 'held']);
    expect(lines[1]?.error).toContain('has no answer yet: it may have gone through');
    expect(bank.orders()).toBe(1);
  });
});
