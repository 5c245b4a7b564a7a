import { describe, expect, test } from 'vitest';

import { createSubmission } from '../../electron/engines/submissions/journal/table-writes.ts';
import { listPayments, paymentByReference } from '../../electron/nouns/payments/list.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import {
  beginning,
  openLoneDesk,
  transferOf,
  written,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';

const minute = 60_000;
const after = (minutes: number): string =>
  new Date(Date.parse(beginning) + minutes * minute).toISOString();

const holds = (desk: LoneDesk, ...rows: readonly Transfer[]): void => {
  desk.cache.saveTransfers(rows, beginning, { complete: false });
};
const listed = ({ parts }: LoneDesk, search = '', limit = 100): string[] =>
  listPayments(parts, { search, limit }).map(({ reference }) => reference);

/** A change that is no payment. */
function update({ parts: { journal, clock } }: LoneDesk, reference: string): void {
  const nothing = { amount: null, accountNumber: null, counterpartyId: null };
  createSubmission(
    journal,
    {
      reference,
      operation: 'updateBeneficiary',
      subject: 'b-1',
      payload: '{}',
      payloadHash: '',
      likeness: null,
      about: { title: 'Update', counterparty: 'Needle', ...nothing },
    },
    { at: beginning, correlationId: 'test', clocks: clock.moment() },
  );
}

describe('the list of payments', () => {
  test('has each payment once, with what we sent and what the bank says of it', () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'accepted' });
    holds(desk, transferOf({ id: 'T-1', reference: 'R-1', fee: '1.50', settledAt: after(9) }));
    const rows = listPayments(desk.parts, { search: '', limit: 10 });
    expect(rows).toMatchObject([
      {
        reference: 'R-1',
        submission: { reference: 'R-1', state: 'accepted' },
        transfer: {
          id: 'T-1',
          status: 'BOOKED',
          amount: { amount: '100.00', currency: 'USD' },
          fee: { amount: '1.50', currency: 'USD' },
          ending: null,
          settledAt: after(9),
          asOf: beginning,
        },
        others: [],
        at: beginning,
      },
    ]);
  });

  test('has those without an answer first, however old, then the newest', () => {
    const desk = openLoneDesk();
    written(desk, 'OPEN', { state: 'unknown' });
    desk.passes(minute);
    written(desk, 'SENT', { state: 'accepted' });
    holds(
      desk,
      transferOf({ id: 'T-2', createdAt: after(2) }),
      transferOf({ id: 'T-0', createdAt: after(-1) }),
      transferOf({ id: 'T-3', createdAt: after(3) }),
    );
    desk.passes(9 * minute);
    written(desk, 'NEW', { state: 'refused' });
    written(desk, 'NEWOPEN', { state: 'unknown' });
    const names = ['NEWOPEN', 'OPEN', 'NEW', 'T-3', 'T-2', 'SENT', 'T-0'];
    expect(listed(desk)).toEqual(names);
    expect(listed(desk, '', 3)).toEqual(names.slice(0, 3));
    // One without an answer stands there even where newer ones would fill the list.
    expect(listed(desk, '', 2)).toContain('OPEN');
  });

  test('leaves payments of the same moment in the order in which they were found', () => {
    const desk = openLoneDesk();
    for (const name of ['A', 'B', 'C']) written(desk, name, { state: 'accepted' });
    expect(listed(desk)).toEqual(['C', 'B', 'A']);
  });

  test('has no changes that are no payments', () => {
    const desk = openLoneDesk();
    update(desk, 'U-1');
    written(desk, 'R-1');
    expect(listed(desk)).toEqual(['R-1']);
  });

  test('finds what has every word of the search, in what was sent and in what the bank reports', () => {
    const desk = openLoneDesk();
    written(desk, 'ALPHA-1', { state: 'accepted', recordId: 'T-77', payee: 'payee-nine' });
    written(desk, 'BETA-2', { state: 'unknown', amount: '250.00' });
    holds(desk, transferOf({ id: 'T-5', reference: 'GAMMA-3', beneficiaryName: 'Zuma Works' }));
    expect(listed(desk, 'alpha')).toEqual(['ALPHA-1']);
    expect(listed(desk, 'T-77')).toEqual(['ALPHA-1']);
    expect(listed(desk, 'payee-nine')).toEqual(['ALPHA-1']);
    expect(listed(desk, '250.00')).toEqual(['BETA-2']);
    expect(listed(desk, 'zuma')).toEqual(['GAMMA-3']);
    expect(listed(desk, 'alpha payee-nine')).toEqual(['ALPHA-1']);
    expect(listed(desk, 'alpha zuma')).toEqual([]);
  });

  test('finds a transfer by its own words, not by those of another change under its reference', () => {
    const desk = openLoneDesk();
    update(desk, 'U-1');
    holds(desk, transferOf({ id: 'T-1', reference: 'U-1', beneficiaryName: 'Zuma Works' }));
    expect(listed(desk, 'needle')).toEqual([]);
    expect(listed(desk, 'zuma')).toEqual(['U-1']);
  });

  test('has payments of the first days, which have no description of their own', () => {
    const desk = openLoneDesk();
    written(desk, 'R-1', { state: 'accepted' });
    desk.parts.journal.connection.prepare('UPDATE submission SET about = NULL').run();
    expect(listed(desk, 'r-1')).toEqual(['R-1']);
  });

  test('finds an older payment behind newer ones that do not match', () => {
    const desk = openLoneDesk();
    written(desk, 'WANTED', { state: 'accepted' });
    for (const name of ['A', 'B', 'C']) written(desk, name, { state: 'accepted' });
    expect(listed(desk, 'wanted', 1)).toEqual(['WANTED']);
    expect(listed(desk, '', 1)).toEqual(['C']);
  });

  test('stands by the bank’s identifier where a transfer carries no reference', () => {
    const desk = openLoneDesk();
    holds(desk, transferOf({ id: 'T-1' }), transferOf({ id: 'T-2', reference: 'R-2' }));
    expect(listed(desk).toSorted()).toEqual(['R-2', 'T-1']);
  });
});

