import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';
import { cutOffOf, findCutOff } from '../../../electron/nouns/payments/arrival/cut-offs.ts';
import { paymentArrival } from '../../../electron/nouns/payments/arrival/payment-arrival.ts';
import { arrivalText } from '../../../shared/calendar/arrival.ts';

const bankFile = (given: Record<string, unknown>) =>
  parseBankFile(
    JSON.stringify({ name: 'B', environment: 'uat', baseUrl: 'https://bank.example', ...given }),
  );

function daysOf(given: Record<string, unknown>) {
  const parsed = bankFile(given);
  if (!parsed.ok) expect.fail(parsed.error.message);
  return parsed.value;
}

const berlin = { currency: 'EUR', at: '15:30', zone: 'Europe/Berlin', days: 1 };
const file = daysOf({
  cutOffs: [
    berlin,
    { currency: 'USD', at: '17:00', zone: 'America/New_York' },
    { at: '12:00', zone: 'UTC', days: 0 },
  ],
});

type Question = Partial<Parameters<typeof paymentArrival>[1]>;

const textAt = (now: string, given: Question = {}, days = file): string | null => {
  const nowMs = Date.parse(now);
  const arrival = paymentArrival(days, {
    ...{ operation: 'createSingleTransfer', currency: 'EUR', country: 'DEU', nowMs },
    ...given,
  });
  return arrival && arrivalText(arrival, nowMs);
};

describe('before a payment is sent, its day is named', () => {
  test.each([
    // A Tuesday.
    [
      'before the cut-off',
      '2026-11-24T10:00:00Z',
      'Arrives by 25 Nov if sent before 15:30 Berlin.',
    ],
    [
      'at the minute of the cut-off',
      '2026-11-24T14:30:00Z',
      'After the cut-off (15:30 Berlin): executed on 25 Nov, arrives by 26 Nov.',
    ],
    [
      'after it on a Friday',
      '2026-11-27T16:00:00Z',
      'After the cut-off (15:30 Berlin): executed on 30 Nov, arrives by 1 Dec.',
    ],
    ['on a Saturday', '2026-11-28T09:00:00Z', 'Saturday: executed on 30 Nov, arrives by 1 Dec.'],
    ['on Good Friday', '2026-04-03T08:00:00Z', 'Good Friday: executed on 7 Apr, arrives by 8 Apr.'],
    [
      'on the eve of a new year',
      '2026-12-31T20:00:00Z',
      'After the cut-off (15:30 Berlin): executed on 4 Jan 2027, arrives by 5 Jan 2027.',
    ],
  ])('%s', (_when, now, text) => {
    expect(textAt(now)).toBe(text);
  });

  test('and the sentence changes when the cut-off passes meanwhile', () => {
    const nowMs = Date.parse('2026-11-24T10:00:00Z');
    const question = {
      operation: 'createSingleTransfer',
      currency: 'EUR',
      country: 'DEU',
    } as const;
    const arrival = paymentArrival(file, { ...question, nowMs });
    expect(arrival?.cutOff.next).toBe('2026-11-24T14:30:00.000Z');
    expect(arrival && arrivalText(arrival, Date.parse('2026-11-24T14:31:00Z'))).toBe(
      'After the cut-off (15:30 Berlin): executed on 25 Nov, arrives by 26 Nov.',
    );
  });

  test('by the holidays of the payee’s country too', () => {
    // Thanksgiving is no day of TARGET.
    expect(textAt('2026-11-25T10:00:00Z', { country: 'USA' })).toBe(
      'Arrives by 27 Nov if sent before 15:30 Berlin.',
    );
  });

  test('without an arrival where the file does not say how long it takes', () => {
    expect(textAt('2026-11-24T10:00:00Z', { currency: 'USD', country: 'USA' })).toBe(
      'Executed today if sent before 17:00 New York.',
    );
  });

  test('without an arrival where the payee’s country or its holidays are not known', () => {
    for (const country of ['', 'XKX'])
      expect(textAt('2026-11-24T10:00:00Z', { country })).toBe(
        'Executed today if sent before 15:30 Berlin.',
      );
  });

  test('not at all where there is no cut-off for it, or the holidays of the currency are unknown', () => {
    const now = '2026-11-24T10:00:00Z';
    expect(textAt(now, { operation: 'initiateRemittance' })).toBeNull();
    expect(textAt(now, {}, daysOf({}))).toBeNull();
    expect(textAt(now, { currency: 'XAU' })).toBeNull();
    expect(textAt('2036-11-24T10:00:00Z', { currency: 'USD', country: 'USA' })).toBeNull();
  });

  test('by the days that the bank file adds', () => {
    const days = [{ day: '2026-11-25', calendar: 'EUR', name: 'Bank day' }];
    const own = daysOf({ cutOffs: [berlin], calendars: { days } });
    expect(textAt('2026-11-24T10:00:00Z', {}, own)).toBe(
      'Arrives by 26 Nov if sent before 15:30 Berlin.',
    );
    expect(textAt('2026-11-25T10:00:00Z', {}, own)).toBe(
      'Bank day: executed on 26 Nov, arrives by 27 Nov.',
    );
  });
});

