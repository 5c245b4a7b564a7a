import { join } from 'node:path';

import { expect, test } from 'vitest';

import { JournalContinuity } from '../../electron/connections/local-copy/continuity/journal-continuity.ts';
import { Witnesses } from '../../electron/connections/local-copy/continuity/witnesses.ts';
import { profileFolder } from '../../electron/connections/profiles/folders.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import type { CachedHead } from '../../electron/engines/store/journal-head.ts';
import { createSubmission } from '../../electron/engines/submissions/journal/table-writes.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { asOf, closing, key, temporaryFolder } from '../support/stores/store.ts';
import { context, valueOf } from '../support/desks/lone-desk.ts';
import { actorNamed } from '../support/desks/actors.ts';

const clocks = { wallMs: Date.parse(asOf), opening: 'a test', sinceOpeningMs: 0, bank: null };

/** A journal with its witnesses, beside a cache that takes a head when it is let. */
function openBeside() {
  const folder = temporaryFolder();
  const journal = closing(openJournal(join(folder, 'journal.db'), key, { program: 'a test' }));
  const heads: CachedHead[] = [];
  const gates: (() => void)[] = [];
  const keepJournalHead = (head: CachedHead): Promise<void> => {
    heads.push(head);
    return new Promise((resolve) => gates.push(resolve));
  };
  const profile = { ...profileFolder(folder, 'bank'), folder };
  const witnesses = new Witnesses({ stateDir: folder, keychain: memoryKeychain(), profile });
  const identity = { profileId: 'bank', folderId: 'f', folder, journalId: null };
  const continuity = new JournalContinuity(
    {
      ...{ journal, witnesses, identity, twins: [], cache: { keepJournalHead } },
      clock: { now: () => Date.parse(asOf), monotonicMs: () => 0 },
    },
    { state: 'whole', lock: null, epoch: 3, reconciled: [] },
  );
  const send = async (reference: string): Promise<void> => {
    const intent = {
      ...{ reference, operation: 'createSingleTransfer', subject: reference, payload: '{}' },
      ...{ payloadHash: reference, likeness: null },
      about: {
        ...{ title: 'A payment', amount: null, accountNumber: null },
        ...{ counterparty: null, counterpartyId: null },
      },
    };
    createSubmission(journal, intent, { at: asOf, correlationId: reference, clocks });
    valueOf(await continuity.witness(context));
  };
  return { continuity, heads, gates, send };
}

const counts = (heads: readonly CachedHead[]): number[] => heads.map(({ count }) => count);

test('no send waits for a slow cache, which gets the first head and then the last one', async () => {
  const { heads, gates, send } = openBeside();
  for (const reference of ['P-1', 'P-2', 'P-3', 'P-4']) await send(reference);
  expect(counts(heads)).toEqual([1]);
  gates[0]?.();
  await expect.poll(() => counts(heads)).toEqual([1, 4]);
  gates[1]?.();
  await send('P-5');
  await expect.poll(() => counts(heads)).toEqual([1, 4, 5]);
});

test('a head from before a reconcile does not reach the cache after it', async () => {
  const { continuity, heads, gates, send } = openBeside();
  await send('P-1');
  await send('P-2');
  const reopened = continuity.reopen(actorNamed('Ada'), context);
  await expect.poll(() => heads.length).toBe(2);
  for (const letGo of gates) letGo();
  valueOf(await reopened);
  expect(heads.map(({ count, epoch }) => [count, epoch])).toEqual([
    [1, 3],
    [2, 4],
  ]);
});
