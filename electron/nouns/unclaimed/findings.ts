import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import type { OrderFacts, OrderList } from './listed-order.ts';

/**
 * Why the team's claims do not account for an order. unclaimed: no claim names it · released: its claim ended without a payment ·
 * repeated: its claim accounts for another order · different: its claim has another amount or payee · claimed-later: it was claimed only
 * after it was found.
 */
export type FindingReason = 'unclaimed' | 'released' | 'repeated' | 'different' | 'claimed-later';

/** The claim that a finding is about. */
export type ClaimFacts = {
  readonly reference: string;
  readonly by: string;
  readonly at: Timestamp;
};

/** An order that the claims of the team do not account for. */
export type OrderFinding = {
  readonly list: OrderList;
  readonly id: string;
  /** `alike` is no exception: the order counts as the claim whose reference it resembles. */
  readonly reason: FindingReason | 'alike';
  /** The keyed digest of the claim's reference; empty where there is none. */
  readonly claim: string;
  readonly facts: OrderFacts;
  readonly claimed: ClaimFacts | null;
  readonly foundAt: Timestamp;
  /** The number of the last act that had been read at that time. */
  readonly head: number;
};

type Stored = Omit<OrderFinding, 'facts' | 'claimed'> & { readonly facts: string };

const columns = 'list, id, reason, claim, facts, found_at AS foundAt, head';

const findingIn = ({ facts, ...stored }: Stored): OrderFinding => ({
  ...stored,
  ...(JSON.parse(facts) as Pick<OrderFinding, 'facts' | 'claimed'>),
});

/** The finding for an order and a team; null where there is none. */
export function findingOf(
  journal: Journal,
  team: string,
  { list, id }: Pick<OrderFinding, 'list' | 'id'>,
): OrderFinding | null {
  const stored = row<Stored>(
    journal,
    `SELECT ${columns} FROM unclaimed_order WHERE list = ? AND id = ? AND team = ?`,
    ...[list, id, team],
  );
  return stored && findingIn(stored);
}

/** The exceptions of a team, newest first. */
export const findingsOf = (journal: Journal, team: string, limit: number): OrderFinding[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM unclaimed_order WHERE team = ? AND reason <> 'alike'
     ORDER BY found_at DESC LIMIT ?`,
    ...[team, limit],
  ).map(findingIn);

/** The findings for other orders about a claim. */
export const findingsOfClaim = (
  journal: Journal,
  claim: string,
  exceptId: string,
): readonly Pick<OrderFinding, 'id' | 'reason'>[] =>
  rows(
    journal,
    "SELECT id, reason FROM unclaimed_order WHERE claim = ? AND claim <> '' AND id <> ?",
    ...[claim, exceptId],
  );

export function saveFinding(journal: Journal, team: string, finding: OrderFinding): void {
  const { list, id, reason, claim, facts, claimed, foundAt, head } = finding;
  writeJournal(journal, 'unclaimed_order', () =>
    run(
      journal,
      `INSERT OR REPLACE INTO unclaimed_order (list, id, team, reason, claim, facts, found_at, head)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[list, id, team, reason, claim, JSON.stringify({ facts, claimed }), foundAt, head],
    ),
  );
}

export function removeFinding(
  journal: Journal,
  { list, id }: Pick<OrderFinding, 'list' | 'id'>,
): void {
  writeJournal(journal, 'unclaimed_order', () =>
    run(journal, 'DELETE FROM unclaimed_order WHERE list = ? AND id = ?', list, id),
  );
}
