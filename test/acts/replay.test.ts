import { describe, expect, test } from 'vitest';

import { noDigest, type SealedAct } from '../../electron/engines/acts/act.ts';
import { envelopeDigest } from '../../electron/engines/acts/chain.ts';
import { ada, altered, ben, cid, founded, numbered, type Reader } from './records.ts';

const unordered = { is: 'void', why: 'It does not follow its author’s act before.' };

/** A record in which Ben has written this many acts, each with its number. */
function withActs(count: number): { desk: Reader; acts: SealedAct[] } {
  const desk = founded();
  const acts = Array.from({ length: count }, (_, at) => {
    const act = desk.next(ben, { kind: 'approve', content: { at } });
    desk.add(act);
    return act;
  });
  return { desk, acts };
}

const contents = (desk: Reader): unknown[] =>
  desk.readings.flatMap((reading) => (reading.is === 'act' ? [reading.act.content?.['at']] : []));

describe('an act that the server puts in again', () => {
  test('right behind itself changes nothing', () => {
    const { desk, acts } = withActs(1);
    expect(desk.add(acts[0]!)).toMatchObject(unordered);
    expect(desk.write(ben).is).toBe('act');
  });

  test('after others changes nothing, whichever it is', () => {
    for (const at of [0, 1, 2, 3]) {
      const { desk, acts } = withActs(4);
      desk.write(cid);
      expect(desk.add(acts[at]!)).toMatchObject({ ...unordered, act: null });
      expect(desk.write(ben).is).toBe('act');
    }
  });

  // The first that is put in again is void. If it stood as the author's last act, the next ones would follow it.
  test('together with all that followed it changes nothing', () => {
    for (const from of [0, 1, 2]) {
      const { desk, acts } = withActs(4);
      const before = contents(desk);
      for (const act of acts.slice(from)) expect(desk.add(act)).toMatchObject(unordered);
      expect(contents(desk)).toEqual(before);
      expect(desk.write(ben, { content: { at: 'new' } }).is).toBe('act');
      expect(contents(desk)).toEqual([...before, 'new']);
    }
  });

  test('with another signature or body does not make way for those that followed it', () => {
    for (const change of [{ signature: new Uint8Array(64) }, { body: new Uint8Array(40) }]) {
      const { desk, acts } = withActs(3);
      const before = contents(desk);
      desk.add({ ...acts[0]!, ...change });
      for (const act of acts.slice(1)) desk.add(act);
      expect(contents(desk)).toEqual(before);
      expect(desk.write(ben).is).toBe('act');
    }
  });

  test('as a junk envelope under the author’s key, with an old number, does not make way either', () => {
    const { desk, acts } = withActs(3);
    const before = contents(desk);
    // Signed by someone else; Ben's third act follows its number, but not its bytes.
    desk.add(altered(acts[1]!, cid, { kind: 'note' }));
    desk.add(acts[2]!);
    expect(contents(desk)).toEqual(before);
    expect(desk.write(ben).is).toBe('act');
  });

  test('before its place does not count, and then does not count in its place', () => {
    const source = withActs(3);
    const desk = founded();
    // Ben's second act before the first: it has seen a record that this desk has not.
    expect(desk.add(altered(source.acts[1]!, ben, { team: desk.rows[0]!.digest })).is).toBe(
      'fatal',
    );
    const [first, second] = nextTwo(desk);
    expect(desk.add(second)).toMatchObject(unordered);
    expect(desk.add(first).is).toBe('act');
    expect(desk.add(second).is).toBe('act');
    expect(desk.add(second)).toMatchObject(unordered);
  });

  test('under the number of the next, signed by someone else, changes nothing', () => {
    const { desk, acts } = withActs(2);
    const forged = altered(acts[1]!, cid, { seq: 3, prev: envelopeDigest(acts[1]!.envelope) });
    expect(desk.add(forged)).toMatchObject({ why: 'Its signature is not its author’s.' });
    expect(desk.write(ben).is).toBe('act');
  });
});

/** Two acts of Ben that follow each other; the second has not seen the first. */
function nextTwo(desk: Reader): readonly [SealedAct, SealedAct] {
  const first = desk.next(ben);
  const second = altered(desk.next(ben), ben, { seq: 2, prev: envelopeDigest(first.envelope) });
  return [first, second];
}

describe('the order of an author’s acts', () => {
  test.each([1, 2, 4, 5, 1_000, Number.MAX_SAFE_INTEGER])('has no number %d behind 2', (seq) => {
    const { desk } = withActs(2);
    expect(desk.add(altered(desk.next(ben), ben, { seq }))).toMatchObject({
      ...unordered,
      act: null,
    });
    expect(desk.write(ben)).toMatchObject({ is: 'act', act: { envelope: { seq: 3 } } });
  });

  test('is that of the very acts', () => {
    const { desk, acts } = withActs(2);
    const last = acts[1]!;
    const cidsLast = desk.next(cid);
    desk.add(cidsLast);
    const others = [acts[0]!.envelope, last.signature, last.body, cidsLast.envelope];
    for (const prev of [noDigest, ...others.map(envelopeDigest), desk.head.digest]) {
      const act = altered(desk.next(ben), ben, { prev });
      expect(desk.look(numbered(desk.head, act))).toMatchObject(unordered);
    }
    expect(desk.write(ben).is).toBe('act');
  });

  test('is each author’s own', () => {
    const { desk } = withActs(2);
    expect(desk.write(cid)).toMatchObject({
      is: 'act',
      act: { envelope: { seq: 1, prev: noDigest } },
    });
    expect(desk.write(ada)).toMatchObject({ is: 'act', act: { envelope: { seq: 2 } } });
    expect(desk.write(ben)).toMatchObject({ is: 'act', act: { envelope: { seq: 3 } } });
  });

  // The server counts such an act too: its author could never write again if desks did not.
  test.each<[string, (act: SealedAct) => SealedAct]>([
    ['a wrong signature', (act) => ({ ...act, signature: new Uint8Array(64) })],
    ['a wrong act before', (act) => altered(act, ben, { prev: 'a'.repeat(64) })],
    ['another team', (act) => altered(act, ben, { team: 'a'.repeat(64) })],
    ['a body that cannot be opened', (act) => altered(act, ben, { body: 'a'.repeat(64) })],
    ['a body that is not its own', (act) => ({ ...act, body: Buffer.alloc(50) })],
    ['a second founding', (act) => altered(act, ben, { kind: 'found' })],
  ])('goes on behind one with the next number that is void for %s', (_what, change) => {
    const { desk } = withActs(2);
    const bad = change(desk.next(ben));
    expect(desk.add(bad)).toMatchObject({
      is: 'void',
      act: { envelope: { seq: 3 }, content: null },
    });
    const next = desk.write(ben);
    expect(next).toMatchObject({
      is: 'act',
      act: { envelope: { seq: 4, prev: envelopeDigest(bad.envelope) } },
    });
  });
});