describe('one payment', () => {
  test('is known by our reference, or by the bank’s identifier, or not at all', () => {
    const desk = openLoneDesk();
    written(desk, 'R-1');
    holds(desk, transferOf({ id: 'T-1', reference: 'R-2' }));
    expect(paymentByReference(desk.parts, 'R-1')).toMatchObject({ transfer: null, others: [] });
    expect(paymentByReference(desk.parts, 'T-1')).toMatchObject({
      submission: null,
      transfer: { id: 'T-1' },
      at: beginning,
    });
    expect(paymentByReference(desk.parts, 'nobody')).toBeNull();
  });

  test('is no change of another kind under that reference', () => {
    const desk = openLoneDesk();
    update(desk, 'U-1');
    expect(paymentByReference(desk.parts, 'U-1')).toBeNull();
    holds(desk, transferOf({ id: 'T-1', reference: 'U-1' }));
    expect(paymentByReference(desk.parts, 'U-1')).toMatchObject({ submission: null });
  });

  test('that the bank has twice shows both', () => {
    const desk = openLoneDesk();
    holds(
      desk,
      transferOf({ id: 'T-1', reference: 'R-1' }),
      transferOf({ id: 'T-2', reference: 'R-1' }),
    );
    const found = paymentByReference(desk.parts, 'R-1');
    const ids = [found?.transfer, ...(found?.others ?? [])].map((row) => row?.id);
    expect(ids.toSorted()).toEqual(['T-1', 'T-2']);
  });

  test('is of the time at which we sent it, else at which it was made, else at which it was seen', () => {
    const desk = openLoneDesk();
    written(desk, 'R-1');
    holds(
      desk,
      transferOf({ id: 'T-1', reference: 'R-1', createdAt: after(5) }),
      transferOf({ id: 'T-2', createdAt: after(6) }),
    );
    desk.cache.saveTransfers([transferOf({ id: 'T-3', createdAt: null })], after(7), {
      complete: false,
    });
    const at = (reference: string) => paymentByReference(desk.parts, reference)?.at;
    expect([at('R-1'), at('T-2'), at('T-3')]).toEqual([beginning, after(6), after(7)]);
  });

  test('has no amount where the bank gives none, or gives no currency for it; and ends as the bank’s words say', () => {
    const desk = openLoneDesk();
    desk.bank.words = { failed: ['R7'], rejected: [], done: [] };
    holds(
      desk,
      transferOf({ id: 'T-1', amount: null, fee: null, status: 'r7' }),
      transferOf({ id: 'T-2', amount: '5.00', fee: '1.00', currency: '' }),
    );
    expect(paymentByReference(desk.parts, 'T-1')?.transfer).toMatchObject({
      amount: null,
      fee: null,
      ending: 'failed',
    });
    expect(paymentByReference(desk.parts, 'T-2')?.transfer).toMatchObject({
      amount: null,
      fee: null,
    });
  });
});
