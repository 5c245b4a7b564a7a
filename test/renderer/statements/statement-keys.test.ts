import { beforeEach, expect, test, vi } from 'vitest';

import { statementKeys } from '../../../renderer/features/statements/statement-keys.ts';
import { markWithUndo } from '../../../renderer/features/statements/entry/mark-notices.ts';
import { StatementState } from '../../../renderer/features/statements/rows/statement.svelte.ts';
import type { EntryRow } from '../../../shared/ipc/accounts/statements.ts';
import { Notices } from '../../../renderer/state/notices.svelte.ts';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { fakeCount, fakeEntry } from '../support/statement-records.ts';

const account = {
  accountNumber: '30026712',
  accountName: 'Operating',
  currency: 'USD',
  entries: 12_040,
};
let bridge: FakeBridge;
let notices: Notices;
let statement: StatementState;
const notify = vi.fn<(words: string) => void>();

/** A statement of which only these entries are unread, counted from the newest. */
async function open(...unread: number[]): Promise<void> {
  const rowAt = (index: number): EntryRow => ({
    ...fakeEntry(account, index),
    read: !unread.includes(index),
  });
  bridge.answer('statements.page', ({ index, limit }) => {
    const count = Math.min(limit, account.entries - index);
    return ok({ index, rows: Array.from({ length: count }, (_, at) => rowAt(index + at)) });
  });
  bridge.answer('statements.count', ({ filter }) => ok(fakeCount(account, filter)));
  bridge.answer('statements.nextUnread', ({ entryId }) => {
    const rows = Array.from({ length: account.entries }, (_, at) => rowAt(at));
    const below = rows.findIndex(({ id }) => id === entryId);
    const next = unread.toSorted((a, b) => a - b).find((at) => at > below);
    return ok({ index: next ?? null });
  });
  await statement.apply({});
  await vi.waitFor(() => {
    expect(statement.rows.total).toBe(account.entries);
  });
}

function press(key: string): void {
  const nothing = (): void => undefined;
  const move = (by: number): void => {
    statement.select(Math.min(account.entries - 1, statement.selected + by));
  };
  const mark: Parameters<typeof statementKeys>[1]['mark'] = (row, seen) =>
    markWithUndo(statement, notices, row, seen);
  const acts = { read: () => Promise.resolve(true), flag: () => Promise.resolve(true) };
  const moves = { acts, move, notify, mark, note: nothing, search: nothing, period: nothing };
  const rest = {
    tag: nothing,
    export: nothing,
    handOver: nothing,
    sources: nothing,
    subtotals: nothing,
    leave: nothing,
  };
  statementKeys(statement, { ...moves, ...rest })
    .find((binding) => binding.key === key)
    ?.run();
}

const marks = (): unknown[] =>
  bridge.requested.filter(({ route }) => route === 'statements.mark').map(({ input }) => input);

beforeEach(() => {
  notify.mockClear();
  notices = new Notices();
  bridge = installBridge(workingDesk());
  bridge.answer('statements.mark', () => ok({ marked: 1 } as never));
  statement = new StatementState(account.accountNumber);
});

test('Space reads an entry and goes to the next unread one, past all that were read', async () => {
  await open(0, 40, 400);
  statement.select(0);
  press(' ');
  await expect.poll(() => statement.selected).toBe(40);
  press(' ');
  await expect.poll(() => statement.selected).toBe(400);
  expect(marks()).toMatchObject([{ read: true }, { read: true }]);
  expect(notify).not.toHaveBeenCalled();
});

test('Space finds an unread entry thousands of rows down, and reads none of those between', async () => {
  await open(0, 11_000);
  statement.select(0);
  press(' ');
  await expect.poll(() => statement.selected).toBe(11_000);
  expect(notify).not.toHaveBeenCalled();
  const read = bridge.requested.filter(({ route }) => route === 'statements.page').length;
  expect(read).toBeLessThan(6);
});

test('Space on an entry that was read marks nothing and goes to the next unread one', async () => {
  await open(7);
  statement.select(3);
  press(' ');
  await expect.poll(() => statement.selected).toBe(7);
  expect(marks()).toEqual([]);
});

test('Space past the last unread entry marks none unread, and says that none follows', async () => {
  await open(2);
  statement.select(2);
  press(' ');
  await expect.poll(() => notify.mock.calls).toEqual([['No more unread entries.']]);
  expect(statement.rows.row(2)?.read).toBe(true);
  press(' ');
  await expect.poll(() => notify.mock.calls).toHaveLength(2);
  expect(statement.selected).toBe(2);
  statement.select(account.entries - 1);
  press(' ');
  await expect.poll(() => notify.mock.calls).toHaveLength(3);
  expect(marks()).toMatchObject([{ read: true }]);
});

test('Space with nothing selected goes to the first unread entry', async () => {
  await open(5);
  press(' ');
  await expect.poll(() => statement.selected).toBe(5);
});

test('U marks the entry unread, and one that is unread stays as it is', async () => {
  await open(1);
  statement.select(3);
  press('u');
  await expect.poll(marks).toMatchObject([{ read: false }]);
  await expect.poll(() => statement.rows.row(3)?.read).toBe(false);
  statement.select(1);
  press('u');
  expect(marks()).toHaveLength(1);
});

test('a mark is announced by name and amount, and is undone wherever one is by then', async () => {
  await open(0, 40, 400);
  statement.select(0);
  const { id } = statement.selectedRow!;
  const { flagged } = statement.selectedRow!;
  press('f');
  await expect.poll(() => notices.last?.text).toMatch(/^Flag.*, [\d,.]+.*\.$/);
  // Another account is looked at by now.
  const notice = notices.last;
  statement = new StatementState('elsewhere');
  notices.undo();
  notices.undo();
  await expect.poll(() => notices.list.at(-1)?.text).toBe(`Undone: ${notice?.text ?? ''}`);
  const place = { accountNumber: account.accountNumber, entryIds: [id] };
  expect(marks()).toEqual([
    { ...place, flagged: !flagged },
    { ...place, flagged },
  ]);
});
