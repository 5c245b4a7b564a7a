import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';

import { fileSubject } from '../../../renderer/state/foot-events.ts';
import { LateFootEvents } from '../../../renderer/state/late-foot-events.ts';
import { Live } from '../../../renderer/state/live.svelte.ts';
import { Notices } from '../../../renderer/state/notices.svelte.ts';
import { Router } from '../../../renderer/state/router.svelte.ts';
import { Sync } from '../../../renderer/state/sync.svelte.ts';
import { appError } from '../../../shared/errors.ts';
import type { SyncProgress } from '../../../shared/ipc/accounts/statements.ts';
import { ok } from '../../../shared/result.ts';
import { batchRecord, lineRecord } from '../payments/file/batch-records.ts';
import { uploadItem } from '../sub-clients/sub-client-records.ts';
import { restingSync, sandboxDesk } from '../support/desk-records.ts';
import { installBridge } from '../support/fake-bridge.ts';

type States = Partial<Record<'ready' | 'accepted' | 'refused' | 'unknown', number>>;

/** A file with so many lines in each state. */
function paymentFile({
  batchId,
  fileName,
  ...counts
}: States & { batchId: string; fileName: string }) {
  const states = (['ready', 'accepted', 'refused', 'unknown'] as const).flatMap((state) =>
    Array.from({ length: counts[state] ?? 0 }, () => state),
  );
  return batchRecord(
    states.map((state, at) => lineRecord(at, { state })),
    { batchId, fileName },
  );
}

/** The line at the foot of a desk that is wired as the shell wires it. */
function footOf() {
  const bridge = installBridge({ 'sync.progress': () => ok(restingSync) });
  let isOffline = false;
  const live = new Live();
  const router = new Router();
  const notices = new Notices(router, () => ({ isOffline }));
  const foot = new LateFootEvents(live, { notices, router });
  const sync = new Sync(live, {
    hasEntries: () => true,
    onEnd: (progress, isFirst) => foot.syncEnded(progress, isFirst),
  });
  onTestFinished(live.start());
  onTestFinished(foot.start());
  onTestFinished(sync.start());
  let runs = 0;
  const run = (end: Partial<SyncProgress>): void => {
    runs += 1;
    const startedAt = new Date(Date.UTC(2026, 10, 20, 10, 0, runs)).toISOString();
    const begun = { ...restingSync, startedAt, inserted: 0 };
    bridge.announce('sync.progressed', { ...begun, running: true, finishedAt: null });
    bridge.announce('sync.progressed', { ...begun, finishedAt: startedAt, ...end });
  };
  return {
    bridge,
    notices,
    router,
    run,
    line: () => notices.last?.text ?? '',
    offline: (is: boolean): void => {
      isOffline = is;
      bridge.announce('desk.changed', { ...sandboxDesk, online: !is });
    },
    ready: async () => {
      await import('../../../renderer/state/foot-events.ts');
      await new Promise((resolve) => setTimeout(resolve));
      // The answer of the first question is there.
      await expect.poll(() => sync.progress).not.toBeNull();
    },
  };
}

const account = (inserted: number, accountName = 'Treasury EUR') => ({
  ...({ accountNumber: '30027781', accountName, state: 'done', received: 3 } as const),
  ...{ totalItems: 3, error: null, inserted },
});

test('a sync without news says so, one with news names the account and leads to exactly those', async () => {
  const { line, run, ready, notices, router } = footOf();
  await ready();
  run({ accounts: [account(0)] });
  expect(line()).toBe('Synced: no new entries.');
  run({ accounts: [account(3)], inserted: 3 });
  expect(line()).toBe('Synced: 3 new entries in Treasury EUR ··7781.');
  expect(notices.list).toHaveLength(1);
  expect(notices.last?.action?.label).toBe('Show');
  await notices.last?.action?.run(true);
  expect(router.place).toMatchObject({
    view: 'review',
    params: { filter: 'unread', accountNumber: '30027781' },
  });
});

