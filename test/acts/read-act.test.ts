import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { noDigest, type SealedAct } from '../../electron/engines/acts/act.ts';
import { digestAfter, envelopeDigest } from '../../electron/engines/acts/chain.ts';
import { makeAct } from '../../electron/engines/acts/make-act.ts';
import { readAct, readStored } from '../../electron/engines/acts/read-act.ts';
import { sealBody } from '../../electron/engines/acts/sealing.ts';
import {
  ada,
  altered,
  ben,
  cid,
  founded,
  memberOf,
  numbered,
  Reader,
  teamKeysOf,
} from './records.ts';

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const isVoid = (why: string) => ({ is: 'void', why });
const isFatal = (why: string) => ({ is: 'fatal', why });
const unordered = 'It does not follow its author’s act before.';
const elsewhere = 'Its author has seen another record.';
const unopened = 'Its body cannot be opened.';

describe('an act', () => {
  test('is read with its content, number, digest and time', () => {
    const desk = founded();
    const row = numbered(desk.head, desk.next(ben, { kind: 'approve', content: { limit: '5' } }));
    expect(desk.read(row)).toEqual({
      is: 'act',
      act: {
        ...{ n: 2, digest: row.digest, at: row.at, content: { limit: '5' } },
        envelope: JSON.parse(Buffer.from(row.envelope).toString()) as unknown,
      },
    });
  });

  test('lies in a chain: SHA-256 of the digest before, of the SHA-256 of the envelope, and of the signature', () => {
    const act = founded().next(ben);
    const before = 'ab'.repeat(32);
    const bytes = [Buffer.from(before, 'hex'), sha256(act.envelope), act.signature];
    expect(digestAfter(before, act)).toBe(sha256(Buffer.concat(bytes)).toString('hex'));
  });

  test('is signed to the last byte of its envelope, in canonical form', () => {
    const { envelope, body } = founded().next(ben, { of: { b: 1, a: [] }, must: true });
    const text = Buffer.from(envelope).toString();
    expect(text.startsWith('{"body":"')).toBe(true);
    expect(text.endsWith(',"v":1}')).toBe(true);
    expect(text).toContain('"of":{"a":[],"b":1}');
    expect(JSON.parse(text)).toMatchObject({ cipher: sha256(body).toString('hex'), must: true });
  });

  test('of a team without a key is not written', () => {
    const author = { member: ada, team: noDigest, keys: { ...teamKeysOf(1), epochs: [] } };
    const place = { seq: 1, prev: noDigest, seen: { n: 0, digest: noDigest } };
    expect(() => makeAct(author, place, { kind: 'found', content: {} })).toThrow(RangeError);
  });
});

describe('the record is not to be trusted where', () => {
  const desk = founded();
  const row = numbered(desk.head, desk.next(ben));

  test.each([0, 1, 3, 4, -2, 2.5, NaN, Infinity])('the number is %d instead of 2', (n) => {
    expect(desk.look({ ...row, n })).toMatchObject(
      isFatal('It does not follow the act before it.'),
    );
  });

  test('the digest is another', () => {
    const others = ['', noDigest, desk.head.digest, row.digest.toUpperCase(), `${row.digest}00`];
    for (const digest of [...others, envelopeDigest(row.envelope)])
      expect(desk.look({ ...row, digest }).is).toBe('fatal');
  });

  test('an act is missing, comes twice, or comes before another', () => {
    const writer = founded();
    const rows = [0, 1, 2].map(() => {
      const next = numbered(writer.head, writer.next(ben));
      writer.read(next);
      return next;
    });
    const reader = new Reader(writer.keys);
    reader.read(writer.rows[0]!);
    expect(reader.look(rows[1]!).is).toBe('fatal');
    expect(reader.look({ ...rows[1]!, n: 2 }).is).toBe('fatal');
    expect(reader.read(rows[0]!).is).toBe('act');
    expect(reader.look(rows[0]!).is).toBe('fatal');
    expect(reader.look({ ...rows[0]!, n: 3 }).is).toBe('fatal');
    expect(reader.look({ ...rows[2]!, n: 3 }).is).toBe('fatal');
    expect(reader.read(rows[1]!).is).toBe('act');
  });

  test('a valid act has another signature or envelope in its place', () => {
    const other = desk.next(ben);
    expect(desk.look({ ...row, signature: other.signature }).is).toBe('fatal');
    expect(desk.look({ ...row, envelope: other.envelope }).is).toBe('fatal');
  });
});

