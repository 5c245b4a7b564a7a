import { describe, expect, test } from 'vitest';

import type { JsonObject, NumberedAct, SealedAct } from '../../electron/engines/acts/act.ts';
import { withNextEpoch } from '../../electron/engines/acts/team-keys.ts';
import { randoms } from '../support/randoms.ts';
import { ada, altered, ben, cid, founded, numbered, Reader } from './records.ts';

type Written = { readonly n: number; readonly key: string; readonly content: JsonObject };

const authors = [ada, ben, cid];

/** What a dishonest or broken writer makes of a valid act, or of one that the record has; each is void. */
const junk: readonly ((act: SealedAct, old: SealedAct) => SealedAct)[] = [
  (_act, old) => old,
  (act) => ({ ...act, signature: Buffer.alloc(64, 9) }),
  (act) => ({ ...act, body: Buffer.alloc(70, 9) }),
  (act) => ({ ...act, envelope: Buffer.from('{"v":1}') }),
  (act, old) => ({ ...old, body: act.body }),
  (act) => altered(act, ben, { more: 1 }),
  (act) => altered(act, ben, { key: ben.key, seq: 500 }),
  (act) => altered(act, cid, { key: cid.key, prev: 'a'.repeat(64) }),
  (act) => altered(act, ada, { key: ada.key, team: 'b'.repeat(64) }),
];

const contentOf = (random: () => number): JsonObject => ({
  amount: `${String(Math.floor(random() * 1e9))}.00`,
  list: Array.from({ length: Math.floor(random() * 4) }, () => Math.floor(random() * 2 ** 53)),
  text: String.fromCodePoint(
    ...Array.from({ length: 8 }, () => 0x20 + Math.floor(random() * 0xd7df)),
  ),
});

/** A record of 300 acts behind the first, a sixth of them junk, under keys that change on the way. */
function history(seed: number): { desk: Reader; written: Written[] } {
  const random = randoms(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const desk = founded();
  const written: Written[] = [];
  for (let at = 0; at < 300; at += 1) {
    if (at % 100 === 50) desk.keys = withNextEpoch(desk.keys!);
    const member = pick(authors);
    const content = contentOf(random);
    const act = desk.next(member, { content, kind: pick(['note', 'approve', 'settle']) });
    const isJunk = random() < 1 / 6;
    if (!isJunk) written.push({ n: desk.head.n + 1, key: member.key, content });
    desk.add(isJunk ? pick(junk)(act, pick(desk.rows)) : act);
  }
  return { desk, written };
}

/** The contents that count, in their order, without those of the first act. */
const contentsOf = ({ readings }: Reader): unknown[] =>
  readings.slice(1).flatMap((reading) => {
    if (reading.is !== 'act') return [];
    const { n, envelope, content } = reading.act;
    return [{ n, key: envelope.key, content }];
  });

/** Another desk that reads the same acts as bytes that came over a line. */
function freshReader({ rows, keys }: Reader, from = keys): Reader {
  const fresh = new Reader(from);
  for (const row of rows) fresh.read(structuredClone(row));
  return fresh;
}

describe.each([1, 2, 3])('a history of three authors, seed %d', (seed) => {
  const { desk, written } = history(seed);

  test('is read by its writers and by a newcomer as it was written', () => {
    const fresh = freshReader(desk);
    expect(desk.rows).toHaveLength(301);
    expect(written.length).toBeGreaterThan(220);
    expect(contentsOf(desk)).toEqual(written);
    expect(contentsOf(fresh)).toEqual(written);
    expect(fresh.head).toEqual(desk.head);
  });

  test('is read without the newest keys in the same order, up to the contents', () => {
    const older = { names: desk.keys!.names, epochs: desk.keys!.epochs.slice(0, 2) };
    const fresh = freshReader(desk, older);
    expect(fresh.head).toEqual(desk.head);
    expect(fresh.readings.map((reading) => reading.is)).toEqual(
      desk.readings.map((reading) => reading.is),
    );
    const { length } = written.filter(({ n }) => n <= 151);
    expect(contentsOf(fresh).slice(0, length)).toEqual(written.slice(0, length));
  });

  test('is found to be changed wherever two acts are exchanged, or one is left out, or comes twice', () => {
    const random = randoms(seed + 100);
    const reader = upTo(desk, 1);
    for (const [at, one] of desk.rows.entries()) {
      const other = desk.rows[at + 1];
      if (at > 0 && other !== undefined && random() < 0.2) {
        const early: NumberedAct[] = [other, { ...other, n: one.n }, { ...one, n: other.n }];
        for (const attack of early) expect(reader.look(attack).is).toBe('fatal');
      }
      if (at > 0) reader.read(one);
      for (const attack of [one, { ...one, n: one.n + 1 }])
        expect(reader.look(attack).is).toBe('fatal');
    }
    expect(reader.head).toEqual(desk.head);
  });

  test('gives no content to a server that numbers its acts anew in another order', () => {
    const random = randoms(seed + 200);
    const mixed = new Reader(desk.keys);
    mixed.read(desk.rows[0]!);
    const order = desk.rows.slice(1).map((row) => [random(), row] as const);
    for (const [, row] of order.toSorted(([a], [b]) => a - b)) mixed.add(row);
    // Only an act that follows its author's own and has seen this very record counts: no one has seen the mixed one.
    const counted = mixed.readings.filter((reading) => reading.is === 'act').length;
    expect(counted).toBeLessThan(5);
  });
});

/** A desk that has read the first acts of another's record. */
function upTo({ rows, keys }: Reader, count: number): Reader {
  const reader = new Reader(keys);
  for (const row of rows.slice(0, count)) reader.read(row);
  return reader;
}

test('two desks that were shown two histories cannot read each other’s next act', () => {
  const desk = founded();
  const [left, right] = [upTo(desk, 1), upTo(desk, 1)];
  left.write(ben, { content: { reference: 'A' } });
  right.write(cid, { content: { reference: 'A' } });
  const next = left.next(ben);
  expect(left.add(next).is).toBe('act');
  expect(right.look(numbered(right.head, next)).is).toBe('fatal');
  expect(right.look(left.rows.at(-1)!).is).toBe('fatal');
});
