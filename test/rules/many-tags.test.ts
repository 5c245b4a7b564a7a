import { expect, test } from 'vitest';

import { openSyncedSandbox } from '../support/desks/test-desk.ts';

test('several entries are tagged in one act; undoing it clears those that it tagged and no one has changed since', async () => {
  const desk = await openSyncedSandbox();
  const accountNumber = (await desk.get('accounts.list', {})).rows[0]?.accountNumber ?? '';
  const view = { accountNumber, filter: {}, index: 0, limit: 4 };
  const page = async () => (await desk.get('statements.page', view)).rows;
  const rows = await page();
  const entries = rows.map(({ id, version }) => ({ accountNumber, id, version }));
  const entryOf = (at: number) => ({ accountNumber, entryId: rows[at]?.id ?? '' });
  const tags = async () => (await page()).map(({ labels }) => labels?.tags ?? []);
  await desk.get('rules.tagEntry', { ...entryOf(0), tag: 'audit', is: true });
  await desk.get('rules.tagEntry', { ...entryOf(1), tag: 'audit', is: false });

  const stale = { accountNumber, id: rows[3]?.id ?? '', version: 9 };
  const done = await desk.get('rules.tagMany', {
    entries: [...entries.slice(0, 3), stale],
    tag: 'Audit',
  });
  expect(done).toMatchObject({ changed: 2, skipped: [{ at: 3, reason: 'changed' }] });
  expect(await tags()).toEqual([['audit'], ['audit'], ['audit'], []]);

  await desk.get('rules.tagEntry', { ...entryOf(2), tag: 'audit', is: false });
  expect(await desk.get('rules.untagMany', { act: done.act })).toEqual({
    changed: 1,
    skipped: [{ at: 2, reason: 'changed' }],
  });
  expect(await tags()).toEqual([['audit'], [], [], []]);
  expect((await desk.refused('rules.untagMany', { act: done.act })).code).toBe('undo.overtaken');
  expect((await desk.refused('rules.tagMany', { entries, tag: 'two words' })).code).toBe(
    'input.invalid',
  );
});
