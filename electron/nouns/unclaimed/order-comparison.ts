import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { timestampNow, type Clock } from '../../engines/machine/context.ts';
import { nameOf, type TeamKeys } from '../../engines/acts/team-keys.ts';
import type { CacheReader, Journal, TeamCopy } from '../../engines/store/database.ts';
import type { StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { claimsUnpaidBehind } from '../../engines/team-record/claim-table.ts';
import { membershipIn } from '../../engines/team-record/membership-row.ts';
import { foundedAt, headOf } from '../../engines/team-record/record-copy.ts';
import {
  findingOf,
  findingsOf,
  removeFinding,
  saveFinding,
  type OrderFinding,
} from './findings.ts';
import {
  listedOrder,
  liveUnder,
  orderLists,
  type ListedOrder,
  type OrderList,
} from './listed-order.ts';
import { payeeIdsIn } from './payee-ids.ts';
import {
  comparisonIn,
  lastUncompared,
  uncomparedOrders,
  type ComparisonStart,
  type ComparisonWrites,
} from './uncompared.ts';
import { verdictOf, type Comparing } from './verdict.ts';

/** A desk of the team and its person. */
type Member = { readonly key: string; readonly name: string; readonly since: string };

export type ComparisonParts = {
  readonly journal: Journal;
  readonly reader: CacheReader;
  readonly writer: ComparisonWrites;
  readonly clock: Clock;
  readonly statusWords: StatusWords;
  readonly copy: TeamCopy;
  readonly ownKey: string;
  readonly keys: () => TeamKeys | null;
  readonly members: () => readonly Member[];
  readonly operationOf: Comparing['operationOf'];
};

/** The orders that wait to be compared. They were in the lists before the record was read. */
export type Waiting = ComparisonStart & { readonly through: number };

/** The most orders or claims that one transaction compares. */
const pieceSize = 50;
/** The most findings that are compared again with new acts: the newest. */
const againMax = 1_000;

/**
 * Compares the orders in the bank's lists with the claims of the team. Each order is compared when it appears or changes, so a long list
 * costs only once. A desk claims before it sends, so an order that was listed before the record was read has its claim in the record.
 */
export class OrderComparison {
  readonly #parts: ComparisonParts;
  /** The number of the last act with which the findings were compared again. */
  #head = 0;

  constructor(parts: ComparisonParts) {
    this.#parts = parts;
  }

  /** Begins a comparison. Call it before the record is read. Null where this desk cannot compare yet. */
  async begin(): Promise<Waiting | null> {
    const { journal, reader, writer, copy } = this.#parts;
    const membership = membershipIn(journal);
    const founded = foundedAt(copy);
    if (membership?.state !== 'joined' || founded === null) return null;
    const { team } = membership;
    // The earlier time counts: the server could name a late time, so that nothing would be compared.
    const since = [founded, membership.since].toSorted()[0] ?? founded;
    const known = comparisonIn(reader);
    const isGoingOn = known?.team === team && known.since === since;
    if (!isGoingOn) await writer.beginComparison({ team, since, settled: headOf(copy).n });
    const start = comparisonIn(reader);
    return start && { ...start, through: lastUncompared(reader) };
  }

  /** Compares the waiting orders. Call it once the whole record was read. True where the findings changed. */
  async compare({ through, ...start }: Waiting): Promise<boolean> {
    const comparing = this.#comparing(start);
    if (comparing === null) return false;
    const { reader, writer, copy } = this.#parts;
    const head = headOf(copy).n;
    let hasChanged = false;
    const look = async (orders: readonly Place[]): Promise<void> => {
      hasChanged = this.#compareAll(comparing, start.team, orders, head) || hasChanged;
      await setImmediate();
    };
    for (let after = 0; ;) {
      const piece = uncomparedOrders(reader, { after, through, limit: pieceSize });
      const last = piece.at(-1);
      if (last === undefined) break;
      await look(piece);
      after = last.n;
    }
    // All claims settled by the acts after the last one that was checked.
    let behind = { settled: start.settled + 1, name: '' };
    for (;;) {
      const piece = claimsUnpaidBehind(copy, behind, pieceSize);
      const last = piece.at(-1);
      if (last === undefined) break;
      await look(piece.flatMap(({ reference }) => ordersUnder(comparing, reference)));
      behind = last;
    }
    const settled = behind.name === '' ? start.settled : behind.settled;
    if (head !== this.#head) await this.#compareAgain(start.team, look);
    this.#head = head;
    if (through > 0 || settled !== start.settled) await writer.endComparison({ through, settled });
    return hasChanged;
  }

  async #compareAgain(team: string, look: (orders: readonly Place[]) => Promise<void>) {
    const found = findingsOf(this.#parts.journal, team, againMax);
    for (let at = 0; at < found.length; at += pieceSize)
      await look(found.slice(at, at + pieceSize).map(placeOf));
  }

  /** Null while the keys of the team are not known. */
  #comparing({ since }: ComparisonStart): Comparing | null {
    const { journal, reader, copy, statusWords, ownKey, operationOf, ...parts } = this.#parts;
    const keys = parts.keys();
    if (keys === null) return null;
    return {
      ...{ journal, reader, copy, statusWords, ownKey, operationOf },
      payeeIds: payeeIdsIn(reader),
      sinceMs: Date.parse(since),
      nameOf: (of, text) => nameOf(keys, of, text),
      memberSinceMs: (key) => memberSinceMs(parts.members(), key),
    };
  }

  #compareAll(comparing: Comparing, team: string, orders: readonly Place[], head: number): boolean {
    const { journal } = this.#parts;
    const changeOf = (place: Place): { readonly found: OrderFinding | null } | null => {
      const order = listedOrder(comparing, place.list, place.id);
      if (order === null) return null;
      const earlier = findingOf(journal, team, place);
      const found = this.#found(comparing, order, { isLate: place.isLate, earlier, head });
      return isDeepStrictEqual(found, earlier) ? null : { found };
    };
    // A write waits for the disk, and most pieces change nothing.
    if (orders.every((place) => changeOf(place) === null)) return false;
    writeJournal(journal, 'unclaimed_order', () => {
      for (const place of orders) {
        // Evaluated again, because the findings for the orders before it count.
        const change = changeOf(place);
        if (change === null) continue;
        if (change.found === null) removeFinding(journal, place);
        else saveFinding(journal, team, change.found);
      }
    });
    return true;
  }

  /** The current finding for an order. A continuing finding retains its time and its head in the record. */
  #found(
    comparing: Comparing,
    order: ListedOrder,
    { isLate, earlier, head }: { isLate: boolean; earlier: OrderFinding | null; head: number },
  ): OrderFinding | null {
    const verdict = verdictOf(comparing, order, { isLate, earlier });
    if (verdict === null) return null;
    const { reason, claim } = verdict;
    const stands = earlier !== null && (earlier.reason === 'alike') === (reason === 'alike');
    return {
      ...{ list: order.list, id: order.id, reason },
      claim: claim?.name ?? '',
      foundAt: stands ? earlier.foundAt : timestampNow(this.#parts.clock),
      head: stands ? earlier.head : head,
      facts: order.facts,
      claimed: claim && {
        ...{ reference: claim.reference, at: claim.at },
        by: this.#parts.members().find(({ key }) => key === claim.key)?.name ?? '',
      },
    };
  }
}

/** An order of a list, and whether it is known to be new. */
type Place = { readonly list: OrderList; readonly id: string; readonly isLate: boolean };

const placeOf = ({ list, id }: OrderFinding): Place => ({ list, id, isLate: false });

const ordersUnder = (comparing: Comparing, reference: string): Place[] =>
  reference === ''
    ? []
    : orderLists.flatMap((list) =>
        liveUnder(comparing, list, reference).map((id) => ({ list, id, isLate: false })),
      );

/** When a desk's person became a member. A new key or a second desk does not make a new person. */
function memberSinceMs(members: readonly Member[], key: string): number {
  const name = members.find((member) => member.key === key)?.name;
  const times = members
    .filter((member) => member.name === name)
    .map(({ since }) => Date.parse(since));
  return name === undefined ? Number.POSITIVE_INFINITY : Math.min(...times);
}
