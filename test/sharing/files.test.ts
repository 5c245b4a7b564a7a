import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { sweepRemoved } from '../../electron/nouns/statements/annotations/sweep-removed.ts';
import { sharedKinds } from '../../electron/desk/open-bank/shared-records.ts';
import type { JsonObject } from '../../electron/engines/acts/act.ts';
import { addOutgoing, outgoingCount } from '../../electron/engines/sharing/outgoing.ts';
import { row, rows } from '../../electron/engines/store/database.ts';
import { attachmentsOf } from '../../electron/nouns/statements/annotations/attachment-table.ts';
import {
  attach,
  attachedBytes,
  detach,
  restoreAttachment,
} from '../../electron/nouns/statements/annotations/attachments.ts';
import {
  completeFiles,
  partBytesMax,
  sharedFileBytesMax,
  staysHere,
} from '../../electron/nouns/statements/annotations/shared-files.ts';
import type { Attachment } from '../../shared/ipc/accounts/attachments.ts';
import { closingDeskWith } from '../support/desks/closing-desk.ts';
import { debitOf, paying } from '../support/desks/lone-desk.ts';
import { randoms, runSeed } from '../support/randoms.ts';
import { temporaryFolder } from '../support/stores/store.ts';
import { memoryRecord, sharedDesk, type SharedDesk } from '../support/team/shared-desks.ts';

const at = '2026-11-20T09:41:00.000Z';
const stamp = { at, actor: { id: '', name: 'this desk', desk: 'd' } };

/** A desk of a team with a folder for attached files. */
function filesOf(desk: SharedDesk) {
  const { reader } = closingDeskWith([debitOf('e-1', { balanceE4: 4_000_000n })]);
  const parts = { reader, journal: desk.journal, folder: temporaryFolder() };
  return {
    ...{ desk, parts },
    attach: (bytes: Uint8Array, fileName = 'bill.txt') =>
      attach(parts, { accountNumber: paying, entryId: 'e-1', fileName, bytes }, stamp),
    exchange: async () => {
      const isReached = await desk.exchange();
      await completeFiles(parts);
      return isReached;
    },
    list: (): Attachment[] => attachmentsOf(desk.journal, paying, 'e-1'),
    bytesOf: async (fileId: string): Promise<string> =>
      Buffer.from((await attachedBytes(parts, fileId)).bytes).toString(),
    waiting: (): number =>
      row<{ n: number }>(desk.journal, 'SELECT count(*) AS n FROM entry_file_part')!.n,
  };
}

type Files = ReturnType<typeof filesOf>;

async function team(count = 2) {
  const memory = memoryRecord();
  const desks = Array.from({ length: count }, (_, place) =>
    filesOf(sharedDesk(memory, place + 1, sharedKinds)),
  );
  for (const { desk } of desks) await desk.join();
  return { memory, desks, ada: desks[0]!, ben: desks[1]! };
}

const settle = async (...desks: readonly Files[]): Promise<void> => {
  for (let round = 0; round < 3; round += 1) for (const desk of desks) await desk.exchange();
};

const text = (length: number, letter = 'a'): Buffer => Buffer.from(letter.repeat(length));

test('a file stands on the other desk under the person’s name, also one of several acts', async () => {
  const { memory, ada, ben } = await team();
  const bytes = Buffer.concat([text(partBytesMax, 'a'), text(partBytesMax, 'b'), text(5, 'c')]);
  const file = await ada.attach(bytes);
  await settle(ada, ben);
  expect(memory.acts.length).toBe(4);
  expect(Math.max(...memory.acts.map(({ body }) => body.length))).toBeLessThan(1_000_000);
  expect(ben.list()).toEqual([{ ...file, addedBy: 'Ada' }]);
  expect(await ben.bytesOf(file.fileId)).toBe(bytes.toString());
  expect([ben.waiting(), outgoingCount(ada.desk.journal)]).toEqual([0, 0]);
  expect(readdirSync(ben.parts.folder).length).toBe(1);
  // Not in the clear, and not a second time in the journal.
  expect(row(ben.desk.journal, "SELECT 1 FROM team_change WHERE kind = 'file-part'")).toBeNull();
});

test('a file is shown only when all of it is there, in whatever order runs end', async () => {
  const { ada, ben } = await team();
  await ada.attach(text(3));
  await settle(ada, ben);
  const file = await ada.attach(text(partBytesMax + 1));
  await ada.desk.killedBehindWriting();
  await ben.exchange();
  expect([ben.list().length, ben.waiting()]).toEqual([1, 1]);
  ben.desk.restart();
  await settle(ada, ben);
  await Promise.all([completeFiles(ben.parts), completeFiles(ben.parts)]);
  expect(ben.list().map(({ fileId }) => fileId)).toContain(file.fileId);
  expect(ben.list().length).toBe(2);
});

