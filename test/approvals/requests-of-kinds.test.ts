import { describe, expect, test } from 'vitest';

import { limitPayload, type Limit, type Trade } from '../../electron/nouns/approvals/limit.ts';
import { orderOf, payeeName } from '../../electron/nouns/approvals/order.ts';
import { changingInputs } from '../support/changing-inputs.ts';
import { payloadOf, teamOfApprovals } from './team-of-approvals.ts';

const checker = { role: 'checker', count: 1 } as const;

/** Ada founded and makes requests, Bo checks. Everything needs a checker. */
function team(when: object = {}) {
  const made = teamOfApprovals();
  made.enrol('bo', ['maker', 'checker']);
  made.setRules({ rules: [{ when, need: checker }], payees: [payeeName('P1', 'fp-1')] });
  return made;
}

const limit: Limit = {
  ...{ sellCurrency: 'EUR', buyCurrency: 'USD', side: 'sell', amount: '10000' },
  ...{ worstRate: '1.08', sellAccountNumber: '100', buyAccountNumber: '200' },
};

const tradeOf = (more: Record<string, unknown> = {}) => ({
  ...{ sell: { amount: '10000', currency: 'EUR' }, buy: { amount: '10850', currency: 'USD' } },
  ...{ rate: '1.085', fee: null },
  ...more,
});

const lockOf = (reference: string, more: object = {}): string =>
  JSON.stringify({
    body: { quoteId: 'Q-1', sellAccountNumber: '100', buyAccountNumber: '200', reference, ...more },
  });

