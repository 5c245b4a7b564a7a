import { createHash } from 'node:crypto';

import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { shareChanges } from '../../engines/sharing/outgoing.ts';
import { rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import type { OrderFinding } from './findings.ts';
import type { OrderList } from './listed-order.ts';

/** A person's mark that an order outside the claims is known. */
export type KnownOrder = {
  readonly list: OrderList;
  readonly id: string;
  /** Digest of the facts that the bank listed then, see {@link factsDigest}. */
  readonly digest: string;
  /** Why it is in order, in the person's words; an empty text removes the mark. */
  readonly text: string;
};

/** The kind among the shared records. */
export const knownKind = 'known-order';

/** A stored mark of a person. */
export type KnownMark = {
  /** The key of the person's desk. */
  readonly key: string;
  readonly text: string;
  readonly at: Timestamp;
};

/** SHA-256 of the facts of an order that a person has seen, hex. A mark is valid as long as the bank lists the same facts. */
export const factsDigest = ({
  list,
  id,
  facts: { reference, amount, payee, accountNumber },
}: Pick<OrderFinding, 'list' | 'id' | 'facts'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[list, id, reference, payee, accountNumber],
        ...[amount?.amount ?? '', amount?.currency ?? ''],
      ]),
    )
    .digest('hex');

/** The marks that are valid for the facts that the bank lists now, oldest first. */
export const marksOf = (
  journal: Journal,
  finding: Pick<OrderFinding, 'list' | 'id' | 'facts'>,
): KnownMark[] =>
  rows<KnownMark>(
    journal,
    'SELECT key, text, at FROM known_order WHERE list = ? AND id = ? AND digest = ?',
    ...[finding.list, finding.id, factsDigest(finding)],
  ).toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));

/** Marks an order as known to the person of this desk, and shares the mark; an empty text removes it. Durable before it returns. */
export function markKnown(
  journal: Journal,
  known: KnownOrder,
  by: { readonly key: string; readonly at: Timestamp },
): void {
  writeJournal(journal, ['known_order', 'team_outgoing'], () => {
    writeKnown(journal, known, by);
    shareChanges(journal, knownKind, [{ ...known }], by.at);
  });
}

/** Writes or removes the mark of a desk without sharing it. */
export function writeKnown(
  journal: Journal,
  { list, id, digest, text }: KnownOrder,
  { key, at }: { readonly key: string; readonly at: Timestamp },
): void {
  writeJournal(journal, 'known_order', () => {
    if (text === '')
      run(
        journal,
        'DELETE FROM known_order WHERE list = ? AND id = ? AND key = ?',
        ...[list, id, key],
      );
    else
      run(
        journal,
        'INSERT OR REPLACE INTO known_order (list, id, key, digest, text, at) VALUES (?, ?, ?, ?, ?, ?)',
        ...[list, id, key, digest, text, at],
      );
  });
}
