import { describe, expect, test } from 'vitest';

import { parseBankFile } from '../../../../electron/engines/bank/file/bank-file.ts';
import { fileArrivals } from '../../../../electron/nouns/payments/file/arrival/file-arrivals.ts';
import { PaymentFileRunner } from '../../../../electron/nouns/payments/file/runner.ts';
import { arrivalSentences, passedCutOffs } from '../../../../shared/calendar/file-arrivals.ts';
import { beginning, context, valueOf } from '../../../support/desks/lone-desk.ts';
import { openBatchDesk, payeeOf } from '../batch-desk.ts';

function bankFileWith(cutOffs: readonly unknown[]) {
  const text = { name: 'B', environment: 'uat', baseUrl: 'https://bank.example', cutOffs };
  const parsed = parseBankFile(JSON.stringify(text));
  if (!parsed.ok) expect.fail(parsed.error.message);
  return parsed.value;
}

const berlin = { currency: 'EUR', at: '15:30', zone: 'Europe/Berlin', days: 1 };
const newYork = { currency: 'USD', at: '17:00', zone: 'America/New_York', days: 1 };

/** A desk with the euro account 2 and the dollar account 1, on Friday, 20 November 2026, 10:00 UTC. */
function openDesk(cutOffs: readonly unknown[] = [berlin, newYork]) {
  const desk = openBatchDesk({ atOnce: 1 });
  desk.cache.ensureAccount('2', 'EUR');
  for (const [id, country] of [
    ['b-de', 'DEU'],
    ['b-de2', 'DEU'],
    ['b-us', 'USA'],
    ['b-no', ''],
  ] as const) {
    const payee = { ...payeeOf(id, { currencyIso3Code: 'EUR' }), country };
    desk.payees.set(id, payee);
    desk.cache.saveBeneficiary(payee, new Date(0).toISOString());
  }
  const { cutOffs: read, calendars } = bankFileWith(cutOffs);
  const parts = {
    ...desk.parts,
    bank: { ...desk.parts.bank, paymentDays: { cutOffs: read, calendars } },
  };
  const runner = new PaymentFileRunner(parts, () => undefined);
  const nowMs = () => parts.clock.now();
  const drop = async (lines: readonly string[]) => {
    const text = ['account,beneficiary id,amount,currency,reference,due', ...lines].join('\n');
    const bytes = new Uint8Array(Buffer.from(text));
    return valueOf(await runner.add({ fileName: 'run.csv', bytes }, context));
  };
  const arrivalsOf = (batchId: string) => fileArrivals(parts, batchId);
  const sentencesOf = async (batchId: string) =>
    arrivalSentences(await arrivalsOf(batchId), nowMs()).map(
      ({ currency, lines, text, isLate }) =>
        `${currency} ${String(lines)}${isLate ? ' late' : ''}: ${text}`,
    );
  return { ...desk, runner, drop, arrivalsOf, sentencesOf };
}

