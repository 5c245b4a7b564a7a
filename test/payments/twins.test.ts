import { describe, expect, test } from 'vitest';

import { transferLikeness } from '../../electron/engines/submissions/intent/likeness.ts';
import {
  ownTwins,
  strangersTo,
  twinWarnings,
  type Twin,
} from '../../electron/nouns/payments/twins.ts';
import { createSubmission } from '../../electron/engines/submissions/journal/table-writes.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import { clockText } from '../../shared/calendar/calendar.ts';
import {
  beginning,
  openLoneDesk,
  payeeOf,
  transferOf,
  written,
} from '../support/desks/lone-desk.ts';
import { before, holds, hours, namesOf, order, twins } from './listed-desk.ts';
import { aboutOf } from '../support/about.ts';

describe('a payment that the bank lists from elsewhere is a twin', () => {
  test('within a day by the earlier of both clocks', () => {
    const desk = openLoneDesk();
    const at = (id: string, ms: number): Transfer => transferOf({ id, createdAt: before(ms) });
    holds(desk, at('T-0', hours(1)), at('T-23', hours(23)), at('T-24', hours(24)));
    holds(desk, at('T-25', hours(24) + 1));
    expect(namesOf(twins(desk))).toEqual(['T-0', 'T-23', 'T-24']);
    desk.bank.clockAheadMs = hours(24 * 365);
    expect(namesOf(twins(desk))).toEqual(['T-0', 'T-23', 'T-24']);
    desk.bank.clockAheadMs = -hours(2);
    expect(namesOf(twins(desk))).toHaveLength(4);
  });

  test('by when it was first seen where the bank gives no time', () => {
    const desk = openLoneDesk();
    holds(desk, transferOf({ id: 'T-1', createdAt: null }));
    expect(twins(desk)).toMatchObject([
      { words: 'from elsewhere, transfer T-1, 100.00 USD, BOOKED' },
    ]);
    desk.passes(hours(24) + 1);
    expect(twins(desk)).toEqual([]);
  });

  test('in the words of the bank, without what it leaves out', () => {
    const desk = openLoneDesk();
    holds(desk, transferOf({ id: 'T-1', amount: null, currency: '', reference: '' }));
    holds(desk, transferOf({ id: 'T-2', currency: '', status: '' }));
    expect(twins(desk).map(({ words }) => words.replace(/^at .* UTC /, ''))).toEqual([
      'from elsewhere, transfer T-2, 100.00',
      'from elsewhere, transfer T-1, BOOKED',
    ]);
  });

  test('of the same amount, however it is written, currency and payee', () => {
    const desk = openLoneDesk();
    holds(
      desk,
      transferOf({ id: 'same', amount: '100' }),
      transferOf({ id: 'debit', amount: '-100.00' }),
      transferOf({ id: 'fine', amount: '100.0049' }),
      transferOf({ id: 'less', amount: '99.99' }),
      transferOf({ id: 'euro', currency: 'EUR' }),
      transferOf({ id: 'other', beneficiaryId: 'b-2' }),
    );
    expect(namesOf(twins(desk)).toSorted()).toEqual(['debit', 'fine', 'same']);
  });

  test('by the account number of its payee', () => {
    const desk = openLoneDesk();
    desk.cache.saveBeneficiaries([payeeOf('b-1'), payeeOf('another')], beginning, {
      complete: true,
    });
    const { accountNumber } = payeeOf('b-1');
    holds(
      desk,
      transferOf({ id: 'account', beneficiaryId: accountNumber }),
      transferOf({ id: 'known', beneficiaryId: 'another' }),
      transferOf({ id: 'alike', beneficiaryId: '9999999999' }),
    );
    expect(namesOf(twins(desk))).toEqual(['account']);
  });

  test('and one that leaves out what sets it apart is shown to look at', () => {
    const desk = openLoneDesk();
    holds(
      desk,
      transferOf({ id: 'silent', amount: null }),
      transferOf({ id: 'stateless', currency: '' }),
      transferOf({ id: 'nameless', beneficiaryId: '' }),
      transferOf({ id: 'strange', beneficiaryId: 'Ada of Lagos' }),
      transferOf({ id: 'mute', amount: null, beneficiaryId: '' }),
      transferOf({ id: 'silent elsewhere', amount: null, beneficiaryId: 'b-2' }),
    );
    const found = twins(desk);
    expect(namesOf(found).toSorted()).toEqual(['nameless', 'silent', 'stateless', 'strange']);
    expect(twinWarnings(found, 'Ada')).toMatchObject([
      { kind: 'unclear-twin', weight: 'confirm', twins: { length: 4 } },
    ]);
  });

  test('and is named by its reference, its time and its identifier', () => {
    const desk = openLoneDesk();
    holds(desk, transferOf({ id: 'T-1', reference: 'THEIRS' }));
    expect(twins(desk)).toEqual([
      {
        name: 'THEIRS',
        id: 'T-1',
        isOpen: false,
        isSame: true,
        words:
          'at 2026-11-20 10:00 UTC from elsewhere, transfer T-1, reference THEIRS, 100.00 USD, BOOKED',
      },
    ]);
  });

  test('unless it is this very payment, or another of ours that stands among our own', () => {
    const desk = openLoneDesk();
    written(desk, 'OURS', { state: 'accepted' });
    written(desk, 'NAMED', { state: 'accepted', recordId: 'T-3' });
    written(desk, 'FAILED', { state: 'refused' });
    holds(
      desk,
      transferOf({ id: 'T-1', reference: order.reference }),
      transferOf({ id: 'T-2', reference: 'OURS' }),
      transferOf({ id: 'T-3', reference: 'ANOTHER WORD' }),
      transferOf({ id: 'T-4', reference: 'FAILED', status: 'FAILED' }),
    );
    expect(namesOf(twins(desk))).toEqual(['NAMED', 'OURS']);
  });

  test('also under the reference of one of ours that the bank was said not to have', () => {
    const desk = openLoneDesk();
    written(desk, 'LOST', { state: 'not-found' });
    holds(desk, transferOf({ id: 'T-1', reference: 'LOST' }));
    expect(twins(desk)).toMatchObject([{ name: 'LOST', id: 'T-1', isOpen: false }]);
  });

  test('also under the reference of one of ours that was not sent from here: another desk has sent it', () => {
    const desk = openLoneDesk();
    written(desk, 'THEIRS', { state: 'not-sent' });
    holds(desk, transferOf({ id: 'T-1', reference: 'THEIRS' }));
    expect(twins(desk)).toMatchObject([{ name: 'THEIRS', id: 'T-1', isOpen: false }]);
  });

  test('also where an answer refused one of ours that the bank lists all the same, unless it lists it as failed', () => {
    const desk = openLoneDesk();
    written(desk, 'REFUSED', { state: 'refused' });
    holds(desk, transferOf({ id: 'T-3', reference: 'REFUSED', status: 'REJECTED' }));
    expect(namesOf(twins(desk))).toEqual([]);
    holds(desk, transferOf({ id: 'T-3', reference: 'REFUSED', status: 'BOOKED' }));
    expect(namesOf(twins(desk))).toEqual(['REFUSED']);
  });

  test('also under the reference of a change of ours that is no payment', () => {
    const desk = openLoneDesk();
    const { clock, journal } = desk.parts;
    createSubmission(
      journal,
      {
        reference: 'U-1',
        operation: 'updateBeneficiary',
        subject: 'b-1',
        payload: '{}',
        payloadHash: '',
        likeness: null,
        about: aboutOf(''),
      },
      { at: beginning, correlationId: 'test', clocks: clock.moment() },
    );
    holds(desk, transferOf({ id: 'T-1', reference: 'U-1' }));
    expect(namesOf(twins(desk))).toEqual(['U-1']);
  });
});

