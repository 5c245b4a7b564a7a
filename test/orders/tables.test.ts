import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { deskClock, systemClock } from '../../electron/engines/machine/context.ts';
import type { Journal } from '../../electron/engines/store/database.ts';
import {
  creditsNaming,
  creditsOfAmounts,
  lastDay,
} from '../../electron/nouns/statements/aggregates/incoming-credits.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import {
  matchesByReceivable,
  removeMatch,
  saveMatch,
  type StoredMatch,
} from '../../electron/nouns/orders/receivables/matches-table.ts';
import {
  listRegister,
  registeredById,
  registerRecord,
  unregisteredSubmissions,
} from '../../electron/nouns/orders/tables.ts';
import {
  createSubmission,
  settleSubmission,
} from '../../electron/engines/submissions/journal/table-writes.ts';
import type { Remittance } from '../../shared/bank/remittances.ts';
import {
  accountNumber,
  closing,
  codeOf,
  entry,
  fetchRange,
  firstDay,
  key,
  openCopy,
  range,
  temporaryFolder,
} from '../support/stores/store.ts';
import { actorNamed } from '../support/desks/actors.ts';
import { aboutOf } from '../support/about.ts';

const remittance = (id: string, given: Partial<Remittance> = {}): Remittance => ({
  id,
  reference: `REF-${id}`,
  status: 'initiated',
  reason: '',
  accountNumber,
  amount: '250.00',
  currency: 'USD',
  fee: null,
  purpose: 'Tuition fees',
  narration: '',
  senderName: 'Acme Treasury Ltd',
  senderCountry: 'GBR',
  recipientName: 'Grâce Wanjiru',
  recipientCountry: 'KEN',
  recipientAccountNumber: '0123456789',
  recipientBankBicOrCode: 'EQBLKENA',
  recipientBankName: '',
  createdAt: null,
  updatedAt: null,
  ...given,
});

let journal: Journal;
beforeEach(() => {
  const file = join(temporaryFolder(), 'journal.db');
  journal = closing(openJournal(file, key, { program: 'test' }));
});

const at = (minute: number): string => `2026-11-20T09:${String(minute).padStart(2, '0')}:00.000Z`;

const add = (id: string, minute: number, given: Partial<Remittance> = {}): void => {
  registerRecord(journal, 'remittance', remittance(id, given), {
    origin: 'made',
    asOf: at(minute),
  });
};

describe('the register', () => {
  it('lists newest first, and is searched by any words without accents', () => {
    add('R-1', 1);
    add('R-2', 2, { recipientName: 'Oduya Foods' });
    const found = (search: string): string[] =>
      listRegister(journal, 'remittance', search).map(({ id }) => id);
    expect(found('')).toEqual(['R-2', 'R-1']);
    expect(found('grace TUITION')).toEqual(['R-1']);
    expect(found('ref-r-2')).toEqual(['R-2']);
    expect(found('grace oduya')).toEqual([]);
  });

  it('a record that is read anew still shows how and when it came in', () => {
    add('R-1', 1);
    registerRecord(journal, 'remittance', remittance('R-1', { status: 'paid' }), {
      origin: 'imported',
      asOf: at(9),
    });
    expect(registeredById(journal, 'remittance', 'R-1')).toMatchObject({
      origin: 'made',
      addedAt: at(1),
      asOf: at(9),
      record: { status: 'paid' },
    });
    expect(registeredById(journal, 'receivable', 'R-1')).toBeNull();
  });
});

describe('orders that the register does not list', () => {
  const submitted = (reference: string, minute: number, operation = 'initiateRemittance') =>
    createSubmission(
      journal,
      {
        reference,
        operation,
        subject: `remittance:${reference}`,
        payload: '{}',
        payloadHash: reference,
        about: aboutOf('Remittance'),
        likeness: null,
      },
      { at: at(minute), correlationId: 'c', clocks: deskClock(systemClock, () => null).moment() },
    ).submission;

  const open = (since = at(0)): string[] =>
    unregisteredSubmissions(journal, {
      kind: 'remittance',
      operation: 'initiateRemittance',
      since,
    }).map(({ reference }) => reference);

  it('are those without an answer or an id, however old, and those that came to nothing lately', () => {
    const states = ['accepted', 'refused', 'unknown', 'not-sent', 'not-found'] as const;
    states.forEach((state, index) => {
      const { submissionId } = submitted(state, index);
      settleSubmission(journal, submissionId, { state, at: at(index) });
    });
    submitted('sending', 5);
    submitted('of something else', 6, 'createReceivable');
    expect(open()).toEqual(['sending', 'not-found', 'not-sent', 'unknown', 'refused', 'accepted']);
    expect(open(at(30))).toEqual(['sending', 'unknown', 'accepted']);
  });

  it('are none any more once their id is known or their reference is in the register', () => {
    const known = submitted('known', 1);
    settleSubmission(journal, known.submissionId, {
      state: 'accepted',
      at: at(1),
      recordId: 'R-1',
    });
    const imported = submitted('imported', 2);
    settleSubmission(journal, imported.submissionId, { state: 'accepted', at: at(2) });
    add('R-2', 3, { reference: 'imported' });
    const unknown = submitted('unknown', 4);
    settleSubmission(journal, unknown.submissionId, { state: 'unknown', at: at(4) });
    add('R-3', 5, { reference: 'unknown', amount: '1.00' });
    expect(open()).toEqual(['unknown']);
  });
});