test('a file that can be sent is shown as such only until it is sent; then what was sent, with its sum and name', async () => {
  const { bridge, line, notices, ready } = footOf();
  await ready();
  const file = paymentFile({ batchId: 'b1', fileName: 'payments-30.csv', ready: 27 });
  notices.show('payments-30.csv: 27 payments can be sent.', null, {
    subject: fileSubject('b1'),
  });
  bridge.announce('batch.progressed', { ...file, state: 'sending' });
  expect(line()).toBe('');
  const sent = paymentFile({ batchId: 'b1', fileName: 'payments-30.csv', accepted: 27 });
  bridge.announce('batch.progressed', { ...sent, state: 'done' });
  expect(line()).toBe('Sent: 27 payments of payments-30.csv, 144,059.50 USD.');
  bridge.announce('batch.progressed', { ...sent, state: 'done' });
  expect(notices.list).toHaveLength(1);
});

test('a file of which some were refused or had no answer says how many, and no sum', async () => {
  const { bridge, line, ready } = footOf();
  await ready();
  const file = paymentFile({ batchId: 'b1', fileName: 'a.csv', ready: 5 });
  bridge.announce('batch.progressed', { ...file, state: 'sending' });
  const end = paymentFile({
    batchId: 'b1',
    fileName: 'a.csv',
    accepted: 2,
    refused: 1,
    unknown: 2,
  });
  bridge.announce('batch.progressed', { ...end, state: 'stopped' });
  expect(line()).toBe('Sent: 2 payments of a.csv; 1 refused, 2 unanswered.');
});

test('seven documents of one act are one event, which replaces the older trade', async () => {
  const { bridge, line, notices, ready } = footOf();
  await ready();
  notices.show('Traded: 1.00 EUR for 1.10 USD.');
  for (let at = 1; at <= 7; at += 1) {
    const item = uploadItem(`d${String(at)}`, { fileName: `${String(at)}.pdf` });
    bridge.announce('upload.progressed', { ...item, state: 'sending' });
    bridge.announce('upload.progressed', { ...item, state: 'sent' });
    bridge.announce('upload.progressed', { ...item, state: 'sent' });
  }
  expect(line()).toBe('7 documents sent.');
  expect(notices.earlier.map(({ text }) => text)).toEqual(['Traded: 1.00 EUR for 1.10 USD.']);
});

test('what happens before the wording is loaded is shown once it is, in its order', async () => {
  const { line, offline, notices } = footOf();
  offline(true);
  offline(false);
  offline(true);
  expect(notices.list).toEqual([]);
  await expect.poll(line).toBe('Offline. Everything fetched before can be read.');
});

test('offline stands as long as it lasts, and a sync that it ended leaves no failure behind', async () => {
  const { line, run, ready, offline, notices } = footOf();
  await ready();
  run({ accounts: [account(0)] });
  offline(true);
  run({ error: appError('network.unreachable', 'c') });
  expect(line()).toBe('Offline. Everything fetched before can be read.');
  offline(false);
  expect(line()).toBe('Back online.');
  expect(notices.list.map(({ text }) => text).join(' ')).not.toMatch(/failed|Offline/);
});

/** What can happen at a desk, in any order. */
type Event =
  | { readonly kind: 'sync'; readonly end: 'news' | 'none' | 'line' | 'failed' | 'cancelled' }
  | { readonly kind: 'line'; readonly isOffline: boolean }
  | { readonly kind: 'act' }
  | { readonly kind: 'file'; readonly step: 'read' | 'sending' | 'done' }
  | { readonly kind: 'document' }
  | { readonly kind: 'lock' }
  | { readonly kind: 'clock'; readonly backMs: number };

const anEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({
    kind: fc.constant('sync' as const),
    end: fc.constantFrom('news' as const, 'none', 'line', 'failed', 'cancelled'),
  }),
  fc.record({ kind: fc.constant('line' as const), isOffline: fc.boolean() }),
  fc.record({ kind: fc.constant('act' as const) }),
  fc.record({
    kind: fc.constant('file' as const),
    step: fc.constantFrom('read' as const, 'sending', 'done'),
  }),
  fc.record({ kind: fc.constant('document' as const) }),
  fc.record({ kind: fc.constant('lock' as const) }),
  fc.record({
    kind: fc.constant('clock' as const),
    backMs: fc.integer({ min: 0, max: 86_400_000 }),
  }),
);

