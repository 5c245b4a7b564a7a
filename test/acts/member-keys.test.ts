import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { isSignedBy, memberKeys } from '../../electron/engines/acts/member-keys.ts';
import { memberOf } from './records.ts';

const bytes = Buffer.from('{"kind":"approve"}');
const secret = Uint8Array.from({ length: 32 }, (_, at) => at);

describe('the keys of a member', () => {
  // Computed with another program: a desk that derived others would be a stranger to its team.
  test('follow from the secret, today as ever', () => {
    const { key, sealingKey, password } = memberKeys(secret);
    expect(key).toBe('lOk5QFndoZOMN1klp8p3ZKNi5IqvQXzVnyqqOLPQG5A');
    expect(sealingKey).toBe('xpFUSrCtG7FsG4tXDR9KFCUyzQZilyxh8utXA_fmRBA');
    expect(password).toBe('-cJHNb34ZgdSEw_e9esoZ8EcBqax7cAMeKq_C1Wly14');
  });

  test('differ from each other and from those of another secret', () => {
    const all = [memberOf(1), memberOf(2)].flatMap(({ key, sealingKey, password }) => [
      ...[key, sealingKey, password],
    ]);
    expect(new Set(all).size).toBe(6);
  });

  test('are of a secret of 32 bytes', () => {
    for (const length of [0, 31, 33, 64])
      expect(() => memberKeys(new Uint8Array(length))).toThrow(RangeError);
  });
});

describe('a signature', () => {
  const member = memberOf(1);
  const { key } = member;
  const signature = member.sign(bytes);

  test('fits its key and its bytes', () => {
    expect(signature).toHaveLength(64);
    expect(isSignedBy(key, bytes, signature)).toBe(true);
    expect(isSignedBy(memberOf(2).key, bytes, signature)).toBe(false);
    expect(isSignedBy(key, Buffer.from('{"kind":"approvf"}'), signature)).toBe(false);
    expect(isSignedBy(key, new Uint8Array(), signature)).toBe(false);
  });

  test('is that of RFC 8032, section 7.1', () => {
    const known = Buffer.from(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      'hex',
    ).toString('base64url');
    const ofNothing = Buffer.from(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
        '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
      'hex',
    );
    expect(isSignedBy(known, new Uint8Array(), ofNothing)).toBe(true);
    expect(isSignedBy(known, Uint8Array.of(0), ofNothing)).toBe(false);
  });

  test('has 64 bytes', () => {
    for (const length of [0, 1, 32, 63])
      expect(isSignedBy(key, bytes, signature.subarray(0, length))).toBe(false);
    expect(isSignedBy(key, bytes, Buffer.concat([signature, Uint8Array.of(0)]))).toBe(false);
    expect(isSignedBy(key, bytes, Buffer.concat([signature, signature]))).toBe(false);
  });

  test('has one form: the order of the group added to its second half makes it another', () => {
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const half = Buffer.from(signature.subarray(32)).reverse().toString('hex');
    const sum = (BigInt(`0x${half}`) + order).toString(16).padStart(64, '0');
    const other = Buffer.concat([signature.subarray(0, 32), Buffer.from(sum, 'hex').reverse()]);
    expect(other).toHaveLength(64);
    expect(isSignedBy(key, bytes, other)).toBe(false);
  });

  test('is of one text of a key only', () => {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = digits.indexOf(key.slice(-1));
    // The last digit has two bits that say nothing.
    const same = [1, 2, 3].map((more) => key.slice(0, -1) + digits[last + more]!);
    for (const text of same)
      expect(Buffer.from(text, 'base64url')).toEqual(Buffer.from(key, 'base64url'));
    const standard = Buffer.from(key, 'base64url').toString('base64');
    const texts = [...same, standard, `${key}=`, `${key}\n`, ` ${key}`, `${key}A`, `${key}.`];
    for (const text of texts) expect(isSignedBy(text, bytes, signature)).toBe(false);
  });

  test('is of no text that is no key, and such a text does no harm', () => {
    const hex = Buffer.from(key, 'base64url').toString('hex');
    const texts = ['', 'A', hex, key.slice(0, -1), key.slice(0, -2), `${key}${key}`, '\u0000', '€'];
    for (const text of [...texts, '-'.repeat(43), '{"kty":"OKP"}', '\ud800'.repeat(43)])
      expect(isSignedBy(text, bytes, signature)).toBe(false);
  });
});

