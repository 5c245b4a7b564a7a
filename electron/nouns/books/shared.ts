import { z } from 'zod';

import { accountNumber } from '../../../shared/ipc/route.ts';
import { limits } from '../../../shared/limits.ts';
import { inQuotes, sharedKind, type SharedKind } from '../../engines/sharing/shared-kind.ts';
import {
  allLedgerNotes,
  ledgerNoteKey,
  ledgerNoteKind,
  writeLedgerNote,
  type LedgerNote,
} from './tables.ts';

const Note: z.ZodType<LedgerNote> = z.object({
  accountNumber,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** `line 12` or `entry ID`. */
  place: z.string().regex(/^(line \d{1,9}|entry .{1,500})$/s),
  text: z.string().max(limits.noteTextMax),
});

/** Why a line of a ledger, or an entry beside it, is open. Empty text removes a note. */
const ledgerNotes = sharedKind<LedgerNote>({
  topic: 'books',
  ...{ kind: ledgerNoteKind, merge: 'last', schema: Note, keyOf: ledgerNoteKey },
  label: 'wrote a note on a ledger',
  aboutOf: ({ accountNumber: number, place, text }) =>
    `Ledger of account ${number}, ${place}: ${text === '' ? 'note removed.' : inQuotes(text)}`,
  apply: writeLedgerNote,
  allOf: (journal) =>
    allLedgerNotes(journal).map(({ accountNumber: account, sha256, place, text, actor, at }) => ({
      item: { accountNumber: account, sha256, place, text },
      stamp: { actor, at },
    })),
});

/** The kinds of ledger records that a team shares. */
export const sharedOfBooks: readonly SharedKind[] = [ledgerNotes];
