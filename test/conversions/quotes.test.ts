import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { QuoteBook } from '../../electron/nouns/conversions/quotes.ts';
import type { Quote } from '../../shared/bank/conversions.ts';
import { wallClock } from '../support/setup/time.ts';

const pair = { sellAccountNumber: '1', buyAccountNumber: '2' };
const startMs = Date.parse('2026-11-20T15:30:00.000Z');

const quote = (rest: Partial<Quote> = {}): Quote => ({
  quoteId: 'Q-1',
  sellCurrency: 'USD',
  buyCurrency: 'EUR',
  sellAmount: '100.00',
  buyAmount: '86.00',
  rate: '0.86',
  fee: null,
  createdAt: null,
  expiresAt: new Date(startMs + 30_000).toISOString(),
  ...rest,
});

let now = { wallMs: startMs, monotonicMs: 0 };
let offsetMs: number | null = null;
let jumps = 0;
let book: QuoteBook;

beforeEach(() => {
  vi.useFakeTimers();
  now = { wallMs: startMs, monotonicMs: 0 };
  offsetMs = null;
  jumps = 0;
  book = new QuoteBook({
    clocks: { wall: wallClock(() => now.wallMs), monotonicNow: () => now.monotonicMs },
    bankOffsetMs: () => offsetMs,
    onJump: () => (jumps += 1),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number): void => {
  now = { wallMs: now.wallMs + ms, monotonicMs: now.monotonicMs + ms };
};

test('the watch announces a jump by itself, once, and ends the price [P15]', () => {
  book.hold(book.ask(pair), quote(), null);
  now = { ...now, wallMs: now.wallMs + 5_000 };
  vi.advanceTimersByTime(1_000);
  expect(jumps).toBe(1);
  vi.advanceTimersByTime(10_000);
  expect(jumps).toBe(1);
  expect(book.take('Q-1')).toBeNull();
});

test('the watch rests when no price is left', () => {
  book.hold(book.ask(pair), quote(), null);
  expect(vi.getTimerCount()).toBe(1);
  pass(29_000);
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(jumps).toBe(0);
});

test('the time that the answer took is not counted as the price’s', () => {
  const asking = book.ask(pair);
  pass(4_000);
  expect(book.hold(asking, quote({ createdAt: '2026-11-20T15:30:00.000Z' }), null)).toEqual({
    remainingMs: 24_000,
    clockOffsetMs: -4_000,
  });
});

test('a price that comes when it is over, or after a newer question, is not stored', () => {
  const late = book.ask(pair);
  pass(28_000);
  expect(book.hold(late, quote(), null).remainingMs).toBe(0);
  const first = book.ask(pair);
  book.hold(book.ask(pair), quote({ quoteId: 'Q-3', expiresAt: at(90_000) }), null);
  expect(book.hold(first, quote({ quoteId: 'Q-2', expiresAt: at(90_000) }), null).remainingMs).toBe(
    0,
  );
  expect(book.take('Q-2')).toBeNull();
  expect(book.take('Q-3')).not.toBeNull();
  expect(book.take('Q-3')).toBeNull();
});

test('another pair’s price goes on', () => {
  book.hold(book.ask(pair), quote(), null);
  book.ask({ ...pair, buyAccountNumber: '3' });
  expect(book.take('Q-1')).not.toBeNull();
});

test('a bank whose clock turns out to be further on ends the price earlier', () => {
  book.hold(book.ask(pair), quote(), null);
  offsetMs = 29_000;
  expect(book.take('Q-1')).toBeNull();
  expect(jumps).toBe(0);
});

test('a new question for the same pair ends the price before it, whatever comes of the question', () => {
  book.hold(book.ask(pair), quote(), null);
  book.ask(pair);
  expect(book.take('Q-1')).toBeNull();
});

test('a price that came when it was over is not watched', () => {
  const late = book.ask(pair);
  pass(28_000);
  book.hold(late, quote(), null);
  expect(vi.getTimerCount()).toBe(0);
});

test('a price whose clock jumped while it was asked for is none', () => {
  const asking = book.ask(pair);
  now = { ...now, wallMs: now.wallMs + 3_000 };
  expect(book.hold(asking, quote(), null).remainingMs).toBe(0);
});

test('a jump ends every price and is announced once, also beside a price that was asked for since', () => {
  book.hold(book.ask(pair), quote(), null);
  now = { ...now, wallMs: now.wallMs + 3_000 };
  book.hold(book.ask({ ...pair, buyAccountNumber: '3' }), quote({ quoteId: 'Q-2' }), null);
  expect(book.take('Q-2')).toBeNull();
  expect(book.take('Q-1')).toBeNull();
  expect(jumps).toBe(1);
});

test('taking one price leaves the watch over the others', () => {
  book.hold(book.ask(pair), quote(), null);
  book.hold(book.ask({ ...pair, buyAccountNumber: '3' }), quote({ quoteId: 'Q-2' }), null);
  expect(book.take('Q-1')).not.toBeNull();
  now = { ...now, wallMs: now.wallMs + 3_000 };
  vi.advanceTimersByTime(1_000);
  expect(jumps).toBe(1);
});

test.each<[string, (ms: number) => void, number, boolean]>([
  ['a moment before its end', pass, 27_999, true],
  ['at its end', pass, 28_000, false],
  ['when a clock was set back', (ms) => (now = { ...now, wallMs: now.wallMs - ms }), 3_000, false],
])('a price that was taken is checked again before it leaves: %s', (_, happens, ms, isGood) => {
  book.hold(book.ask(pair), quote(), null);
  const held = book.take('Q-1')!;
  happens(ms);
  expect(book.isGood(held)).toBe(isGood);
});

test('a machine that slept ends the prices that are held, and announces it; without a price it announces nothing', () => {
  book.distrust();
  expect(jumps).toBe(0);
  book.hold(book.ask(pair), quote(), null);
  book.distrust();
  expect(jumps).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
  expect(book.take('Q-1')).toBeNull();
});

test.each<[number | null, string | null, number | null]>([
  [null, null, null],
  [5_000, null, 5_000],
  [null, '2026-11-20T15:30:03.000Z', 3_000],
  [-5_000, '2026-11-20T15:29:58.000Z', -2_000],
])(
  'with a bank that is %s ms ahead by its answers and dates the price %s, its clock is given as %s ms ahead',
  (ahead, createdAt, expectedMs) => {
    offsetMs = ahead;
    expect(book.hold(book.ask(pair), quote({ createdAt }), null).clockOffsetMs).toBe(expectedMs);
  },
);

test('a price is held with its accounts, its session and what it is', () => {
  const { requestedAt } = book.ask(pair);
  book.hold(book.ask(pair), quote(), '2026-11-20T15:00:00.000Z');
  expect(book.take('Q-1')).toEqual({
    ...pair,
    quote: quote(),
    time: { requestedAt, givenAtMs: startMs, expiresAtMs: startMs + 30_000 },
    signedInAt: '2026-11-20T15:00:00.000Z',
  });
});

const at = (ms: number): string => new Date(startMs + ms).toISOString();