describe('the match of a receivable', () => {
  const match: StoredMatch = {
    accountNumber,
    entryId: 'E-1',
    day: '2026-11-20',
    amount: { amount: '100.00', currency: 'USD' },
    narration: 'for INV-7',
    customReference: '',
    strength: 'exact',
    reason: 'INV-7 is in its narration, and the amount is the same.',
    at: at(1),
    actor: actorNamed('desk@example.com'),
  };

  it('stores who decided it, when and why, and can be undone', () => {
    saveMatch(journal, 'V-1', match);
    saveMatch(journal, 'V-1', { ...match, entryId: 'E-2' });
    expect([...matchesByReceivable(journal)]).toEqual([['V-1', { ...match, entryId: 'E-2' }]]);
    removeMatch(journal, 'V-1');
    expect(matchesByReceivable(journal).size).toBe(0);
  });

  it('takes a credit once', () => {
    saveMatch(journal, 'V-1', match);
    expect(
      codeOf(() => {
        saveMatch(journal, 'V-2', match);
      }),
    ).toBe('input.invalid');
    expect([...matchesByReceivable(journal).keys()]).toEqual(['V-1']);
  });
});

describe('incoming credits', () => {
  const entries = [
    entry('E-0', { narration: 'Invoice inv/7 Harmattan', ordinal: 0 }),
    entry('E-1', { customReference: 'INV-7', day: firstDay + 1, ordinal: 1 }),
    entry('E-2', { narration: 'INV-77', day: firstDay + 2, ordinal: 2 }),
    entry('E-3', { narration: 'INV-7', day: firstDay + 3, direction: 'debit', ordinal: 3 }),
    entry('E-4', { narration: 'Déposit', amountE4: 990_000n, day: firstDay + 40, ordinal: 4 }),
  ];
  const days = { from: firstDay, to: lastDay };

  it('are found by a phrase in narration or custom reference, since a day, in their currency', () => {
    const { writer, reader } = openCopy();
    fetchRange(writer, [entries], { start: range(firstDay, firstDay + 60) });
    const naming = (phrases: string[], given: object = {}): string[] =>
      creditsNaming(reader, phrases, { currency: 'USD', days, ...given }).map(
        ({ entryId }) => entryId,
      );
    expect(naming(['INV-7'])).toEqual(['E-0', 'E-1']);
    expect(naming(['INV-7'], { days: { ...days, from: firstDay + 1 } })).toEqual(['E-1']);
    expect(naming(['INV-7'], { currency: 'EUR' })).toEqual([]);
    expect(naming(['harmattan', 'invoice'])).toEqual(['E-0']);
    expect(naming(['deposit'], { amountE4: 990_000n })).toEqual(['E-4']);
    expect(naming(['deposit'], { amountE4: 1n })).toEqual([]);
    expect(naming(['"*', '---'])).toEqual([]);
  });

  it('are found by amount on the days that are asked for', async () => {
    const { writer, reader } = openCopy();
    fetchRange(writer, [entries], { start: range(firstDay, firstDay + 60) });
    const found = await creditsOfAmounts(reader, accountNumber, {
      amountsE4: [10_000n, 990_000n],
      days: [firstDay, firstDay + 3, firstDay + 40],
    });
    expect(found).toMatchObject([
      { entryId: 'E-0', amount: { amount: '1.00', currency: 'USD' }, day: '2024-10-04' },
      { entryId: 'E-4', amount: { amount: '99.00' } },
    ]);
    const elsewhere = { amountsE4: [10_000n], days: [firstDay] };
    expect(await creditsOfAmounts(reader, 'unknown', elsewhere)).toEqual([]);
  });
});