test('two runs at once attach a file once', async () => {
  const { ada, ben } = await team();
  await ada.attach(text(10));
  await ada.exchange();
  await ben.desk.exchange();
  await Promise.all([completeFiles(ben.parts), completeFiles(ben.parts)]);
  expect([ben.list().length, readdirSync(ben.parts.folder).length]).toEqual([1, 1]);
});

test('a larger file stays on its desk', async () => {
  const { memory, ada, ben } = await team();
  const file = await ada.attach(text(sharedFileBytesMax + 1));
  const other = await ada.attach(text(10));
  await settle(ada, ben);
  expect(ben.list().map(({ fileId }) => fileId)).toEqual([other.fileId]);
  expect(memory.acts.length).toBe(2);
  expect([file, other].map((one) => staysHere(ada.desk.journal, one))).toEqual([true, false]);
  const lone = filesOf(sharedDesk(memoryRecord(), 1, sharedKinds));
  expect(staysHere(lone.desk.journal, await lone.attach(text(sharedFileBytesMax + 1)))).toBe(false);
  expect(outgoingCount(lone.desk.journal)).toBe(0);
});

test('a removal and its undo are of the whole team, also where the bytes are gone by then', async () => {
  const { ada, ben } = await team();
  const { fileId } = await ada.attach(text(10));
  await settle(ada, ben);
  detach(ben.parts, fileId, stamp);
  await settle(ben, ada);
  expect([ada.list(), ben.list()]).toEqual([[], []]);
  await restoreAttachment(ben.parts, fileId, at);
  await settle(ben, ada);
  expect(readdirSync(ada.parts.folder).length).toBe(1);
  detach(ben.parts, fileId, stamp);
  await settle(ben, ada);
  sweepRemoved(ada.parts);
  await restoreAttachment(ben.parts, fileId, at);
  await settle(ben, ada);
  expect([ada.list().length, ben.list().length]).toEqual([1, 1]);
  expect(await ada.bytesOf(fileId)).toBe(text(10).toString());
});

test('a file that is removed before it is whole here does not come up', async () => {
  const { ada, ben } = await team();
  const { fileId } = await ada.attach(text(10));
  await ada.exchange();
  detach(ada.parts, fileId, stamp);
  await ada.exchange();
  await settle(ben, ada);
  expect(ben.list()).toEqual([]);
});

test('a desk that joins gets the team’s files; its own of before stay on it', async () => {
  const { memory, ada } = await team(1);
  const { fileId } = await ada.attach(text(10));
  await ada.exchange();
  const cleo = filesOf(sharedDesk(memory, 3, sharedKinds));
  await cleo.attach(text(11));
  await cleo.desk.join();
  await settle(cleo, ada);
  expect(
    cleo
      .list()
      .map((one) => one.sizeBytes)
      .toSorted(),
  ).toEqual([10, 11]);
  expect(ada.list().map((one) => one.fileId)).toEqual([fileId]);
});

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const partOf = (fileId: string, bytes: Buffer, more: JsonObject = {}): JsonObject => ({
  ...{ fileId, accountNumber: paying, entryId: 'e-1', name: 'bill.txt' },
  ...{ sizeBytes: bytes.length, sha256: sha256Of(bytes), part: 0, parts: 1 },
  ...{ bytes: bytes.toString('base64'), ...more },
});

test('what is not what it says, or could not be attached here either, is left out', async () => {
  const { ada, ben } = await team();
  const program = Buffer.from('7f454c46020101000000000000000000', 'hex');
  const hostile = [
    partOf('f1', text(10), { sha256: sha256Of(text(11)) }),
    partOf('f2', text(10), { sizeBytes: 11 }),
    partOf('f3', program),
    partOf('f4', text(10), { name: 'run.exe' }),
    partOf('f5', text(10), { bytes: 'no base64' }),
    partOf('f6', text(10), { part: 1 }),
    partOf('f7', text(10), { parts: 1_000 }),
    partOf('f8', text(10), { sizeBytes: sharedFileBytesMax + 1 }),
    partOf('f9', text(partBytesMax + 3)),
    partOf('f10', text(0)),
  ];
  addOutgoing(ben.desk.journal, 'file-part', hostile, { at, by: null });
  addOutgoing(
    ben.desk.journal,
    'file-part',
    [partOf('sound', text(10), { name: '../../etc/x\u202Etxt.bill' })],
    { at, by: null },
  );
  await settle(ben, ada);
  expect(ada.list().map(({ fileId, name }) => [fileId, name])).toEqual([['sound', 'xtxt.bill']]);
  expect([ada.waiting(), readdirSync(ada.parts.folder).length]).toEqual([0, 1]);
});

