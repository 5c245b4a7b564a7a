import {
  noDigest,
  type CountedAct,
  type Head,
  type NumberedAct,
  type SealedAct,
} from '../../electron/engines/acts/act.ts';
import { canonicalJson } from '../../electron/engines/acts/canonical.ts';
import { digestAfter, envelopeDigest } from '../../electron/engines/acts/chain.ts';
import { makeAct, type ActDraft, type Author } from '../../electron/engines/acts/make-act.ts';
import { memberKeys, type MemberKeys } from '../../electron/engines/acts/member-keys.ts';
import { readAct, type Reading, type RecordSoFar } from '../../electron/engines/acts/read-act.ts';
import type { TeamKeys } from '../../electron/engines/acts/team-keys.ts';

/** The keys of a member whose secret is 32 times one byte. */
export const memberOf = (byte: number): MemberKeys => memberKeys(new Uint8Array(32).fill(byte));

/** The keys of a team with this many epochs. */
export const teamKeysOf = (byte: number, epochs = 1): TeamKeys => ({
  names: new Uint8Array(32).fill(byte),
  epochs: Array.from({ length: epochs }, (_, at) => new Uint8Array(32).fill(byte + 1 + at)),
});

/** The act that a server adds behind a head. It checks nothing. */
export const numbered = (head: Head, act: SealedAct): NumberedAct => ({
  ...act,
  n: head.n + 1,
  digest: digestAfter(head.digest, act),
  at: '2026-03-01T08:00:00.000Z',
});

/** An envelope with other members (undefined removes one), signed again. */
export function altered(
  act: SealedAct,
  member: MemberKeys,
  change: Readonly<Record<string, unknown>>,
): SealedAct {
  const value = JSON.parse(Buffer.from(act.envelope).toString()) as Record<string, unknown>;
  const text = JSON.stringify({ ...value, ...change });
  return signed(canonicalJson(JSON.parse(text) as Record<string, never>), member, act.body);
}

/** An act of this very text. */
export function signed(text: string, member: MemberKeys, body: Uint8Array): SealedAct {
  const envelope = Buffer.from(text);
  return { envelope, signature: member.sign(envelope), body };
}

/** A desk that reads acts in their order, and stores all but fatal ones. */
export class Reader {
  readonly rows: NumberedAct[] = [];
  readonly readings: Reading[] = [];
  readonly #lasts = new Map<string, CountedAct>();
  keys: TeamKeys | null;

  constructor(keys: TeamKeys | null) {
    this.keys = keys;
  }

  get head(): Head {
    return { n: this.rows.length, digest: this.rows.at(-1)?.digest ?? noDigest };
  }

  get soFar(): RecordSoFar {
    return {
      head: this.head,
      team: this.rows[0]?.digest ?? null,
      keys: this.keys,
      lastOf: (key) => this.#lasts.get(key) ?? null,
      digestAt: (n) => (n === 0 ? noDigest : (this.rows[n - 1]?.digest ?? null)),
    };
  }

  /** What it would make of an act, without storing it. */
  look(row: NumberedAct): Reading {
    return readAct(this.soFar, row);
  }

  read(row: NumberedAct): Reading {
    const reading = this.look(row);
    this.readings.push(reading);
    if (reading.is === 'fatal') return reading;
    this.rows.push(row);
    const envelope = reading.act?.envelope;
    if (envelope !== undefined)
      this.#lasts.set(envelope.key, { seq: envelope.seq, digest: envelopeDigest(row.envelope) });
    return reading;
  }

  /** The act of a member that follows all that this desk has read. */
  next(member: MemberKeys, draft: Partial<ActDraft> = {}, keys = this.keys): SealedAct {
    if (keys === null) throw new Error('this reader has no keys to write with');
    const author: Author = { member, keys, team: this.rows[0]?.digest ?? noDigest };
    const last = this.#lasts.get(member.key);
    const place = { seq: (last?.seq ?? 0) + 1, prev: last?.digest ?? noDigest, seen: this.head };
    return makeAct(author, place, { kind: 'note', content: {}, ...draft });
  }

  /** Adds an act behind the head. */
  add(act: SealedAct): Reading {
    return this.read(numbered(this.head, act));
  }

  /** Writes and adds the next act of a member. */
  write(member: MemberKeys, draft: Partial<ActDraft> = {}): Reading {
    return this.add(this.next(member, draft));
  }
}

export const ada = memberOf(1);
export const ben = memberOf(2);
export const cid = memberOf(3);

/** A record that Ada founded, as a desk with the team's keys has read it. */
export function founded(keys = teamKeysOf(50)): Reader {
  const reader = new Reader(keys);
  reader.write(ada, { kind: 'found', content: { name: 'Kestrel' } });
  return reader;
}