describe('before a payment file is sent', () => {
  test('each currency and day has one sentence, however many lines there are', async () => {
    const { drop, sentencesOf } = openDesk();
    const many = Array.from({ length: 30 }, (_, at) => `2,b-de,${String(at + 1)}.00,EUR,R-${at},`);
    const { batchId } = await drop([...many, '2,b-de2,99.00,EUR,S-1,', '1,b-us,7.00,USD,S-2,']);
    expect(await sentencesOf(batchId)).toEqual([
      'EUR 31: Arrives by 23 Nov if sent before 15:30 Berlin.',
      'USD 1: Arrives by 23 Nov if sent before 17:00 New York.',
    ]);
  });

  test('the holidays of a payee’s country count for its lines alone', async () => {
    const { drop, sentencesOf, passes } = openDesk();
    // Wednesday: the next day is Thanksgiving.
    passes(5 * 24 * 60 * 60 * 1_000);
    const { batchId } = await drop(['2,b-de,5.00,EUR,R-1,', '2,b-us,6.00,EUR,R-2,']);
    expect(await sentencesOf(batchId)).toEqual([
      'EUR 1: Arrives by 26 Nov if sent before 15:30 Berlin.',
      'EUR 1: Arrives by 27 Nov if sent before 15:30 Berlin.',
    ]);
  });

  test('lines for a later day have the day on which they are due', async () => {
    const { drop, sentencesOf } = openDesk();
    const { batchId } = await drop([
      '2,b-de,5.00,EUR,R-1,',
      '2,b-de,6.00,EUR,R-2,2026-11-26',
      '2,b-de2,7.00,EUR,R-3,2026-11-26',
    ]);
    expect(await sentencesOf(batchId)).toEqual([
      'EUR 1: Arrives by 23 Nov if sent before 15:30 Berlin.',
      'EUR 2: Scheduled for 26 Nov 2026, arrives by 27 Nov 2026.',
    ]);
  });

  test('lines that are not sent have no day', async () => {
    const { drop, runner, sentencesOf } = openDesk();
    const { batchId } = await drop([
      '2,b-de,5.00,EUR,R-1,',
      '2,nobody,6.00,EUR,R-2,',
      '2,b-de,7.00,EUR,R-3,',
    ]);
    await runner.skip(batchId, { lines: [4], skipped: true }, context);
    expect(await sentencesOf(batchId)).toEqual([
      'EUR 1: Arrives by 23 Nov if sent before 15:30 Berlin.',
    ]);
  });

  test('a currency without a cut-off is named as not known, and a bank without any says nothing', async () => {
    const one = openDesk([berlin]);
    const mixed = await one.drop(['2,b-de,5.00,EUR,R-1,', '1,b-us,6.00,USD,R-2,']);
    expect(await one.sentencesOf(mixed.batchId)).toEqual([
      'EUR 1: Arrives by 23 Nov if sent before 15:30 Berlin.',
      'USD 1: The day of arrival is not known.',
    ]);
    const none = openDesk([]);
    const { batchId } = await none.drop(['2,b-de,5.00,EUR,R-1,']);
    expect(await none.sentencesOf(batchId)).toEqual([]);
  });

  test('a payee without a country has no arrival: nothing is guessed', async () => {
    const { drop, sentencesOf } = openDesk();
    const { batchId } = await drop(['2,b-no,5.00,EUR,R-1,']);
    expect(await sentencesOf(batchId)).toEqual([
      'EUR 1: Executed today if sent before 15:30 Berlin.',
    ]);
  });
});

describe('while a payment file is worked on', () => {
  test('the sentence changes when the cut-off passes', async () => {
    const { drop, arrivalsOf } = openDesk();
    const { batchId } = await drop(['2,b-de,5.00,EUR,R-1,']);
    const arrivals = await arrivalsOf(batchId);
    const cutOff = Date.parse('2026-11-20T14:30:00Z');
    expect(arrivalSentences(arrivals, cutOff - 1)[0]).toMatchObject({ isLate: false });
    expect(arrivalSentences(arrivals, cutOff)[0]).toEqual({
      ...{ currency: 'EUR', lines: 1, isLate: true },
      text: 'After the cut-off (15:30 Berlin): executed on 23 Nov, arrives by 24 Nov.',
    });
  });

  test('a cut-off that passes while it is sent is named once', async () => {
    const { drop, arrivalsOf } = openDesk();
    const { batchId } = await drop(['2,b-de,5.00,EUR,R-1,', '2,b-us,6.00,EUR,R-2,']);
    const arrivals = await arrivalsOf(batchId);
    const started = Date.parse(beginning);
    const cutOff = Date.parse('2026-11-20T14:30:00Z');
    expect(passedCutOffs(arrivals, started, cutOff - 1)).toEqual([]);
    expect(passedCutOffs(arrivals, cutOff, cutOff + 1)).toEqual([]);
    expect(passedCutOffs(arrivals, started, cutOff)).toEqual([
      'The cut-off of EUR (15:30 Berlin) passed while the file was sent. What was sent after it is executed on 23 Nov.',
    ]);
  });
});
