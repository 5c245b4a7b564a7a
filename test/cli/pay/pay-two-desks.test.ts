import { describe, expect, test, vi } from 'vitest';

import { orderText, type Behaviour } from '../../support/simple-banks/foreign-payments.ts';
import { order, payingScene, payment, type Paid } from '../../support/desks/paying-scene.ts';
import { expectError } from '../../support/programs/command-line.ts';

// Each of them runs the command line many times.
vi.setConfig({ testTimeout: 240_000 });

const file = (path: string): string[] => ['pay', '--file', path, '--account', '9988776655'];
type Report = Paid & { state: string; confirmed?: boolean; atBank?: string };
type FileReport = { lines: { reference: string; state: string }[] };

describe('two desks at a bank that takes no idempotency key', () => {
  test('the second desk reports a payment that the bank lists under its reference, and sends nothing [P22]', async () => {
    const { bank, nostro, otherDesk } = await payingScene();
    expect((await nostro(...payment({ reference: 'INV-1' }))).code).toBe(0);
    const again = await otherDesk(...payment({ reference: 'INV-1' }));
    expect([again.code, again.err]).toEqual([0, '']);
    expect(again.json<Report>()).toMatchObject({
      outcome: 'accepted',
      confirmed: true,
      transferId: 'P-1',
      atBank: expect.stringContaining('The bank has it already') as string,
    });
    expect((await otherDesk(...payment({ reference: 'INV-1' }))).json<Report>()).toEqual(
      again.json<Report>(),
    );
    expect(bank.orders()).toBe(1);
  });

  test.each([
    ['another amount', { amount: '1250.11' }],
    ['another currency', { currency: 'EUR' }],
    ['another payee', { beneficiaryId: 'b-8' }],
  ])('it refuses the reference for %s', async (_, other) => {
    const { bank, nostro, otherDesk } = await payingScene();
    expect((await nostro(...payment({ reference: 'INV-1' }))).code).toBe(0);
    const refused = await otherDesk(...payment({ reference: 'INV-1', ...other }));
    expect(refused.out).toBe('');
    expectError(refused, 1, 'input.invalid', 'The bank has something else under this reference');
    expect(bank.orders()).toBe(1);
  });

  test('it refuses another account where the bank lists the account [P22]', async () => {
    const { bank, otherDesk } = await payingScene();
    const row = '"id":"P-9","state":"TAKEN","ref":"INV-1","amt":1250.1,"ccy":"USD","payee":"b-7"';
    bank.listAs = () => `{"rows":[{${row},"from":"1112223334"}]}`;
    const refused = await otherDesk(...payment({ reference: 'INV-1' }));
    expect([refused.code, refused.error().code]).toEqual([1, 'input.invalid']);
    bank.listAs = () => `{"rows":[{${row},"from":"••••6655"}]}`;
    expect((await otherDesk(...payment({ reference: 'INV-1' }))).code).toBe(1);
    expect(bank.orders()).toBe(0);
  });

  test('data folder and state directory put back together do not pay again [P22]', async () => {
    const { bank, nostro, snapshot } = await payingScene();
    expect((await nostro(...payment({ reference: 'FIRST', amount: '1.00' }))).code).toBe(0);
    const putBack = snapshot();
    expect((await nostro(...payment({ reference: 'INV-1' }))).code).toBe(0);
    putBack();
    const again = await nostro(...payment({ reference: 'INV-1' }));
    expect([again.code, again.json<Report>().outcome]).toEqual([0, 'accepted']);
    expect(bank.booked.map(({ ref }) => ref)).toEqual(['FIRST', 'INV-1']);
  });

  test('a payment file of another desk: its lines are at the bank, one that differs is refused [P22]', async () => {
    const { bank, nostro, otherDesk, paymentFile } = await payingScene();
    const line = (reference: string, amount: string): string =>
      `9988776655,b-7,${amount},USD,${reference}`;
    const first = paymentFile('first.csv', [line('A', '1.00'), line('B', '2.00')]);
    expect((await nostro(...file(first))).code).toBe(0);
    const second = paymentFile('second.csv', [
      line('A', '1.00'),
      line('B', '2.50'),
      line('C', '3.00'),
    ]);
    const run = await otherDesk(...file(second));
    expect(run.code).toBe(1);
    const { lines } = run.json<FileReport>();
    expect(lines.map(({ reference, state }) => [reference, state])).toEqual([
      ['A', 'at-bank'],
      ['B', 'invalid'],
      ['C', 'accepted'],
    ]);
    expect(bank.booked.map(({ ref }) => ref)).toEqual(['A', 'B', 'C']);
    const same = await otherDesk(...file(first));
    expect(same.json<FileReport>().lines.map(({ state }) => state)).toEqual(['at-bank', 'at-bank']);
    expect(bank.orders()).toBe(3);
  });

  test('a whole file that is at the bank already ends well', async () => {
    const { bank, nostro, otherDesk, paymentFile } = await payingScene();
    const path = paymentFile('pay.csv', ['9988776655,b-7,1.00,USD,A', '9988776655,b-7,2.00,USD,B']);
    expect((await nostro(...file(path))).code).toBe(0);
    const again = await otherDesk(...file(path));
    expect([again.code, again.json<FileReport>().lines.map(({ state }) => state)]).toEqual([
      0,
      ['at-bank', 'at-bank'],
    ]);
    expect(bank.orders()).toBe(2);
  });

  test('both send one reference at the same moment: it ends as paid twice, never as confirmed [P22]', async () => {
    const { bank, nostro, otherDesk } = await payingScene('none', { keepsTokens: true });
    const { promise: both, resolve } = Promise.withResolvers<undefined>();
    const body =
      '{"id":"P-1","state":"TAKEN","ref":"INV-1","amt":1250.1,"ccy":"USD","payee":"b-7"}';
    const waiting: Behaviour = {
      booksAfterMs: 0,
      answer: { status: 200, text: body, after: both },
    };
    bank.behave(waiting, waiting);
    // Neither list shows the other's payment before both were sent.
    const listed = () => (bank.orders() < 2 ? [] : bank.booked.map(orderText));
    bank.listAs = () => `{"rows":[${listed().join()}]}`;
    const runs = Promise.all([
      nostro(...payment({ reference: 'INV-1' })),
      otherDesk(...payment({ reference: 'INV-1' })),
    ]);
    await expect.poll(() => bank.orders(), { timeout: 60_000 }).toBe(2);
    resolve(undefined);
    for (const run of await runs) {
      expect(run.code).toBe(3);
      expect(run.json<Report>()).toMatchObject({
        outcome: 'unknown',
        error: { code: 'outcome.duplicated' },
      });
    }
  });

  test('one that the bank lists twice already is reported as paid twice', async () => {
    const { bank, nostro } = await payingScene();
    const row = { ref: 'INV-1', amt: '1250.1', ccy: 'USD', payee: 'b-7' };
    bank.booked.push({ id: 'P-8', ...row }, { id: 'P-9', ...row });
    const run = await nostro(...payment({ reference: 'INV-1' }));
    expect([run.code, run.error().code]).toEqual([3, 'outcome.duplicated']);
    expect(bank.orders()).toBe(0);
  });
});

