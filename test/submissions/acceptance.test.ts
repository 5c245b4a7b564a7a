import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';

import { noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import { unconfirmedSubmissions } from '../../electron/engines/submissions/journal/submission-table.ts';
import { echoOf } from '../../electron/engines/submissions/echo.ts';
import { confirmAccepted } from '../../electron/engines/submissions/lookup/confirmation.ts';
import { listExceptions } from '../../electron/nouns/exceptions/list.ts';
import { exceptionReads } from '../../electron/nouns/exceptions/sources/reads.ts';
import { answeredHere } from '../../electron/engines/store/threads/reader-thread.ts';
import { viewOf } from '../../electron/engines/submissions/submission-views.ts';
import { startPaymentBank, type Behaviour } from '../support/simple-banks/foreign-payments.ts';
import { account, context, minutes, openPayingDesk } from '../support/desks/paying-desk.ts';

async function open(change: (file: Record<string, unknown>) => object = (file) => file) {
  const bank = await startPaymentBank('none');
  onTestFinished(() => bank.close());
  const file = change(JSON.parse(bank.paymentFile()) as Record<string, unknown>);
  return { bank, ...(await openPayingDesk(JSON.stringify(file))) };
}

const answering = (fields: Readonly<Record<string, unknown>>): Behaviour => ({
  booksAfterMs: 0,
  answer: { fields },
});

describe('an answer with 200', () => {
  test.each([
    ['FAILED', 'FAILED'],
    ['rejected', 'rejected'],
    ['Declined-By-Issuer', 'Declined-By-Issuer'],
    ['CANCELLED', 'CANCELLED'],
    ['RETURNED', 'RETURNED'],
    ['error', 'error'],
    ['RJCT', 'RJCT'],
    ['NOT_ACCEPTED', 'NOT_ACCEPTED'],
  ])('and the status %s is refused with the bank’s words', async (state, word) => {
    const { bank, pay } = await open();
    bank.behave({ booksAfterMs: null, answer: { fields: { state, why: 'Limit exceeded' } } });
    const refused = await pay();
    expect(refused).toMatchObject({
      state: 'refused',
      confirmed: null,
      error: { code: 'bank.refused', bank: { message: `${word}: Limit exceeded` } },
    });
    expect(refused.error?.message).toContain(`The bank says “${word}”: Limit exceeded.`);
  });

  test('and a status of the bank’s own is read by its bank file', async () => {
    const { bank, pay } = await open((file) => ({
      ...file,
      statusWords: { failed: ['abgebrochen'], rejected: ['R7'], done: ['ERROR_FREE'] },
    }));
    for (const [state, expected] of [
      ['ABGEBROCHEN', 'refused'],
      ['r7', 'refused'],
      ['R71', 'accepted'],
      ['error free', 'accepted'],
    ]) {
      bank.behave(answering({ state }));
      expect(await pay()).toMatchObject({ state: expected });
    }
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['another reference', { ref: 'OTHER-1' }, 'the reference OTHER-1 instead of'],
    ['an amount that is no number', { amt: 'nine' }, 'shape'],
    ['another currency', { ccy: 'EUR' }, 'the currency EUR instead of USD'],
    ['another account', { from: '1111' }, 'the account 1111 instead of 9988776655'],
    ['another beneficiary', { payee: 'b-9' }, 'the payee b-9 instead of b-1'],
    ['a failure of something else', { ref: 'OTHER-1', state: 'FAILED' }, 'the reference OTHER-1'],
  ])('about %s is no answer to ours: unknown', async (_what, fields, words) => {
    const { bank, pay } = await open();
    bank.behave({ booksAfterMs: null, answer: { fields } });
    const sent = await pay();
    expect(sent).toMatchObject({ state: 'unknown', confirmed: null });
    expect(sent.error?.message).toContain(words);
  });

  test.each<[string, (text: string) => string, string]>([
    [
      'an amount',
      (text) => text.replace('"amt"', '"amt":1.00,"amt"'),
      '“amt” twice: 1.00 and 100.10',
    ],
    [
      'an amount, spelled otherwise,',
      (text) => text.replace('"amt"', String.raw`"\u0061mt":1.00,"amt"`),
      '“amt” twice',
    ],
    [
      'an amount in another place',
      (text) => text.replace('{', '{"amount":1,'),
      '“amount” twice: 1 and 100.10',
    ],
    [
      'an amount in the record',
      (text) => text.replace('{', '{"transfer":{"amount":2},'),
      '“amount” twice',
    ],
    ['a currency', (text) => text.replace('"ccy"', '"ccy":"EUR","ccy"'), '“ccy” twice'],
    [
      'a beneficiary',
      (text) => text.replace('{', '{"beneficiaryId":"b-9",'),
      '“beneficiaryId” twice',
    ],
  ])(
    'that gives %s twice and differently is not believed at all: unknown',
    async (_what, says, words) => {
      const { bank, pay } = await open();
      bank.behave({ booksAfterMs: 0, answer: { says } });
      const sent = await pay();
      expect(sent).toMatchObject({ state: 'unknown', error: { code: 'outcome.unknown' } });
      expect(sent.error?.message).toContain(words);
    },
  );

  test('that gives the same twice is accepted', async () => {
    const { bank, pay } = await open();
    const says = (text: string) =>
      text.replace(
        '{',
        '{"amount":100.1,"currency":"usd","ccy":"USD","transfer":{"amount":100.1000},',
      );
    bank.behave({ booksAfterMs: 0, answer: { says } });
    expect(await pay()).toMatchObject({ state: 'accepted', confirmed: true });
  });

  test.each([
    ['{"status":"ERROR","message":"Limit",', 'ERROR: Limit'],
    ['{"success":false,"message":"Limit",', 'success: false: Limit'],
  ])('that says around the record that it failed, %s …, is refused', async (head, words) => {
    const { bank, pay } = await open();
    bank.behave({ booksAfterMs: null, answer: { says: (text) => text.replace('{', head) } });
    expect(await pay()).toMatchObject({
      state: 'refused',
      error: { code: 'bank.refused', bank: { message: words } },
    });
    bank.behave({
      booksAfterMs: 0,
      answer: { says: (text) => text.replace('{', '{"status":"success","success":true,') },
    });
    expect(await pay()).toMatchObject({ state: 'accepted', confirmed: true });
  });

  test('that gives our reference without an amount, or amount and currency without a reference, is confirmed', async () => {
    const { bank, pay } = await open();
    const enough: readonly Readonly<Record<string, unknown>>[] = [
      { amt: null, ccy: undefined, payee: undefined },
      { ref: undefined, payee: '' },
      { ref: '  ' },
    ];
    const asked = bank.calls.length;
    for (const fields of enough) {
      bank.behave(answering(fields));
      expect(await pay()).toMatchObject({ state: 'accepted', confirmed: true });
    }
    // The list is read once behind each, for a payment of another desk under the same reference.
    const reads = bank.calls.slice(asked).filter((line) => line.startsWith('GET'));
    expect(reads).toHaveLength(enough.length);
  });

  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['an id and nothing else', { ref: undefined, amt: undefined, ccy: undefined }],
    ['an amount of null and a currency', { ref: undefined, amt: null }],
    ['an amount without its currency', { ref: undefined, ccy: '' }],
  ])('that gives %s is read back at once by the bank’s list', async (_what, fields) => {
    const { bank, pay } = await open();
    bank.behave(answering(fields));
    const paid = await pay();
    expect(paid).toMatchObject({ state: 'accepted', confirmed: true, recordId: 'P-1' });
    expect(bank.calls.at(-1)).toContain('GET');
  });

  const onlyId = answering({ ref: undefined, amt: undefined, ccy: undefined });

  test('and only an id, at a bank that does not show it yet, is accepted and not confirmed', async () => {
    const { bank, pay, parts } = await open();
    bank.findFault = { status: 200, text: '{"rows":[]}' };
    bank.behave(onlyId);
    const paid = await pay();
    expect(paid).toMatchObject({ state: 'accepted', confirmed: false, error: null });
    expect(unconfirmedSubmissions(parts.journal)).toHaveLength(1);
  });

  test('and only an id, at a bank whose list cannot be asked, is accepted and not confirmed', async () => {
    const { bank, pay } = await open();
    bank.findFault = { status: 501, text: '{}' };
    bank.behave(onlyId);
    expect(await pay()).toMatchObject({ state: 'accepted', confirmed: false });
  });

  test('and only an id is what the list says of it: refused, another amount, or twice', async () => {
    const { bank, pay } = await open();
    const rows = (list: string): void => {
      bank.findFault = { status: 200, text: `{"rows":[${list}]}` };
      bank.behave(onlyId);
    };
    const row = (ref: string, more: string) =>
      `{"id":"P-9","state":"TAKEN","ref":"${ref}","ccy":"USD","payee":"b-1",${more}}`;
    rows(row('R-1', '"state":"FAILED"'));
    expect(await pay({ reference: 'R-1' })).toMatchObject({
      state: 'refused',
      error: { code: 'bank.refused' },
    });
    rows(row('R-2', '"amt":7.00'));
    expect(await pay({ reference: 'R-2' })).toMatchObject({ state: 'unknown' });
    rows([row('R-3', '"amt":100.10'), row('R-3', '"amt":100.10,"id":"P-10"')].join(','));
    expect(await pay({ reference: 'R-3' })).toMatchObject({
      state: 'unknown',
      error: { code: 'outcome.duplicated' },
    });
  });

  test.each(['{}', '[1]', '{"state":"TAKEN"}'])(
    'and nothing of ours in it, %s, is accepted only if the bank’s list has it',
    async (text) => {
      const { bank, pay } = await open();
      bank.behave({ booksAfterMs: 0, answer: { says: () => text } });
      expect(await pay()).toMatchObject({ state: 'accepted', confirmed: true, recordId: 'P-1' });
      bank.behave({ booksAfterMs: null, answer: { says: () => text } });
      expect(await pay()).toMatchObject({ state: 'unknown', error: { code: 'outcome.unknown' } });
    },
  );
});

