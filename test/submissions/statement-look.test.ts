import { describe, expect, test } from 'vitest';

import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import type { Booking } from '../../electron/engines/submissions/change.ts';
import { lookInStatement } from '../../electron/engines/submissions/lookup/statement-lookup.ts';
import {
  submissionByReference,
  type Submission,
} from '../../electron/engines/submissions/journal/submission-table.ts';
import { limits } from '../../shared/limits.ts';
import { money } from '../../shared/money/money.ts';
import {
  accountOf,
  beginning,
  debitOf,
  firstDay,
  openLoneDesk,
  paying,
  readStatement,
  written,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const booking: Booking = {
  accountNumber: paying,
  direction: 'debit',
  amount: '100.00',
  currency: 'USD',
};
/** Another sum, so that it is no debit that could hold ours. */
const small = 10_000n;

/** A payment sent at the beginning, two hours ago. */
function openDesk(): LoneDesk {
  const desk = openLoneDesk();
  written(desk, 'OURS-2026-1', { state: 'unknown' });
  desk.passes(2 * hour);
  return desk;
}
const ours = ({ parts }: LoneDesk): Submission =>
  submissionByReference(parts.journal, 'OURS-2026-1')!;
const look = (desk: LoneDesk, given: Partial<Booking> = {}, submission = ours(desk)) =>
  lookInStatement(desk.parts, submission, { ...booking, ...given });
/** The look at a statement of these entries. */
function shows(entry: Partial<IncomingEntry>, given: Partial<Booking> = {}) {
  const desk = openDesk();
  readStatement(desk, [debitOf('E-1', { customReference: 'OURS-2026-1', ...entry })]);
  return look(desk, given);
}
const words = (text: string) => expect.stringContaining(text) as string;
const unavailable = (text: string) => ({ found: 'unavailable', words: words(text) });

describe('a statement that books it', () => {
  const yes = {
    found: 'yes',
    entryIds: ['E-1'],
    words: `The statement of ${paying} shows it as entry E-1.`,
  };

  test('by reference, direction, amount and currency shows it, read since or not', () => {
    expect(shows({})).toEqual(yes);
    expect(shows({ customReference: 'ours-2026-1 ' })).toEqual(yes);
    expect(shows({ amountE4: -1_000_000n })).toEqual(yes);
    expect(shows({ amountE4: 5n }, { amount: null })).toEqual(yes);
    expect(shows({ currency: 'EUR' }, { currency: null })).toEqual(yes);
    expect(shows({ direction: 'credit' }, { direction: 'credit' })).toEqual(yes);
  });

  test('twice shows both', () => {
    const desk = openDesk();
    const entry = { customReference: 'OURS-2026-1' };
    readStatement(desk, [debitOf('E-1', entry), debitOf('E-2', entry)]);
    expect(look(desk)).toMatchObject({ found: 'yes', entryIds: ['E-1', 'E-2'] });
  });

  test.each<[string, Partial<IncomingEntry>, string]>([
    ['of another amount', { amountE4: small }, 'the amount differs'],
    ['of another currency', { currency: 'EUR' }, 'the amount differs'],
    ['as a fee', { transactionType: 'fee' }, 'resembles ours'],
    ['near our reference', { customReference: 'OURS 2026 1' }, 'resembles ours'],
    [
      'with ours in its narration',
      { customReference: '', narration: 'to OURS-2026-1 x' },
      'resembles',
    ],
  ])('%s may be it', (_what, entry, why) => {
    expect(shows(entry)).toMatchObject({
      found: 'doubtful',
      resembling: [{ recordId: 'E-1', why: words(why) }],
      words: `The statement of ${paying} shows what may be it: E-1.`,
    });
  });

  test('is reported with what a person would compare', () => {
    expect(shows({ amountE4: small, narration: 'Words' })).toMatchObject({
      resembling: [
        {
          source: 'statement',
          recordId: 'E-1',
          reference: 'OURS-2026-1',
          amount: '1.00',
          currency: 'USD',
          accountNumber: paying,
          counterparty: '',
          at: '2026-11-20T11:00:00.000Z',
          narration: 'Words',
        },
      ],
    });
  });

  test('and was taken back by the bank may be it', () => {
    const desk = openDesk();
    readStatement(desk, [debitOf('E-1', { customReference: 'OURS-2026-1' })]);
    readStatement(desk, []);
    expect(look(desk)).toMatchObject({
      found: 'doubtful',
      resembling: [{ recordId: 'E-1', why: words('the bank took it back') }],
    });
  });

  test('the other way round, or under another change of ours, is not it', () => {
    expect(shows({ direction: 'credit' })).toMatchObject({ found: 'no' });
    const desk = openDesk();
    written(desk, 'ours-2026-1x');
    const entry = { customReference: 'ours-2026-1x', narration: 'OURS-2026-1' };
    readStatement(desk, [debitOf('E-1', entry)]);
    expect(look(desk)).toMatchObject({ found: 'no' });
  });

  test('under a longer reference that begins like ours is not it', () => {
    expect(shows({ customReference: 'OURS-2026-17', amountE4: small }).found).toBe('no');
  });

  test('near our reference counts from the day before it was sent', () => {
    const dated = (ago: number) => {
      const desk = openDesk();
      const at = new Date(Date.parse(beginning) - ago * day).toISOString();
      const entry = { customReference: 'OURS 2026 1', amountE4: small, at, day: firstDay - ago };
      readStatement(desk, [debitOf('E-1', entry)], { from: firstDay - ago, to: firstDay });
      return look(desk).found;
    };
    expect([dated(1), dated(2)]).toEqual(['doubtful', 'no']);
  });

  test('names three, and shows ten of those that may be it', () => {
    const desk = openDesk();
    const entries = Array.from({ length: 12 }, (_, index) =>
      debitOf(`E-${String(index)}`, { customReference: 'OURS-2026-1', amountE4: small }),
    );
    readStatement(desk, entries);
    const looked = look(desk);
    if (looked.found !== 'doubtful') expect.fail();
    expect(looked.resembling).toHaveLength(10);
    expect(looked.words.split(', ')).toHaveLength(3);
  });
});

describe('that a statement does not show it means something', () => {
  const no = (desk: LoneDesk, sinceOpeningMs: number) =>
    expect(look(desk)).toMatchObject({
      found: 'no',
      begun: { sinceOpeningMs },
      words: `The statement of ${paying} does not show it.`,
    });

  test('where every day since was read since and proven; as of when the oldest reading began', () => {
    const desk = openDesk();
    readStatement(desk, []);
    no(desk, 2 * hour);
    desk.passes(2 * day);
    expect(look(desk)).toEqual(unavailable('was not read for 2026-11-21 since.'));
    readStatement(desk, [], { from: firstDay + 2 });
    expect(look(desk)).toEqual(unavailable('was not read for 2026-11-21 since.'));
    readStatement(desk, [], { from: firstDay + 1 });
    no(desk, 2 * hour);
    desk.passes(minute);
    readStatement(desk, [], { from: firstDay });
    no(desk, 2 * day + 2 * hour);
  });

  test('and not where it was read before it was sent, at that moment, or in several goes', () => {
    const notRead = unavailable('was not read for 2026-11-20 since.');
    const desk = openDesk();
    expect(look(desk)).toEqual(notRead);
    const sent = ours(desk).attempts[0]?.clocks ?? null;
    for (const begun of [sent, null, { ...sent!, sinceOpeningMs: -1 }]) {
      readStatement(desk, [], { begun });
      expect(look(desk)).toEqual(notRead);
    }
    readStatement(desk, [], { begun: { ...sent!, sinceOpeningMs: 1 } });
    expect(look(desk).found).toBe('no');
  });

  test.each(['broken', 'unproven'] as const)('and not where a day of it is %s', (state) => {
    const desk = openDesk();
    readStatement(desk, [], { state });
    expect(look(desk)).toEqual(unavailable('is not proven for 2026-11-20.'));
  });

  test('and not where an entry of those days could not be read', () => {
    const aside = (given: object) => {
      const desk = openDesk();
      const entry = { entryId: 'E-9', day: firstDay, reason: 'no amount', text: '{}', ...given };
      readStatement(desk, [], { aside: [entry] });
      return look(desk);
    };
    expect(aside({})).toEqual(unavailable('was set aside: E-9.'));
    expect(aside({ entryId: '' })).toEqual(unavailable('set aside: one without identifier.'));
    expect(aside({ day: null })).toEqual(unavailable('was set aside: E-9.'));
    expect(aside({ day: null, text: '{"r":"OURS-2026-1"}' })).toMatchObject({
      found: 'doubtful',
      resembling: [
        {
          source: 'unreadable',
          recordId: 'E-9',
          reference: '',
          amount: null,
          currency: '',
          accountNumber: paying,
          counterparty: '',
          at: null,
          narration: '{"r":"OURS-2026-1"}',
          why: 'It carries our reference, and could not be read: no amount.',
        },
      ],
    });
    expect(aside({ entryId: '', text: '{"r":"OURS-2026-1"}' })).toMatchObject({
      words: words('may be it: an entry without an identifier.'),
    });
  });
});

describe('money that is not at hand although the statement ends with it', () => {
  /** The look at a silent statement that ends with 1,000.00, of an account that has this at hand. */
  function ends(
    availableBalance: string | null,
    given: Partial<Booking> = {},
    closing: bigint | null = 10_000_000n,
  ) {
    const desk = openDesk();
    readStatement(desk, [], { closing });
    if (availableBalance !== null)
      desk.cache.saveAccounts([accountOf({ availableBalance })], beginning);
    return look(desk, given);
  }
  const less = (amount: string) =>
    unavailable(`has ${amount} USD less at hand than its statement ends with`);

  test('may be held for it where it is at least that amount', () => {
    expect(ends('900.00')).toEqual(less('100.00'));
    expect(ends('0.00')).toEqual(less('1000.00'));
    expect(ends('900.01').found).toBe('no');
    expect(ends('1500.00').found).toBe('no');
  });

  test('or any amount, where the amounts cannot be compared or only the bank knows it', () => {
    expect(ends('999.99', { currency: 'EUR' })).toEqual(less('0.01'));
    expect(ends('1000.00', { currency: 'EUR' }).found).toBe('no');
    expect(ends('999.99', { currency: null }).found).toBe('no');
    expect(ends('900.00', { currency: null })).toEqual(less('100.00'));
    expect(ends('1000.00', { amount: null }, 10_000_000n).found).toBe('no');
  });

  test('says nothing of a credit, nor where account or statement are not known to end with anything', () => {
    expect(ends('0.00', { direction: 'credit' }).found).toBe('no');
    expect(ends(null).found).toBe('no');
    expect(ends('0.00', {}, null).found).toBe('no');
  });
});

describe('a debit since that no other change of ours explains', () => {
  const debit = (given: Partial<IncomingEntry>, wanted: Partial<Booking> = {}) =>
    shows({ customReference: 'THEIRS', ...given }, wanted);

  test('may hold it where it is of at least that amount, or in another currency', () => {
    expect(debit({})).toMatchObject({
      found: 'doubtful',
      resembling: [
        { recordId: 'E-1', source: 'statement', why: words('no other payment of ours') },
      ],
    });
    expect(debit({ amountE4: 1_000_001n }).found).toBe('doubtful');
    expect(debit({ amountE4: 999_999n }).found).toBe('no');
    expect(debit({ amountE4: small, currency: 'EUR' }).found).toBe('doubtful');
    expect(debit({ direction: 'credit' }).found).toBe('no');
    expect(debit({}, { direction: 'credit' }).found).toBe('no');
  });

  test('counts from five minutes before it was sent, or from midnight where the bank dates by the day', () => {
    const at = (text: string) => debit({ at: text }).found;
    expect(at('2026-11-20T09:55:00.000Z')).toBe('doubtful');
    expect(at('2026-11-20T09:54:59.999Z')).toBe('no');
    expect(at('2026-11-20T00:00:00.000Z')).toBe('doubtful');
    expect(at('2026-11-20T00:00:01.000Z')).toBe('no');
    expect(at('2026-11-19T00:00:00.000Z')).toBe('no');
  });

  test('is one of too many to compare', () => {
    const among = (count: number) => {
      const desk = openDesk();
      readStatement(
        desk,
        Array.from({ length: count }, (_, index) => debitOf(`E-${String(index)}`)),
      );
      return look(desk);
    };
    expect(among(limits.debitsComparedMax).found).toBe('doubtful');
    expect(among(limits.debitsComparedMax + 1)).toEqual(unavailable('too many debits since'));
  });

  test('is explained by another change of ours', () => {
    const desk = openDesk();
    written(desk, 'ANOTHER', { state: 'accepted' });
    readStatement(desk, [debitOf('E-1', { customReference: 'ANOTHER' })]);
    expect(look(desk).found).toBe('no');
  });

  test('of a conversion is held against what was sold, and of anything where that is not known', () => {
    const desk = openDesk();
    readStatement(desk, [debitOf('E-1', { customReference: 'THEIRS' })]);
    const whatever = { amount: null, currency: null };
    expect(look(desk, whatever).found).toBe('doubtful');
    const submission = ours(desk);
    const about = (sold: string) => ({
      ...submission,
      about: {
        ...submission.about!,
        quote: {
          quoteId: '',
          sell: money(sold, 'USD'),
          buy: money('1', 'EUR'),
          rate: '1',
          fee: null,
          expiresAt: beginning,
        },
      },
    });
    expect(look(desk, whatever, about('100.01')).found).toBe('no');
    expect(look(desk, whatever, about('100.00')).found).toBe('doubtful');
    expect(look(desk, whatever, { ...submission, about: null }).found).toBe('doubtful');
  });
});