test('a bank that takes a key is sent one, and one reference of two desks is one payment', async () => {
  const { bank, nostro, otherDesk } = await payingScene('header');
  bank.listAs = () => '{"rows":[]}';
  const runs = [
    await nostro(...payment({ reference: 'INV-1' })),
    await otherDesk(...payment({ reference: 'INV-1' })),
  ];
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect([bank.orders(), bank.booked.length]).toEqual([2, 1]);
});

describe('where the bank’s list of payments cannot be read, a script is refused until it accepts that', () => {
  const closed = { status: 500, text: '{"error":{"message":"Maintenance"}}' };
  const named = (rows: number): string =>
    JSON.stringify({
      rows: Array.from({ length: rows }, (_, index) => ({ id: `T-${String(index)}`, ref: 'X' })),
    });

  test('it answers with an error', async () => {
    const { bank, nostro } = await payingScene();
    bank.findFault = closed;
    const refused = await nostro(...payment({ reference: 'INV-1' }));
    expect(refused.out).toBe('');
    expectError(
      refused,
      1,
      'confirmation.required',
      /cannot be checked \(the bank .*HTTP 500\).* add --twins-unchecked\. Nothing was sent\.$/s,
    );
    expect(bank.orders()).toBe(0);
    const meant = await nostro(...payment({ reference: 'INV-1' }), '--twins-unchecked');
    expect(meant.code).toBe(0);
  });

  test('it never answers', async () => {
    const { bank, nostro } = await payingScene('none', {
      intercept: (request, _, url) =>
        request.method === 'GET' && url.pathname === '/platform/pay/v2/orders',
    });
    const refused = await nostro(...payment({ reference: 'INV-1' }));
    expect([refused.code, refused.error().code]).toEqual([1, 'confirmation.required']);
    expect(bank.orders()).toBe(0);
  });

  test('before a payment file too', async () => {
    const { bank, nostro, paymentFile } = await payingScene();
    const path = paymentFile('pay.csv', ['9988776655,b-7,1.00,USD,A']);
    bank.findFault = closed;
    const refused = await nostro(...file(path));
    expectError(refused, 1, 'confirmation.required', '--twins-unchecked');
    expect(bank.orders()).toBe(0);
    expect((await nostro(...file(path), '--twins-unchecked')).code).toBe(0);
  });

  test('its operation called by name too', async () => {
    const { bank, nostro } = await payingScene();
    bank.findFault = closed;
    const body = JSON.stringify({ body: JSON.parse(order({ reference: 'INV-1' })) as unknown });
    const refused = await nostro('call', 'createSingleTransfer', '--input', body);
    expect([refused.code, refused.error().code]).toEqual([1, 'confirmation.required']);
    expect(bank.orders()).toBe(0);
  });

  test('it lists payments of which nothing can be compared', async () => {
    const { bank, nostro } = await payingScene();
    bank.listAs = () => named(3);
    expect((await nostro(...payment({ reference: 'INV-1' }))).code).toBe(0);
  });
});