test('a payment without an answer that the bank’s list shows as failed is refused with its words', async () => {
  const { bank, pay, look } = await open();
  bank.behave({ booksAfterMs: null, answer: 'none' });
  const sent = await pay({ reference: 'R-9' });
  bank.findFault = {
    status: 200,
    text: '{"rows":[{"id":"P-9","state":"REJECTED","why":"Closed","ref":"R-9","amt":100.10,"ccy":"USD","payee":"b-1"}]}',
  };
  expect(await look(sent)).toMatchObject({
    state: 'refused',
    error: { code: 'bank.refused', bank: { message: 'REJECTED: Closed' } },
  });
});

describe('what was accepted and is not confirmed', () => {
  const onlyId = answering({ ref: undefined, amt: undefined, ccy: undefined });

  async function unconfirmedPayment() {
    const scene = await open();
    scene.bank.findFault = { status: 200, text: '{"rows":[]}' };
    scene.bank.behave(onlyId);
    const paid = await scene.pay();
    expect(paid.confirmed).toBe(false);
    return { ...scene, paid };
  }
  const exceptionsOf = ({ parts }: Awaited<ReturnType<typeof open>>) =>
    listExceptions({
      ...{ ...parts, journalStatus: parts.continuity.status(), statusWords: noWords },
      afterInFlight: () => null,
      questions: answeredHere(exceptionReads(parts.reader)),
    });

  test('is confirmed by the next look at the bank’s list, and is never sent again', async () => {
    const { bank, look, paid, parts } = await unconfirmedPayment();
    expect(viewOf(paid, parts)).toMatchObject({ confirmed: false, mayRepeat: false });
    expect(await look(paid)).toMatchObject({ state: 'accepted', confirmed: false });
    bank.findFault = null;
    expect(await look(paid)).toMatchObject({ state: 'accepted', confirmed: true });
    await confirmAccepted(parts, context);
    expect(bank.orders()).toBe(1);
  });

  test('is reported with another amount, twice or as failed by what the list says later', async () => {
    const { bank, look, paid } = await unconfirmedPayment();
    bank.findFault = null;
    bank.booked[0]!.amt = '7.00';
    const looked = await look(paid);
    expect(looked).toMatchObject({ state: 'unknown', confirmed: null });
    expect(looked.error?.message).toContain('7.00 instead of 100.10');
  });

  test('is for a person after a day, and no longer once it is confirmed', async () => {
    const scene = await unconfirmedPayment();
    scene.time.passes(minutes(60 * 23));
    expect(await exceptionsOf(scene)).toEqual([]);
    scene.time.passes(minutes(60 * 2));
    expect(await exceptionsOf(scene)).toMatchObject([
      { kind: 'unconfirmed', urgency: 'check', mayClose: true, next: 'Look it up now' },
    ]);
    scene.bank.findFault = null;
    await confirmAccepted(scene.parts, context);
    expect(await exceptionsOf(scene)).toEqual([]);
  });
});

