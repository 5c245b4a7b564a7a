import { expect } from 'vitest';

import type { startDelta } from '../../support/banks/delta.ts';
import { startSavanna } from '../../support/banks/savanna.ts';
import { openTestDesk } from '../../support/desks/test-desk.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { foundArguments, join, teamScene } from '../../support/team/team-scene.ts';

const cluster = useCluster();
const rules = JSON.stringify({
  rules: [{ when: { operations: ['lockRate'] }, need: { role: 'checker', count: 1 } }],
});

/** Ben's window in a team whose rules ask for an approval of conversions. Ada approves his limits on the command line. */
async function conversionScene() {
  const scene = await teamScene(cluster, startSavanna as unknown as typeof startDelta);
  const bank = scene.bank as unknown as Awaited<ReturnType<typeof startSavanna>>;
  const [kes, usd] = bank.accountNumbers;
  const [ada, ben] = [scene.person('ada'), scene.person('ben')];
  await ada.team(...(await foundArguments(cluster, scene.database, scene.write)));
  await join(ada, ben, 'Ben', scene.at('ben.json'));
  const file = scene.write('rules.json', rules);
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const approved = async (reference: string, worstRate: string): Promise<string> => {
    const accounts = { sellAccountNumber: usd, buyAccountNumber: kes };
    const input = JSON.stringify({
      body: { ...accounts, sellAmount: '100.00', worstRate, reference },
    });
    const made = await ben.run('call', 'lockRate', '--input', input, '--request');
    expect([made.err, made.code]).toEqual(['', 4]);
    const { request } = made.json<{ request: string }>();
    const expected = `100:USD:${worstRate}`;
    const signed = await ada.typing('100.00', 'approve', request, '--expect', expected);
    expect([signed.err, signed.code]).toEqual(['', 0]);
    return request;
  };
  const within = await approved('FX-1', '128.5');
  const beyond = await approved('FX-2', '129');
  const desk = await openTestDesk({ dataDir: ben.data });
  await desk.get('desk.connectBank', { bankFile: bank.bankFile });
  await desk.get('session.signIn', { credentials: bank.credentials, remember: true });
  await desk.sync();
  await desk.get('approvals.view', { isFresh: true });
  const seen = async (request: string) => {
    const { review, marks } = await desk.get('approvals.review', { request });
    return { request, review, opened: [...marks.keys()] };
  };
  return { desk, bank, within, beyond, seen };
}

test('a conversion is priced first, and only the price that was asked for last is traded, once', async () => {
  const { desk, bank, within, beyond, seen } = await conversionScene();
  const reading = await seen(within);
  const unpriced = await desk.refused('approvals.send', reading);
  expect(unpriced).toMatchObject({ code: 'confirmation.required' });
  const first = await desk.get('approvals.price', reading);
  expect(first).toMatchObject({
    ...{ sell: { amount: '100.00', currency: 'USD' }, rate: '128.5' },
    buy: { amount: '12850.00', currency: 'KES' },
  });
  expect(first.remainingMs).toBeGreaterThan(0);
  const last = await desk.get('approvals.price', reading);
  for (const wrong of [
    { request: within, quoteId: first.quoteId },
    { request: beyond, quoteId: last.quoteId },
  ])
    expect((await desk.refused('approvals.trade', wrong)).code).toBe('quote.expired');
  expect(bank.deals).toEqual([]);
  const wanted = { request: within, quoteId: last.quoteId };
  expect(await desk.get('approvals.trade', wanted)).toMatchObject({ state: 'accepted' });
  expect(await desk.get('approvals.trade', wanted)).toMatchObject({ state: 'accepted' });
  expect(bank.deals).toEqual(['FX-1']);
  const again = await desk.refused('approvals.price', reading);
  expect(again.message).toContain('under the reference FX-1');
  expect(bank.deals).toEqual(['FX-1']);
}, 400_000);

test('a price that is worse than the limit is refused, and one that a page asked for meanwhile is over', async () => {
  const { desk, bank, within, beyond, seen } = await conversionScene();
  const worse = await desk.refused('approvals.price', await seen(beyond));
  expect(worse).toMatchObject({ code: 'quote.worse' });
  expect(worse.message).toContain('The bank’s rate is 128.5 now');
  const { quoteId } = await desk.get('approvals.price', await seen(within));
  const [kes, usd] = bank.accountNumbers;
  // The same two accounts are priced on the page of conversions: the price before it is over there too.
  await desk.get('conversions.quote', {
    ...{ sellAccountNumber: usd, buyAccountNumber: kes, sellAmount: '5.00' },
  });
  const late = await desk.refused('approvals.trade', { request: within, quoteId });
  expect(late.code).toBe('quote.expired');
  expect(bank.deals).toEqual([]);
}, 400_000);
