import type { Outcome } from '../../../shared/errors.ts';
import type { StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import { attempt } from '../../engines/store/local-faults.ts';
import type { Journal } from '../../engines/store/database.ts';
import { membershipIn } from '../../engines/team-record/membership-row.ts';
import type { OpenTeam } from '../../nouns/people/open-team.ts';
import {
  unclaimedOrders,
  type Persons,
  type UnclaimedOrder,
} from '../../nouns/unclaimed/open-orders.ts';
import type {
  ComparisonParts,
  OrderComparison,
  Waiting,
} from '../../nouns/unclaimed/order-comparison.ts';

type Parts = Pick<ComparisonParts, 'journal' | 'reader' | 'writer' | 'clock' | 'operationOf'>;

/** Compares the orders in the bank's lists with the claims of a team. Compares nothing before `begin`. */
export class TeamOrders {
  readonly #parts: Parts;
  readonly #team: OpenTeam;
  #statusWords: StatusWords | null = null;
  #comparison: OrderComparison | null = null;
  #onFound: () => void = () => undefined;
  #isComparing = false;

  constructor(parts: Parts, team: OpenTeam) {
    this.#parts = parts;
    this.#team = team;
  }

  /** Compares from now on with each refresh of the record. Calls `onFound` when the findings changed. */
  begin(statusWords: StatusWords, onFound: () => void): void {
    this.#statusWords = statusWords;
    this.#onFound = onFound;
  }

  /** Loads the comparison on first use: a bank opens without it. Null before `begin`. */
  async #opened(): Promise<OrderComparison | null> {
    const statusWords = this.#statusWords;
    if (statusWords === null) return null;
    const { OrderComparison } = await import('../../nouns/unclaimed/order-comparison.ts');
    const { people, record } = this.#team;
    this.#comparison ??= new OrderComparison({
      ...this.#parts,
      ...{ statusWords, copy: record.copy, ownKey: record.key },
      keys: () => people.keys(),
      members: () => people.members,
    });
    return this.#comparison;
  }

  /**
   * Runs `read`, which reads the record, and then compares the lists as they were before. Compares nothing where `read` fails or
   * `isComplete` is false: earlier findings remain. A failure of this machine is retried with the next refresh.
   */
  async around(
    read: () => Promise<Outcome<null>>,
    isComplete: () => boolean,
  ): Promise<Outcome<null>> {
    const waiting = await attempt(async () => (await this.#opened())?.begin() ?? null);
    const outcome = await read();
    if (waiting.ok && waiting.value !== null && outcome.ok && isComplete())
      await this.#compare(waiting.value);
    return outcome;
  }

  async #compare(waiting: Waiting): Promise<void> {
    if (this.#isComparing || this.#comparison === null) return;
    this.#isComparing = true;
    const compared = await attempt(async () => this.#comparison?.compare(waiting) ?? false);
    this.#isComparing = false;
    if (compared.ok && compared.value) this.#onFound();
  }

  /** The findings for a person, from the journal. */
  get unclaimed(): readonly UnclaimedOrder[] {
    const { people, record } = this.#team;
    const writing = people.members.filter(({ key }) => people.mayWrite(key));
    return unclaimedIn(this.#parts.journal, {
      own: people.nameOf(record.key),
      count: new Set(writing.map(({ name }) => name)).size,
      nameOf: (key) => people.member(key)?.name ?? null,
    });
  }
}

/** The same with given persons. Empty for a desk that has not joined. */
export function unclaimedIn(journal: Journal, persons: Persons): readonly UnclaimedOrder[] {
  const membership = membershipIn(journal);
  return membership?.state === 'joined' ? unclaimedOrders(journal, membership.team, persons) : [];
}