test('whatever happens in whatever order, the line and all before it are true, and the newest true event is the line', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await fc.assert(
    fc.asyncProperty(fc.array(anEvent, { maxLength: 40 }), async (events) => {
      const desk = footOf();
      await desk.ready();
      const world = { isOffline: false, acts: 0, isSending: false, wasRead: false, expected: '' };
      for (const event of events) {
        if (event.kind === 'clock') {
          vi.setSystemTime(Date.now() - event.backMs);
          continue;
        }
        if (event.kind === 'line') {
          if (event.isOffline !== world.isOffline)
            world.expected = event.isOffline ? 'Offline' : 'Back online';
          world.isOffline = event.isOffline;
          desk.offline(event.isOffline);
        } else if (event.kind === 'act') {
          world.acts += 1;
          world.expected = `Act ${String(world.acts)}`;
          desk.notices.show(world.expected);
        } else if (event.kind === 'lock') {
          desk.notices.clear();
          world.expected = '';
          world.wasRead = false;
        } else if (event.kind === 'document') {
          const item = uploadItem('d', { fileName: 'd.pdf' });
          desk.bridge.announce('upload.progressed', { ...item, state: 'sending' });
          desk.bridge.announce('upload.progressed', { ...item, state: 'sent' });
          world.expected = 'ocument';
        } else if (event.kind === 'sync') {
          if (event.end === 'line' && !world.isOffline) {
            world.isOffline = true;
            world.expected = 'Offline';
            desk.offline(true);
          }
          const ends = {
            news: { inserted: 2, accounts: [account(2)] },
            none: { accounts: [account(0)] },
            line: { error: appError('network.timeout', 'c') },
            failed: { error: appError('bank.unexpected', 'c') },
            cancelled: { error: appError('cancelled', 'c') },
          };
          desk.run(ends[event.end]);
          const words = {
            news: '2 new',
            none: 'no new',
            failed: 'Sync failed',
            cancelled: 'Sync c',
          };
          if (event.end !== 'line') world.expected = words[event.end];
          else if (/no new|Sync/.test(world.expected)) world.expected = 'any';
        } else {
          const file = paymentFile({ batchId: 'b', fileName: 'b.csv', ready: 2 });
          if (event.step === 'read' && !world.isSending) {
            world.wasRead = true;
            world.expected = 'can be sent';
            desk.notices.show('b.csv: can be sent.', null, { subject: fileSubject('b') });
          } else if (event.step === 'sending') {
            if (/can be sent|Sent/.test(world.expected)) world.expected = 'any';
            world.isSending = true;
            world.wasRead = false;
            desk.bridge.announce('batch.progressed', { ...file, state: 'sending' });
          } else if (event.step === 'done' && world.isSending) {
            world.isSending = false;
            world.expected = 'Sent: 2';
            const sent = paymentFile({ batchId: 'b', fileName: 'b.csv', accepted: 2 });
            desk.bridge.announce('batch.progressed', { ...sent, state: 'done' });
          }
        }
        const { last, earlier } = desk.notices;
        const all = [...(last ? [last] : []), ...earlier].map(({ text }) => text);
        if (!world.isOffline) expect(all.filter((text) => text.startsWith('Offline'))).toEqual([]);
        else expect(all).not.toContain('Back online.');
        if (world.isSending) expect(all.join()).not.toContain('can be sent');
        expect(
          all.filter((text) => /^Sync (failed|cancelled)|no new/.test(text)).length,
        ).toBeLessThan(2);
        if (world.expected === '') expect(all).toEqual([]);
        else if (world.expected !== 'any') expect(desk.line()).toContain(world.expected);
        // Their order is that of what happened, whatever the clock says.
        const ids = [...(last ? [last] : []), ...earlier].map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      }
    }),
    { numRuns: 60 },
  );
});
