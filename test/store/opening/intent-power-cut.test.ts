import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import {
  closeDatabase,
  quickCheck,
  type Journal,
} from '../../../electron/engines/store/database.ts';
import { chainHolds } from '../../../electron/engines/submissions/journal/journal-chain.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import { listSubmissions } from '../../../electron/engines/submissions/journal/submission-table.ts';
import {
  createSubmission,
  settleDeferred,
} from '../../../electron/engines/submissions/journal/table-writes.ts';
import { DeskFault } from '../../../shared/errors.ts';
import { asOf, closing, key, temporaryFolder } from '../../support/stores/store.ts';
import { aboutOf } from '../../support/about.ts';

/** A disk writes blocks in an order of its own until a sync makes it write them all. */
const blockBytes = 4096;
const program = { program: 'a test' };

type Files = { readonly main: Buffer; readonly wal: Buffer };

const filesOf = ({ file }: Journal): Files => ({
  main: readFileSync(file),
  wal: readFileSync(`${file}-wal`),
});

/** The contents of both files before and after each checkpoint of the journal. */
function listenToCheckpoints(journal: Journal): { before: Files; behind: Files }[] {
  const checkpoints: { before: Files; behind: Files }[] = [];
  const prepare = journal.connection.prepare.bind(journal.connection);
  vi.spyOn(journal.connection, 'prepare').mockImplementation((sql: string) => {
    const statement = prepare(sql);
    if (!sql.startsWith('PRAGMA wal_checkpoint')) return statement;
    const get = statement.get.bind(statement);
    statement.get = (...params) => {
      const before = filesOf(journal);
      const result = get(...params);
      checkpoints.push({ before, behind: filesOf(journal) });
      return result;
    };
    return statement;
  });
  return checkpoints;
}

const intent = (reference: string) => ({
  reference,
  operation: 'createSingleTransfer',
  subject: `transfer:${reference}`,
  payload: JSON.stringify({ reference, words: 'x'.repeat(900) }),
  payloadHash: `hash of ${reference}`,
  likeness: null,
  about: aboutOf(reference),
});
const clocks = { wallMs: Date.parse(asOf), opening: 'a test', sinceOpeningMs: 0, bank: null };
const attempt = { at: asOf, correlationId: 'c1', clocks };

/** The lines of a payment file: the outcome of one goes to the disk with the intent of the next. */
function sentLines(count: number) {
  const journal = closing(openJournal(join(temporaryFolder(), 'journal.db'), key, program));
  const checkpoints = listenToCheckpoints(journal);
  for (let line = 1; line <= count; line += 1) {
    const { submission } = createSubmission(journal, intent(`line-${line}`), attempt);
    settleDeferred(journal, submission.submissionId, { state: 'accepted', at: asOf });
  }
  return checkpoints.slice(0, count);
}

/** What a disk has of a file where of its blocks some were not written any more: as they were before, or never there. */
function tornOf(was: Buffer, becomes: Buffer, isWritten: (block: number) => boolean): Buffer {
  const torn = Buffer.alloc(Math.max(was.length, becomes.length));
  was.copy(torn);
  for (let at = 0; at < becomes.length; at += blockBytes)
    if (isWritten(at / blockBytes)) becomes.copy(torn, at, at, at + blockBytes);
  return torn;
}

/** The references that are in a journal of these files, oldest first; it has to hold together. */
function foundIn({ main, wal }: Files): string[] {
  const file = join(temporaryFolder(), 'journal.db');
  writeFileSync(file, main);
  writeFileSync(`${file}-wal`, wal);
  const journal = openJournal(file, key, program);
  try {
    quickCheck(journal);
    expect(chainHolds(journal)).toBe(true);
    return listSubmissions(journal)
      .map(({ reference }) => reference)
      .toReversed();
  } finally {
    closeDatabase(journal);
  }
}

const lines = 4;
const upTo = (line: number): string[] =>
  Array.from({ length: line }, (_, at) => `line-${String(at + 1)}`);
const cuts = fc.record({
  line: fc.integer({ min: 1, max: lines }),
  written: fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
});

test('a power cut before an intent is on the disk leaves all before it, and of it all or nothing', () => {
  const steps = sentLines(lines);
  fc.assert(
    fc.property(cuts, ({ line, written }) => {
      const step = steps[line - 1];
      if (step === undefined) throw new RangeError(`line ${line} was not put through`);
      const { main, wal } = step.before;
      const torn = tornOf(Buffer.alloc(0), wal, (block) => written[block % 64] ?? true);
      expect([upTo(line - 1), upTo(line)]).toContainEqual(foundIn({ main, wal: torn }));
    }),
    { numRuns: 40 },
  );
});

test('a power cut while an intent is moved into the file loses nothing, whichever of its pages were written', () => {
  const steps = sentLines(lines);
  fc.assert(
    fc.property(cuts, ({ line, written }) => {
      const step = steps[line - 1];
      if (step === undefined) throw new RangeError(`line ${line} was not put through`);
      const { before, behind } = step;
      const main = tornOf(before.main, behind.main, (block) => written[block % 64] ?? true);
      expect(foundIn({ main, wal: before.wal })).toEqual(upTo(line));
    }),
    { numRuns: 40 },
  );
});

test('a power cut behind it finds the intent in the file, whether the -wal was emptied on the disk or not [S4]', () => {
  for (const [at, { before, behind }] of sentLines(lines).entries()) {
    expect(behind.wal).toHaveLength(0);
    expect(foundIn(behind)).toEqual(upTo(at + 1));
    expect(foundIn({ main: behind.main, wal: before.wal })).toEqual(upTo(at + 1));
  }
});

test('the beginning of a -wal that was already moved is reported as damage, and never mistaken for a shorter journal', () => {
  // Why the -wal is emptied, and not left to be written over: SQLite follows one up to its first harm, over a file that is further.
  const steps = sentLines(lines);
  const cut = fc.record({
    line: fc.integer({ min: 1, max: lines }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(cut, ({ line, share }) => {
      const step = steps[line - 1];
      if (step === undefined) throw new RangeError(`line ${line} was not put through`);
      const wal = step.before.wal.subarray(0, Math.floor(step.before.wal.length * share));
      expect([upTo(line).join(), 'store.journal-damaged']).toContain(
        directionIn({ main: step.behind.main, wal }),
      );
    }),
    { numRuns: 40, examples: [[{ line: 2, share: 0.5 }]] },
  );
  const second = steps[1];
  if (second === undefined) throw new RangeError('the second line was not put through');
  const half = second.before.wal.subarray(0, second.before.wal.length / 2);
  expect(directionIn({ main: second.behind.main, wal: half })).toBe('store.journal-damaged');
});

/** The references, or the code of the fault instead. */
function directionIn(files: Files): string {
  try {
    return foundIn(files).join();
  } catch (cause) {
    if (cause instanceof DeskFault) return cause.code;
    throw cause;
  }
}