describe('a conversion that is approved as a limit', () => {
  const approved = (more: Partial<Limit> = {}, when: object = {}) => {
    const made = team(when);
    const lines = [{ reference: 'C-1', payload: limitPayload({ ...limit, ...more }) }];
    const of = made.request('ada', [], { operation: 'lockRate', lines });
    made.approve('bo', of);
    const trade = (
      given: Record<string, unknown> = {},
      { reference = 'C-1', payload = lockOf(reference) } = {},
    ): readonly string[] => {
      const before = made.objections().length;
      const sent = { reference, amount: '0', operation: 'lockRate', payload };
      made.claim('ada', sent, { request: of, trade: tradeOf(given) });
      return made.objections().slice(before);
    };
    return { ...made, of, trade };
  };

  test('is traded at the worst rate or a better one', () => {
    const worst = { buy: { amount: '10800', currency: 'USD' }, rate: '1.08' };
    expect([approved().trade(), approved().trade(worst)]).toEqual([[], []]);
  });

  test('is not traded at a worse rate, whatever hides it', () => {
    const why = ['Its rate is worse than the worst that was approved.'];
    const usd = (amount: string) => ({ buy: { amount, currency: 'USD' } });
    expect(approved().trade({ ...usd('10799.98'), rate: '1.079998' })).toEqual(why);
    expect(approved().trade({ ...usd('10700'), rate: '1.09' })).toEqual(why);
    expect(approved().trade({ ...usd('10850'), rate: '1.0799' })).toEqual(why);
    expect(approved().trade({ ...usd('10850'), fee: '47' })).toEqual(why);
    expect(approved().trade({ ...usd('10850'), fee: '46' })).toEqual([]);
  });

  test('is rounded by the bank to one minor unit', () => {
    const usd = { buy: { amount: '10799.99', currency: 'USD' }, rate: '1.08' };
    expect(approved().trade(usd)).toEqual([]);
  });

  test('is not traded with another amount, currency or account', () => {
    const amount = { sell: { amount: '10000.01', currency: 'EUR' } };
    const currency = { buy: { amount: '10850', currency: 'CAD' } };
    const account = lockOf('C-1', { buyAccountNumber: '300' });
    expect(approved().trade(amount)).toEqual(['It converts another amount than was approved.']);
    expect(approved().trade(currency)).toEqual([
      'It converts other currencies than were approved.',
    ]);
    expect(approved().trade({}, { payload: account })).toEqual([
      'It converts between other accounts than were approved.',
    ]);
  });

  test('is used once, under whatever reference', () => {
    const { trade, settle } = approved();
    expect(trade()).toEqual([]);
    const again = { reference: 'C-1-2', payload: lockOf('C-1-2') };
    expect(trade({}, again)).toEqual(['It was claimed before.']);
    const free = approved();
    free.trade();
    free.settle('ada', 'C-1', 'not-sent');
    expect(free.trade({}, again)).toEqual([]);
    settle('ada', 'C-1', 'accepted');
    expect(trade({}, { reference: 'C-1-3', payload: lockOf('C-1-3') })).toEqual([
      'It was claimed before.',
    ]);
  });

  test('is not traded by two desks at once: the server answers the second that it was checked against old acts', () => {
    const { of, verdict, request } = approved();
    const { tallies } = verdict(of);
    expect(tallies).toEqual([`limit:${of}`]);
    // A payment has one reference, and the server lets it be claimed once.
    expect(verdict(request('ada', { reference: 'A', amount: '9' })).tallies).toEqual([]);
  });

  test('is used once without rules too, also once rules came after it', () => {
    const made = teamOfApprovals();
    made.enrol('bo', ['maker', 'checker']);
    const lines = [{ reference: 'C-1', payload: limitPayload(limit) }];
    const of = made.request('ada', [], { operation: 'lockRate', lines });
    const trade = (desk: string, reference: string): readonly string[] => {
      const before = made.objections().length;
      const payload = lockOf(reference);
      const sent = { reference, amount: '0', operation: 'lockRate', payload };
      made.claim(desk, sent, { request: of, trade: tradeOf() });
      return made.objections().slice(before);
    };
    expect(made.verdict(of)).toMatchObject({ may: true, needs: [], tallies: [`limit:${of}`] });
    expect(trade('ada', 'C-1')).toEqual([]);
    expect(made.verdict(of)).toMatchObject({ may: false, missing: ['It was claimed before.'] });
    expect(trade('bo', 'C-1-2')).toEqual(['It was claimed before.']);
    made.restart();
    made.setRules({ rules: [] });
    expect(made.verdict(of).missing).toEqual(['It was claimed before.']);
    // A payment has one reference, which is claimed once.
    const payment = { reference: 'A', amount: '9' };
    expect(made.verdict(made.request('ada', payment)).tallies).toEqual([]);
  });

  test('is not traded under another reference, or as another operation', () => {
    const other = { reference: 'D', payload: lockOf('D') };
    expect(approved().trade({}, other)).toEqual(['It sends another payment than it names.']);
    const made = approved();
    const payment = { reference: 'C-1', amount: '10000', payee: 'P1' };
    made.claim('ada', payment, { request: made.of, trade: tradeOf() });
    expect(made.objections()).toEqual(['It is no conversion.']);
  });

  test('counts with the most that it sells, and claims without its request with what they sell', () => {
    const buys: Partial<Limit> = { side: 'buy', amount: '10800' };
    const over = (amount: string) => ({ over: { amount, currency: 'EUR' } });
    const needs = (bound: string) => {
      const { of, verdict } = approved(buys, over(bound));
      return verdict(of).needs.length;
    };
    expect([needs('9999.99'), needs('10000')]).toEqual([1, 0]);
    const { claim, objections } = team(over('9999.99'));
    const sent = { reference: 'X', amount: '0', operation: 'lockRate', payload: lockOf('X') };
    claim('ada', sent, { trade: tradeOf() });
    expect(objections()).toEqual([
      'It needs 1 of role checker for more than 9,999.99 EUR, and has 0.',
    ]);
  });
});

const remittance = (more: object = {}): string =>
  JSON.stringify({
    body: {
      ...{ accountNumber: '100', amount: '500.00', currency: 'EUR', reference: 'R-1' },
      ...{ purpose: 'rent', senderName: 'Us', senderCountry: 'DEU', recipientName: 'Them' },
      ...{ recipientCountry: 'KEN', recipientAccountNumber: '77', recipientBankBicOrCode: 'BIC' },
      ...more,
    },
  });

const change = (body: object, entityId = 'P9'): string =>
  JSON.stringify({ path: { entityId }, body });

const address = (callbackUrl: string): string =>
  JSON.stringify({ path: { clientId: 'C' }, body: { mode: 'live', callbackUrl } });

/** Requests a change, which Bo approves on a reading. */
function approvedChange(
  made: ReturnType<typeof team>,
  { operation, reference, payload }: { operation: string; reference: string; payload: string },
  details = 'fp-1',
): string {
  const of = made.request('ada', [], { operation, lines: [{ reference, payload }] });
  made.approve('bo', of, { details });
  return of;
}

