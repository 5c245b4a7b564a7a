import { describe, expect, onTestFinished, test } from 'vitest';

import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import { LookupRunner } from '../../electron/engines/submissions/lookup/lookup-runner.ts';
import { nextLookupAt } from '../../electron/engines/submissions/lookup/lookup-times.ts';
import { viewOf } from '../../electron/engines/submissions/submission-views.ts';
import { submit } from '../../electron/engines/submissions/submissions.ts';
import { sendAgain } from '../../electron/engines/submissions/send-again.ts';
import { fromUnits, toUnits } from '../../shared/money/decimal.ts';
import { newReference } from '../../shared/reference.ts';
import {
  startPaymentBank,
  type Behaviour,
  type Idempotency,
  type PaymentBank,
} from '../support/simple-banks/foreign-payments.ts';
import { trueEntries } from '../support/simple-banks/foreign-bank.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { testTime } from '../support/setup/time.ts';
import {
  context,
  intentOf,
  minutes,
  openPayingDesk,
  payOnce,
} from '../support/desks/paying-desk.ts';

const json = (status: number, text = '{"error":{"message":"no"}}'): Behaviour['answer'] => ({
  status,
  text,
});
const html = (status: number): Behaviour['answer'] => ({
  status,
  text: '<html>gateway</html>',
  type: 'text/html',
});
/** Short deadlines, so that a bank's silence is a matter of a second. */
const timing = { changeHeadersTimeoutMs: 400, changeDeadlineMs: 1_200, readDeadlineMs: 2_000 };

async function open(mode: Idempotency) {
  const time = testTime({ standing: true });
  const bank = await startPaymentBank(mode, { now: time.bankNow });
  onTestFinished(() => bank.close());
  const desk = await openPayingDesk(bank.paymentFile(), { timing, time });
  return { bank, ...desk };
}

const bookingsOf = ({ booked }: PaymentBank, reference: string): number =>
  booked.filter(({ ref }) => ref === reference).length;

