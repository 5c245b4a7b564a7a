import { expect, test } from 'vitest';

import type { OwnOrder } from '../../../electron/nouns/statements/counterparty/own-orders.ts';
import { shownEntry } from '../../../electron/nouns/statements/entries/entry-rows.ts';
import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import { meaningsAt } from '../../../electron/nouns/statements/entries/meanings.ts';
import { readBatch } from '../../../electron/nouns/statements/search/long-reads.ts';
import { firstPage } from '../../../electron/nouns/statements/tables.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  openCopy,
  type Copy,
} from '../../support/stores/store.ts';

const order: OwnOrder = {
  ...{ n: 1, reference: 'PAY-1', accountNumber, amountE4: 60_308_100n, currency: 'USD' },
  payee: 'Tern Software AB',
};

const paid = (id: string, given: Partial<IncomingEntry> = {}): IncomingEntry =>
  entry(id, {
    ...{ direction: 'debit', amountE4: 60_308_100n, customReference: 'PAY-1' },
    extras: '{"payee":"TERN SW"}',
    ...given,
  });

const meanings = meaningsAt({ counterparty: '/payee' });

const shown = ({ reader }: Copy) => {
  const { rows } = firstPage(reader, { accountNumber, filter: {} }, 10);
  return Object.fromEntries(
    rows.map((row) => [row.id, shownEntry(row, meanings).counterparty] as const),
  );
};

test('the payee of an own order names the entry that settles it, and no other under its reference', () => {
  const copy = openCopy();
  copy.writer.saveOwnOrders({ orders: [order], place: null });
  fetchRange(copy.writer, [
    [
      paid('settles'),
      paid('signed', { ordinal: 1, amountE4: -60_308_100n }),
      paid('a cent off', { ordinal: 2, amountE4: 60_308_200n }),
      paid('fee', { ordinal: 3, transactionType: 'fee' }),
      paid('returned', { ordinal: 4, direction: 'credit' }),
      paid('other currency', { ordinal: 5, currency: 'EUR' }),
      paid('other reference', { ordinal: 6, customReference: 'PAY-10' }),
    ],
  ]);
  expect(shown(copy)).toEqual({
    settles: 'Tern Software AB',
    signed: 'Tern Software AB',
    'a cent off': 'TERN SW',
    fee: 'TERN SW',
    returned: 'TERN SW',
    'other currency': 'TERN SW',
    'other reference': 'TERN SW',
  });
});

test('an entry that the bank withdrew settles nothing, and one of another account neither', () => {
  const copy = openCopy();
  copy.writer.saveOwnOrders({ orders: [{ ...order, accountNumber: '404' }], place: null });
  fetchRange(copy.writer, [[paid('settles')]]);
  expect(shown(copy)).toEqual({ settles: 'TERN SW' });
  copy.writer.saveOwnOrders({ orders: [order], place: null });
  expect(shown(copy)).toEqual({ settles: 'Tern Software AB' });
  fetchRange(copy.writer, [[]]);
  expect(shown(copy)).toEqual({ settles: 'TERN SW' });
});

test('what is written and matched has the same name as what is shown', () => {
  const copy = openCopy();
  copy.writer.saveOwnOrders({ orders: [order], place: null });
  fetchRange(copy.writer, [[paid('settles'), paid('fee', { ordinal: 1, transactionType: 'fee' })]]);
  const question = { accountNumber, filter: {}, afterKey: null, limit: 10 };
  const batch = readBatch(copy.reader, question, meanings.places);
  expect(batch.rows.map(({ counterparty }) => counterparty)).toEqual([
    'Tern Software AB',
    'TERN SW',
  ]);
});

test('the orders of another journal are dropped before those of this one come', () => {
  const copy = openCopy();
  fetchRange(copy.writer, [[paid('settles')]]);
  copy.writer.saveOwnOrders({ orders: [order], place: { n: 1, submissionId: 's-1' } });
  copy.writer.clearOwnOrders();
  expect(shown(copy)).toEqual({ settles: 'TERN SW' });
});
