import { describe, expect, test } from 'vitest';

import { memberKeys, wrapFor } from '../../electron/engines/acts/member-keys.ts';
import { packTeamKeys, unpackTeamKeys } from '../../electron/engines/acts/team-keys.ts';
import { memberOf, teamKeysOf } from './records.ts';

const ada = memberOf(1);
const secret = Buffer.from('the keys of a team, 32 bytes lon');
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

describe('what is wrapped for a member', () => {
  test('is opened by that member only', () => {
    const wrapped = wrapFor(ada.sealingKey, secret);
    expect(Buffer.from(ada.unwrap(wrapped)!)).toEqual(secret);
    expect(memberOf(2).unwrap(wrapped)).toBeNull();
  });

  // Made with another program.
  test('is opened today as ever', () => {
    const wrapped =
      'E75P6uryBMf9M1j8nAByGIHRdCeBKCJ-xnTzf3_pe20JCQkJCQkJCQkJCQmG0yaFc_o9jfOGkE9nReLWyqm2PNUcGBCpe4Xe';
    const keys = memberKeys(Uint8Array.from({ length: 32 }, (_, at) => at));
    expect(Buffer.from(keys.unwrap(wrapped)!).toString()).toBe('the team key');
  });

  test('may be empty or long, and carries the keys of a team', () => {
    for (const some of [new Uint8Array(), new Uint8Array(5_000).fill(7)])
      expect(Buffer.from(ada.unwrap(wrapFor(ada.sealingKey, some))!)).toEqual(Buffer.from(some));
    const keys = teamKeysOf(9, 3);
    expect(unpackTeamKeys(ada.unwrap(wrapFor(ada.sealingKey, packTeamKeys(keys)))!)).toEqual(keys);
  });

  test('is other bytes each time, without the secret in them', () => {
    const wrapped = [1, 2, 3].map(() => bytesOf(wrapFor(ada.sealingKey, secret)));
    for (const part of [0, 32]) {
      const parts = wrapped.map((bytes) => bytes.toString('hex', part, part + 12));
      expect(new Set(parts).size).toBe(3);
    }
    expect(wrapped.some((bytes) => bytes.includes(secret))).toBe(false);
  });

  test('is opened no more after any bit of it was changed', () => {
    const wrapped = bytesOf(wrapFor(ada.sealingKey, secret));
    for (let bit = 0; bit < wrapped.length * 8; bit += 1) {
      const changed = Buffer.from(wrapped);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(ada.unwrap(changed.toString('base64url')), `bit ${String(bit)}`).toBeNull();
    }
  });

  test('is opened at no other length', () => {
    const wrapped = bytesOf(wrapFor(ada.sealingKey, secret));
    for (let length = 0; length < wrapped.length; length += 1)
      expect(ada.unwrap(wrapped.toString('base64url', 0, length))).toBeNull();
    expect(ada.unwrap(`${wrapped.toString('base64url')}AAAA`)).toBeNull();
  });

  test('has one text only', () => {
    // 61 bytes: four bits of the last digit say nothing.
    const wrapped = wrapFor(ada.sealingKey, Uint8Array.of(1));
    const same = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
      .map((digit) => `${wrapped.slice(0, -1)}${digit}`)
      .filter((text) => text !== wrapped && bytesOf(text).equals(bytesOf(wrapped)));
    expect(same).toHaveLength(15);
    const spaced = [`${wrapped}=`, ` ${wrapped}`, `${wrapped}\n`, `${wrapped}.`];
    for (const text of [...same, ...spaced, '', '€']) expect(ada.unwrap(text)).toBeNull();
    expect(ada.unwrap(wrapped)).not.toBeNull();
  });

  test('cannot be given on to another member by putting another sender in', () => {
    const [first, second] = [1, 2].map(() => bytesOf(wrapFor(ada.sealingKey, secret)));
    const mixed = Buffer.concat([first!.subarray(0, 32), second!.subarray(32)]);
    expect(ada.unwrap(mixed.toString('base64url'))).toBeNull();
  });
});

const prime = 2n ** 255n - 19n;
const lowestFirst = (u: bigint): Buffer =>
  Buffer.from(u.toString(16).padStart(64, '0'), 'hex').reverse();

/** X25519 keys with which every shared secret is zero: 0, 1, p - 1, p, p + 1 and the two of order 8. */
const zeroKeys = [
  ...[0n, 1n, prime - 1n, prime, prime + 1n].map(lowestFirst),
  Buffer.from('e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800', 'hex'),
  Buffer.from('5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157', 'hex'),
];

test.each(zeroKeys.map((key) => [key.toString('hex'), key] as const))(
  'nothing is wrapped for, or opened from, %s',
  (_hex, key) => {
    expect(() => wrapFor(key.toString('base64url'), secret)).toThrow(TypeError);
    const wrapped = bytesOf(wrapFor(ada.sealingKey, secret));
    const text = Buffer.concat([key, wrapped.subarray(32)]).toString('base64url');
    expect(ada.unwrap(text)).toBeNull();
  },
);

test('nothing is wrapped for what is no key', () => {
  const key = ada.sealingKey;
  const padded = `${key}=`;
  for (const text of ['', 'A', key.slice(0, -1), `${key}AA`, padded, ` ${key}`, '€'.repeat(43)])
    expect(() => wrapFor(text, secret)).toThrow(TypeError);
});