describe.each<Idempotency>(['none', 'reference', 'header'])(
  'at a bank whose idempotency is %s',
  (mode) => {
    test('an answered payment is accepted, once, with the exact digits', async () => {
      const { bank, pay, parts } = await open(mode);
      const paid = await pay({ amount: '90071992547409.93' });
      expect(paid).toMatchObject({ state: 'accepted', recordId: 'P-1', error: null });
      expect(bank.booked).toEqual([
        { id: 'P-1', ref: paid.reference, amt: '90071992547409.93', ccy: 'USD', payee: 'b-1' },
      ]);
      expect(viewOf(paid, parts)).toMatchObject({ mayRepeat: false, nextLookupAt: null });
    });

    test.each<[string, Behaviour]>([
      ['the connection is closed after it was booked', { booksAfterMs: 0, answer: 'none' }],
      ['the answer comes after the deadline', { booksAfterMs: 500, answer: 'silence' }],
      ['the answer is cut in the middle', { booksAfterMs: 0, answer: { cut: 12 } }],
      ['the answer is empty', { booksAfterMs: 0, answer: json(200, '') }],
      ['the answer is a page', { booksAfterMs: 0, answer: html(200) }],
      ['the bank books 300 ms after it hung up', { booksAfterMs: 300, answer: 'none' }],
      ...[500, 502, 503, 504, 408, 409, 302].map((status): [string, Behaviour] => [
        `${String(status)} although it was booked`,
        { booksAfterMs: 0, answer: json(status) },
      ]),
      ['a proxy’s 502 page although it was booked', { booksAfterMs: 0, answer: html(502) }],
    ])('%s: unknown, never sent again, then found', async (_words, behaviour) => {
      const { bank, pay, look, parts } = await open(mode);
      bank.behave(behaviour);
      const sent = await pay();
      expect(sent).toMatchObject({ state: 'unknown', error: { code: 'outcome.unknown' } });
      expect(bank.orders()).toBe(1);
      // The same payment again, as a double click or a second command would: reported, not sent.
      expect(
        await payOnce(parts, { reference: sent.reference, amount: '100.10', payee: 'b-1' }),
      ).toMatchObject({ state: 'unknown' });
      await expect(sendAgain(parts, sent, context)).rejects.toMatchObject({
        code: 'input.invalid',
      });
      await expect.poll(() => bookingsOf(bank, sent.reference)).toBe(1);
      const found = await look(sent);
      expect(found).toMatchObject({ state: 'accepted', recordId: 'P-1', error: null });
      expect(bank.orders()).toBe(1);
      expect(bookingsOf(bank, sent.reference)).toBe(1);
    });

    test.each([400, 403, 404, 422])(
      '%s with a reason is the bank’s no; another payment may be made [P8]',
      async (status) => {
        const { bank, pay } = await open(mode);
        bank.behave({ booksAfterMs: null, answer: json(status, '{"error":{"message":"Limit"}}') });
        const refused = await pay();
        expect(refused).toMatchObject({
          state: 'refused',
          error: { code: 'bank.refused', bank: { status, message: 'Limit' } },
        });
        expect(await pay()).toMatchObject({ state: 'accepted' });
        expect(bank.booked).toHaveLength(1);
      },
    );

    test('asked to slow down: not sent; a person may send it again, under the same reference [P10]', async () => {
      const { bank, pay, parts } = await open(mode);
      bank.behave({
        booksAfterMs: null,
        answer: json(429),
        headers: { 'retry-after': '30' },
      });
      const held = await pay();
      expect(held).toMatchObject({ state: 'not-sent', error: { code: 'bank.busy' } });
      expect(held.error?.message).toContain('30 seconds');
      expect(bank.orders()).toBe(1);
      const again = await sendAgain(parts, held, context);
      expect(again).toMatchObject({ value: { submission: { state: 'accepted' } } });
      expect(bookingsOf(bank, held.reference)).toBe(1);
    });

    test('fifty sendings of one form are one order [P11]', async () => {
      const { bank, pay } = await open(mode);
      const reference = newReference();
      const all = await Promise.all(Array.from({ length: 50 }, () => pay({ reference })));
      expect(bank.orders()).toBe(1);
      expect(new Set(all.map(({ submissionId }) => submissionId)).size).toBe(1);
      expect(bookingsOf(bank, reference)).toBe(1);
    });

    test('the same reference for another amount or payee is refused', async () => {
      const { bank, pay } = await open(mode);
      const { reference } = await pay();
      await expect(pay({ reference, amount: '100.11' })).rejects.toMatchObject({
        code: 'input.invalid',
      });
      await expect(pay({ reference, payee: 'b-2' })).rejects.toMatchObject({
        code: 'input.invalid',
      });
      expect(bank.orders()).toBe(1);
    });

    test('a program that ended between writing and sending: unknown, later not found, sent again by a person [P3]', async () => {
      const { bank, ...desk } = await open(mode);
      const reference = newReference();
      const neverSent = new Promise<never>(() => undefined);
      const lost = submit(desk.parts, intentOf(reference), context, () => neverSent);
      expect(lost).toBeInstanceOf(Promise);
      const runner = new LookupRunner(desk.parts);
      desk.time.passes(minutes(4));
      await runner.tick({ all: true });
      const known = () => submissionByReference(desk.parts.journal, reference)!;
      expect(known()).toMatchObject({ state: 'unknown' });
      // Asked often, within the window: still unknown.
      for (let look = 0; look < 3; look += 1) await desk.look(known());
      await desk.readStatement();
      expect(await desk.look(known())).toMatchObject({ state: 'unknown' });
      desk.time.passes(minutes(7));
      expect(await desk.look(known())).toMatchObject({ state: 'unknown' });
      await desk.readStatement();
      const gone = await desk.look(known());
      expect(gone).toMatchObject({ state: 'not-found' });
      expect(bank.orders()).toBe(0);
      const again = await sendAgain(desk.parts, gone, context);
      expect(again).toMatchObject({ value: { submission: { state: 'accepted', reference } } });
      expect(bookingsOf(bank, reference)).toBe(1);
    });

    test('an answer that gives another amount is no answer to ours [P6]', async () => {
      const { bank, pay, look } = await open(mode);
      bank.behave({ booksAfterMs: 0, answer: { wrongAmount: '999.00' } });
      const sent = await pay();
      expect(sent).toMatchObject({ state: 'unknown', error: { code: 'outcome.unknown' } });
      expect(sent.error?.message).toContain('999.00 instead of 100.10');
      expect(await look(sent)).toMatchObject({ state: 'accepted' });
      expect(bank.orders()).toBe(1);
    });

    test('found with another amount, it stays unknown and says so', async () => {
      const { bank, pay, look } = await open(mode);
      bank.behave({ booksAfterMs: 0, answer: 'none' });
      const sent = await pay();
      bank.booked[0]!.amt = '7.00';
      const looked = await look(sent);
      expect(looked).toMatchObject({ state: 'unknown' });
      expect(looked.error?.message).toContain('7.00 instead of 100.10');
    });

    test('found twice, nothing is done by itself and both are named [P18]', async () => {
      const { bank, pay, look } = await open(mode);
      bank.behave({ booksAfterMs: 0, answer: 'none' });
      const sent = await pay();
      bank.booked.push({ ...bank.booked[0]!, id: 'P-twin' });
      const looked = await look(sent);
      expect(looked).toMatchObject({ state: 'unknown', error: { code: 'outcome.duplicated' } });
      expect(looked.error?.message).toMatch(/P-1 and P-twin/);
      expect(bank.orders()).toBe(1);
    });

    test('a bank that cannot be asked for a day settles nothing [P19]', async () => {
      const { bank, pay, parts, time } = await open(mode);
      bank.behave({ booksAfterMs: 0, answer: 'none' });
      const { reference } = await pay();
      const known = () => submissionByReference(parts.journal, reference)!;
      bank.findFault = { status: 501, text: '{"error":{"message":"closed"}}' };
      const runner = new LookupRunner(parts);
      for (const hour of [0.1, 1, 6, 12, 24, 30]) {
        const at = Date.parse(known().createdAt) + hour * minutes(60);
        time.passes(at - parts.clock.now());
        await runner.tick({ all: true });
      }
      expect(known()).toMatchObject({ state: 'unknown' });
      expect(nextLookupAt(known())).toBeNull();
      expect(known().lookups.every(({ found }) => found === 'unavailable')).toBe(true);
      bank.findFault = null;
      await runner.tick({ all: true });
      expect(known()).toMatchObject({ state: 'accepted', recordId: 'P-1' });
    });
  },
);

