import { expect, test } from 'vitest';

import type { Json } from '../../electron/engines/acts/act.ts';
import { appliedThrough } from '../../electron/engines/sharing/change-table.ts';
import type { CacheReader } from '../../electron/engines/store/database.ts';
import {
  dropReadEntries,
  followReads,
} from '../../electron/nouns/statements/annotations/follow-reads.ts';
import { markEntries } from '../../electron/nouns/statements/annotations/marks.ts';
import { unreadCount } from '../../electron/nouns/statements/position.ts';
import { readMarkIn, sharedOfStatements } from '../../electron/nouns/statements/shared.ts';
import { startAlpine } from '../support/banks/alpine.ts';
import { deskAtBank } from '../support/desks/desk-at-bank.ts';
import { accountNumber, entry, fetchRange, openCopy } from '../support/stores/store.ts';
import { settle, sharedTeam, stamp } from '../support/team/shared-team.ts';
import type { SharedDesk } from '../support/team/shared-desks.ts';

const ids = ['a', 'b', 'c', 'd'];
const entries = ids.map((id, ordinal) => entry(id, { ordinal }));

/** A local copy whose account was synced once, with the first entry. */
function localCopy() {
  const { writer, reader } = openCopy();
  fetchRange(writer, [entries.slice(0, 1)]);
  return {
    ...{ reader, refetch: writer },
    writer: {
      markRead: (...of: Parameters<typeof writer.markRead>): Promise<void> => {
        writer.markRead(...of);
        return Promise.resolve();
      },
    },
    unread: () => unreadCount(reader, accountNumber),
  };
}

type Local = ReturnType<typeof localCopy>;

const mark = ({ journal }: SharedDesk, entryIds: readonly string[], read: boolean): void => {
  markEntries(journal, { accountNumber, entryIds, read, ...stamp });
};

const follow = ({ journal, follow: through }: SharedDesk, { writer }: Local): Promise<void> =>
  through('mark-read', (items) =>
    followReads(
      { journal, writer },
      items.map(readMarkIn).filter((one) => one !== null),
    ),
  );

test('an entry that a colleague read before it was here is read after its sync', async () => {
  const { ada, ben } = await sharedTeam(sharedOfStatements);
  const local = localCopy();
  mark(ada, ['b', 'c'], true);
  await settle(ada, ben);
  await follow(ben, local);
  fetchRange(local.refetch, [entries]);
  expect(local.unread()).toBe(3);
  expect(await dropReadEntries({ ...local, journal: ben.journal }, accountNumber)).toBe(2);
  expect(local.unread()).toBe(1);
  expect(await dropReadEntries({ ...local, journal: ben.journal }, accountNumber)).toBe(0);
});

test('an entry of another account, one that is flagged only and one marked unread stay unread', async () => {
  const { ada, ben } = await sharedTeam(sharedOfStatements);
  const local = localCopy();
  mark(ada, ['b'], true);
  mark(ada, ['b'], false);
  markEntries(ada.journal, { accountNumber: 'another', entryIds: ['c'], read: true, ...stamp });
  markEntries(ada.journal, { accountNumber, entryIds: ['d'], flagged: true, ...stamp });
  await settle(ada, ben);
  fetchRange(local.refetch, [entries]);
  await follow(ben, local);
  await dropReadEntries({ ...local, journal: ben.journal }, accountNumber);
  expect(local.unread()).toBe(3);
  expect(await dropReadEntries({ ...local, journal: ben.journal }, 'unknown')).toBe(0);
});

test('where no entry of the account was read, no unread entry is compared', async () => {
  const { ada } = await sharedTeam(sharedOfStatements, 1);
  const local = localCopy();
  fetchRange(local.refetch, [entries]);
  markEntries(ada.journal, { accountNumber, entryIds: ['d'], flagged: true, ...stamp });
  const reader: CacheReader = new Proxy(local.reader, {
    get: () => {
      throw new Error('the unread entries were read');
    },
  });
  expect(await dropReadEntries({ ...local, reader, journal: ada.journal }, accountNumber)).toBe(0);
});

test('more unread entries than are compared at once are all compared', async () => {
  const { ada } = await sharedTeam(sharedOfStatements);
  const local = localCopy();
  const many = Array.from({ length: 1_203 }, (_, at) => entry(`m${String(at)}`, { ordinal: at }));
  fetchRange(local.refetch, [[entry('a'), ...many]]);
  const read = many.filter((_, at) => at % 3 > 0).map(({ id }) => id);
  mark(ada, read, true);
  expect(await dropReadEntries({ ...local, journal: ada.journal }, accountNumber)).toBe(802);
  expect(local.unread()).toBe(401);
});

test('marks that were applied before a kill reach the unread list at the next start, in both directions', async () => {
  const { ada, ben } = await sharedTeam(sharedOfStatements);
  const local = localCopy();
  fetchRange(local.refetch, [entries]);
  mark(ada, ['b', 'c'], true);
  await settle(ada, ben);
  const dies = { ...local, writer: { markRead: () => Promise.reject(new Error('killed')) } };
  await expect(follow(ben, dies)).rejects.toThrow('killed');
  ben.restart();
  await follow(ben, local);
  expect(local.unread()).toBe(1);
  mark(ada, ['c'], false);
  await settle(ada, ben);
  ben.restart();
  await follow(ben, local);
  expect(local.unread()).toBe(2);
});

test('what was followed does not come again', async () => {
  const { ada, ben } = await sharedTeam(sharedOfStatements);
  const followed: Json[] = [];
  const read = () =>
    ben.follow('mark-read', (items) => {
      followed.push(...items);
      return Promise.resolve();
    });
  mark(ada, ['b'], true);
  await settle(ada, ben);
  await read();
  await read();
  mark(ada, ['c'], true);
  await settle(ada, ben);
  await read();
  expect(followed.map((item) => readMarkIn(item)?.entryId)).toEqual(['b', 'c']);
  expect(appliedThrough(ben.journal, 'mark-read')).toBe(3);
});

test('the own mark that still waits stands in the unread list too', async () => {
  const { ada, ben } = await sharedTeam(sharedOfStatements);
  const local = localCopy();
  fetchRange(local.refetch, [entries]);
  mark(ada, ['b'], false);
  await ada.exchange();
  mark(ben, ['b'], true);
  await local.writer.markRead(accountNumber, ['b'], true);
  // Reads Ada's mark, and cannot write its own.
  ben.line.losesNext = true;
  await ben.exchange();
  await follow(ben, local);
  expect(local.unread()).toBe(2);
});

test('a sync drops what the journal has as read from the unread list, also on a desk without a team', async () => {
  const { desk } = await deskAtBank(startAlpine());
  const today = new Date();
  const daysAgo = (days: number) =>
    new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const { rows } =
    (await desk.sync({ from: daysAgo(3), to: daysAgo(0) }), await desk.get('accounts.list', {}));
  const number = rows[0]!.accountNumber;
  await desk.get('statements.mark', {
    ...{ accountNumber: number, read: true },
    entryIds: ['AK0001', 'AK0002'],
  });
  await desk.sync({ from: daysAgo(30), to: daysAgo(4) });
  const unread = async () =>
    (await desk.get('statements.summary', { accountNumber: number, filter: {} })).unread;
  const page = await desk.get('statements.page', {
    ...{ accountNumber: number, filter: { to: daysAgo(4) } },
    ...{ index: 0, limit: 100 },
  });
  await expect.poll(unread).toBe(page.rows.length - 2);
  expect(page.rows.length).toBeGreaterThan(20);
});
