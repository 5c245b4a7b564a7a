import { expect, test } from 'vitest';

import { entryById } from '../../electron/nouns/statements/entries/entry-detail.ts';
import type { IncomingEntry } from '../../electron/nouns/statements/entries/incoming.ts';
import { ownTransferOf } from '../../electron/nouns/statements/search/own-transfer.ts';
import {
  accountNumber,
  asOf,
  entry,
  firstDay,
  openCopy,
  type Copy,
} from '../support/stores/store.ts';

const savings = '0690000077';
const euro = '0690000088';

function openAccounts(): Copy {
  const copy = openCopy();
  copy.writer.ensureAccount(savings, 'USD');
  copy.writer.ensureAccount(euro, 'EUR');
  return copy;
}

function book({ writer }: Copy, account: string, entries: readonly IncomingEntry[]): void {
  const { rangeId } = writer.beginRange({
    ...{ accountNumber: account, from: firstDay, to: firstDay + 30 },
  });
  writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: asOf });
  writer.finishRange({ rangeId, asOf, days: [], withdraw: true });
}

const legOf = ({ reader }: Copy, account: string, id: string) => {
  const found = entryById(reader, account, id);
  return found && ownTransferOf(reader, account, found);
};

const out = (given: Partial<IncomingEntry> = {}): IncomingEntry =>
  entry('out', { direction: 'debit', customReference: 'OWN-1', ...given });
const into = (given: Partial<IncomingEntry> = {}): IncomingEntry =>
  entry('in', { day: firstDay + 1, customReference: 'OWN-1', ...given });

test('both legs of a transfer between own accounts lead to each other', () => {
  const copy = openAccounts();
  book(copy, accountNumber, [out()]);
  book(copy, savings, [into()]);
  expect(legOf(copy, accountNumber, 'out')).toMatchObject({
    ...{ accountNumber: savings, entryId: 'in', direction: 'credit' },
    amount: { amount: '1.00', currency: 'USD' },
  });
  expect(legOf(copy, savings, 'in')).toMatchObject({ accountNumber, entryId: 'out' });
});

test('both legs of a conversion lead to each other', () => {
  const copy = openAccounts();
  book(copy, accountNumber, [out()]);
  book(copy, euro, [into({ currency: 'EUR', amountE4: 9_300n })]);
  expect(legOf(copy, euro, 'in')).toMatchObject({ accountNumber, entryId: 'out' });
});

test.each([
  ['of another amount', into({ amountE4: 10_001n })],
  ['under another reference', into({ customReference: 'OWN-2' })],
  ['that is a debit', into({ direction: 'debit' })],
  ['weeks later', into({ day: firstDay + 20 })],
  ['that is a fee', into({ transactionType: 'fee' })],
])('an entry %s is no other leg', (_what, other) => {
  const copy = openAccounts();
  book(copy, accountNumber, [out()]);
  book(copy, savings, [other]);
  expect(legOf(copy, accountNumber, 'out')).toBeNull();
});

test('neither is an entry of the same account, one that the bank withdrew, or one without a reference', () => {
  const copy = openAccounts();
  book(copy, accountNumber, [out(), into({ ordinal: 1 })]);
  expect(legOf(copy, accountNumber, 'out')).toBeNull();
  book(copy, savings, [into()]);
  book(copy, savings, []);
  expect(legOf(copy, accountNumber, 'out')).toBeNull();
  book(copy, euro, [into({ customReference: '' })]);
  book(copy, savings, [out({ customReference: '' })]);
  expect(legOf(copy, savings, 'out')).toBeNull();
});

test('of two that could be the other leg none is shown', () => {
  const copy = openAccounts();
  book(copy, accountNumber, [out()]);
  book(copy, savings, [into()]);
  book(copy, euro, [into({ currency: 'EUR' })]);
  expect(legOf(copy, accountNumber, 'out')).toBeNull();
});
