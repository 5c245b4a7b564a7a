import { describe, expect, test, vi } from 'vitest';

import { json } from '../../support/simple-banks/foreign-bank.ts';
import type { Behaviour } from '../../support/simple-banks/foreign-payments.ts';
import { order, payingScene, payment, type Paid } from '../../support/desks/paying-scene.ts';
import { expectError } from '../../support/programs/command-line.ts';

// Each of them runs the command line many times.
vi.setConfig({ testTimeout: 240_000 });

const lost: Behaviour = { booksAfterMs: 0, answer: 'none' };
const broken = { status: 500, text: '{"error":{"message":"Out of order"}}' };

const transfer = (extra: object = {}): string[] => [
  ...['call', 'createSingleTransfer', '--input'],
  `{"body":${order(extra)}}`,
];
type Answer = { transfer: { id: string; reference: string } };

describe('a payment by its operation', () => {
  test('without a reference is exit 2, with the reason', async () => {
    const { bank, nostro } = await payingScene();
    const run = await nostro(...transfer({ reference: undefined }));
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.error().message).toMatch(/The reference is .* identity: without one, the same/);
    expect(bank.orders()).toBe(0);
  });

  test('is refused as the twin of one that is open or was sent within a day, until that one is named', async () => {
    const { bank, nostro } = await payingScene();
    bank.behave(lost);
    bank.findFault = broken;
    const unchecked = await nostro(...transfer({ reference: 'INV-1' }), '--twins-unchecked');
    expect(unchecked.code).toBe(3);
    bank.findFault = null;
    const open = await nostro(...transfer({ reference: 'INV-2' }));
    expect(open.out).toBe('');
    expectError(open, 1, 'confirmation.required', 'reference INV-1, and has no answer yet');

    const first = await nostro(...transfer({ reference: 'INV-1' }));
    expect([first.code, first.json<Answer>().transfer.reference]).toEqual([0, 'INV-1']);
    const { submissionId } = (await nostro(...payment({ reference: 'INV-1' }))).json<Paid>();
    const sent = await nostro(...transfer({ reference: 'INV-2' }));
    expectError(
      sent,
      1,
      'confirmation.required',
      `add --twin-of ${submissionId}. Nothing was sent.`,
    );
    expect(bank.orders()).toBe(1);

    const meant = await nostro(...transfer({ reference: 'INV-2' }), '--twin-of', submissionId);
    expect([meant.code, meant.err, meant.json<Answer>().transfer.id]).toEqual([0, '', 'P-2']);
    const again = await nostro(...transfer({ reference: 'INV-2' }));
    expect([again.code, again.json<Answer>()]).toEqual([0, meant.json<Answer>()]);
    expect(bank.booked.map(({ ref }) => ref)).toEqual(['INV-1', 'INV-2']);
  });

  test('is the same payment as one by pay, under the same reference', async () => {
    const { bank, nostro } = await payingScene();
    expect((await nostro(...payment({ reference: 'INV-1' }))).code).toBe(0);
    const run = await nostro(...transfer({ reference: 'INV-1' }));
    expect([run.code, run.json<Answer>().transfer.id]).toEqual([0, 'P-1']);
    expect(bank.orders()).toBe(1);
  });

  test('is held if the payee’s bank details changed or cannot be read', async () => {
    const { bank, nostro } = await payingScene();
    expect((await nostro(...transfer({ amount: '1.00' }))).code).toBe(0);
    bank.payees.fault = broken;
    const unread = await nostro(...transfer({ amount: '2.00' }));
    expect([unread.code, unread.error().code]).toEqual([1, 'payee.unread']);
    expect(bank.orders()).toBe(1);
    const meant = await nostro(...transfer({ amount: '2.00' }), '--payee-checked');
    expect([meant.code, bank.orders()]).toEqual([0, 2]);
    bank.payees.fault = null;
    bank.payees.details = { accountNumber: '6660006660' };
    const changed = await nostro(...transfer({ amount: '3.00' }), '--payee-checked');
    expectError(changed, 1, 'confirmation.required', 'changed since they were last paid');
    expect(bank.orders()).toBe(2);
  });

  test('waits for another process that may be sending it, then ends as unknown', async () => {
    const { bank, nostro, hold } = await payingScene();
    const letGo = await hold();
    const run = await nostro(...transfer({ reference: 'INV-1' }), '--wait', '1');
    expect([run.code, run.error().code]).toEqual([3, 'outcome.unknown']);
    letGo();
    expect(bank.orders()).toBe(0);
  });
});

