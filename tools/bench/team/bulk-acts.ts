import type { Client } from 'pg';

import { noAct, type Head, type SealedAct } from '../../../electron/engines/acts/act.ts';
import { digestAfter, envelopeDigest } from '../../../electron/engines/acts/chain.ts';
import { makeAct, type ActDraft } from '../../../electron/engines/acts/make-act.ts';
import { wrapFor } from '../../../electron/engines/acts/member-keys.ts';
import { packTeamKeys, type TeamKeys } from '../../../electron/engines/acts/team-keys.ts';
import { systemClock, timestampNow } from '../../../electron/engines/machine/context.ts';
import { lastOf } from '../../../electron/engines/team-record/record-copy.ts';
import { context, valueOf, type BenchTeamDesk } from './desks.ts';

type WrittenAct = SealedAct &
  Head & { readonly key: string; readonly seq: number; readonly kind: string };

/** A desk whose acts are written in bulk, each after its last. */
export type BulkAuthor = { readonly key: string; readonly write: Write };
type Write = (seen: Head, draft: ActDraft) => { readonly act: SealedAct; readonly seq: number };

const rowsAtOnce = 1_000;

/** Writes acts into a record as its desks would, many rows at once. The desks themselves read none of them. */
export class BulkActs {
  readonly keys: TeamKeys;
  readonly authors: readonly BulkAuthor[];
  readonly #client: Client;
  #last: Head;
  #rows: WrittenAct[] = [];

  private constructor(client: Client, keys: TeamKeys, authors: readonly BulkAuthor[], last: Head) {
    this.keys = keys;
    this.authors = authors;
    this.#client = client;
    this.#last = last;
  }

  /** Continues after what the first of the desks, who founded the team, reads now. */
  static async behind(client: Client, desks: readonly BenchTeamDesk[]): Promise<BulkActs> {
    const [founder] = desks;
    const keys = founder?.team.people.keys();
    if (founder === undefined || !keys) throw new Error('the founder has no keys');
    const last = await valueOf(founder.team.record.catchUp(context));
    const authors = desks.map((desk) => authorOf(founder, desk, keys));
    return new BulkActs(client, keys, authors, last);
  }

  /** How many acts the record has with those that were added. */
  get count(): number {
    return this.#last.n;
  }

  /** Adds an act of one of the authors, by turns where the place is beyond them. Returns its digest. */
  async add(place: number, draft: ActDraft): Promise<string> {
    const author = this.authors[place % this.authors.length];
    if (author === undefined) throw new RangeError('there is no such author');
    const { act, seq } = author.write(this.#last, draft);
    this.#last = { n: this.#last.n + 1, digest: digestAfter(this.#last.digest, act) };
    this.#rows.push({ ...act, ...this.#last, key: author.key, seq, kind: draft.kind });
    if (this.#rows.length >= rowsAtOnce) await this.#flush();
    return this.#last.digest;
  }

  /** Ends the writing by the act that admits a newcomer, as an administrator does who has read the others. */
  async admit({ team: { member, row } }: BenchTeamDesk): Promise<void> {
    const { key, sealingKey } = member;
    const { login } = row().address;
    const wrapped = { [key]: wrapFor(sealingKey, packTeamKeys(this.keys)) };
    const content = { sealingKey, at: timestampNow(systemClock) };
    await this.add(0, { kind: 'enrol', of: { key, login, wrapped }, content });
    await this.#flush();
    await this.#client.query("UPDATE nostro.head SET n = $1, digest = decode($2, 'hex')", [
      ...[this.#last.n, this.#last.digest],
    ]);
    await this.#client.query('INSERT INTO nostro.desk (login, key) VALUES ($1, $2)', [login, key]);
    await this.#client.query('VACUUM ANALYZE nostro.act');
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    await this.#client.query(
      `INSERT INTO nostro.act (n, digest, key, seq, kind, envelope, signature, body)
       SELECT n, decode(digest, 'hex'), key, seq, kind, envelope, signature, body
       FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bytea[], $7::bytea[], $8::bytea[])
         AS x (n, digest, key, seq, kind, envelope, signature, body)`,
      [
        ...[rows.map(({ n }) => n), rows.map(({ digest }) => digest), rows.map(({ key }) => key)],
        ...[rows.map(({ seq }) => seq), rows.map(({ kind }) => kind)],
        ...[rows.map(({ envelope }) => envelope), rows.map(({ signature }) => signature)],
        rows.map(({ body }) => body),
      ],
    );
  }
}

function authorOf(founder: BenchTeamDesk, desk: BenchTeamDesk, keys: TeamKeys): BulkAuthor {
  const { member, row } = desk.team;
  const last = lastOf(founder.team.record.copy, member.key);
  let { seq, digest: prev } = last ?? noAct;
  const author = { member, keys, team: row().team };
  return {
    key: member.key,
    write: (seen, draft) => {
      seq += 1;
      const act = makeAct(author, { seq, prev, seen }, draft);
      prev = envelopeDigest(act.envelope);
      return { act, seq };
    },
  };
}