describe('near twins', () => {
  test.each([
    ['a negative amount', '"amt":-1250.1,"payee":"b-7"'],
    ['an amount with the noise of a float', '"amt":1250.1000000000001,"payee":"b-7"'],
    ['the account number of the payee', '"amt":1250.10,"payee":"0123456789"'],
    ['no payee', '"amt":1250.10'],
  ])('the bank lists one with %s: it is held until it is named', async (_, fields) => {
    const { bank, nostro } = await payingScene();
    bank.listAs = () =>
      `{"rows":[{"id":"T-9","state":"TAKEN","ref":"LEDGER-5","ccy":"USD",${fields}}]}`;
    const held = await nostro(...payment({ reference: 'INV-1' }));
    expectError(held, 1, 'confirmation.required', '--twin-of T-9');
    expect(bank.orders()).toBe(0);
    expect((await nostro(...payment({ reference: 'INV-1' }), '--twin-of', 'T-9')).code).toBe(0);
  });

  test('a bank whose Date is a year ahead hides none', async () => {
    const ahead = new Date(Date.now() + 365 * 24 * 3_600_000).toUTCString();
    const { bank, nostro } = await payingScene('none', {
      intercept: (_, response) => {
        response.setHeader('date', ahead);
        return false;
      },
    });
    const at = new Date().toISOString();
    const row =
      '"id":"T-9","state":"TAKEN","ref":"LEDGER-5","amt":1250.1,"ccy":"USD","payee":"b-7"';
    bank.listAs = () => `{"rows":[{${row},"at":"${at}"}]}`;
    const held = await nostro(...payment({ reference: 'INV-1' }));
    expect([held.code, held.error().code]).toEqual([1, 'confirmation.required']);
    expect(bank.orders()).toBe(0);
  });
});