describe('what an author has seen', () => {
  const desk = founded();
  desk.write(ben);
  desk.write(ada);
  const act = desk.next(cid);
  const seeing = (seen: unknown): SealedAct => altered(act, cid, { seen });
  const look = (sealed: SealedAct) => desk.look(numbered(desk.head, sealed));

  test('may be any head of this very record', () => {
    const heads = [
      { n: 0, digest: noDigest },
      ...desk.rows.map(({ n, digest }) => ({ n, digest })),
    ];
    for (const seen of heads) expect(look(seeing(seen)).is).toBe('act');
  });

  test('is fatal where it is of another history', () => {
    const digests = desk.rows.map(({ digest }) => digest);
    for (const seen of [
      { n: 0, digest: digests[0] },
      { n: 1, digest: noDigest },
      { n: 1, digest: digests[1] },
      { n: 2, digest: digests[0] },
      { n: 3, digest: 'f'.repeat(64) },
    ])
      expect(look(seeing(seen))).toEqual(isFatal(elsewhere));
  });

  test('is fatal where it is of the future', () => {
    for (const n of [4, 5, 1_000, Number.MAX_SAFE_INTEGER])
      for (const digest of [noDigest, desk.head.digest, 'f'.repeat(64)])
        expect(look(seeing({ n, digest }))).toEqual(isFatal(elsewhere));
  });

  test('is fatal where it is of the future, for a desk that reads again and knows that future', () => {
    const row = numbered(desk.head, seeing({ n: 4, digest: 'e'.repeat(64) }));
    const knowing = { ...desk.soFar, digestAt: (n: number) => (n === 4 ? 'e'.repeat(64) : null) };
    expect(readAct(knowing, row)).toEqual(isFatal(elsewhere));
  });

  test('is fatal before anything else of the act: its order, its body', () => {
    const seen = { n: 1, digest: noDigest };
    expect(look(altered(act, cid, { seen, seq: 9 }))).toEqual(isFatal(elsewhere));
    expect(look({ ...seeing(seen), body: Buffer.from('other') })).toEqual(isFatal(elsewhere));
  });

  test('means nothing without the signature of the author: otherwise junk would stop a team', () => {
    const forged = { ...seeing({ n: 1, digest: noDigest }), signature: act.signature };
    expect(look(forged)).toMatchObject(isVoid('Its signature is not its author’s.'));
  });

  test('means nothing in an act of another team', () => {
    const other = founded(teamKeysOf(80));
    other.write(cid);
    expect(look(other.next(ben))).toMatchObject(isVoid('It is of another team.'));
  });
});

describe('an act changes nothing, and the record goes on, where', () => {
  const signature = 'Its signature is not its author’s.';

  test.each<[string, (act: SealedAct) => SealedAct]>([
    ['another member signed it', (act) => ({ ...act, signature: cid.sign(act.envelope) })],
    ['something else was signed', (act) => ({ ...act, signature: ben.sign(act.body) })],
    ['the signature is empty', (act) => ({ ...act, signature: new Uint8Array() })],
    ['the signature is of zeros', (act) => ({ ...act, signature: new Uint8Array(64) })],
    ['the signature is cut', (act) => ({ ...act, signature: act.signature.subarray(0, 63) })],
    [
      'the signature has a byte more',
      (act) => ({ ...act, signature: Buffer.concat([act.signature, Buffer.alloc(1)]) }),
    ],
    ['the key has a second text', (act) => altered(act, ben, { key: secondText(ben.key) })],
    ['the key is of zeros', (act) => altered(act, ben, { key: 'A'.repeat(43) })],
    ['the author is another', (act) => altered(act, ben, { key: cid.key })],
  ])('%s', (_what, forge) => {
    const desk = founded();
    expect(desk.add(forge(desk.next(ben, { content: { a: 1 } })))).toMatchObject(isVoid(signature));
    for (const member of [ada, ben, cid]) expect(desk.write(member).is).toBe('act');
  });

  test('it is of another team, or of none', () => {
    const why = isVoid('It is of another team.');
    const desk = founded();
    const other = founded(desk.keys!);
    for (const team of [other.rows[0]!.digest, noDigest])
      expect(desk.add(altered(desk.next(ben), ben, { team }))).toMatchObject(why);
    expect(desk.add(other.next(ben))).toMatchObject(why);
    expect(desk.write(ben).is).toBe('act');
  });

  test('it founds a team again', () => {
    const desk = founded();
    const why = isVoid('The team was founded before.');
    expect(desk.add(desk.next(ada, { kind: 'found' }))).toMatchObject(why);
    expect(
      desk.add(altered(desk.next(ada, { kind: 'found' }), ada, { team: noDigest })),
    ).toMatchObject(why);
    expect(desk.add(new Reader(desk.keys).next(cid, { kind: 'found' }))).toMatchObject(why);
    expect(desk.add(desk.rows[0]!)).toMatchObject(why);
    for (const member of [ada, ben, cid]) expect(desk.write(member).is).toBe('act');
  });
});