test('what never left is not sent again while another change of the same record has no answer', async () => {
  const { bank, parts } = await open('none');
  const change = (reference: string) => ({ ...intentOf(reference), subject: 'payee:b-1' });
  bank.behave({ booksAfterMs: null, answer: json(429) }, { booksAfterMs: null, answer: 'none' });
  const held = await submit(parts, change('CHANGE-1'), context);
  if (!held.ok) expect.fail(held.error.message);
  expect(held.value.submission.state).toBe('not-sent');
  const unanswered = await submit(parts, change('CHANGE-2'), context);
  expect(unanswered).toMatchObject({ value: { submission: { state: 'unknown' } } });
  const again = await sendAgain(parts, held.value.submission, context);
  expect(again).toMatchObject({ ok: false, error: { code: 'outcome.unknown' } });
  expect(bank.orders()).toBe(2);
});

test('before a connection is there, nothing was sent [P13]', async () => {
  const { bank, pay } = await open('none');
  await bank.close();
  expect(await pay()).toMatchObject({ state: 'not-sent', error: { code: 'network.unreachable' } });
});

test('a full disk before the intent is written: nothing is sent [P20]', async () => {
  const { bank, parts } = await open('none');
  fill(parts.journal.connection);
  const order = intentOf(newReference(), 'a long title '.repeat(2_000));
  await expect(submit(parts, order, context)).rejects.toMatchObject({ code: 'store.full' });
  expect(bank.orders()).toBe(0);
  expect(submissionByReference(parts.journal, order.reference)).toBeNull();
});

test('a full disk before the answer is written: the payment is reported as accepted, the journal keeps it open, and it is found once there is space [P21]', async () => {
  const { bank, parts, time } = await open('none');
  const reference = newReference();
  const { journal } = parts;
  const order = intentOf(reference);
  const submitted = await submit(parts, order, context, async (sendContext) => {
    const answer = await parts.bank.call('createSingleTransfer', order.payload, sendContext);
    fill(journal.connection);
    if (answer.ok) answer.value.message = 'x'.repeat(20_000);
    return answer;
  });
  expect(submitted).toMatchObject({
    ok: true,
    value: { submission: { state: 'accepted' }, localFault: { code: 'local.not-written' } },
  });
  const known = () => submissionByReference(journal, reference)!;
  expect(known()).toMatchObject({ state: 'sending' });
  journal.connection.pragma('max_page_count = 1000000');
  time.passes(minutes(4));
  await new LookupRunner(parts).tick();
  time.passes(minutes(1));
  await new LookupRunner(parts).tick();
  expect(known()).toMatchObject({ state: 'accepted', recordId: 'P-1' });
  expect(bookingsOf(bank, reference)).toBe(1);
});