const prime = 2n ** 255n - 19n;
const yOfOrder8 = prime - 0x5fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;

/** A point's 32 bytes: y, lowest byte first, and the sign of x in the highest bit. */
const point = (y: bigint, sign: 0n | 1n): Buffer =>
  Buffer.from((y + (sign << 255n)).toString(16).padStart(64, '0'), 'hex').reverse();

const pointsOf = (ys: readonly bigint[]): Buffer[] =>
  ys.flatMap((y) => [point(y, 0n), point(y, 1n)]);

/** Every text of a point whose order divides 8. The last two y are above the prime. */
const smallPoints = pointsOf([0n, 1n, prime - 1n, yOfOrder8, prime - yOfOrder8, prime, prime + 1n]);

/** Texts of points whose y is above the prime, so that one point has two of them. */
const secondTexts = pointsOf(Array.from({ length: 19 }, (_, at) => prime + BigInt(at)));

const hex = (bytes: Buffer): string => bytes.toString('hex');

// Node 20 takes a forged signature for each key of small order, and a signature whose first half is such a point; Node 24 does not.
describe('where OpenSSL takes every signature', () => {
  const member = memberOf(1);
  const { key } = member;
  const signature = Buffer.from(member.sign(bytes));

  beforeAll(() => {
    vi.spyOn(crypto, 'verify').mockImplementation(() => true);
    syncBuiltinESMExports();
  });

  afterAll(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  test('this test would see a signature that is taken', () => {
    expect(isSignedBy(key, Buffer.from('other'), signature)).toBe(true);
    expect(isSignedBy(memberOf(2).key, bytes, Buffer.alloc(64, 7))).toBe(true);
  });

  test.each(smallPoints.map((small) => [hex(small), small] as const))(
    'the key %s of small order signs nothing',
    (_hex, small) => {
      expect(isSignedBy(small.toString('base64url'), bytes, signature)).toBe(false);
    },
  );

  test.each(smallPoints.map((small) => [hex(small), small] as const))(
    'no signature begins with %s',
    (_hex, small) => {
      const forged = Buffer.concat([small, signature.subarray(32)]);
      expect(isSignedBy(key, bytes, forged)).toBe(false);
    },
  );

  test('no point has a second text', () => {
    for (const second of secondTexts) {
      const forged = Buffer.concat([second, signature.subarray(32)]);
      expect(isSignedBy(second.toString('base64url'), bytes, signature), hex(second)).toBe(false);
      expect(isSignedBy(key, bytes, forged), hex(second)).toBe(false);
    }
  });

  test('no key has a second text, and no signature another length', () => {
    for (const text of [`${key}=`, ` ${key}`, key.slice(0, -1), `${key}AA`, ''])
      expect(isSignedBy(text, bytes, signature)).toBe(false);
    for (const other of [signature.subarray(1), Buffer.concat([signature, Buffer.alloc(1)])])
      expect(isSignedBy(key, bytes, other)).toBe(false);
  });
});

test('keys of small order sign nothing and do no harm where OpenSSL decides as well', () => {
  for (const small of [...smallPoints, ...secondTexts])
    for (const half of [new Uint8Array(32), Buffer.alloc(32, 1, 'latin1')])
      expect(isSignedBy(small.toString('base64url'), bytes, Buffer.concat([small, half]))).toBe(
        false,
      );
});
