import { describe, expect, test } from 'vitest';

import type { NumberedAct } from '../../electron/engines/acts/act.ts';
import { digestAfter } from '../../electron/engines/acts/chain.ts';
import { ben, founded, numbered, Reader } from './records.ts';

const desk = founded();
const row = numbered(
  desk.head,
  desk.next(ben, { kind: 'approve', of: { name: 'é' }, content: { amount: '1.00' }, must: true }),
);

/** The same desk without the team's keys. */
const blind = new Reader(null);
blind.read(desk.rows[0]!);

/** Every copy of some bytes in which one bit is another. */
function* flipped(bytes: Uint8Array): Generator<Buffer> {
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    yield changed;
  }
}

/** The row of a server that computes the digest anew. */
const anew = (changed: NumberedAct): NumberedAct => ({
  ...changed,
  digest: digestAfter(desk.head.digest, changed),
});

test('the act is valid before a bit of it is changed', () => {
  for (const each of [row, anew(row)])
    expect([desk.look(each).is, blind.look(each).is]).toEqual(['act', 'act']);
});

describe('an act of which one bit was changed is found', () => {
  test.each(['envelope', 'signature'] as const)('in the %s', (part) => {
    let count = 0;
    for (const bytes of flipped(row[part])) {
      count += 1;
      const changed = { ...row, [part]: bytes };
      const found = [desk.look(changed).is, desk.look(anew(changed)).is];
      expect(found, bytes.toString('latin1')).toEqual(['fatal', 'void']);
    }
    expect(count).toBe(row[part].length * 8);
  });

  test('in the body, without the keys of the team as well', () => {
    for (const body of flipped(row.body))
      expect(blind.look({ ...row, body })).toMatchObject({ is: 'void', act: { content: null } });
    for (const body of flipped(row.body.subarray(0, 16)))
      expect(desk.look({ ...row, body: Buffer.concat([body, row.body.subarray(16)]) }).is).toBe(
        'void',
      );
  });

  test('in the digest, as text and as bytes', () => {
    const texts = Array.from(flipped(Buffer.from(row.digest)), (bytes) => bytes.toString('latin1'));
    const bytes = Array.from(flipped(Buffer.from(row.digest, 'hex')), (each) =>
      each.toString('hex'),
    );
    for (const digest of [...texts, ...bytes]) {
      const changed = { ...row, digest };
      expect([desk.look(changed).is, blind.look(changed).is], digest).toEqual(['fatal', 'fatal']);
    }
  });

  test('in the number', () => {
    for (let bit = 0n; bit < 53n; bit += 1n) {
      const changed = { ...row, n: Number(BigInt(row.n) ^ (1n << bit)) };
      expect([desk.look(changed).is, desk.look(anew(changed)).is]).toEqual(['fatal', 'fatal']);
    }
  });

  test('in an act that was read before, at the next one', () => {
    for (const part of ['envelope', 'signature'] as const)
      for (const bytes of flipped(desk.rows[0]![part])) {
        const first = { ...desk.rows[0]!, [part]: bytes };
        const reader = new Reader(desk.keys);
        reader.rows.push({ ...first, digest: digestAfter('0'.repeat(64), first) });
        expect(reader.look(row).is).toBe('fatal');
      }
  });
});

test('no part of an act can be cut or lengthened', () => {
  for (const part of ['envelope', 'signature', 'body'] as const) {
    const longer = Buffer.concat([row[part], Buffer.alloc(1)]);
    for (const bytes of [row[part].subarray(1), row[part].subarray(0, -1), longer, Buffer.alloc(0)])
      for (const changed of [{ ...row, [part]: bytes }, anew({ ...row, [part]: bytes })])
        expect([desk.look(changed).is, blind.look(changed).is]).not.toContain('act');
  }
});