test('the program ends with a payment on its way; the next start knows of it and finds it', async () => {
  const bank = await startPaymentBank('none');
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const reference = newReference();
  {
    const first = await openPayingDesk(bank.paymentFile(), { folder, timing });
    bank.behave({ booksAfterMs: 0, answer: 'none' });
    expect(await first.pay({ reference })).toMatchObject({ state: 'unknown' });
    await first.close();
  }
  const second = await openPayingDesk(bank.paymentFile(), { folder, timing });
  const runner = new LookupRunner(second.parts);
  await runner.tick({ all: true });
  expect(submissionByReference(second.parts.journal, reference)).toMatchObject({
    state: 'accepted',
  });
  expect(bank.orders()).toBe(1);
});

test('the bank is asked at 2, 5, 15 and 60 seconds, then every five minutes, for a day', async () => {
  const { bank, pay, look, time, parts } = await open('none');
  bank.behave({ booksAfterMs: null, answer: 'none' });
  let open_ = await pay();
  const since = Date.parse(open_.createdAt);
  const asked: number[] = [];
  for (let next = nextLookupAt(open_); next && asked.length < 7; next = nextLookupAt(open_)) {
    time.passes(Date.parse(next) - parts.clock.now());
    asked.push((parts.clock.now() - since) / 1_000);
    open_ = await look(open_);
  }
  expect(asked).toEqual([2, 5, 15, 60, 360, 660, 960]);
  time.passes(since + 25 * minutes(60) - parts.clock.now());
  open_ = await look(open_);
  expect(nextLookupAt(open_)).toBeNull();
  expect(open_.state).toBe('unknown');
  expect(viewOf(open_, parts)).toMatchObject({ maySettle: true, mayRepeat: false });
});

describe('a bank that has no list of transfers', () => {
  async function withoutList() {
    const entries = trueEntries(12, '2026-10-01');
    const time = testTime({ standing: true });
    const bank = await startPaymentBank('none', {
      entries,
      openingBalance: '1000.0000',
      now: time.bankNow,
    });
    onTestFinished(() => bank.close());
    const file = JSON.parse(bank.paymentFile()) as { operations: Record<string, unknown> };
    delete file.operations['findTransfers'];
    const desk = await openPayingDesk(JSON.stringify(file), { timing, time });
    const readStatement = () => desk.readStatement({ from: '2026-10-01' });
    return { bank, desk, readStatement };
  }

  test('settles by the statement, by reference, direction and amount', async () => {
    const { bank, desk, readStatement } = await withoutList();
    bank.behave({ booksAfterMs: 0, answer: 'none' });
    const sent = await desk.pay({ amount: '12.34' });
    expect(sent.state).toBe('unknown');
    expect(await desk.look(sent)).toMatchObject({ state: 'unknown' });
    await readStatement();
    const found = await desk.look(sent);
    expect(found).toMatchObject({ state: 'accepted', error: null });
    expect(found.lookups.at(-1)?.words).toContain('entry E-P-1');
  });

  test('has not got it only when statements read after the window do not show it', async () => {
    const { bank, desk, readStatement } = await withoutList();
    bank.behave({ booksAfterMs: null, answer: 'none' });
    const sent = await desk.pay();
    const looks = async (afterMinutes: number, isRead: boolean) => {
      const at = Date.parse(sent.createdAt) + minutes(afterMinutes);
      desk.time.passes(at - desk.parts.clock.now());
      if (isRead) await readStatement();
      return (await desk.look(sent)).state;
    };
    expect(await looks(1, true)).toBe('unknown');
    expect(await looks(12, false)).toBe('unknown');
    expect(await looks(13, true)).toBe('not-found');
  });

  test('booked twice under one reference is reported, and nothing is done', async () => {
    const { bank, desk, readStatement } = await withoutList();
    bank.behave({ booksAfterMs: 0, answer: 'none' });
    const sent = await desk.pay();
    const [once] = bank.options.entries.slice(-1);
    const balance = fromUnits(toUnits(once!.balance) - toUnits('100.1'), 4);
    bank.options.entries.push({ ...once!, id: 'E-twin', balance });
    await readStatement();
    expect(await desk.look(sent)).toMatchObject({
      state: 'unknown',
      error: { code: 'outcome.duplicated' },
    });
  });
});

/** Lets the database grow no further than it is. */
function fill(connection: { pragma(text: string): unknown }): void {
  connection.pragma('max_page_count = 1');
}