/** A bank that takes remittances and locks rates too. */
async function wideScene() {
  const taken: string[] = [];
  let fault: typeof broken | null = null;
  const scene = await payingScene(
    'none',
    {
      intercept: (request, response, url) => {
        const kind = /^\/platform\/pay\/v2\/(remittances|locks)$/.exec(url.pathname)?.[1];
        if (kind === undefined || !scene.bank.isAuthorized(request)) return false;
        const body = scene.bank.bodies.at(-1) ?? '';
        taken.push(body);
        if (fault) json(response, fault.status, fault.text);
        else json(response, 200, kind === 'locks' ? reportedLock : reportedRemittance(body));
        return true;
      },
    },
    ({ operations }) => {
      operations['initiateRemittance'] = { method: 'POST', path: '/pay/v2/remittances' };
      operations['lockRate'] = { method: 'POST', path: '/pay/v2/locks' };
    },
  );
  return {
    ...scene,
    taken,
    loseAnswer: (isLost: boolean) => {
      fault = isLost ? { status: 502, text: '<html>' } : null;
    },
    call: (operation: string, body: object, ...more: string[]) =>
      scene.nostro('call', operation, '--input', JSON.stringify({ body }), ...more),
  };
}

const reportedRemittance = (body: string): string =>
  `{"message":"ok","remittance":{"id":"R-1","status":"initiated","reference":"${
    (JSON.parse(body) as { reference: string }).reference
  }"}}`;

const reportedLock =
  '{"message":"ok","lock":{"lockId":"L-1","quoteId":"Q-1","tradeId":"T-1","status":"held","sellCurrency":"USD","buyCurrency":"EUR","sellAmount":10,"buyAmount":9,"rate":0.9,"expiresAt":"2099-01-01T00:00:00.000Z"}}';

const remittance = (extra: object = {}) => ({
  accountNumber: '9988776655',
  amount: '75.00',
  currency: 'USD',
  reference: 'REM-1',
  purpose: 'School fees',
  senderName: 'Nostro Desk',
  senderCountry: 'USA',
  recipientName: 'Ada Obi',
  recipientCountry: 'NGA',
  recipientAccountNumber: '0123456789',
  recipientBankBicOrCode: '058',
  ...extra,
});

type Listed = { submissions: { submissionId: string }[] };

test('a remittance by its operation needs a reference, and is refused as a twin until that one is named', async () => {
  const { call, nostro, taken, loseAnswer } = await wideScene();
  const bare = await call('initiateRemittance', remittance({ reference: undefined }));
  expect([bare.code, taken]).toEqual([2, []]);
  loseAnswer(true);
  expect((await call('initiateRemittance', remittance())).code).toBe(3);
  loseAnswer(false);
  const [{ submissionId } = { submissionId: '' }] = (await nostro('submissions')).json<Listed>()
    .submissions;

  const twin = await call('initiateRemittance', remittance({ reference: 'REM-2' }));
  expect(twin.out).toBe('');
  expectError(twin, 1, 'confirmation.required', 'reference REM-1, and has no answer yet');
  expect(twin.error().message).toContain(`add --twin-of ${submissionId}. Nothing was sent.`);
  const named = ['--twin-of', submissionId];
  const other = remittance({ reference: 'REM-3', amount: '76.00' });
  const stranger = await call('initiateRemittance', other, ...named);
  expect([stranger.code, stranger.error().code]).toEqual([1, 'input.invalid']);
  expect(taken).toHaveLength(1);
  const meant = await call('initiateRemittance', remittance({ reference: 'REM-2' }), ...named);
  expect([meant.code, meant.err]).toEqual([0, '']);
  expect(meant.json<object>()).toMatchObject({ remittance: { reference: 'REM-2' } });
  const again = await call('initiateRemittance', remittance({ reference: 'REM-2' }));
  expect([again.code, again.out, taken.length]).toEqual([0, meant.out, 2]);
});

test('a price is dealt once, under whatever reference', async () => {
  const { call, taken, loseAnswer } = await wideScene();
  const deal = (reference?: string) => ({
    quoteId: 'Q-1',
    sellAccountNumber: '9988776655',
    buyAccountNumber: '1',
    reference,
  });
  expect((await call('lockRate', deal())).code).toBe(2);
  loseAnswer(true);
  expect((await call('lockRate', deal('FX-1'))).code).toBe(3);
  loseAnswer(false);
  const twin = await call('lockRate', deal('FX-2'));
  expect(twin.out).toBe('');
  expectError(twin, 1, 'quote.expired', 'under the reference FX-1');
  expect(taken).toHaveLength(1);
});

test('the options of a payment are wrong use elsewhere', async () => {
  const { nostro } = await payingScene();
  for (const [operation, option] of [
    ['findTransfers', '--payee-checked'],
    ['lockRate', '--twin-of=x'],
    ['getTransferFee', '--wait=3'],
  ] as const) {
    const run = await nostro('call', operation, option);
    expect([run.code, run.out]).toEqual([2, '']);
  }
});
