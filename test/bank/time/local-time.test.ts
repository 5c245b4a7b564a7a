import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { isTimeZone, localTimeReader } from '../../../electron/engines/bank/time/local-time.ts';
import { bankFileOf } from '../support/desk-client.ts';
import { parseBankFile } from '../../../electron/engines/bank/file/bank-file.ts';

describe('a time without an offset, at a bank whose zone is known', () => {
  test.each([
    ['Europe/Berlin', '2026-11-20T10:15:00', '2026-11-20T09:15:00Z'],
    ['Europe/Berlin', '2026-07-20T00:15:00.1234567', '2026-07-19T22:15:00.1234567Z'],
    ['Europe/Berlin', '2026-07-20 10:15', '2026-07-20T08:15:00Z'],
    ['Asia/Kolkata', '2026-07-20T05:29:59', '2026-07-19T23:59:59Z'],
    ['America/New_York', '2026-03-07T20:00:00', '2026-03-08T01:00:00Z'],
    ['UTC', '2026-03-07T20:00:00', '2026-03-07T20:00:00Z'],
    // Shown twice: the earlier one, which is of summer time.
    ['Europe/Berlin', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-05T01:45:00', '2026-04-04T14:45:00Z'],
  ])('%s %s is %s', (zone, written, instant) => {
    expect(localTimeReader(zone)(written)).toBe(instant);
  });

  test.each([
    ['a time that the clocks skip', '2026-03-29T02:30:00'],
    ['a time with an offset', '2026-11-20T10:15:00+03:00'],
    ['an instant of UTC', '2026-11-20T10:15:00.000Z'],
    ['a day that does not exist', '2026-02-30T10:15:00'],
    ['a day without a time', '2026-11-20'],
    ['an hour that does not exist', '2026-11-20T25:15:00'],
    ['no text', null],
  ])('%s stays as it came', (_what, written) => {
    expect(localTimeReader('Europe/Berlin')(written)).toBe(written);
  });

  test('is the instant that the zone’s clock shows as that time', () => {
    const zones = [
      'Europe/Berlin',
      'America/St_Johns',
      'Pacific/Chatham',
      'Asia/Tehran',
      'America/Santiago',
    ];
    const instants = fc.integer({ min: Date.parse('1995-01-01'), max: Date.parse('2060-01-01') });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (timeZone, at) => {
        const second = Math.floor(at / 1_000) * 1_000;
        const shown = new Date(second).toLocaleString('sv-SE', { timeZone });
        const read = Date.parse(String(localTimeReader(timeZone)(shown)));
        expect(new Date(read).toLocaleString('sv-SE', { timeZone })).toBe(shown);
        expect(second - read).toBeGreaterThanOrEqual(0);
        expect(second - read).toBeLessThanOrEqual(3_600_000);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the zone of a bank file', () => {
  test.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC'])(
    'may be %s',
    (timeZone) => {
      expect(isTimeZone(timeZone)).toBe(true);
      expect(bankFileOf('https://bank.example', { timeZone }).timeZone).toBe(timeZone);
    },
  );

  test.each(['CET', '+01:00', 'Europe/Bärlin', 'Europe/Nowhere', '', 'local', 7])(
    'is refused as %s, with how it is written',
    (timeZone) => {
      const file = { name: 'B', environment: 'uat', baseUrl: 'https://bank.example', timeZone };
      const parsed = parseBankFile(JSON.stringify(file));
      const field = parsed.ok ? '' : (parsed.error.fields['timeZone'] ?? '');
      expect(field).toMatch(
        typeof timeZone === 'string' ? /time zone, such as "Europe\/Berlin"/ : /text/,
      );
    },
  );
});