describe('what is sent after an approval', () => {
  const kinds = [
    ['initiateRemittance', remittance(), remittance({ amount: '501.00' })],
    ['initiateRemittance', remittance(), remittance({ recipientAccountNumber: '78' })],
    ['updateBeneficiary', change({ accountNumber: '1' }), change({ accountNumber: '2' })],
    ['addANewClientConfiguration', address('https://a.test/'), address('https://b.test/')],
  ] as const;
  test.each(kinds)('is what was approved: %s', (operation, payload, other) => {
    const made = team();
    const of = approvedChange(made, { operation, reference: 'R-1', payload });
    const sent = { reference: 'R-1', amount: '0', operation };
    made.claim('ada', { ...sent, payload: other }, { request: of });
    expect(made.objections()).toEqual(['It sends another payment than it names.']);
    made.settle('ada', 'R-1', 'not-sent');
    made.claim('ada', { ...sent, payload }, { request: of });
    expect(made.objections()).toHaveLength(1);
  });

  test('is not sent where the payee changed between', () => {
    const made = team();
    const payload = change({ name: 'Nine' });
    const of = approvedChange(made, { operation: 'updateBeneficiary', reference: 'R-1', payload });
    expect(made.verdict(of).may).toBe(true);
    expect(made.verdict(of, { details: 'fp-2' }).void).toEqual([
      'bo: The payee’s bank details changed since.',
    ]);
  });

  test('is not sent where the webhook address that it replaces changed between', () => {
    const made = team();
    const payload = address('https://a.test/');
    const operation = 'addANewClientConfiguration';
    const of = approvedChange(made, { operation, reference: 'R-1', payload });
    expect(made.verdict(of, { details: 'other' }).void).toEqual([
      'bo: What it replaces at the bank changed since.',
    ]);
  });
});

describe('an approval for another bank', () => {
  const large = { reference: 'A', amount: '12000' };

  test.each(['production', '', 'sandbox client-2'])('does not count at “%s”', (bank) => {
    const { request, approve, claim, objections } = team();
    const of = request('ada', large, { bank: 'sandbox client-1' });
    approve('bo', of);
    claim('ada', large, { request: of, bank });
    expect(objections()).toEqual(['It was requested for another bank, environment or client.']);
  });

  test('counts where the client is not known yet', () => {
    const { request, approve, claim, objections } = team();
    const of = request('ada', large, { bank: 'sandbox client-1' });
    approve('bo', of);
    claim('ada', large, { request: of, bank: 'sandbox' });
    expect(objections()).toEqual([]);
  });
});

test.each(Object.entries(changingInputs))('%s is read whole from what it sends', (name, input) => {
  const file = { fileName: 'p.pdf', sha256: 'a'.repeat(64) };
  const sent = name === 'uploadSubclientDocuments' ? { ...input, ...file } : input;
  const trade = tradeOf() as Trade;
  expect(orderOf(name, JSON.stringify(sent), trade)).toMatchObject({ operation: name });
  expect(orderOf(name, JSON.stringify(sent), trade).isUnread).toBeUndefined();
  const more = JSON.stringify({ ...sent, amount: '1' });
  expect(orderOf(name, more, trade).isUnread).toBe(true);
});

describe('an operation that is misnamed', () => {
  const payload = payloadOf({ reference: 'A', amount: '12000' });

  test.each(['createReceivable', 'updateBeneficiary', 'submitSubclient', 'noSuchOperation'])(
    'does not let a payment under a rule as %s',
    (operation) => {
      const { claim, objections } = team({ operations: ['createSingleTransfer'] });
      claim('ada', { reference: 'A', amount: '12000', operation, payload });
      expect(objections()[0]).toContain('It is not what its operation sends.');
      expect(objections()[0]).toContain('It needs 1 of role checker');
    },
  );

  test('is seen where a payload has more than its operation sends', () => {
    const more = JSON.stringify({
      ...{ path: { entityId: 'P9' } },
      body: { name: 'Nine', ...(JSON.parse(payload) as { body: object }).body },
    });
    expect(orderOf('updateBeneficiary', more)).toMatchObject({ money: 'unknown', isUnread: true });
    expect(orderOf('updateBeneficiary', change({ name: 'Nine' }))).toEqual({
      ...{ operation: 'updateBeneficiary', account: '', payee: 'P9', money: null },
    });
    const { body } = JSON.parse(payload) as { body: object };
    const hidden = JSON.stringify({ body: { ...body, executionDate: '2030-01-01' } });
    expect(orderOf('createSingleTransfer', hidden)).toMatchObject({ isUnread: true });
    expect(orderOf('createSingleTransfer', payload)).toEqual({
      ...{ operation: 'createSingleTransfer', account: '100', payee: 'P1' },
      money: { amount: '12000', currency: 'EUR' },
    });
  });

  test('is not let under a rule about countries or amounts as a remittance', () => {
    const { claim, objections } = team({ countries: ['KEN'] });
    const sent = { amount: '0', operation: 'initiateRemittance' };
    claim(
      'ada',
      { ...sent, reference: 'R-1', payload: remittance() },
      { premise: { country: 'DEU' } },
    );
    expect(objections()).toEqual(['It needs 1 of role checker for payees in KEN, and has 0.']);
    const known = team({ newPayee: true });
    known.claim('ada', { ...sent, reference: 'R-1', payload: remittance() });
    expect(known.objections()).toEqual(['It needs 1 of role checker for a new payee, and has 0.']);
  });
});

