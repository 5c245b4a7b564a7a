import { describe, expect, test } from 'vitest';

import { inFlightFrom } from '../../electron/submissions/in-flight.ts';
import { limits } from '../../shared/limits.ts';
import { appError } from '../../shared/errors.ts';
import { beginning, openLoneDesk, paying, transferOf, written } from '../support/lone-desk.ts';

const error = appError('outcome.unknown', 'c-1');
const usd = (amount: string) => ({ amount, currency: 'USD' });

describe('what is in flight from an account', () => {
  test('is what is on its way, has no answer, or was accepted and is not booked', () => {
    const desk = openLoneDesk();
    expect(inFlightFrom(desk.parts, paying, 'USD')).toBeNull();
    written(desk, 'SENDING', { amount: '1.00' });
    written(desk, 'UNKNOWN', { amount: '20.00', state: 'unknown', error });
    written(desk, 'ACCEPTED', { amount: '300.50', state: 'accepted', error: null });
    const inFlight = inFlightFrom(desk.parts, paying, 'USD');
    expect(inFlight?.amount).toEqual(usd('321.50'));
    expect(inFlight?.sent).toHaveLength(3);
    expect(inFlight?.sent).toContainEqual({
      submissionId: expect.any(String) as string,
      operation: 'createSingleTransfer',
      reference: 'UNKNOWN',
      recordId: null,
      state: 'unknown',
      createdAt: beginning,
      title: 'Transfer to b-1',
      amount: usd('20.00'),
    });
  });

  test('is neither what came to nothing, nor of another account or currency', () => {
    const desk = openLoneDesk();
    for (const state of ['refused', 'not-sent', 'not-found'] as const)
      written(desk, state, { state, error });
    written(desk, 'EUR', { currency: 'EUR', state: 'accepted', error: null });
    expect(inFlightFrom(desk.parts, paying, 'USD')).toBeNull();
    expect(inFlightFrom(desk.parts, 'another', 'EUR')).toBeNull();
    expect(inFlightFrom(desk.parts, paying, 'EUR')?.sent).toHaveLength(1);
  });

  test('ends with the bank’s own record, settled, failed or returned, but not with one that is under way', () => {
    const desk = openLoneDesk();
    const ends = [
      { id: 'T-1', reference: 'SETTLED', settledAt: beginning },
      { id: 'T-2', reference: 'FAILED', status: 'failed' },
      { id: 'T-3', reference: 'RETURNED', status: 'returned' },
      { id: 'T-4', reference: 'UNDER-WAY', status: 'processing' },
    ];
    for (const { reference } of ends) written(desk, reference, { state: 'accepted', error: null });
    expect(inFlightFrom(desk.parts, paying, 'USD')?.sent).toHaveLength(4);
    desk.cache.saveTransfers(ends.map(transferOf), beginning, { complete: false });
    expect(inFlightFrom(desk.parts, paying, 'USD')).toMatchObject({
      amount: usd('100.00'),
      sent: [{ reference: 'UNDER-WAY' }],
    });
  });

  test('ends with its entry in the statement, and without one after a week; without an answer it never ends', () => {
    const desk = openLoneDesk();
    written(desk, 'BOOKED', { state: 'accepted', error: null });
    written(desk, 'WEEK-OLD', { state: 'accepted', error: null });
    written(desk, 'UNKNOWN', { state: 'unknown', error });
    const byReference = (_: string, reference: string) => (reference === 'BOOKED' ? [{}] : []);
    const parts = { ...desk.parts, evidence: { ...desk.parts.evidence, byReference } };
    expect(inFlightFrom(parts as never, paying, 'USD')?.sent).toHaveLength(2);
    desk.passes(limits.inFlightMs + 1);
    expect(inFlightFrom(parts as never, paying, 'USD')?.sent).toHaveLength(1);
  });
});
