import { expect, onTestFinished, test } from 'vitest';

import { createBankClient } from '../../electron/engines/bank/client.ts';
import { connectorOf } from '../../electron/engines/bank/transport/connect.ts';
import { directNetwork } from '../../electron/engines/bank/transport/network.ts';
import { Agent } from '../../electron/engines/bank/transport/undici.ts';
import { lockQuote, type ConversionParts } from '../../electron/nouns/conversions/conversions.ts';
import { QuoteBook } from '../../electron/nouns/conversions/quotes.ts';
import { deskClock } from '../../electron/engines/machine/context.ts';
import type { Trade } from '../../shared/bank/conversions.ts';
import {
  bankFileOf,
  contextOf,
  credentials,
  grantOf,
  tokenPath,
} from '../bank/support/desk-client.ts';
import { answerJson, playBank } from '../bank/support/scripted-server.ts';
import { partsIn } from '../support/desks/desk-parts.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { testTime } from '../support/setup/time.ts';
import { lockOf, quoteOf, tradeOf } from './deals.ts';

const lockPath = '/platform/client-service/api/v1/conversions/lock';
const tradesPath = '/platform/client-service/api/v1/conversions/trades';
const second = 1_000;

/** A price of half a minute, held by a desk at a bank that deals at any price, however old; `sleep` is called where a call waits. */
async function scene({ requestsPerSecond = 10_000 } = {}) {
  const time = testTime({ standing: true });
  const events: Record<'onWait' | 'onConnect' | 'onSignIn', () => void> = {
    onWait: () => undefined,
    onConnect: () => undefined,
    onSignIn: () => undefined,
  };
  const dealt = { is401: false, trades: [] as Trade[] };
  let tokens = 0;
  const bank = await playBank((request, response) => {
    response.setHeader('date', new Date(time.bankNow()).toUTCString());
    if (request.url.startsWith(tokenPath)) {
      if (tokens > 0) events.onSignIn();
      answerJson(response, grantOf((tokens += 1), 900));
    } else if (request.url === lockPath) {
      const { quoteId, reference } = JSON.parse(request.body) as Record<string, string>;
      const lock = lockOf({ quoteId: quoteId ?? '', reference: reference ?? '' });
      if (dealt.is401) answerJson(response, { message: 'Session is over' }, 401);
      else answerJson(response, { message: '', lock });
    } else if (request.url.startsWith(tradesPath)) {
      const wanted = new URL(request.url, 'http://bank').searchParams.get('reference');
      const data = dealt.trades.filter(({ reference }) => reference === wanted);
      const counts = { page: 1, pageSize: 200, totalItems: data.length, totalPages: 1 };
      answerJson(response, { message: '', trades: { data, ...counts } });
    } else answerJson(response, { message: 'no' }, 400);
  });
  const operations = { getToken: {}, refreshToken: {}, lockRate: {}, getAllTrades: {} };
  const straight = connectorOf(directNetwork, 5 * second, () => null);
  const dispatcher = new Agent({
    pipelining: 0,
    connect: (target, found) => {
      events.onConnect();
      straight(target, found);
    },
  });
  const client = createBankClient({
    bankFile: bankFileOf(bank.url, {
      operations,
      limits: { requestsPerSecond },
      idempotency: { header: 'x-once' },
    }),
    clock: time.clock,
    dispatcher,
    sleep: () => {
      events.onWait();
      return Promise.resolve();
    },
  });
  const clock = deskClock(time.clock, () => client.bankDate());
  const open = partsIn(tempFolder(), { bank: client, clock });
  onTestFinished(async () => {
    await client.close();
    await dispatcher.close();
    open.close();
  });
  const quotes = new QuoteBook({
    clocks: { wall: clock, monotonicNow: () => clock.monotonicMs() },
    bankOffsetMs: () => client.clockOffsetMs(),
    onJump: () => undefined,
  });
  const parts: ConversionParts = { ...open.parts, quotes };
  const signedIn = await client.session.signIn(credentials, contextOf());
  expect(signedIn.ok).toBe(true);
  return {
    bank,
    time,
    events,
    dealt,
    deals: () => bank.asked(lockPath).length,
    hold: (quoteId = 'Q-1') => {
      const asking = quotes.ask({ sellAccountNumber: '1', buyAccountNumber: '2' });
      const expiresAt = new Date(time.clock.now() + 30 * second).toISOString();
      quotes.hold(asking, quoteOf({ quoteId, expiresAt }), client.session.signedInAt());
    },
    lock: (reference = 'R-1', quoteId = 'Q-1') =>
      lockQuote(parts, { reference, quoteId }, contextOf()),
  };
}

/** What a machine may do while a call waits: time passes by both clocks, or one of them sleeps through it. */
const sleeps: [string, (time: Awaited<ReturnType<typeof scene>>['time']) => void][] = [
  ['both clocks count it', ({ passes }) => passes(40 * second)],
  ['one clock sleeps through it', ({ setsWall }) => setsWall(3_600 * second)],
];

test('a price that holds is dealt', async () => {
  const desk = await scene();
  desk.hold();
  expect(await desk.lock()).toMatchObject({ value: { state: 'accepted' } });
  expect(desk.deals()).toBe(1);
});

/** What a deal waits for, with what it takes that it does. */
const waits: [string, object, number, 'onWait' | 'onConnect' | 'onSignIn'][] = [
  ['the deal waits its turn', { requestsPerSecond: 1 }, 0, 'onWait'],
  ['the deal’s connection is made', {}, 0, 'onConnect'],
  ['the session is renewed', {}, 800 * second, 'onSignIn'],
];

const sleepsAtWaits = waits.flatMap(([wait, ...how]) =>
  sleeps.map(([clocks, sleep]) => [wait, clocks, ...how, sleep] as const),
);

test.each(sleepsAtWaits)(
  'a machine that sleeps while %s never trades at the dead price: %s [P15]',
  async (_wait, _clocks, options, idleMs, event, sleep) => {
    const desk = await scene(options);
    desk.time.passes(idleMs);
    desk.hold();
    desk.events[event] = () => sleep(desk.time);
    expect(await desk.lock()).toMatchObject({
      value: { state: 'not-sent', error: { code: 'quote.expired' } },
    });
    expect(desk.deals()).toBe(0);
  },
);

test('a deal that is answered 401 is accepted where the bank lists its trade, and is sent once [P9]', async () => {
  const desk = await scene();
  desk.hold();
  desk.dealt.is401 = true;
  desk.dealt.trades.push(tradeOf({ reference: 'R-1' }));
  expect(await desk.lock()).toMatchObject({ value: { state: 'accepted', recordId: 'T-1' } });
  expect(desk.deals()).toBe(1);
});

test('a deal that is answered 401 is never sent again, however surely the bank lacks it: its price may be dead [P9]', async () => {
  const desk = await scene();
  desk.hold();
  desk.dealt.trades.push(tradeOf({ reference: 'R-100', quoteId: 'Q-1' }));
  expect(await desk.lock('R-100')).toMatchObject({ value: { state: 'accepted' } });
  desk.dealt.is401 = true;
  desk.hold('Q-2');
  const lost = await desk.lock('R-200', 'Q-2');
  expect(lost).toMatchObject({
    value: { state: 'unknown', attempts: [{}], lookups: [{ source: 'bank', found: 'no' }] },
  });
  expect(desk.deals()).toBe(2);
  expect(await desk.lock('R-300', 'Q-2')).toMatchObject({ error: { code: 'quote.expired' } });
  expect(desk.deals()).toBe(2);
});