describe('a payment of our own is a twin', () => {
  test('while it may have gone through or has; open ones first, refused and unsent ones not at all', () => {
    const desk = openLoneDesk();
    written(desk, 'SENT', { state: 'accepted' });
    written(desk, 'OPEN', { state: 'unknown' });
    written(desk, 'UNDERWAY');
    written(desk, 'DONE', { state: 'accepted' });
    for (const state of ['refused', 'not-sent', 'not-found'] as const)
      written(desk, state, { state });
    const found = twins(desk);
    expect(namesOf(found)).toEqual(['UNDERWAY', 'OPEN', 'DONE', 'SENT']);
    expect(found.map(({ isOpen }) => isOpen)).toEqual([true, true, false, false]);
    expect(found[1]?.words).toBe('at 2026-11-20 10:00 UTC, reference OPEN');
    expect(twinWarnings(found, 'Ada').map(({ kind }) => kind)).toEqual(['open-twin', 'duplicate']);
  });

  test('not of itself', () => {
    const desk = openLoneDesk();
    written(desk, order.reference, { state: 'not-sent' });
    written(desk, 'OTHER');
    const likeness = transferLikeness(order);
    expect(namesOf(ownTwins(desk.parts, { reference: 'OTHER', likeness }))).toEqual([]);
    expect(namesOf(ownTwins(desk.parts, { reference: 'NEW-2', likeness }))).toEqual(['OTHER']);
  });

  test('within a day, and longer while it has no answer', () => {
    const desk = openLoneDesk();
    written(desk, 'SENT', { state: 'accepted' });
    written(desk, 'OPEN', { state: 'unknown' });
    desk.passes(hours(24));
    expect(namesOf(twins(desk))).toEqual(['OPEN', 'SENT']);
    desk.passes(1);
    expect(namesOf(twins(desk))).toEqual(['OPEN']);
  });
});

