import { describe, expect, test } from 'vitest';

import type { Json } from '../../electron/engines/acts/act.ts';
import { canonicalJson } from '../../electron/engines/acts/canonical.ts';
import { envelopeDigest } from '../../electron/engines/acts/chain.ts';
import { envelopeIn } from '../../electron/engines/acts/envelope.ts';
import { ada, altered, ben, founded, signed } from './records.ts';

const record = founded();
const act = record.next(ben, { kind: 'claim', of: { names: ['a'] }, must: true });
const text = Buffer.from(act.envelope).toString();
const envelope = JSON.parse(text) as Record<string, Json>;

const read = (value: Json): unknown => envelopeIn(Buffer.from(canonicalJson(value)));

describe('an envelope', () => {
  test('is read as it was written', () => {
    expect(envelopeIn(act.envelope)).toEqual({
      v: 1,
      team: record.rows[0]?.digest,
      key: ben.key,
      seq: 1,
      prev: '0'.repeat(64),
      kind: 'claim',
      epoch: 1,
      seen: record.head,
      of: { names: ['a'] },
      body: envelope['body'],
      cipher: envelope['cipher'],
      must: true,
    });
  });

  test('may lack `of` and `must`, and nothing else', () => {
    for (const name of Object.keys(envelope)) {
      const { [name]: _left, ...rest } = envelope;
      expect(read(rest) !== null, name).toBe(['of', 'must'].includes(name));
    }
  });

  const zeros = '0'.repeat(64);
  const wrong: Readonly<Record<string, readonly Json[]>> = {
    v: [0, 2, '1', true, null],
    team: [
      null,
      '',
      zeros.slice(1),
      `${zeros}0`,
      'F'.repeat(64),
      `${zeros.slice(1)}g`,
      `${zeros}\n`,
    ],
    key: [null, '', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}+`, `${'a'.repeat(43)}=`, 7],
    seq: [null, 0, -1, '1', [1], true],
    prev: [null, 0, zeros.slice(1), 'A'.repeat(64)],
    kind: [null, '', 'Note', '-note', 'no te', 'note\n', 'a'.repeat(41), '1st', 'nöte', ['note']],
    epoch: [null, 0, -1, '1'],
    seen: [
      ...[null, 0, zeros, [], {}, { n: 0 }, { digest: zeros }, { n: -1, digest: zeros }],
      ...[
        { n: '0', digest: zeros },
        { n: 0, digest: '' },
        { n: 0, digest: zeros, more: 1 },
      ],
    ],
    of: [null, 0, '', [], true],
    body: [null, '', zeros.slice(1), 'A'.repeat(64)],
    cipher: [null, '', zeros.slice(1), 'A'.repeat(64)],
    must: [null, false, 1, 'true'],
  };

  test.each(Object.entries(wrong))('with another kind of value in `%s` is none', (name, values) => {
    for (const value of values)
      expect(read({ ...envelope, [name]: value }), canonicalJson(value)).toBeNull();
  });

  test('with a member that it has not is none', () => {
    for (const name of ['w', 'at', 'V', '', 'toString', 'constructor', 'hasOwnProperty'])
      expect(read({ ...envelope, [name]: 1 }), name).toBeNull();
    const proto = text.replace('{', '{"__proto__":{},');
    expect(envelopeIn(Buffer.from(proto))).toBeNull();
  });

  test('does not get a member from a prototype', () => {
    const { seq: _seq, ...rest } = envelope;
    const proto = canonicalJson(rest).replace('{', '{"__proto__":{"seq":1},');
    expect(envelopeIn(Buffer.from(proto))).toBeNull();
  });

  test.each([
    ['a space', text.replace('{', '{ ')],
    ['a line end', `${text}\n`],
    ['another order', text.replace('{', '{"v":1,').replace(',"v":1}', '}')],
    ['a member twice', text.replace('"seq":1', '"seq":1,"seq":1')],
    ['an escaped name', text.replace('"seq"', String.raw`"\u0073eq"`)],
    ['a float', text.replace('"seq":1', '"seq":1.0')],
    ['an exponent', text.replace('"seq":1', '"seq":1e0')],
  ])('with %s is none', (_what, changed) => {
    expect(changed).not.toBe(text);
    expect(JSON.parse(changed)).toEqual(envelope);
    expect(envelopeIn(Buffer.from(changed))).toBeNull();
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a text', '"v"'],
    ['an empty object', '{}'],
  ])('is not %s', (_what, other) => {
    expect(envelopeIn(Buffer.from(other))).toBeNull();
  });

  test('has a digest that is its SHA-256', () => {
    expect(envelopeDigest(Buffer.from('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});

describe('an act whose envelope is signed, and', () => {
  const reader = founded();
  const next = reader.next(ada, { kind: 'note', content: { text: 'a' } });
  const plain = Buffer.from(next.envelope).toString();

  test.each([
    ['has an unknown member', altered(next, ada, { more: 1 })],
    ['has an unknown version', altered(next, ada, { v: 2 })],
    ['lacks its kind', altered(next, ada, { kind: undefined })],
    ['is in another form', signed(`${plain} `, ada, next.body)],
    ['has a member twice', signed(plain.replace('"v":1', '"v":1,"v":1'), ada, next.body)],
    ['has a prototype', signed(plain.replace('{', '{"__proto__":1,'), ada, next.body)],
    ['is no JSON', signed('note', ada, next.body)],
    ['is empty', signed('', ada, next.body)],
  ])('%s changes nothing, and the record goes on', (_what, act) => {
    const desk = founded();
    expect(desk.add(act)).toEqual({ is: 'void', act: null, why: 'It is no act.' });
    expect(desk.write(ada, { content: { text: 'b' } })).toMatchObject({
      is: 'act',
      act: { n: 3, content: { text: 'b' } },
    });
  });
});
