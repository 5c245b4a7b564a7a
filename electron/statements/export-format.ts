import type { EntryMeaning } from '../../shared/bank/statements.ts';
import type { ExportedEntry } from './incoming.ts';

/** A format in which a statement can be written: the file's text, piece by piece, of entries oldest first. */
export type StatementFormat = {
  /** What the file's name ends in, and what the command line calls it. */
  readonly name: string;
  /** What a person chooses by. */
  readonly words: string;
  /** `meanings`: those that the bank file gives to what the bank says of an entry besides. */
  readonly write: (
    batches: AsyncIterable<readonly ExportedEntry[]>,
    meanings: readonly EntryMeaning[],
  ) => AsyncIterable<string>;
};
