import { actorIn, actorText, type Stamp } from '../../../../shared/actor.ts';
import { DeskFault } from '../../../../shared/errors.ts';
import type { CreditMatch } from '../../../../shared/ipc/changes/receivables.ts';
import { row, rows, run, type Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';

/** The credit that paid a receivable, with who matched them and when. */
export type StoredMatch = CreditMatch & Stamp;

type MatchRow = { receivable_id: string; match: string; matched_at: string; actor: string };

/** Matches by id of the receivable. They exist in the journal alone. */
export const matchesByReceivable = (journal: Journal): Map<string, StoredMatch> =>
  new Map(
    rows<MatchRow>(
      journal,
      'SELECT receivable_id, match, matched_at, actor FROM receivable_match',
    ).map((stored) => [
      stored.receivable_id,
      {
        ...(JSON.parse(stored.match) as CreditMatch),
        at: stored.matched_at,
        actor: actorIn(stored.actor),
      },
    ]),
  );

/**
 * Saves the credit that paid a receivable, in place of an earlier match. Throws `input.invalid` where the credit is matched
 * with another receivable.
 */
export function saveMatch(journal: Journal, receivableId: string, match: StoredMatch): void {
  const { at, actor, ...credit } = match;
  writeJournal(journal, 'receivable_match', () => {
    const other = row<{ id: string }>(
      journal,
      `SELECT receivable_id AS id FROM receivable_match
       WHERE account_number = ? AND entry_id = ? AND receivable_id <> ?`,
      credit.accountNumber,
      credit.entryId,
      receivableId,
    );
    if (other)
      throw new DeskFault(
        'input.invalid',
        `This credit is matched with the receivable ${other.id} already.`,
      );
    return run(
      journal,
      `INSERT OR REPLACE INTO receivable_match (receivable_id, account_number, entry_id, match, matched_at, actor)
       VALUES (?, ?, ?, ?, ?, ?)`,
      receivableId,
      credit.accountNumber,
      credit.entryId,
      JSON.stringify(credit),
      at,
      actorText(actor),
    );
  });
}

/** Removes a match; does nothing where there is none. */
export function removeMatch(journal: Journal, receivableId: string): void {
  writeJournal(journal, 'receivable_match', () =>
    run(journal, 'DELETE FROM receivable_match WHERE receivable_id = ?', receivableId),
  );
}
