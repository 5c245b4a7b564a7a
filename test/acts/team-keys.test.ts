import { createHmac } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import {
  nameOf,
  newTeamKeys,
  packTeamKeys,
  unpackTeamKeys,
  withNextEpoch,
} from '../../electron/engines/acts/team-keys.ts';
import { teamKeysOf } from './records.ts';

describe('the keys of a team', () => {
  test('are new each time, and all of them differ', () => {
    const [one, other] = [newTeamKeys(), newTeamKeys()];
    const all = [one, other].flatMap(({ names, epochs }) => [names, ...epochs]);
    expect(all.map((key) => key.byteLength)).toEqual([32, 32, 32, 32]);
    expect(new Set(all.map((key) => Buffer.from(key).toString('hex'))).size).toBe(4);
  });

  test('get another epoch behind those they have; the one for names stays', () => {
    const first = newTeamKeys();
    const second = withNextEpoch(first);
    expect(second.names).toEqual(first.names);
    expect(second.epochs).toHaveLength(2);
    expect(second.epochs[0]).toEqual(first.epochs[0]);
    expect(second.epochs[1]).not.toEqual(first.epochs[0]);
    expect(second.epochs[1]).not.toEqual(first.names);
    expect(first.epochs).toHaveLength(1);
  });

  test('come back from their bytes, which may be overwritten then', () => {
    for (const epochs of [1, 2, 40]) {
      const packed = packTeamKeys(teamKeysOf(3, epochs));
      const keys = unpackTeamKeys(packed);
      packed.fill(0);
      expect(keys).toEqual(teamKeysOf(3, epochs));
    }
  });

  test('are none in bytes of another length', () => {
    for (const length of [0, 1, 31, 32, 33, 63, 65, 95, 97])
      expect(unpackTeamKeys(new Uint8Array(length))).toBeNull();
  });
});

describe('a name', () => {
  const keys = { names: new Uint8Array(32).fill(1) };

  // Computed with another program: a name that changed would let a reference be paid again.
  test('is the same today as ever', () => {
    expect(nameOf(keys, 'reference', 'INV-1')).toBe('n5O-PojppcfhC5hYPCs-C9OgbUwj1hrmJde-Vov3E7k');
    const hmac = createHmac('sha256', keys.names).update('likeness\nINV-1');
    expect(nameOf(keys, 'likeness', 'INV-1')).toBe(hmac.digest('base64url'));
  });

  test('is equal for equal texts of one purpose and key, and different for all others', () => {
    const other = { names: new Uint8Array(32).fill(2) };
    const names = [keys, other].flatMap((team) =>
      (['reference', 'likeness', 'payload'] as const).flatMap((of) =>
        ['INV-1', 'INV-2', 'inv-1', 'INV-1 ', ''].map((text) => nameOf(team, of, text)),
      ),
    );
    expect(new Set(names).size).toBe(30);
    expect(nameOf(keys, 'reference', 'INV-2')).toBe(nameOf(keys, 'reference', 'INV-2'));
  });

  test('of one purpose cannot be made with a text of another', () => {
    expect(nameOf(keys, 'reference', 'likeness\nA')).not.toBe(nameOf(keys, 'likeness', 'A'));
    expect(nameOf(keys, 'likeness', 'A\nB')).not.toBe(nameOf(keys, 'likeness', 'A'));
  });

  test('does not depend on the epoch, and has the length that the server takes', () => {
    const first = newTeamKeys();
    expect(nameOf(withNextEpoch(first), 'payload', 'a')).toBe(nameOf(first, 'payload', 'a'));
    for (let at = 0; at < 200; at += 1)
      expect(nameOf(first, 'reference', String(at))).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});
