import { expect, test } from 'vitest';

import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import type { EntryRow, StatementFilter } from '../../../shared/ipc/accounts/statements.ts';
import { type TestDesk, openSyncedSandbox } from '../../support/desks/test-desk.ts';

type UnreadQuestion = { readonly filter: StatementFilter; readonly entryId?: string };

async function rowsUnder(
  desk: TestDesk,
  accountNumber: string,
  filter: StatementFilter,
): Promise<EntryRow[]> {
  const all: EntryRow[] = [];
  for (;;) {
    const limit = 200;
    const page = await desk.get('statements.page', {
      ...{ accountNumber, filter, limit },
      index: all.length,
    });
    all.push(...page.rows);
    if (page.rows.length < limit) return all;
  }
}

test('the next unread entry is found wherever it is, under every filter, and none where none follows', async () => {
  const desk = await openSyncedSandbox();
  const { rows } = await desk.get('accounts.list', {});
  const accountNumber = rows[0]?.accountNumber ?? '';
  const all = await rowsUnder(desk, accountNumber, {});
  // The oldest of all is among them.
  const unread = [all[3], all[150], all.at(-1)].flatMap((row) => (row ? [row.id] : []));
  await desk.get('statements.mark', { accountNumber, entryIds: unread, read: false });
  const next = async ({ filter, entryId }: UnreadQuestion): Promise<number | null> =>
    (
      await desk.get('statements.nextUnread', {
        ...{ accountNumber, filter },
        ...(entryId !== undefined && { entryId }),
      })
    ).index;

  const today = todayAt(Date.now());
  const filters: StatementFilter[] = [
    {},
    { direction: 'debit' },
    { direction: 'credit' },
    { from: addDays(today, -20), to: today },
    { search: all[150]?.narration.split(' ')[0] ?? '' },
    { search: all.at(-1)?.customReference ?? '', direction: all.at(-1)?.direction },
  ];
  let found = 0;
  for (const filter of filters) {
    const shown = await rowsUnder(desk, accountNumber, filter);
    const places = shown.flatMap(({ id }, at) => (unread.includes(id) ? [at] : []));
    expect([filter, await next({ filter })]).toEqual([filter, places[0] ?? null]);
    for (const [at, place] of places.entries()) {
      const entryId = shown[place]?.id ?? '';
      expect([filter, await next({ filter, entryId })]).toEqual([filter, places[at + 1] ?? null]);
      found += 1;
    }
  }
  expect(found).toBeGreaterThan(6);
});