describe('an echo', () => {
  const sent = {
    reference: 'INV-2026-17',
    amount: '100.10',
    currency: 'USD',
    accountNumber: account,
    beneficiary: 'b-1',
  };
  const nothing = { reference: '', amount: null, currency: '', accountNumber: '', beneficiary: '' };

  test('that gives nothing contradicts nothing, and is not known to be ours', () => {
    expect(echoOf(sent, nothing)).toMatchObject({ mismatch: null, isOurs: false });
  });

  test('agrees however it is written: case, blanks, noughts, what the bank hides', () => {
    const same = [
      { reference: ' inv-2026-17 ' },
      { amount: '100.1000' },
      { currency: 'usd' },
      { accountNumber: '9988 7766 55' },
      { accountNumber: '******6655' },
      { accountNumber: '9988…' },
    ];
    for (const fields of same) expect(echoOf(sent, { ...nothing, ...fields }).mismatch).toBeNull();
    expect(echoOf(sent, { ...nothing, accountNumber: '******6650' }).mismatch).not.toBeNull();
  });

  test('of a reference that was cut off neither confirms nor contradicts', () => {
    const long = { ...sent, reference: 'INVOICE-2026-0000017-NAIROBI' };
    const cut = { ...nothing, reference: 'INVOICE-2026-000' };
    expect(echoOf(long, cut)).toMatchObject({ mismatch: null, isOurs: false });
    expect(echoOf(long, { ...cut, reference: 'INVOICE-2026-001' }).mismatch).not.toBeNull();
  });

  test('is ours exactly when every given field is, and the reference or amount and currency are given', () => {
    const fields = ['reference', 'amount', 'currency', 'accountNumber', 'beneficiary'] as const;
    const other = {
      ...sent,
      reference: 'X-1',
      amount: '100.11',
      currency: 'EUR',
      accountNumber: '1',
      beneficiary: 'b-2',
    };
    const choice = fc.constantFrom('ours', 'other', 'missing');
    fc.assert(
      fc.property(fc.tuple(choice, choice, choice, choice, choice), (choices) => {
        const given = Object.fromEntries(
          fields.map((field, index) => [
            field,
            { ours: sent, other, missing: nothing }[choices[index] ?? 'missing'][field],
          ]),
        ) as typeof nothing;
        const echo = echoOf(sent, given);
        expect(echo.mismatch === null).toBe(!choices.includes('other'));
        if (echo.mismatch !== null) return;
        const [reference, amount, currency] = choices;
        expect(echo.isOurs).toBe(
          reference === 'ours' || (amount === 'ours' && currency === 'ours'),
        );
      }),
    );
  });
});
