import { expect, test } from 'vitest';

import { keepDraft } from '../../electron/nouns/drafts/tables.ts';
import { begunAhead } from '../../electron/nouns/outlook/begun.ts';
import { appError } from '../../shared/errors.ts';
import {
  beginning,
  firstDay,
  openLoneDesk,
  paying,
  written,
  type LoneDesk,
} from '../support/desks/lone-desk.ts';

const account = { accountNumber: paying, currency: 'USD', today: firstDay };
const ahead = ({ parts: { journal } }: LoneDesk) =>
  begunAhead({ journal, profileId: 'p-1' }, account);

/** As the window writes a payment down that was begun. */
function begins({ parts: { journal } }: LoneDesk, key: string, given: object = {}): void {
  const text = JSON.stringify({
    ...{ beneficiary: { entityId: 'b-1', name: 'Oduya Foods' }, amount: '1,250.5' },
    ...{ accountNumber: '', payingFrom: paying, narration: '', more: {}, unsent: null },
    ...{ reference: key },
    ...given,
  });
  keepDraft(journal, `begun p-1 payment ${key}`, text, beginning);
}

test('a payment that was begun is a line of the account that its form shows, as a draft that was not sent', () => {
  const desk = openLoneDesk();
  begins(desk, 'to b-1');
  begins(desk, 'elsewhere', { payingFrom: '1' });
  // Written down before the form's account was: one that a person chose.
  begins(desk, 'older', { payingFrom: '', accountNumber: paying, beneficiary: null });
  expect(ahead(desk)).toEqual({
    unpriced: [],
    lines: [
      {
        ...{ id: 'draft older', day: firstDay, units: -12_505_000n },
        ...{ name: 'Payment without a payee', reason: 'a draft, not sent', record: '' },
        source: { kind: 'draft', key: 'older' },
      },
      {
        ...{ id: 'draft to b-1', day: firstDay, units: -12_505_000n },
        ...{ name: 'Oduya Foods', reason: 'a draft, not sent', record: '' },
        source: { kind: 'draft', key: 'to b-1' },
      },
    ],
  });
});

test('without an amount, or with one that could be meant otherwise, it is named and not guessed', () => {
  const desk = openLoneDesk();
  const amounts = ['', '12,5', '1e3', '0', '-5', '1.005'];
  for (const [at, amount] of amounts.entries()) begins(desk, `d-${String(at)}`, { amount });
  const { lines, unpriced } = ahead(desk);
  expect(lines).toEqual([]);
  expect(unpriced).toEqual(
    amounts.map((_, at) => ({ key: `d-${String(at)}`, name: 'Oduya Foods' })),
  );
});

test('what may have left is no draft any more, though the window had no time to drop it', () => {
  const desk = openLoneDesk();
  const error = appError('outcome.unknown', 'c-1');
  for (const reference of ['SENDING', 'UNKNOWN', 'ACCEPTED', 'NOT-SENT', 'REFUSED'])
    begins(desk, reference);
  written(desk, 'SENDING');
  written(desk, 'UNKNOWN', { state: 'unknown', error });
  written(desk, 'ACCEPTED', { state: 'accepted', error: null });
  written(desk, 'NOT-SENT', { state: 'not-sent', error });
  written(desk, 'REFUSED', { state: 'refused', error });
  expect(ahead(desk).lines.map(({ id }) => id)).toEqual(['draft NOT-SENT', 'draft REFUSED']);
});

test('what another bank’s window wrote, another form wrote, or no one can read is not listed', () => {
  const desk = openLoneDesk();
  const { journal } = desk.parts;
  begins(desk, 'ok');
  const text = JSON.stringify({ draft: {}, reference: 'R' });
  keepDraft(journal, 'begun p-2 payment x', '{}', beginning);
  keepDraft(journal, 'begun p-1 remittance new', text, beginning);
  keepDraft(journal, 'begun p-1 payment broken', '{"amount":', beginning);
  keepDraft(journal, 'begun p-1 payment odd', '[1]', beginning);
  expect(ahead(desk).lines).toHaveLength(1);
});
