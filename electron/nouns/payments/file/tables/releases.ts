import { actorText, type Stamp } from '../../../../../shared/actor.ts';
import { row, run, type Journal } from '../../../../engines/store/database.ts';
import { writeJournal } from '../../../../engines/store/write-journal.ts';

/** Releases payments that were held because the bank may have them. The first person to release one is recorded. */
export function releasePayments(
  journal: Journal,
  references: readonly string[],
  { at, actor }: Stamp,
): void {
  writeJournal(journal, 'payment_release', () => {
    for (const reference of references)
      run(
        journal,
        'INSERT OR IGNORE INTO payment_release (reference, released_at, actor) VALUES (?, ?, ?)',
        reference,
        at,
        actorText(actor),
      );
  });
}

export const isReleased = (journal: Journal, reference: string): boolean =>
  row(journal, 'SELECT 1 FROM payment_release WHERE reference = ?', reference) !== null;
