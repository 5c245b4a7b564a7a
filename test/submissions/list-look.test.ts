import { expect, test } from 'vitest';

import type { Submission } from '../../electron/engines/submissions/journal/submission-table.ts';
import { settleSubmission } from '../../electron/engines/submissions/journal/table-writes.ts';
import {
  lookInList,
  type ListedRow,
} from '../../electron/engines/submissions/lookup/list-lookup.ts';
import { probeFor } from '../../electron/engines/submissions/lookup/probe.ts';
import { limits } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import { transferOf } from '../support/desks/lone-desk.ts';
import { openReconcilingDesk } from '../support/desks/reconciling-desk.ts';

const row = (reference: string, amount = '5.00'): ListedRow => ({
  recordId: `T-${reference}`,
  reference,
  amount,
  currency: 'USD',
  accountNumber: '',
  counterparty: '',
  at: null,
  narration: '',
});

/** A payment without an answer, and a list that answers each question as the test sets it. */
async function lostPayment(reference = 'LOST-1') {
  const desk = await openReconcilingDesk();
  const { changes } = desk.parts;
  const paid = async (name: string, amount: string): Promise<Submission> =>
    desk.pay({ reference: name, amount });
  desk.bank.manners.losesAnswers = true;
  const lost = await paid(reference, '5.00');
  desk.bank.manners.losesAnswers = false;
  return {
    desk,
    lost,
    paid,
    probe: () => probeFor(changes.journal, lost)?.reference ?? null,
    /** `answers`: the rows for a reference, and for none. */
    look: async (answers: (reference: string | undefined) => readonly ListedRow[]) => {
      const looked = await lookInList<'createSingleTransfer', ListedRow>(changes, lost, {
        ask: ({ reference: wanted, pageNumber }) => {
          const data = pageNumber === '1' ? [...answers(wanted)] : [];
          const { length } = data;
          return Promise.resolve(
            ok({ data, page: 1, pageSize: 100, totalItems: length, totalPages: 1 }),
          );
        },
        rowOf: (one) => one,
        foundAs: ({ recordId: id }) => {
          const transfer = transferOf({ id });
          return { mismatch: null, status: '', reason: '', answer: { message: '', transfer } };
        },
        isAlike: ({ amount }) => amount === '5.00',
      });
      if (!looked.ok) throw new Error(looked.error.message);
      return looked.value;
    },
  };
}

test('a probe is one that the bank named, near in time and no easier to find', async () => {
  const { desk, lost, paid, probe } = await lostPayment();
  const { journal } = desk.parts.changes;
  expect(probe()).toBeNull();
  await paid('SHORT', '1.00');
  expect(probe()).toBeNull();
  desk.clock.ms += limits.probeNearMs + 60_000;
  await paid('LATE-0001', '2.00');
  expect(probe()).toBeNull();
  desk.clock.ms -= limits.probeNearMs;
  desk.bank.manners.losesAnswers = true;
  const unnamed = await paid('UNNAMED-1', '3.00');
  settleSubmission(journal, unnamed.submissionId, { state: 'accepted', at: lost.createdAt });
  expect(probe()).toBeNull();
  desk.bank.manners.losesAnswers = false;
  await paid('PROBE-1', '4.00');
  expect(probe()).toBe('PROBE-1');
});

test('an empty answer proves something only where the probe is found in the same way', async () => {
  const { paid, look } = await lostPayment();
  await paid('PROBE-1', '4.00');
  const byReference = await look((wanted) => (wanted === 'PROBE-1' ? [row('PROBE-1')] : []));
  expect(byReference).toMatchObject({ reach: 'proven', matches: [], resembling: [] });
  expect(await look(() => [])).toMatchObject({ reach: 'unsure' });
  const noFilter = await look((wanted) =>
    wanted === 'PROBE-1' ? [row('PROBE-1', '4.00'), row('OTHER-1', '9.00')] : [],
  );
  expect(noFilter).toMatchObject({ reach: 'unsure' });
});

test('a list that does not filter proves something only where it shows the probe', async () => {
  const { paid, look } = await lostPayment();
  await paid('PROBE-1', '4.00');
  const all = [row('PROBE-1', '4.00'), row('OTHER-1', '9.00')];
  expect(await look(() => all)).toMatchObject({ reach: 'proven' });
  expect(await look(() => all.slice(1))).toMatchObject({ reach: 'unsure' });
});

test('without a probe the whole list is looked through for what may be it', async () => {
  const { look } = await lostPayment();
  const shown = await look((wanted) => (wanted === undefined ? [row('OTHER-1')] : []));
  expect(shown.resembling.map(({ recordId }) => recordId)).toEqual(['T-OTHER-1']);
  expect(await look(() => [])).toMatchObject({ reach: 'whole', resembling: [] });
});

test('what is found is found, however many others resemble it', async () => {
  const { look } = await lostPayment();
  const shown = await look(() => [row('LOST-1'), row('OTHER-1')]);
  expect(shown).toMatchObject({
    matches: [{ recordId: 'T-LOST-1' }],
    resembling: [{ recordId: 'T-OTHER-1' }],
  });
});

test('what is another payment of ours does not resemble it', async () => {
  const { paid, look } = await lostPayment();
  await paid('PROBE-1', '5.00');
  expect((await look(() => [row('PROBE-1')])).resembling).toEqual([]);
  expect((await look(() => [row('probe-1 ')])).resembling).toEqual([]);
  const stranger = await look(() => [row('PROBE-1'), row('LOST-11')]);
  expect(stranger.resembling.map(({ reference }) => reference)).toEqual(['LOST-11']);
});

test('our reference in other letters, with another amount, is for a person', async () => {
  const { look } = await lostPayment();
  const other = await look(() => [row('lost-1', '6.00')]);
  expect(other).toMatchObject({ matches: [], resembling: [{ reference: 'lost-1' }] });
});