/** Another text with the same bytes: the last digit of a key has two bits that say nothing. */
function secondText(key: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const text = key.slice(0, -1) + digits[digits.indexOf(key.slice(-1)) + 1]!;
  expect(Buffer.from(text, 'base64url')).toEqual(Buffer.from(key, 'base64url'));
  return text;
}

describe('the body of an act', () => {
  const keys = teamKeysOf(50, 2);
  const content = { amount: '12.00' };

  test('must be the encrypted one that the envelope names, though another has the same content', () => {
    const desk = founded(keys);
    const act = desk.next(ben, { content });
    // The same opened text, encrypted again: its digest is the one of the envelope.
    const again = encryptedAgain(keys.epochs[1]!, act.body);
    expect(desk.add({ ...act, body: again })).toMatchObject(isVoid('Its body is not its own.'));
    for (const body of [
      new Uint8Array(),
      act.body.subarray(1),
      Buffer.concat([act.body, Buffer.alloc(1)]),
    ])
      expect(desk.add({ ...desk.next(ben), body })).toMatchObject(
        isVoid('Its body is not its own.'),
      );
  });

  test('must be its own for a desk without a key as well', () => {
    const desk = founded(keys);
    const act = desk.next(ben, { content });
    const blind = new Reader(null);
    blind.read(desk.rows[0]!);
    const row = numbered(desk.head, act);
    expect(blind.look(row)).toMatchObject({ is: 'act', act: { content: null } });
    expect(blind.look({ ...row, body: Buffer.alloc(60) })).toMatchObject(
      isVoid('Its body is not its own.'),
    );
  });

  test('must have the content whose digest the envelope names', () => {
    const desk = founded(keys);
    const sealed = sealBody(keys.epochs[1]!, { amount: '13.00' });
    const act = altered(desk.next(ben, { content }), ben, { cipher: sealed.cipher });
    expect(desk.add({ ...act, body: sealed.body })).toMatchObject(isVoid(unopened));
    expect(desk.write(ben, { content })).toMatchObject({ is: 'act', act: { content } });
  });

  test('must be encrypted with the key of its epoch', () => {
    const desk = founded(keys);
    for (const [at, epoch] of [
      [0, 2],
      [1, 1],
    ] as const) {
      const { body, digest, cipher } = sealBody(keys.epochs[at]!, content);
      const act = altered(desk.next(ben), ben, { epoch, body: digest, cipher });
      expect(desk.add({ ...act, body })).toMatchObject({
        ...isVoid(unopened),
        act: { content: null },
      });
      const right = altered(desk.next(ben), ben, { epoch: at + 1, body: digest, cipher });
      expect(desk.add({ ...right, body })).toMatchObject({ is: 'act', act: { content } });
    }
  });

  test('must be encrypted at all', () => {
    const desk = founded(keys);
    for (const body of [Buffer.from('{"amount":"12.00"}'), Buffer.alloc(0), Buffer.alloc(28)]) {
      const digest = sha256(body).toString('hex');
      const act = altered(desk.next(ben), ben, { body: digest, cipher: digest });
      expect(desk.add({ ...act, body })).toMatchObject(isVoid(unopened));
    }
    expect(desk.write(ben).is).toBe('act');
  });

  test('stays closed without the key of its epoch, and is checked when the key has come', () => {
    const desk = founded(keys);
    const lacking = new Reader(teamKeysOf(50, 1));
    lacking.rows.push(...desk.rows);
    const right = numbered(desk.head, desk.next(ben, { content }));
    const sealed = sealBody(keys.epochs[1]!, { amount: '13.00' });
    const act = altered(desk.next(ben, { content }), ben, { cipher: sealed.cipher });
    const wrong = numbered(desk.head, { ...act, body: sealed.body });
    for (const row of [right, wrong]) {
      expect(lacking.look(row)).toMatchObject({ is: 'act', act: { content: null } });
      expect(readStored(row, lacking.keys)?.content).toBeNull();
      expect(readStored(row, null)?.content).toBeNull();
    }
    expect(readStored(right, keys)).toEqual({
      ...{ n: 2, digest: right.digest, at: right.at, content },
      envelope: JSON.parse(Buffer.from(right.envelope).toString()) as unknown,
    });
    expect(readStored(wrong, keys)?.content).toBeNull();
    expect(readStored({ ...right, envelope: Buffer.from('{}') }, keys)).toBeNull();
  });
});

