import { EventEmitter, once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

import { randoms } from '../../../test/support/randoms.ts';
import { openBenchDesk } from '../bench-desk.ts';
import { quantile } from '../figures.ts';
import { inFolder } from './desk-folder.ts';
import { foundingDesk, joinedDesk } from './desks.ts';
import { asSuperuser, databaseIn } from './server.ts';

/**
 * Milliseconds from a note that one window writes until the other window is answered with it:
 * `node note-run.ts BANK PORT DATABASE DATA_DIR DATA_DIR`. Both desks are of one process and one thread. The floor is NOTIFY alone,
 * from one plain connection to another.
 */

const notes = 300;
/** The first ones are not counted: both desks connect, and their code is compiled. */
const uncounted = 20;
const entry = { accountNumber: '700000', entryId: 'EUR0001' };

const [, , bankUrl = '', port = '', databaseName = '', ...folders] = process.argv;
const [writerFolder = '', readerFolder = ''] = folders;
const database = databaseIn([port, databaseName]);
await joinBoth();
const [sender, listener] = [await asSuperuser(database), await asSuperuser(database)];
await listener.query('LISTEN plain');
const changes = new EventEmitter();
const writer = await openBenchDesk({ dataDir: writerFolder, bankUrl });
const reader = await openBenchDesk({
  ...{ dataDir: readerFolder, bankUrl },
  announce: (event) => changes.emit(event),
});
const random = randoms(1);
const ms = { note: [] as number[], plain: [] as number[] };
for (let at = -uncounted; at < notes; at += 1) {
  const plain = await notify();
  const note = await passOn(`note ${at}`);
  if (at >= 0) {
    ms.plain.push(plain);
    ms.note.push(note);
  }
  await setTimeout(random() * 100);
}
await reader.close();
await writer.close();
await sender.end();
await listener.end();
console.log(
  JSON.stringify({
    ...{ noteP50Ms: quantile(ms.note, 0.5), noteP95Ms: quantile(ms.note, 0.95) },
    plainP95Ms: quantile(ms.plain, 0.95),
  }),
);

/** Founds a team in one folder, and lets the other join it. */
async function joinBoth(): Promise<void> {
  const founder = await foundingDesk(database, { open: inFolder(writerFolder) });
  const desk = await joinedDesk(founder, 'Ben', { open: inFolder(readerFolder) });
  await desk.close();
  await founder.close();
}

/** Writes a note at one desk; milliseconds until the other answers with it. */
async function passOn(note: string): Promise<number> {
  const started = performance.now();
  const { accountNumber, entryId } = entry;
  await writer.ask('statements.mark', { accountNumber, entryIds: [entryId], note });
  for (;;) {
    // A change that comes while the reader answers counts as well.
    const changed = once(changes, 'store.changed');
    if (await isThere(note)) return performance.now() - started;
    await changed;
  }
}

async function notify(): Promise<number> {
  const started = performance.now();
  const arrived = once(listener, 'notification');
  await sender.query('NOTIFY plain');
  await arrived;
  return performance.now() - started;
}

async function isThere(note: string): Promise<boolean> {
  const { changes: made } = await reader.ask('entryChanges.list', entry);
  return made[0]?.text === note;
}
