import { describe, expect, test } from 'vitest';

import { newReference } from '../../shared/reference.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import {
  movableClocks,
  openConversionDesk,
  pair,
  type ConversionDesk,
  type MovableClocks,
} from './conversions-desk.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

const priceOf = (desk: ConversionDesk) =>
  desk.get('conversions.quote', { ...pair, sellAmount: '100' });

async function expectDead(desk: ConversionDesk, quoteId: string): Promise<void> {
  const error = await desk.refused('conversions.lock', { reference: newReference(), quoteId });
  expect(error.code).toBe('quote.expired');
  expect(await desk.calls('lockRate')).toBe(0);
  expect(await desk.trades()).toHaveLength(0);
}

const jumps = ({ facts }: ConversionDesk): number =>
  facts.filter(({ event }) => event === 'clock.jumped').length;

test('a price is shown with the time that is left of it, a little before it expires', async () => {
  const desk = await openConversionDesk();
  const { remainingMs, clockOffsetMs } = await priceOf(desk);
  expect(remainingMs).toBeGreaterThan(20 * second);
  expect(remainingMs).toBeLessThanOrEqual(28 * second);
  expect(Math.abs(clockOffsetMs!)).toBeLessThan(5 * second);
});

test('a price may be locked until shortly before it expires, and not after [P14]', async () => {
  const desk = await openConversionDesk();
  const { quoteId } = await priceOf(desk);
  desk.clocks.pass(20 * second);
  const { submission } = await desk.get('conversions.lock', { reference: newReference(), quoteId });
  expect(submission.state).toBe('accepted');
});

describe('nothing is sent to the bank', () => {
  test.each<[string, (clocks: MovableClocks) => void, number]>([
    ['a second before the price expires', ({ pass }) => pass(29 * second), 0],
    ['a second after the price expired', ({ pass }) => pass(31 * second), 0],
    ['after an hour of sleep that both clocks counted', ({ pass }) => pass(hour), 0],
    ['after an hour of sleep that one clock slept through', ({ setWall }) => setWall(hour), 1],
    ['after the clock was set a day back', ({ setWall }) => setWall(-day), 1],
    ['after the clock was set a day on', ({ setWall }) => setWall(day), 1],
    ['after the clock was set three seconds back', ({ setWall }) => setWall(-3 * second), 1],
  ])('%s', async (_, happens, announced) => {
    const desk = await openConversionDesk();
    const { quoteId } = await priceOf(desk);
    happens(desk.clocks);
    await expectDead(desk, quoteId);
    expect(jumps(desk)).toBe(announced);
  });

  test('for a price that a refresh, even a failed one, has ended', async () => {
    const desk = await openConversionDesk();
    const first = await priceOf(desk);
    const second = await priceOf(desk);
    await expectDead(desk, first.quoteId);
    await desk.faults([{ operation: 'getQuote', fault: { kind: 'status', status: 400 } }]);
    await desk.refused('conversions.quote', { ...pair, sellAmount: '100' });
    await expectDead(desk, second.quoteId);
  });

  test('for a price that was never given, or given in an earlier session', async () => {
    const desk = await openConversionDesk();
    await expectDead(desk, 'invented');
    const { quoteId } = await priceOf(desk);
    await desk.session.open().signOut({ correlationId: 'test' });
    const reference = newReference();
    const signedOut = await desk.refused('conversions.lock', { reference, quoteId });
    expect(signedOut.code).toBe('session.required');
    desk.clocks.pass(second);
    const again = await desk.session.signing.signIn(sandboxSignIn, false, {
      correlationId: 'test',
    });
    expect(again.ok).toBe(true);
    await expectDead(desk, quoteId);
  });
});

test('a price that runs out while its intent is being written is not sent [P14]', async () => {
  const desk = await openConversionDesk();
  const { quoteId } = await priceOf(desk);
  desk.listening.onFact = (event) => {
    if (event === 'submission.changed') desk.clocks.pass(40 * second);
  };
  const { submission } = await desk.get('conversions.lock', {
    reference: newReference(),
    quoteId,
  });
  expect(submission).toMatchObject({ state: 'not-sent', error: { code: 'quote.expired' } });
  expect(await desk.calls('lockRate')).toBe(0);
});

test.each([-day, -45 * second, 45 * second, day])(
  'a machine whose clock is off by %i ms counts in the bank’s time, and shows the offset [P15]',
  async (ms) => {
    const clocks = movableClocks();
    clocks.setWall(ms);
    const desk = await openConversionDesk(clocks);
    const { quoteId, remainingMs, clockOffsetMs } = await priceOf(desk);
    expect(Math.abs(clockOffsetMs! + ms)).toBeLessThan(5 * second);
    expect(remainingMs).toBeGreaterThan(20 * second);
    expect(remainingMs).toBeLessThanOrEqual(28 * second);
    const lock = await desk.get('conversions.lock', { reference: newReference(), quoteId });
    expect(lock.submission.state).toBe('accepted');
  },
);

test('a price that only the bank knows to be over is refused in the bank’s own words', async () => {
  const desk = await openConversionDesk();
  const { quoteId } = await priceOf(desk);
  await desk.advanceBank(31 * second);
  const deal = { reference: newReference(), quoteId };
  const { submission, tradeId } = await desk.get('conversions.lock', deal);
  expect(submission).toMatchObject({ state: 'refused', error: { code: 'bank.refused' } });
  expect(submission.error?.bank?.message).toMatch(/no longer good/);
  expect(tradeId).toBeNull();
  expect(await desk.trades()).toHaveLength(0);
});

test('an answer that comes after the expiry is still the bank’s word [P14]', async () => {
  const desk = await openConversionDesk();
  await desk.faults([{ operation: 'lockRate', fault: { kind: 'latency', ms: 1500 } }]);
  const { quoteId } = await priceOf(desk);
  const locking = desk.get('conversions.lock', { reference: newReference(), quoteId });
  await expect.poll(() => desk.calls('lockRate')).toBe(1);
  desk.clocks.pass(40 * second);
  expect((await locking).submission.state).toBe('accepted');
  expect(await desk.trades()).toHaveLength(1);
});
