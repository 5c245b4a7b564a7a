import type { Journal } from '../../engines/store/database.ts';
import { findingsOf, type FindingReason, type OrderFinding } from './findings.ts';
import { factsDigest, marksOf, type KnownMark } from './known.ts';

/** An order outside the claims. */
export type UnclaimedOrder = Omit<OrderFinding, 'reason'> & {
  readonly reason: FindingReason;
  readonly digest: string;
  /** The marks that it is known. */
  readonly marks: readonly (Pick<KnownMark, 'text' | 'at'> & { readonly by: string })[];
  /** The person of this desk need not check it any more: they have marked it, or enough others have. */
  readonly isSettled: boolean;
};

/** The persons of the team, as this desk knows them. */
export type Persons = {
  /** The person of this desk. */
  readonly own: string;
  /** The number of persons who may write. */
  readonly count: number;
  /** Null for a key that was never enrolled. */
  readonly nameOf: (key: string) => string | null;
};

/** The most orders that the list shows. */
const shownMax = 200;

/** The persons who must mark an order before it is settled, in a team that has as many: one alone could be the person who paid. */
const personsNeeded = 2;

/** The newest orders outside the claims. Reads the journal only. */
export const unclaimedOrders = (
  journal: Journal,
  team: string,
  persons: Persons,
): UnclaimedOrder[] =>
  findingsOf(journal, team, shownMax).flatMap(({ reason, ...finding }) => {
    if (reason === 'alike') return [];
    const marks = marksOf(journal, finding).flatMap(({ key, text, at }) => {
      const by = persons.nameOf(key);
      return by === null ? [] : [{ by, text, at }];
    });
    const known = new Set(marks.map(({ by }) => by));
    const isSettled =
      known.has(persons.own) || known.size >= Math.min(personsNeeded, Math.max(1, persons.count));
    return [{ ...finding, reason, digest: factsDigest(finding), marks, isSettled }];
  });