test('a stranger is who names no payment like the order, of any age and outcome', () => {
  const desk = openLoneDesk();
  const same = written(desk, 'SAME', { state: 'refused' });
  const other = written(desk, 'OTHER', { amount: '7.00' });
  holds(
    desk,
    transferOf({ id: 'T-same', createdAt: '2020-01-01T00:00:00.000Z' }),
    transferOf({ id: 'T-other', amount: '7.00' }),
    transferOf({ id: 'T-silent', amount: null }),
  );
  const ids = [same.submissionId, other.submissionId, 'T-same', 'T-other', 'T-silent', 'nobody'];
  expect(strangersTo(desk.parts, order, ids)).toEqual([other.submissionId, 'T-other', 'nobody']);
});

describe('what a person must know of twins', () => {
  const twin = (name: string, isOpen: boolean): Twin => ({
    name,
    id: `id-${name}`,
    isOpen,
    isSame: true,
    words: `at ${name}`,
  });

  test('is nothing where there is none', () => {
    expect(twinWarnings([], 'Ada')).toEqual([]);
  });

  test('is who is open and who was sent, each by itself and by name', () => {
    const warnings = twinWarnings([twin('A', true), twin('B', false)], 'Ada');
    expect(warnings).toMatchObject([
      { kind: 'open-twin', weight: 'confirm', twins: [{ name: 'A', id: 'id-A' }] },
      { kind: 'duplicate', weight: 'confirm', twins: [{ name: 'B', id: 'id-B' }] },
    ]);
    expect(warnings[0]?.message).toContain('to Ada was sent at A, and has no answer yet');
    expect(warnings[1]?.message).toContain('sent within a day: at B.');
    expect(warnings[0]?.twins).toEqual([{ name: 'A', id: 'id-A' }]);
    expect(twinWarnings([twin('A', true)], 'Ada').map(({ kind }) => kind)).toEqual(['open-twin']);
    expect(twinWarnings([twin('A', false)], 'Ada').map(({ kind }) => kind)).toEqual(['duplicate']);
  });

  test('is three of them in the sentence and the count of the rest, and all of them to confirm', () => {
    const sent = ['A', 'B', 'C', 'D', 'E'].map((name) => twin(name, false));
    const [five] = twinWarnings(sent, 'Ada');
    expect(five?.message).toContain(': at A; at B; at C; and 2 more.');
    expect(five?.twins).toHaveLength(5);
    const [three] = twinWarnings(sent.slice(0, 3), 'Ada');
    expect(three?.message).toContain(': at A; at B; at C.');
  });
});

test('a moment is shown to the minute, in UTC', () => {
  expect(clockText('2026-11-21T10:05:59.999Z')).toBe('2026-11-21 10:05 UTC');
});