describe('a cut-off', () => {
  test('of the currency counts before the one for every currency', () => {
    expect(findCutOff(file, 'createSingleTransfer', 'EUR')?.zone).toBe('Europe/Berlin');
    expect(findCutOff(file, 'createSingleTransfer', 'SEK')?.zone).toBe('UTC');
  });

  test('is the same time by the clock in summer and in winter', () => {
    const at = (day: string) => cutOffOf(file, 'createSingleTransfer', 'EUR', day);
    expect(at('2026-07-01')).toBe('2026-07-01T13:30:00.000Z');
    expect(at('2026-12-01')).toBe('2026-12-01T14:30:00.000Z');
    expect(cutOffOf(daysOf({}), 'createSingleTransfer', 'EUR', '2026-12-01')).toBeNull();
  });

  test('that the clocks skip is the first time after it', () => {
    const skipped = daysOf({ cutOffs: [{ ...berlin, at: '02:30' }] });
    expect(cutOffOf(skipped, 'createSingleTransfer', 'EUR', '2026-03-29')).toBe(
      '2026-03-29T01:00:00.000Z',
    );
  });

  test('is never said to be met after its time, whatever the hour', () => {
    const hours = fc.integer({ min: 0, max: 365 * 24 });
    fc.assert(
      fc.property(hours, (hour) => {
        const nowMs = Date.parse('2026-01-01T00:00:00Z') + hour * 3_600_000;
        const arrival = paymentArrival(file, {
          ...{ operation: 'createSingleTransfer', currency: 'EUR', country: 'DEU', nowMs },
        });
        if (arrival === null) expect.fail('no arrival');
        expect(Date.parse(arrival.cutOff.next)).toBeGreaterThan(nowMs);
        const { before, after, today } = arrival;
        expect(today <= before.executedOn && before.executedOn < after.executedOn).toBe(true);
        expect((before.arrivesOn ?? '') > before.executedOn).toBe(true);
        expect(arrival.cutOff.next.slice(0, 10)).toBe(before.executedOn);
      }),
    );
  });
});

describe('a bank file', () => {
  test.each([
    ['a time that is none', { cutOffs: [{ ...berlin, at: '24:00' }] }, 'cutOffs.0.at'],
    ['a zone that is none', { cutOffs: [{ ...berlin, zone: 'Berlin' }] }, 'cutOffs.0.zone'],
    ['two cut-offs for one currency', { cutOffs: [berlin, berlin] }, 'cutOffs'],
    [
      'an operation without cut-offs',
      { cutOffs: [{ ...berlin, operation: 'getToken' }] },
      'cutOffs.0.operation',
    ],
    [
      'an own day that does not exist',
      { calendars: { days: [{ day: '2026-02-30', name: 'x' }] } },
      'calendars.days.0.day',
    ],
    ['a rule that is none', { calendars: { dueDays: 'later' } }, 'calendars.dueDays'],
  ])('with %s is refused at its field', (_what, given, field) => {
    const parsed = bankFile(given);
    expect(parsed.ok ? [] : Object.keys(parsed.error.fields)).toEqual([field]);
  });

  test('without them has no cut-off, and due days move to the next working day', () => {
    expect(daysOf({})).toMatchObject({ cutOffs: [], calendars: { dueDays: 'after', days: [] } });
  });
});
