import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { BankClient } from '../../../electron/engines/bank/client.ts';
import type { DeskParts } from '../../../electron/desk/open-bank/changes.ts';
import {
  writerMethods,
  type CacheWriter,
  type WriterMethods,
} from '../../../electron/desk/open-bank/writer-methods.ts';
import type { DeskClock } from '../../../electron/engines/machine/context.ts';
import { evidenceIn } from '../../../electron/nouns/statements/statement-evidence.ts';
import { closeDatabase } from '../../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { openCacheReader } from '../../../electron/engines/store/opening/cache-reader.ts';
import { closeJournal, openJournal } from '../../../electron/engines/store/opening/journal.ts';
import type { Continuity } from '../../../electron/engines/submissions/continuity.ts';
import type { Submission } from '../../../electron/engines/submissions/journal/submission-table.ts';
import type { AppError } from '../../../shared/errors.ts';
import { registryOver } from './changes.ts';
import { openSending } from './open-sending.ts';

/** Of every local copy and journal that the tests open with `partsIn`. */
export const key = new Uint8Array(32).fill(7);

export type OpenParts = {
  readonly parts: DeskParts;
  /** Writes into the local copy, at once. */
  readonly copy: WriterMethods;
  readonly announced: Submission[];
  /** What went wrong here behind an acceptance. */
  readonly faults: AppError[];
  /** Ends journal and local copy. */
  readonly close: () => void;
};

/** What changes are carried out with, over a real journal and a real local copy in that folder; sending is open unless given. */
export function partsIn(
  folder: string,
  {
    bank,
    clock,
    continuity = openSending,
  }: { bank: BankClient; clock: DeskClock; continuity?: Continuity },
): OpenParts {
  const files = { journal: join(folder, 'journal.db'), cache: join(folder, 'cache.db') };
  makeStores(files);
  const journal = openJournal(files.journal, key, { program: 'a test' });
  const copy = writerMethods(openCacheConnection(files.cache, key));
  const reader = openCacheReader(files.cache, key);
  // Answered at once instead of by the thread; an await does not mind.
  const cache = copy as unknown as CacheWriter;
  const announced: Submission[] = [];
  const faults: AppError[] = [];
  return {
    parts: {
      bank,
      journal,
      cache,
      registry: registryOver(cache),
      reader,
      evidence: evidenceIn(reader),
      clock,
      continuity,
      announce: (submission) => announced.push(submission),
      announceLocalFault: (fault) => faults.push(fault),
      announceUpload: () => undefined,
    },
    copy,
    announced,
    faults,
    close: () => {
      closeDatabase(reader);
      copy.close();
      // A test may have closed it itself.
      if (journal.connection.open) closeJournal(journal);
    },
  };
}

type Files = { readonly journal: string; readonly cache: string };
let empty: { readonly journal: Buffer; readonly cache: Buffer } | null = null;

/** An empty journal and an empty local copy, where there are none; made once, as that takes longer than most tests. */
function makeStores({ journal, cache }: Files): void {
  if (existsSync(journal) || existsSync(cache)) return;
  if (empty === null) {
    closeJournal(openJournal(journal, key, { program: 'a test' }));
    closeDatabase(openCacheConnection(cache, key));
    empty = { journal: readFileSync(journal), cache: readFileSync(cache) };
  } else {
    writeFileSync(journal, empty.journal);
    writeFileSync(cache, empty.cache);
  }
}
