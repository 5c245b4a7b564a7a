import { expect, test } from 'vitest';

import { adopt } from '../../electron/nouns/reconcile/adopt.ts';
import { journalPayments } from '../../electron/engines/submissions/journal/journal-payments.ts';
import { submissionByReference } from '../../electron/engines/submissions/journal/submission-table.ts';
import { foundDebitCount } from '../../electron/engines/submissions/journal/found-at-bank.ts';
import type { BankRow } from '../../electron/nouns/reconcile/bank-row.ts';
import { beginning, openLoneDesk, paying, written } from '../support/desks/lone-desk.ts';
import { compared, debit, listed } from './rows.ts';

function desk() {
  const lone = openLoneDesk();
  const { journal, clock } = lone.parts;
  const adopted = (...rows: readonly BankRow[]): boolean =>
    adopt({ journal, clock }, compared(journalPayments(journal), rows));
  const known = (reference = 'R-1') => {
    const found = submissionByReference(journal, reference);
    return found && { ...found, payload: JSON.parse(found.payload) as unknown };
  };
  return { ...lone, journal, adopted, known };
}

test('a payment that the journal lacks stands there as found, with what the bank states of it', () => {
  const { adopted, known } = desk();
  expect(adopted(listed(), debit())).toBe(true);
  expect(known()).toMatchObject({
    ...{ origin: 'found', state: 'accepted', operation: 'createSingleTransfer', recordId: 'T-1' },
    createdAt: '2026-11-20T23:59:59.999Z',
    payload: {
      body: { accountNumber: '1', beneficiaryId: 'b-1', amount: '100.00', currency: 'USD' },
    },
    about: {
      title: 'Transfer to Ada Obi, found at the bank',
      amount: { amount: '100.00', currency: 'USD' },
      ...{ accountNumber: '1', counterparty: 'Ada Obi', counterpartyId: 'b-1' },
    },
    error: null,
    lookups: [
      {
        ...{ source: 'bank', found: 'yes' },
        words:
          'Found when journal and bank were compared: the bank’s list of transfers has it as T-1, the statement of 1 as entry E-1.',
      },
    ],
  });
  expect(known()?.likeness).toBe('transfer|b-1|100.00|USD');
  // A second time nothing is new.
  expect(adopted(listed(), debit())).toBe(false);
});

test('of what the bank does not state nothing is made up', () => {
  const { adopted, known } = desk();
  const bare = { accountNumber: '', currency: 'QQQ', amount: null, day: null };
  adopted(debit(bare));
  expect(known()).toMatchObject({
    ...{ recordId: null, createdAt: beginning, likeness: null },
    about: {
      ...{ title: 'Payment found at the bank', amount: null, accountNumber: null },
      ...{ counterparty: null, counterpartyId: null },
    },
    lookups: [{ source: 'statement' }],
  });
  expect(known()?.payload).toEqual({ body: { currency: 'QQQ' } });
  adopted(listed({ reference: 'R-2', currency: 'QQQ', beneficiaryName: '' }));
  expect(known('R-2')).toMatchObject({
    likeness: null,
    about: { title: 'Transfer to b-1, found at the bank', amount: null, counterparty: 'b-1' },
  });
  adopted(listed({ reference: 'R-3', beneficiaryId: '', at: '2026-11-19T08:00:00.000Z' }));
  expect(known('R-3')).toMatchObject({ likeness: null, createdAt: '2026-11-19T08:00:00.000Z' });
  adopted(listed({ reference: 'R-4', amount: null }));
  expect(known('R-4')).toMatchObject({ likeness: null, about: { amount: null } });
});

test('a conversion is found as one, and a payment that the bank lists as failed as refused', () => {
  const { adopted, known } = desk();
  adopted(
    listed({ source: 'trades', narration: '100.00 USD into EUR' }),
    listed({ reference: 'R-2', hasFailed: true, status: 'R7' }),
  );
  expect(known()).toMatchObject({
    ...{ operation: 'lockRate', state: 'accepted', likeness: null },
    payload: { body: { sellAccountNumber: '1' } },
    about: { title: 'Conversion of 100.00 USD into EUR, found at the bank' },
  });
  expect(known('R-2')).toMatchObject({
    state: 'refused',
    error: { code: 'bank.refused', message: expect.stringContaining('R7') as string },
  });
});

test('what had come to nothing here and stands at the bank is accepted, by its list or its statement', () => {
  const lone = desk();
  const { adopted, known } = lone;
  for (const reference of ['R-1', 'R-2'])
    written(lone, reference, { state: 'not-sent', error: { code: 'offline' } as never });
  const row = { accountNumber: paying };
  expect(adopted(listed(row), debit({ ...row, reference: 'R-2' }))).toBe(true);
  expect(known()).toMatchObject({
    ...{ origin: 'sent', state: 'accepted', recordId: 'T-1' },
    lookups: [{ source: 'bank', found: 'yes' }],
  });
  expect(known('R-2')).toMatchObject({
    ...{ state: 'accepted', recordId: null },
    lookups: [{ source: 'statement', found: 'yes' }],
  });
});

test('a debit without a reference is remembered once, and one without day or amount is not', () => {
  const { adopted, journal } = desk();
  const bare = debit({ reference: '' });
  expect(adopted(bare)).toBe(true);
  expect(adopted(bare)).toBe(false);
  expect(adopted({ ...bare, id: 'E-2', day: null }, { ...bare, id: 'E-3', amount: null })).toBe(
    false,
  );
  expect(foundDebitCount(journal)).toBe(1);
});

test('a reference that the bank shows more often is found with that, and four places at most', () => {
  const { adopted, known } = desk();
  adopted(...[1, 2, 3, 4, 5].map((at) => listed({ id: `T-${String(at)}` })));
  const [lookup] = known()?.lookups ?? [];
  expect(lookup?.words).toBe(
    `Found when journal and bank were compared: ${[1, 2, 3, 4].map((at) => `the bank’s list of transfers has it as T-${String(at)}`).join(', ')}. The bank shows it 5 times.`,
  );
});
