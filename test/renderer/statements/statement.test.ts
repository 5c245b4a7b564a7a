import { beforeEach, expect, test, vi } from 'vitest';

import { type Outcome, fail } from '../../../shared/errors.ts';
import type { RouteInput, RouteOutput } from '../../../shared/ipc/contract.ts';
import type { StatementFilter } from '../../../shared/ipc/accounts/statements.ts';
import { ok } from '../../../shared/result.ts';
import {
  StatementState,
  type ListView,
} from '../../../renderer/features/statements/rows/statement.svelte.ts';
import { workingDesk } from '../support/desk-records.ts';
import { installBridge, type FakeBridge } from '../support/fake-bridge.ts';
import { fakeCount, fakeEntry, fakeSummary } from '../support/statement-records.ts';

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

/** Shows all entries, and waits for their number. */
async function counted(): Promise<void> {
  await statement.apply({});
  await vi.waitFor(() => {
    expect(statement.rows.total).toBe(account.entries);
  });
}

const pagesAsked = (): unknown[] =>
  bridge.requested.filter(({ route }) => route === 'statements.page').map(({ input }) => input);

/** A list of forty rows that are not in sight. */
const listView = (parts: Partial<ListView>): ListView => ({
  reveal: vi.fn(),
  keepInPlace: vi.fn(),
  topRow: () => 0,
  rangeShowing: (index) => [Math.max(0, index - 34), index + 6],
  ...parts,
});

