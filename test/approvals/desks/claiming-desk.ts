import Database from 'better-sqlite3';

import type { JsonObject } from '../../../electron/engines/acts/act.ts';
import { memberKeys } from '../../../electron/engines/acts/member-keys.ts';
import { nameOf, type TeamKeys } from '../../../electron/engines/acts/team-keys.ts';
import type { TeamCopy } from '../../../electron/engines/store/database.ts';
import type { WantedClaim } from '../../../electron/engines/team-record/wanted-claim.ts';
import { Approvals } from '../../../electron/nouns/approvals/approvals.ts';
import { claimableLikenesses, payloadHashOf } from '../../../electron/nouns/approvals/order.ts';
import { Membership } from '../../../electron/nouns/people/membership.ts';
import type { ClaimState, Defence, OrderedRecord } from './ordered-record.ts';

const context = { correlationId: 'test' };
const anyKeys = memberKeys(Buffer.alloc(32, 7));

/** A claim that was checked and has not reached the record. */
export type ReadyClaim = {
  readonly wanted: readonly WantedClaim[];
  readonly payments: readonly JsonObject[];
  readonly sums: readonly string[];
  readonly seen: number;
};

/** A desk of a team: the product's members and approvals over its own copy of the record. */
export class ClaimingDesk {
  readonly key: string;
  readonly #record: OrderedRecord;
  readonly #keys: TeamKeys;
  readonly #without: Defence | null;
  readonly #copy: TeamCopy;
  #people = new Membership(anyKeys);
  #approvals: Approvals;
  #read = 0;

  constructor(key: string, record: OrderedRecord, keys: TeamKeys, without: Defence | null) {
    this.key = key;
    this.#record = record;
    this.#keys = keys;
    this.#without = without;
    const connection = new Database(':memory:');
    connection.exec(`CREATE TABLE team_act (n INTEGER PRIMARY KEY, kind TEXT, void TEXT);
      CREATE TABLE approval_fold (one INTEGER PRIMARY KEY, n INTEGER, version INTEGER, state TEXT)`);
    const statements = { rows: new Map(), exact: new Map(), value: new Map(), values: new Map() };
    this.#copy = { connection, statements } as unknown as TeamCopy;
    this.#approvals = this.#begin();
  }

  get state() {
    return this.#approvals.state;
  }

  get seen(): number {
    return this.#read;
  }

  /** The number of the last act in the fold that is stored; null where none is. */
  get storedThrough(): number | null {
    const stored = this.#copy.connection.prepare('SELECT n FROM approval_fold').get();
    return (stored as { n: number } | undefined)?.n ?? null;
  }

  #begin(): Approvals {
    this.#people = new Membership(anyKeys);
    this.#people.startWith(this.#keys);
    this.#read = 0;
    const clock = { now: () => Date.parse(this.#record.at), monotonicMs: () => 0 };
    return new Approvals({ copy: this.#copy, clock, people: this.#people, key: this.key });
  }

  /** Ends without warning: what was not in the record is lost. */
  restart(): void {
    this.#approvals = this.#begin();
    this.readOn();
  }

  readOn(): void {
    for (const act of this.#record.acts.slice(this.#read)) {
      const why = this.#people.whyVoid(act) ?? this.#approvals.whyVoid(act);
      this.#read = act.n;
      if (why !== null) continue;
      this.#people.apply(act);
      this.#approvals.apply(act);
    }
  }

  close(): void {
    this.#copy.connection.close();
  }

  /** Null where an approval is missing. */
  judge(wanted: readonly WantedClaim[]): ReadyClaim | null {
    const one = this.#approvals.judge(wanted, context);
    const each =
      this.#without === 'payments of one claim are judged together'
        ? wanted.map((alone) => this.#approvals.judge([alone], context)?.[0] ?? null)
        : wanted.map((_, place) => one?.[place] ?? null);
    const ready: ReadyClaim = { wanted, payments: [], sums: [], seen: this.#read };
    if (one === null) return ready;
    if (this.#without === 'judging before the claim')
      return { ...ready, payments: wanted.map(plainPayment) };
    const passed = each.flatMap((verdict) => (verdict?.ok === true ? [verdict.value] : []));
    if (passed.length < wanted.length) return null;
    return {
      ...ready,
      payments: passed.map(({ payment }) => payment),
      sums: [...new Set(passed.flatMap(({ tallies }) => tallies))],
    };
  }

  #likenessOf(sending: WantedClaim['sending']): string {
    const [likeness = ''] = sending
      ? (claimableLikenesses(sending.operation, sending.payload) ?? [])
      : [];
    return likeness === '' ? '' : nameOf(this.#keys, 'likeness', likeness);
  }

  claim({ wanted, payments, sums, seen }: ReadyClaim): ClaimState {
    const references = wanted.map(({ reference }) => reference);
    const names = references.map((reference) => nameOf(this.#keys, 'reference', reference));
    const claims = wanted.map(({ payloadHash, sending }, place) => ({
      r: names[place] ?? '',
      l: this.#likenessOf(sending),
      p: nameOf(this.#keys, 'payload', payloadHash),
    }));
    const content = { references, ...(payments.length > 0 ? { payments: [...payments] } : {}) };
    // A desk that would not judge anew names the newest act as seen.
    const isBlind = this.#without === 'reading on before judging anew';
    return this.#record.claim(
      {
        ...{ key: this.key, kind: 'claim', content },
        ...{ of: { claims, tallies: [...sums] }, seen: isBlind ? this.#record.acts.length : seen },
      },
      ...([names, sums] as const),
    );
  }

  settle(reference: string, is: string): void {
    const r = nameOf(this.#keys, 'reference', reference);
    const of = { outcomes: [{ r, is }] };
    this.#record.append({ key: this.key, kind: 'settle', content: {}, of, seen: this.#read });
  }
}

const plainPayment = ({ sending }: WantedClaim): JsonObject => ({
  ...{ request: null, line: 0 },
  order: { operation: sending?.operation ?? '', payload: sending?.payload ?? '' },
  premise: { details: '', country: '', twins: [], warnings: [], debit: null },
});

export const wantedOf = (
  reference: string,
  operation: string,
  payload: string,
  account: string,
): WantedClaim => ({
  ...{ reference, likeness: null, payloadHash: payloadHashOf(payload), twins: [] },
  sending: { operation, payload, bankDetails: { account }, debit: '100', unread: [] },
});