/** The same opened text under the same key, with another nonce. */
function encryptedAgain(key: Uint8Array, body: Uint8Array): Uint8Array {
  const nonce = Buffer.from(body.subarray(0, 12));
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  const opened = decipher.update(body.subarray(12, -16));
  const other = Buffer.alloc(12, 3);
  const cipher = createCipheriv('aes-256-gcm', key, other);
  return Buffer.concat([other, cipher.update(opened), cipher.final(), cipher.getAuthTag()]);
}

describe('the first act', () => {
  const keys = teamKeysOf(50);
  const first = (): SealedAct => new Reader(keys).next(ada, { kind: 'found', content: { a: 1 } });

  test('founds the team, and its digest is the team’s', () => {
    const desk = new Reader(keys);
    expect(desk.add(first())).toMatchObject({ is: 'act', act: { n: 1, content: { a: 1 } } });
    expect(JSON.parse(Buffer.from(desk.next(ben).envelope).toString())).toMatchObject({
      team: desk.rows[0]!.digest,
    });
    expect(new Reader(null).add(first())).toMatchObject({ is: 'act', act: { content: null } });
  });

  test.each<[string, (act: SealedAct) => SealedAct, string]>([
    [
      'is of another kind',
      (act) => altered(act, ada, { kind: 'note' }),
      'The first act founds no team.',
    ],
    ['is no act', (act) => ({ ...act, envelope: Buffer.from('{}') }), 'It is no act.'],
    [
      'is not signed',
      (act) => ({ ...act, signature: new Uint8Array(64) }),
      'Its signature is not its author’s.',
    ],
    [
      'is signed by another',
      (act) => ({ ...act, signature: ben.sign(act.envelope) }),
      'Its signature is not its author’s.',
    ],
    [
      'is of a team',
      (act) => altered(act, ada, { team: 'a'.repeat(64) }),
      'It is of another team.',
    ],
    [
      'has seen a record',
      (act) => altered(act, ada, { seen: { n: 0, digest: 'a'.repeat(64) } }),
      elsewhere,
    ],
    [
      'has seen itself',
      (act) => altered(act, ada, { seen: { n: 1, digest: noDigest } }),
      elsewhere,
    ],
    ['is its author’s second', (act) => altered(act, ada, { seq: 2 }), unordered],
    ['has one before it', (act) => altered(act, ada, { prev: 'a'.repeat(64) }), unordered],
    ['has another body', (act) => ({ ...act, body: Buffer.alloc(60) }), 'Its body is not its own.'],
    ['has a body of another team', (act) => resealed(act, 1), unopened],
  ])('that %s is of no record to be trusted', (_what, change, why) => {
    expect(new Reader(keys).add(change(first()))).toEqual(isFatal(why));
  });

  const resealed = (act: SealedAct, byte: number): SealedAct => {
    const { body, digest, cipher } = sealBody(teamKeysOf(byte).epochs[0]!, {});
    return { ...altered(act, ada, { body: digest, cipher }), body };
  };
});

test('a desk without any key reads who did what kind of act, and no content', () => {
  const desk = founded();
  desk.write(memberOf(9), { kind: 'approve', content: { a: 1 } });
  const blind = new Reader(null);
  for (const row of desk.rows)
    expect(blind.read(row)).toMatchObject({ is: 'act', act: { content: null } });
  expect(blind.readings[1]).toMatchObject({
    act: { envelope: { kind: 'approve', key: memberOf(9).key } },
  });
});
