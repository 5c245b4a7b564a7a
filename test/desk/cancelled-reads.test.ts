import { expect, test } from 'vitest';

import { operating, readStatements, orderDesk } from '../support/desks/order-desk.ts';
import type { TestDesk } from '../support/desks/test-desk.ts';

const view = (search: string) => ({ accountNumber: operating, filter: { search } });
const cancelled = { ok: false, error: { code: 'cancelled' } };

async function deskWithEntries(): Promise<TestDesk> {
  const desk = await orderDesk();
  await readStatements(desk);
  return desk;
}

test('a search that a newer one overtook is given up, in a statement and among payments; the newest answers', async () => {
  const desk = await deskWithEntries();
  const counted = ['p', 'pa', 'pay'].map((search) =>
    desk.request('statements.count', view(search)),
  );
  const [first, second, newest] = await Promise.all(counted);
  expect([first, second]).toMatchObject([cancelled, cancelled]);
  expect(newest).toMatchObject({ ok: true });
  // What was given up is counted anew when it is asked again.
  expect(await desk.request('statements.count', view('pa'))).toMatchObject({ ok: true });
  const listed = ['inv', 'invoice'].map((search) =>
    desk.request('payments.list', { search, limit: 20 }),
  );
  expect(await Promise.all(listed)).toMatchObject([cancelled, { ok: true }]);
});

test('a page that needs the counts of an overtaken search is refused with it, and comes when it is asked again', async () => {
  const desk = await deskWithEntries();
  const page = { ...view('p'), index: 60, limit: 20 };
  const counted = desk.request('statements.count', view('p'));
  const shown = desk.request('statements.page', page);
  const newest = desk.request('statements.count', view('pay'));
  expect(await Promise.all([counted, shown, newest])).toMatchObject([
    cancelled,
    cancelled,
    { ok: true },
  ]);
  expect(await desk.request('statements.page', page)).toMatchObject({ ok: true });
});

test('a desk that is locked while it reads answers that it was given up, and reads again once it is unlocked', async () => {
  const desk = await deskWithEntries();
  const reading = desk.request('statements.count', view('pay'));
  const locked = desk.request('desk.lock', {});
  expect(await reading).toMatchObject(cancelled);
  expect(await locked).toMatchObject({ ok: true, value: { phase: 'locked' } });
  expect(await desk.request('statements.count', view('pay'))).toMatchObject({
    ok: false,
    error: { code: 'session.required' },
  });
  await desk.get('desk.unlock', {});
  expect(await desk.request('statements.count', view('pay'))).toMatchObject({ ok: true });
});

test('a window that closes while it reads waits for nothing, and leaves no caller waiting', async () => {
  const desk = await deskWithEntries();
  const reading = [
    desk.request('statements.count', view('pay')),
    desk.request('statements.summary', view('entry')),
    desk.request('statements.proof', { accountNumber: operating }),
    desk.request('payments.list', { search: 'invoice', limit: 20 }),
  ];
  await desk.close();
  for (const outcome of await Promise.all(reading)) expect(outcome).toMatchObject({ ok: false });
});
