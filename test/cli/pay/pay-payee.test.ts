import { describe, expect, test, vi } from 'vitest';

import { payingScene, payment, type Paid } from '../../support/desks/paying-scene.ts';
import { expectError } from '../../support/programs/command-line.ts';

// Each of them runs the command line many times.
vi.setConfig({ testTimeout: 240_000 });

const broken = { status: 500, text: '{"error":{"message":"Out of order"}}' };
const elsewhere = { accountNumber: '6660006660' };

/** The bank has a list of its payees, and no operation that reads one alone. */
const listOnly = ({ operations }: { operations: Record<string, unknown> }): void => {
  delete operations['getBeneficiary'];
  operations['getAllBeneficiaries'] = { method: 'GET', path: '/pay/v2/payees', items: '/rows' };
};

const paidOnce = async (...given: Parameters<typeof payingScene>) => {
  const scene = await payingScene(...given);
  const first = await scene.nostro(...payment({ amount: '1.00' }));
  expect([first.code, first.err]).toEqual([0, '']);
  return scene;
};

describe('changed bank details hold a payment back', () => {
  test('also where the local copy is gone, whoever answers for the payee', async () => {
    const { bank, nostro, loseCache } = await paidOnce();
    bank.payees.details = elsewhere;
    loseCache();
    const held = await nostro(...payment({ amount: '2.00' }), '--payee-checked');
    expectError(held, 1, 'confirmation.required', 'changed since they were last paid');
    expect(bank.orders()).toBe(1);
  });

  test('where the bank’s list of payees is all that can be read', async () => {
    const { bank, nostro } = await paidOnce('none', {}, listOnly);
    expect((await nostro(...payment({ amount: '2.00' }))).code).toBe(0);
    bank.payees.details = elsewhere;
    const held = await nostro(...payment({ amount: '3.00' }));
    expect([held.code, held.error().code]).toEqual([1, 'confirmation.required']);
    expect(bank.orders()).toBe(2);
  });
});

describe('a payee that the bank does not return now', () => {
  test.each([['is gone', true] as const, ['still has it as it was', false] as const])(
    'waits for a person’s confirmation, where the local copy %s',
    async (_words, isGone) => {
      const { bank, nostro, loseCache } = await paidOnce();
      bank.payees.details = elsewhere;
      bank.payees.fault = broken;
      if (isGone) loseCache();
      const waits = await nostro(...payment({ amount: '2.00', reference: 'INV-2' }));
      expect([waits.code, waits.out]).toEqual([1, '']);
      expect(waits.error().code).toBe('payee.unread');
      expect(waits.error().message).toMatch(
        /^The payee Payee b-7 could not be read from the bank now \(.*HTTP 500\).* It was last paid at .* to the account 0123456789\..* --payee-checked/,
      );
      expect(bank.orders()).toBe(1);
      expect((await nostro('submissions', '--open')).json<object>()).toMatchObject({
        submissions: [],
      });
      const meant = await nostro(
        ...payment({ amount: '2.00', reference: 'INV-2' }),
        '--payee-checked',
      );
      expect([meant.code, meant.json<Paid>().outcome]).toEqual([0, 'accepted']);
      bank.payees.fault = null;
      const seen = await nostro(...payment({ amount: '3.00' }));
      expect([seen.code, seen.error().code]).toEqual([1, 'confirmation.required']);
    },
  );

  test('and was never paid waits too, at a bank that has no way to read payees as well', async () => {
    const { bank, nostro } = await payingScene('none', {}, ({ operations }) => {
      delete operations['getBeneficiary'];
    });
    const waits = await nostro(...payment({ reference: 'INV-1' }));
    expectError(waits, 1, 'payee.unread', 'names no way to read payees');
    expect(waits.error().message).toContain('It was never paid from here.');
    expect(bank.orders()).toBe(0);
    expect((await nostro(...payment({ reference: 'INV-1' }), '--payee-checked')).code).toBe(0);
    expect((await nostro(...payment({ reference: 'INV-1' }))).code).toBe(0);
    expect(bank.orders()).toBe(1);
  });

  test('because the bank has no such payee is the bank’s own answer', async () => {
    const { bank, nostro } = await payingScene();
    bank.payees.fault = { status: 404, text: '{"error":{"message":"No such payee"}}' };
    const refused = await nostro(...payment(), '--payee-checked');
    expect(refused.error()).toMatchObject({ code: 'bank.refused', bank: 'No such payee' });
    expect(bank.orders()).toBe(0);
  });

  test('holds its lines of a payment file back', async () => {
    const { bank, nostro, paymentFile } = await paidOnce();
    const file = paymentFile('two.csv', [
      '9988776655,b-7,5.00,USD,F-1',
      '9988776655,b-7,6.00,USD,F-2',
    ]);
    bank.payees.fault = broken;
    const held = await nostro('pay', '--file', file, '--account', '9988776655');
    expect(held.code).toBe(1);
    expect(held.json<object>()).toMatchObject({
      lines: [
        { state: 'held', error: expect.stringContaining('HTTP 500') as string },
        { state: 'held' },
      ],
    });
    expect(bank.orders()).toBe(1);
    const meant = await nostro('pay', '--file', file, '--account', '9988776655', '--payee-checked');
    expect([meant.code, bank.orders()]).toEqual([0, 3]);
  });

  test('stops a file where three payees in a row cannot be read, and says so', async () => {
    const payees = ['b-1', 'b-7', 'b-8'];
    const { bank, nostro, paymentFile } = await payingScene();
    for (const beneficiaryId of payees)
      expect((await nostro(...payment({ beneficiaryId, amount: '1.00' }))).code).toBe(0);
    bank.payees.fault = broken;
    const lines = [...payees, 'b-1'].map(
      (payee, at) => `9988776655,${payee},${String(at + 2)}.00,USD,F-${String(at + 1)}`,
    );
    const file = paymentFile('four.csv', lines);
    const stopped = await nostro('pay', '--file', file, '--account', '9988776655');
    expect(stopped.code).toBe(1);
    expect(stopped.json<object>()).toMatchObject({
      state: 'stopped',
      stopReason:
        'Line 4: 3 payees in a row could not be read from the bank. The rest waits until you resume.',
      lines: [{ state: 'held' }, { state: 'held' }, { state: 'held' }, { state: 'ready' }],
    });
    expect(bank.orders()).toBe(3);
    bank.payees.fault = null;
    const resumed = await nostro('pay', '--file', file, '--account', '9988776655');
    expect([resumed.code, bank.orders()]).toEqual([0, 7]);
  });
});