test('no one can replace a file, or spoil one by a part of another author', async () => {
  const { ada, ben, desks } = await team(3);
  await ada.attach(text(3));
  await settle(...desks);
  const bytes = text(partBytesMax + 1);
  const file = await ada.attach(bytes);
  const other = text(10, 'x');
  const { sizeBytes, sha256 } = file;
  const forged = partOf(file.fileId, other, { sizeBytes, sha256, part: 1, parts: 2 });
  addOutgoing(ben.desk.journal, 'file-part', [forged], { at, by: null });
  // The first part of Ada's, then Ben's, then the rest.
  await ada.desk.killedBehindWriting();
  await ben.exchange();
  await settle(ada, ben, ...desks);
  addOutgoing(ben.desk.journal, 'file-part', [partOf(file.fileId, other)], { at, by: null });
  await settle(...desks);
  expect(await ada.bytesOf(file.fileId)).toBe(bytes.toString());
  expect(await desks[2]!.bytesOf(file.fileId)).toBe(bytes.toString());
  expect(desks[2]!.list().length).toBe(2);
});

test('an entry does not fill up without end', async () => {
  const { ada, ben } = await team();
  const items = Array.from({ length: 105 }, (_, n) =>
    partOf(`f${String(n)}`, Buffer.from(`file ${String(n)}`)),
  );
  addOutgoing(ben.desk.journal, 'file-part', items, { at, by: null });
  await settle(ben, ada);
  await completeFiles(ada.parts);
  expect([ada.list().length, ada.waiting()]).toEqual([100, 0]);
});

test('parts of files that are never whole do not pile up, and no file of another desk gives way to them', async () => {
  const { ada, ben, desks } = await team(3);
  const cid = desks[2]!;
  await ada.attach(text(3));
  await settle(...desks);
  const bytes = text(partBytesMax + 1);
  const file = await ada.attach(bytes);
  // Only the first part is there.
  await ada.desk.killedBehindWriting();
  await cid.exchange();
  expect(cid.waiting()).toBe(1);
  const endless = (from: number) =>
    Array.from({ length: 40 }, (_, n) =>
      partOf(`f${String(from + n)}`, text(10, String(n % 10)), { parts: 2 }),
    );
  for (const from of [0, 40]) {
    addOutgoing(ben.desk.journal, 'file-part', endless(from), { at, by: null });
    await settle(ben, cid);
  }
  const left = rows<{ id: string }>(
    cid.desk.journal,
    'SELECT file_id AS id FROM entry_file_part ORDER BY rowid',
  );
  const newest = Array.from({ length: 10 }, (_, n) => `f${String(70 + n)}`);
  expect(left.map(({ id }) => id)).toEqual([file.fileId, ...newest]);
  await settle(ada, cid);
  expect(await cid.bytesOf(file.fileId)).toBe(bytes.toString());
});

test('a disk that takes nothing leaves the parts for the next run', async () => {
  const { ada, ben } = await team();
  await ada.attach(text(10));
  await ada.exchange();
  await ben.desk.exchange();
  await completeFiles({ ...ben.parts, folder: join(fileURLToPath(import.meta.url), 'none') });
  expect([ben.list(), ben.waiting()]).toEqual([[], 1]);
  await completeFiles(ben.parts);
  expect([ben.list().length, ben.waiting()]).toEqual([1, 0]);
});

test.for([1, 2, 3])('three desks have the same files whatever the order: run %i', async (run) => {
  const seed = runSeed() + run;
  const random = randoms(seed);
  const of = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const { desks } = await team(3);
  const steps: readonly ((files: Files, step: number) => unknown)[] = [
    (files, step) =>
      files.list().length < 15 &&
      files.attach(text(of([10, partBytesMax + 1]), String.fromCharCode(97 + (step % 26)))),
    ({ list, parts }) => {
      const files = list();
      if (files.length > 0) detach(parts, of(files).fileId, stamp);
    },
    async ({ parts, desk }) => {
      const removed = row<{ id: string }>(
        desk.journal,
        'SELECT file_id AS id FROM entry_file WHERE removed_at IS NOT NULL AND blob IS NOT NULL LIMIT 1',
      );
      if (removed) await restoreAttachment(parts, removed.id, at);
    },
    ({ desk }) => (desk.line.isAway = random() < 0.4),
    ({ desk }) => (desk.line.losesNext = true),
    (files) => files.exchange(),
    ({ desk }) => desk.killedBehindWriting(),
    ({ desk }) => {
      desk.restart();
    },
    ({ parts }) => {
      sweepRemoved(parts);
    },
  ];
  for (let step = 0; step < 60; step += 1) await of(steps)(of(desks), step);
  for (const { desk } of desks) desk.line.isAway = false;
  await settle(...desks);
  const states = desks.map((files) =>
    files
      .list()
      .map(({ fileId, sha256 }) => `${fileId} ${sha256}`)
      .toSorted(),
  );
  expect(states[1], `seed ${String(seed)}`).toEqual(states[0]);
  expect(states[2], `seed ${String(seed)}`).toEqual(states[0]);
  for (const files of desks)
    for (const { fileId } of files.list()) expect(await files.bytesOf(fileId)).not.toBe('');
  expect(desks.map(({ desk }) => outgoingCount(desk.journal))).toEqual([0, 0, 0]);
});