describe('a document', () => {
  const sha256 = 'a'.repeat(64);
  const upload = (more: object = {}): string =>
    JSON.stringify({
      ...{ path: { clientId: 'C', id: 'S' }, body: { documentType: 'PASSPORT' } },
      ...{ fileName: 'p.pdf', mimeType: 'application/pdf', sizeBytes: '12', sha256 },
      ...more,
    });
  const operation = 'uploadSubclientDocuments';
  const made = () => {
    const desk = team({ operations: [operation] });
    const of = approvedChange(desk, { operation, reference: 'D-1', payload: upload() }, '');
    const send = (reference: string, payload: string): readonly string[] => {
      const before = desk.objections().length;
      const premise = { details: '' };
      desk.claim('ada', { reference, amount: '0', operation, payload }, { request: of, premise });
      return desk.objections().slice(before);
    };
    return { ...desk, of, send };
  };

  test('is sent under whatever reference, once', () => {
    const { send, settle, verdict, of } = made();
    expect(verdict(of, { details: '' }).tallies).toEqual([`limit:${of}`]);
    expect(send('U-1', upload())).toEqual([]);
    settle('ada', 'U-1', 'not-sent');
    expect(send('U-2', upload())).toEqual([]);
    expect(send('U-3', upload())).toEqual(['It was claimed before.']);
  });

  test.each([
    ['other bytes', { sha256: 'b'.repeat(64) }],
    ['another name', { fileName: 'q.pdf' }],
    ['another type', { body: { documentType: 'TAX' } }],
    ['another sub-client', { path: { clientId: 'C', id: 'T' } }],
  ])('is not sent with %s', (_, more) => {
    expect(made().send('U-1', upload(more))).toEqual(['It sends another payment than it names.']);
  });

  test('is nothing that its operation sends without a digest, or with more than its form', () => {
    const { claim, objections } = team({ operations: ['createSubclient'] });
    const sent = { amount: '0', operation };
    claim('ada', { ...sent, reference: 'U-1', payload: upload() });
    expect(objections()).toEqual([]);
    claim('ada', { ...sent, reference: 'U-2', payload: upload({ sha256: undefined }) });
    claim('ada', { ...sent, reference: 'U-3', payload: upload({ amount: '9' }) });
    for (const why of objections()) expect(why).toContain('It is not what its operation sends.');
    expect(objections()).toHaveLength(2);
  });
});

test('a receivable names an amount, and is no part of a sum that leaves', () => {
  const receivable = JSON.stringify({
    body: {
      ...{ accountNumber: '100', amount: '900.00', currency: 'EUR', reference: 'V-1' },
      payerName: 'Them',
    },
  });
  const sent = {
    reference: 'V-1',
    amount: '0',
    operation: 'createReceivable',
    payload: receivable,
  };
  const per = { per: 'account' as const, days: 1 as const };
  const sums = team({ sumOver: { amount: '1000', currency: 'EUR', ...per } });
  sums.claim('ada', sent);
  sums.claim('ada', { reference: 'A', amount: '200' });
  expect(sums.objections()).toEqual([]);
  const over = team({ over: { amount: '800', currency: 'EUR' } });
  over.claim('ada', sent);
  expect(over.objections()).toHaveLength(1);
});
