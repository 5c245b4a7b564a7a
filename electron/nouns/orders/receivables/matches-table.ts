import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../../shared/errors.ts';
import type { CreditMatch } from '../../../../shared/ipc/changes/receivables.ts';
import { row, rows, run, type Journal } from '../../../engines/store/database.ts';
import { durably } from '../../../engines/store/opening/deferred-sync.ts';

/** Which credit paid a receivable, as a person said, and when. */
export type StoredMatch = CreditMatch & {
  readonly matchedAt: Timestamp;
  readonly matchedBy: string;
};

type MatchRow = { receivable_id: string; match: string; matched_at: string; matched_by: string };

/** By receivable; kept in the journal, since only we know it. */
export const matchesByReceivable = (journal: Journal): Map<string, StoredMatch> =>
  new Map(
    rows<MatchRow>(
      journal,
      'SELECT receivable_id, match, matched_at, matched_by FROM receivable_match',
    ).map((stored) => [
      stored.receivable_id,
      {
        ...(JSON.parse(stored.match) as CreditMatch),
        matchedAt: stored.matched_at,
        matchedBy: stored.matched_by,
      },
    ]),
  );

/**
 * Writes down which credit paid a receivable, in place of what was said before. A credit pays one receivable only:
 * throws `input.invalid` when it is taken.
 */
export function saveMatch(journal: Journal, receivableId: string, match: StoredMatch): void {
  const { matchedAt, matchedBy, ...credit } = match;
  durably(journal, () => {
    const taken = row<{ id: string }>(
      journal,
      `SELECT receivable_id AS id FROM receivable_match
       WHERE account_number = ? AND entry_id = ? AND receivable_id <> ?`,
      credit.accountNumber,
      credit.entryId,
      receivableId,
    );
    if (taken)
      throw new DeskFault(
        'input.invalid',
        `This credit is matched with the receivable ${taken.id} already.`,
      );
    return run(
      journal,
      `INSERT OR REPLACE INTO receivable_match (receivable_id, account_number, entry_id, match, matched_at, matched_by)
       VALUES (?, ?, ?, ?, ?, ?)`,
      receivableId,
      credit.accountNumber,
      credit.entryId,
      JSON.stringify(credit),
      matchedAt,
      matchedBy,
    );
  });
}

/** Takes the match back; nothing happens where there is none. */
export function removeMatch(journal: Journal, receivableId: string): void {
  durably(journal, () =>
    run(journal, 'DELETE FROM receivable_match WHERE receivable_id = ?', receivableId),
  );
}
