import { beforeEach, expect, test, vi } from 'vitest';

import { type Outcome, fail } from '../../../shared/errors.ts';
import type { StatementSummary } from '../../../shared/ipc/statements.ts';
import { ok } from '../../../shared/result.ts';
import { StatementState } from '../../../renderer/features/statements/statement.svelte.ts';
import { workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { fakeEntry, fakeSummary } from '../support/statement-records.ts';

const account = {
  accountNumber: '30026712',
  accountName: 'Operating',
  currency: 'USD',
  entries: 1_204,
};
let bridge: FakeBridge;
let statement: StatementState;

beforeEach(() => {
  bridge = installBridge(workingDesk());
  statement = new StatementState(account.accountNumber);
});

const pagesAsked = (): unknown[] =>
  bridge.asked.filter(({ route }) => route === 'statements.page').map(({ input }) => input);

test('an answer to an older search is not heard', async () => {
  const late = Promise.withResolvers<Outcome<StatementSummary>>();
  bridge.answer('statements.summary', ({ filter }) =>
    filter.search === 'ke' ? late.promise : ok({ ...fakeSummary(account, filter), total: 7 }),
  );
  const older = statement.apply({ search: 'ke' });
  await statement.apply({ search: 'kestrel' });
  late.resolve(ok({ ...fakeSummary(account, { search: 'ke' }), total: 500 }));
  await older;
  expect(statement.summary?.total).toBe(7);
  expect(statement.rows.total).toBe(7);
  expect(statement.filter.search).toBe('kestrel');
  expect(statement.busy).toBe(false);
});

test('the old rows stand until the new ones are there', async () => {
  await statement.apply({});
  const before = statement.rows.row(0);
  const late = Promise.withResolvers<Outcome<StatementSummary>>();
  bridge.answer('statements.summary', () => late.promise);
  const applied = statement.apply({ direction: 'credit' });
  expect(statement.busy).toBe(true);
  expect(statement.rows.row(0)).toEqual(before);
  late.resolve(ok(fakeSummary(account, { direction: 'credit' })));
  await applied;
  expect(statement.rows.row(0)?.direction).toBe('credit');
});

test('a page of a hundred is asked for once', async () => {
  await statement.apply({});
  statement.onrange(0, 60);
  statement.onrange(90, 120);
  statement.onrange(95, 130);
  await vi.waitFor(() => {
    expect(statement.rows.row(130)).toBeDefined();
  });
  expect(pagesAsked()).toHaveLength(2);
});

test('new entries come in above without moving what is seen', async () => {
  await statement.apply({});
  const keepInPlace = vi.fn();
  statement.list = { reveal: vi.fn(), keepInPlace, topRow: () => 5 };
  statement.onrange(0, 30);
  statement.select(8);
  const seen = statement.selectedRow?.id;
  const grown = { ...account, entries: account.entries + 12 };
  bridge.answer('statements.summary', ({ filter }) => ok(fakeSummary(grown, filter)));
  bridge.answer('statements.locate', () => ok({ index: 20 }));
  bridge.answer('statements.page', ({ index, limit }) =>
    ok({
      index,
      rows: Array.from({ length: limit }, (_, k) => fakeEntry(account, Math.abs(index + k - 12))),
    }),
  );
  await statement.refresh();
  expect(keepInPlace).toHaveBeenCalledExactlyOnceWith(12);
  expect(statement.arrived).toBe(12);
  expect(statement.selected).toBe(20);
  expect(statement.selectedRow?.id).toBe(seen);
});

test('changes announced in a burst are read once more, not once each', async () => {
  await statement.apply({});
  const before = pagesAsked().length;
  await Promise.all([statement.refresh(), statement.refresh(), statement.refresh()]);
  await vi.waitFor(() => {
    expect(pagesAsked().length).toBe(before + 2);
  });
});

test('a page that did not come can be asked for again', async () => {
  bridge.answer('statements.page', () => fail('store.readonly', 'c-1'));
  await statement.apply({});
  expect(statement.error?.code).toBe('store.readonly');
  bridge.answer('statements.page', ({ index }) => ok({ index, rows: [fakeEntry(account, index)] }));
  statement.retry();
  await vi.waitFor(() => {
    expect(statement.error).toBeNull();
    expect(statement.rows.row(0)).toBeDefined();
  });
});

test('an entry that the filter leaves out is opened without the filter', async () => {
  await statement.apply({ search: 'payroll' });
  bridge.answer('statements.locate', ({ filter }) =>
    ok({ index: filter.search === undefined ? 3 : null }),
  );
  expect(await statement.openEntry('TX-9F20-001201')).toBe(true);
  expect(statement.filter).toEqual({});
  expect(statement.selected).toBe(3);
});

test('a mark is shown once it is written, and a failure leaves the row as it was', async () => {
  await statement.apply({});
  const id = statement.rows.row(0)?.id ?? '';
  await statement.mark([id], { read: true });
  expect(statement.rows.row(0)?.read).toBe(true);
  bridge.answer('statements.mark', () => fail('store.full', 'c-1'));
  expect(await statement.mark([id], { read: false })).toBe(false);
  expect(statement.rows.row(0)?.read).toBe(true);
  expect(statement.error?.code).toBe('store.full');
});