/** Each question of a route waits until the test answers it, by the search it asks for. */
function withheld<R extends 'statements.page' | 'statements.count' | 'statements.summary'>(
  route: R,
  answer: (input: RouteInput<R>) => Outcome<RouteOutput<R>>,
): { readonly requested: () => string[]; readonly let: (search: string) => Promise<void> } {
  const waiting = new Map<string, () => void>();
  bridge.answer(route, (input: RouteInput<R>) => {
    const { promise, resolve } = Promise.withResolvers<Outcome<RouteOutput<R>>>();
    waiting.set(input.filter.search ?? '', () => resolve(answer(input)));
    return promise;
  });
  return {
    requested: () => [...waiting.keys()],
    async let(search) {
      waiting.get(search)?.();
      // What waits on the answer runs before this resolves.
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

const oneRow = ({ index, filter }: RouteInput<'statements.page'>) =>
  ok({ index, rows: [{ ...fakeEntry(account, 0), narration: filter.search ?? '' }] });

test('rows are there though their number and their sums never come', async () => {
  withheld('statements.count', ({ filter }) => ok(fakeCount(account, filter)));
  await statement.apply({});
  expect(statement.rows.row(0)?.id).toBe(fakeEntry(account, 0).id);
  expect(statement.rows.total).toBe(60);
  expect(statement.rows.isCounted).toBe(false);
  expect(bridge.requested.map(({ route }) => route)).toEqual([
    'statements.count',
    'statements.page',
  ]);
});

test('without a search the number is there with the rows, so that the scrollbar has its length at once', async () => {
  withheld('statements.summary', ({ filter }) => ok(fakeSummary(account, filter)));
  await statement.apply({});
  expect(statement.rows.isCounted).toBe(true);
  expect(statement.rows.total).toBe(1_204);
  await statement.apply({ direction: 'debit' });
  expect(statement.rows.total).toBe(fakeCount(account, { direction: 'debit' }).total);
  const counts = bridge.requested.filter(({ route }) => route === 'statements.count');
  expect(counts.map(({ input }) => input)).toMatchObject([
    { filter: {} },
    { filter: { direction: 'debit' } },
  ]);
});

test('the early number of a filter that was overtaken is not shown for the newer one', async () => {
  const counts = withheld('statements.count', ({ filter }) => ok(fakeCount(account, filter)));
  const pages = withheld('statements.page', oneRow);
  const first = statement.apply({});
  const second = statement.apply({ search: 'kestrel' });
  await counts.let('');
  await pages.let('');
  await pages.let('kestrel');
  await Promise.all([first, second]);
  expect(statement.figures.counted).toBeNull();
  expect(statement.rows.total).toBe(1);
});

test('an early number that failed is reported, and asked for again', async () => {
  bridge.answer('statements.count', () => fail('store.locked', 'c-1'));
  await statement.apply({});
  await vi.waitFor(() => {
    expect(statement.error?.code).toBe('store.locked');
  });
  expect(statement.rows.row(0)).toBeDefined();
  bridge.answer('statements.count', ({ filter }) => ok(fakeCount(account, filter)));
  statement.retry();
  await vi.waitFor(() => {
    expect(statement.rows.total).toBe(1_204);
  });
  expect(statement.error).toBeNull();
});

test('of a search the number comes behind the rows, the sums behind the number, the verdicts behind the sums', async () => {
  await statement.apply({ search: 'k' });
  await vi.waitFor(() => {
    expect(statement.figures.proof.value).not.toBeNull();
  });
  expect(bridge.requested.map(({ route }) => route)).toEqual([
    'statements.page',
    'statements.count',
    'statements.summary',
    'statements.coverage',
    'statements.proof',
  ]);
  expect(statement.rows.total).toBe(fakeCount(account, { search: 'k' }).total);
  expect(statement.figures.isSummed).toBe(true);
});

test('fewer rows than a page are all there are, counted or not', async () => {
  withheld('statements.count', ({ filter }) => ok(fakeCount(account, filter)));
  bridge.answer('statements.page', ({ index }) => ok({ index, rows: [] }));
  await statement.apply({ search: 'nothing at all' });
  expect(statement.rows.isCounted).toBe(true);
  expect(statement.rows.total).toBe(0);
});

test('of letters typed faster than rows come only the newest is asked', async () => {
  const pages = withheld('statements.page', oneRow);
  const typed = ['k', 'ke', 'kes', 'kest', 'kestrel'].map((search) => statement.apply({ search }));
  expect(pages.requested()).toEqual(['k', 'ke']);
  await pages.let('k');
  expect(pages.requested()).toEqual(['k', 'ke', 'kestrel']);
  await pages.let('ke');
  await pages.let('kestrel');
  await Promise.all(typed);
  expect(statement.rows.row(0)?.narration).toBe('kestrel');
  expect(statement.busy).toBe(false);
});

test.each([
  { order: ['ke', 'kestrel'], of: 'in their order' },
  { order: ['kestrel', 'ke'], of: 'the wrong way round' },
])('the later of two searches is shown, answered $of', async ({ order }) => {
  const pages = withheld('statements.page', oneRow);
  const applied = [statement.apply({ search: 'ke' }), statement.apply({ search: 'kestrel' })];
  for (const search of order) await pages.let(search);
  await Promise.all(applied);
  expect(statement.rows.row(0)?.narration).toBe('kestrel');
  expect(statement.filter.search).toBe('kestrel');
});

test('a number and sums that a newer search overtook are not shown', async () => {
  const counts = withheld('statements.count', ({ filter }) =>
    ok({ ...fakeCount(account, filter), total: filter.search === 'ke' ? 500 : 7 }),
  );
  const sums = withheld('statements.summary', ({ filter }) => ok(fakeSummary(account, filter)));
  await statement.apply({ search: 'ke' });
  await statement.apply({ search: 'kestrel' });
  await counts.let('kestrel');
  await counts.let('ke');
  expect(statement.rows.total).toBe(7);
  expect(sums.requested()).toEqual(['kestrel']);
  await sums.let('kestrel');
  expect(statement.figures.summary?.filter.search).toBe('kestrel');
});

test('the sums of the filter before are not shown as those of the new one', async () => {
  await statement.apply({});
  await vi.waitFor(() => {
    expect(statement.figures.isSummed).toBe(true);
  });
  withheld('statements.summary', ({ filter }) => ok(fakeSummary(account, filter)));
  await statement.apply({ direction: 'credit' });
  expect(statement.figures.isSummed).toBe(false);
  expect(statement.figures.summary?.accountTotal).toBe(account.entries);
});

test('days and proof are asked for again only when the period or the local copy is another', async () => {
  const requested = (): number =>
    bridge.requested.filter(({ route }) => route === 'statements.proof').length;
  const summed = (filter: StatementFilter): Promise<void> =>
    statement.apply(filter).then(() =>
      vi.waitFor(() => {
        expect(statement.figures.isSummed).toBe(true);
      }),
    );
  await summed({});
  expect(requested()).toBe(1);
  await summed({ search: 'kestrel' });
  await summed({ direction: 'debit' });
  expect(requested()).toBe(1);
  await summed({ from: '2026-11-01' });
  expect(requested()).toBe(2);
  await statement.refresh();
  await vi.waitFor(() => {
    expect(requested()).toBe(3);
  });
});

test('rows stand where their sums could not be had, and those are asked for again', async () => {
  bridge.answer('statements.summary', () => fail('store.locked', 'c-1'));
  await statement.apply({});
  await vi.waitFor(() => {
    expect(statement.error?.code).toBe('store.locked');
  });
  expect(statement.rows.row(0)).toBeDefined();
  bridge.answer('statements.summary', ({ filter }) => ok(fakeSummary(account, filter)));
  const before = pagesAsked().length;
  statement.retry();
  await vi.waitFor(() => {
    expect(statement.error).toBeNull();
    expect(statement.figures.isSummed).toBe(true);
  });
  expect(pagesAsked()).toHaveLength(before);
});

test('the old rows stand until the new ones are there', async () => {
  await statement.apply({});
  const before = statement.rows.row(0);
  const pages = withheld('statements.page', oneRow);
  const applied = statement.apply({ search: 'kestrel' });
  expect(statement.busy).toBe(true);
  expect(statement.rows.row(0)).toEqual(before);
  await pages.let('kestrel');
  await applied;
  expect(statement.rows.row(0)?.narration).toBe('kestrel');
});

test('a day is opened by what was counted, without another question for it', async () => {
  const reveal = vi.fn();
  statement.list = listView({ reveal });
  await statement.apply({});
  await vi.waitFor(() => {
    expect(statement.figures.isSummed).toBe(true);
  });
  const day = fakeEntry(account, 700).day;
  const before = bridge.requested.length;
  await statement.openDay(day);
  expect(reveal).toHaveBeenLastCalledWith(newestOf(day));
  const since = bridge.requested.slice(before).map(({ route }) => route);
  expect(since).not.toContain('statements.count');
  expect(since).not.toContain('statements.summary');
});

test('a day far down is gone to once its rows are there', async () => {
  const reveal = vi.fn((index: number) => {
    expect(statement.rows.row(index)).toBeDefined();
    expect(statement.rows.row(index - 34)).toBeDefined();
  });
  await counted();
  statement.list = listView({ reveal });
  const day = fakeEntry(account, 900).day;
  await statement.openDay(day);
  expect(reveal).toHaveBeenCalledExactlyOnceWith(newestOf(day));
  expect(statement.selectedRow?.id).toBe(fakeEntry(account, newestOf(day)).id);
});

test('of two days that are opened in a row the later is gone to, whichever came first', async () => {
  await counted();
  const reveal = vi.fn();
  statement.list = listView({ reveal });
  const waiting = new Map<number, () => void>();
  bridge.answer(
    'statements.page',
    ({ index, limit }) =>
      new Promise((resolve) => {
        const rows = Array.from({ length: limit }, (_, k) => fakeEntry(account, index + k));
        waiting.set(index, () => resolve(ok({ index, rows })));
      }),
  );
  const [early, late] = [fakeEntry(account, 600).day, fakeEntry(account, 1_000).day];
  const opened = [statement.openDay(early), statement.openDay(late)];
  await vi.waitFor(() => {
    expect(waiting.size).toBe(2);
  });
  for (const index of [...waiting.keys()].toSorted((a, b) => b - a)) waiting.get(index)?.();
  await Promise.all(opened);
  expect(reveal).toHaveBeenCalledExactlyOnceWith(newestOf(late));
  expect(statement.selected).toBe(newestOf(late));
});

/** The index of the first row of a day, by looking at each. */
function newestOf(day: string): number {
  let index = 0;
  while (fakeEntry(account, index).day > day) index += 1;
  return index;
}

test('a change announced while a filter is on its way is read behind it', async () => {
  await statement.apply({});
  const pages = withheld('statements.page', oneRow);
  const applied = statement.apply({ search: 'kestrel' });
  await statement.refresh();
  expect(bridge.requested.filter(({ route }) => route === 'statements.locate')).toHaveLength(0);
  await pages.let('kestrel');
  await applied;
  await vi.waitFor(() => {
    expect(bridge.requested.filter(({ route }) => route === 'statements.locate')).toHaveLength(1);
  });
});

test('rows that are there, or on their way, are not asked for again', async () => {
  await counted();
  statement.onrange(0, 40);
  statement.onrange(90, 120);
  statement.onrange(95, 130);
  await vi.waitFor(() => {
    expect(statement.rows.row(130)).toBeDefined();
  });
  statement.onrange(93, 128);
  const requested = pagesAsked().map((input) => {
    const { index, limit } = input as RouteInput<'statements.page'>;
    return Array.from({ length: limit }, (_, k) => index + k);
  });
  expect(new Set(requested.flat()).size).toBe(requested.flat().length);
});

test('new entries come in above without moving what is seen', async () => {
  await counted();
  const keepInPlace = vi.fn();
  statement.list = listView({ keepInPlace, topRow: () => 5 });
  statement.onrange(0, 30);
  statement.select(8);
  const seen = statement.selectedRow?.id;
  const grown = { ...account, entries: account.entries + 12 };
  bridge.answer('statements.count', ({ filter }) => ok(fakeCount(grown, filter)));
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
