import { randomBytes } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import type { JsonObject } from '../../electron/engines/acts/act.ts';
import { memberKeys, wrapFor, type MemberKeys } from '../../electron/engines/acts/member-keys.ts';
import type { ReadAct } from '../../electron/engines/acts/read-act.ts';
import {
  newTeamKeys,
  packTeamKeys,
  withNextEpoch,
  type TeamKeys,
} from '../../electron/engines/acts/team-keys.ts';
import { Membership, renewalText } from '../../electron/nouns/people/membership.ts';

const newDesk = (): MemberKeys => memberKeys(randomBytes(32));

const packed = (keys: TeamKeys | null): string =>
  keys === null ? '' : Buffer.from(packTeamKeys(keys)).toString('hex');

type Written = {
  readonly of?: JsonObject;
  readonly content?: JsonObject | null;
  readonly at?: string;
  readonly must?: true;
  readonly epoch?: number;
  readonly team?: string;
};

const day = '2026-05-01T10:00:00.000Z';
const nextDay = '2026-05-02T10:00:00.000Z';
const dayAfter = '2026-05-03T10:00:00.000Z';

/** A record that is folded as this desk reads it. */
function foldBy(own: MemberKeys) {
  const people = new Membership(own);
  let n = 0;
  /** Why the act is void; null for one that counts and was applied. */
  const write = (
    by: MemberKeys,
    kind: string,
    { of, content = {}, at = day, must, epoch = 1, team = '' }: Written = {},
  ) => {
    n += 1;
    const digest = String(n);
    const act: ReadAct = {
      ...{ n, digest, at, content },
      envelope: {
        ...{ v: 1, team, key: by.key, seq: n, prev: '', kind, epoch },
        ...{ seen: { n: n - 1, digest: '' }, body: '', cipher: '' },
        ...(of === undefined ? {} : { of }),
        ...(must === undefined ? {} : { must }),
      },
    };
    const why = people.whyVoid(act);
    if (why === null) people.apply(act);
    return why;
  };
  const wrapped = (keys: TeamKeys, ...desks: readonly MemberKeys[]) => ({
    wrapped: Object.fromEntries(
      desks.map(({ key, sealingKey }) => [key, wrapFor(sealingKey, packTeamKeys(keys))]),
    ),
  });
  const found = (by: MemberKeys, keys: TeamKeys) =>
    write(by, 'found', {
      of: wrapped(keys, by),
      content: { name: 'Ada', sealingKey: by.sealingKey, login: 'nostro_ada' },
    });
  const invite = (by: MemberKeys, login: string, name: string, ...roles: string[]) =>
    write(by, 'invite', { content: { login, name, roles, until: nextDay } });
  const enrol = (by: MemberKeys, login: string, desk: MemberKeys, at = day, keys = newTeamKeys()) =>
    write(by, 'enrol', {
      of: { key: desk.key, login, ...wrapped(keys, desk) },
      content: { sealingKey: desk.sealingKey, at },
      // What the server says of the time counts for nothing.
      at: dayAfter,
    });
  const revoke = (by: MemberKeys, { key }: MemberKeys) =>
    write(by, 'revoke', { of: { key }, content: { why: 'lost' } });
  return { people, write, wrapped, found, invite, enrol, revoke };
}

/** Ada founded, Ben administers, Mo does not; as Ada reads it. */
function teamOfThree() {
  const [ada, ben, mo] = [newDesk(), newDesk(), newDesk()];
  const keys = newTeamKeys();
  const fold = foldBy(ada);
  fold.found(ada, keys);
  fold.invite(ada, 'nostro_ben', 'Ben', 'admin');
  fold.enrol(ada, 'nostro_ben', ben);
  fold.invite(ada, 'nostro_mo', 'Mo', 'maker');
  fold.enrol(ada, 'nostro_mo', mo);
  return { ...fold, ada, ben, mo, keys };
}

describe('who may write', () => {
  test('the founder has every role, and those who are enrolled have what they were invited with', () => {
    const { people, ada, ben, mo } = teamOfThree();
    expect(people.members.map(({ name, roles }) => [name, roles])).toEqual([
      ['Ada', ['admin', 'maker', 'checker', 'lead', 'reader']],
      ['Ben', ['admin']],
      ['Mo', ['maker']],
    ]);
    expect([ada, ben, mo].map(({ key }) => people.isAdmin(key))).toEqual([true, true, false]);
    expect(people.nameOf(newDesk().key)).toBe('A desk outside the team');
  });

  test('a stranger writes nothing', () => {
    const { write } = teamOfThree();
    for (const kind of ['claim', 'settle', 'invite', 'revoke', 'end', 'note'])
      expect(write(newDesk(), kind)).toBe('Its author is no member.');
  });

  test.for(['invite', 'enrol', 'revoke', 'team-key', 'take-over', 'repair', 'set-aside', 'end'])(
    'only an administrator writes %s',
    (kind) => {
      const { write, mo, ben, people } = teamOfThree();
      const act = { of: { key: ben.key }, content: { why: '', keys: [] } };
      expect(write(mo, kind, act)).toBe('Its author is no administrator.');
      expect([people.isEnded, people.mayWrite(ben.key)]).toEqual([false, true]);
    },
  );

  test('what a revoked desk writes is void, and it cannot come back under its key', () => {
    const { write, revoke, invite, enrol, people, ada, ben } = teamOfThree();
    expect(write(ben, 'claim')).toBeNull();
    expect(revoke(ada, ben)).toBeNull();
    for (const kind of ['claim', 'settle', 'repaired', 'invite', 'end'])
      expect(write(ben, kind)).toBe('Its author was revoked.');
    expect(revoke(ben, ada)).toBe('Its author was revoked.');
    expect(people.isAdmin(ben.key)).toBe(false);
    expect(invite(ada, 'nostro_again', 'Ben', 'admin')).toBeNull();
    expect(enrol(ada, 'nostro_again', ben)).toBe('Its key was enrolled before.');
    expect(people.mayWrite(ben.key)).toBe(false);
  });

  test('a member who is no administrator revokes itself, and no other', () => {
    const { revoke, people, ben, mo } = teamOfThree();
    expect(revoke(mo, ben)).toBe('Its author is no administrator.');
    expect(revoke(mo, mo)).toBeNull();
    expect([people.mayWrite(mo.key), people.mayWrite(ben.key)]).toEqual([false, true]);
  });

  test('nothing counts behind the end', () => {
    const { write, people, ada } = teamOfThree();
    expect(write(ada, 'end')).toBeNull();
    expect(write(ada, 'claim')).toBe('The team had ended.');
    expect(people.isEnded).toBe(true);
  });
});

describe('an invitation', () => {
  test('enrols one desk, under the login that it names', () => {
    const { invite, enrol, people, ada } = teamOfThree();
    invite(ada, 'nostro_eve', 'Eve', 'maker');
    expect(enrol(ada, 'nostro_other', newDesk())).toBe('Its login was not invited.');
    expect(enrol(ada, 'nostro_eve', newDesk())).toBeNull();
    expect(enrol(ada, 'nostro_eve', newDesk())).toBe('Its login was not invited.');
    expect(people.members).toHaveLength(4);
  });

  test('runs out by the time that the administrator signed, not by the server’s', () => {
    const { invite, enrol, ada } = teamOfThree();
    invite(ada, 'nostro_eve', 'Eve', 'maker');
    expect(enrol(ada, 'nostro_eve', newDesk(), dayAfter)).toBe('The invitation had run out.');
    expect(enrol(ada, 'nostro_eve', newDesk(), nextDay)).toBeNull();
  });

  test('that cannot be read, or gives an unknown role, changes nothing', () => {
    const { write, invite, people, ada } = teamOfThree();
    expect(write(ada, 'invite', { content: null })).toBe('It cannot be read.');
    expect(write(ada, 'enrol', { content: null })).toBe('It cannot be read.');
    expect(write(ada, 'found', { content: null })).toBe('It cannot be read.');
    expect(invite(ada, 'nostro_eve', 'Eve', 'emperor')).toBe('It cannot be read.');
    expect(people.invited('nostro_eve')).toBeNull();
  });

  test('by the same name makes a second desk of the same person', () => {
    const { invite, enrol, people, ada, ben } = teamOfThree();
    const laptop = newDesk();
    invite(ada, 'nostro_laptop', 'Ben', 'maker');
    enrol(ada, 'nostro_laptop', laptop);
    expect([people.nameOf(laptop.key), people.nameOf(ben.key)]).toEqual(['Ben', 'Ben']);
    expect([people.isAdmin(laptop.key), people.isAdmin(ben.key)]).toEqual([false, true]);
  });
});

describe('the team’s keys', () => {
  test('are those of the last act that gives them to this desk', () => {
    const { write, wrapped, people, keys, ada, ben } = teamOfThree();
    expect(packed(people.keys())).toBe(packed(keys));
    const next = withNextEpoch(keys);
    write(ada, 'team-key', { of: wrapped(next, ada, ben) });
    expect(packed(people.keys())).toBe(packed(next));
    // An act that gives fewer does not take any away.
    expect(write(ada, 'team-key', { of: wrapped(keys, ada), epoch: 2 })).toBeNull();
    expect(packed(people.keys())).toBe(packed(next));
  });

  test('are not given to a desk by one that may not, nor to another desk', () => {
    const { write, wrapped, people, keys, ada, ben, mo } = teamOfThree();
    write(mo, 'team-key', { of: wrapped(withNextEpoch(keys), ada) });
    write(newDesk(), 'team-key', { of: wrapped(withNextEpoch(keys), ada) });
    write(ada, 'team-key', { of: wrapped(withNextEpoch(keys), ben) });
    expect(packed(people.keys())).toBe(packed(keys));
  });

  test('of what is no wrapped key are ignored', () => {
    const { write, people, keys, ada } = teamOfThree();
    write(ada, 'team-key', { of: { wrapped: { [ada.key]: 'AAAA' } } });
    write(ada, 'team-key', { of: { wrapped: 'AAAA' }, epoch: 2 });
    write(ada, 'team-key', { epoch: 3 });
    expect(packed(people.keys())).toBe(packed(keys));
  });
});

describe('the team’s key', () => {
  test('of two that were given at the same time is the first, on every desk', () => {
    const { write, wrapped, people, keys, ada, ben, mo } = teamOfThree();
    const [first, second] = [withNextEpoch(keys), withNextEpoch(keys)];
    expect(write(ada, 'team-key', { of: wrapped(first, ada, ben, mo) })).toBeNull();
    const late = { of: wrapped(second, ada, ben, mo) };
    expect(write(ben, 'team-key', late)).toBe('The team had another key by then.');
    expect(packed(people.keys())).toBe(packed(first));
  });

  test('is due once a desk that may not write has it, until the others have another', () => {
    const { write, wrapped, people, keys, revoke, ada, ben, mo } = teamOfThree();
    expect(people.needsNewKey).toBe(false);
    revoke(mo, mo);
    expect(people.needsNewKey).toBe(true);
    // Its author has not read that Mo left.
    write(ada, 'team-key', { of: wrapped(withNextEpoch(keys), ada, ben, mo) });
    expect(people.needsNewKey).toBe(true);
    const next = withNextEpoch(withNextEpoch(keys));
    write(ada, 'team-key', { of: wrapped(next, ada, ben), epoch: 2 });
    expect(people.needsNewKey).toBe(false);
  });

  test('is due where a desk was admitted with the one before', () => {
    const { write, wrapped, people, keys, invite, enrol, ada, ben, mo } = teamOfThree();
    const cleo = newDesk();
    invite(ada, 'nostro_cleo', 'Cleo', 'maker');
    write(ada, 'team-key', { of: wrapped(withNextEpoch(keys), ada, ben, mo) });
    enrol(ben, 'nostro_cleo', cleo);
    expect(people.needsNewKey).toBe(true);
  });
});

describe('a desk that renews its key', () => {
  const renewal = (from: MemberKeys, to: MemberKeys, signer = to, team = 'team') => ({
    of: {
      key: to.key,
      proof: Buffer.from(signer.sign(renewalText(team, from.key, to.key))).toString('base64url'),
    },
    content: { sealingKey: to.sealingKey },
    team: 'team',
  });

  test('is the same person with the same roles, and the old key writes nothing more', () => {
    const { write, people, ada, ben } = teamOfThree();
    const next = newDesk();
    write(ada, 'repair');
    expect(write(ben, 'renew', renewal(ben, next))).toBeNull();
    expect(people.member(next.key)).toMatchObject({ name: 'Ben', roles: ['admin'], revoked: null });
    expect(people.awaited.map(({ key }) => key)).toContain(next.key);
    expect(people.needsNewKey).toBe(false);
    expect(write(ben, 'claim')).toBe('Its author was revoked.');
    expect(write(next, 'invite', { content: null })).toBe('It cannot be read.');
    const back = renewal(next, ben);
    expect(write(next, 'renew', back)).toBe('Its key was enrolled before.');
  });

  test('has the new key’s own signature for this team, so that no key of another is taken', () => {
    const { write, people, ben, mo } = teamOfThree();
    const next = newDesk();
    const unsigned = 'Its new key has not signed it.';
    expect(write(ben, 'renew', renewal(ben, next, ben))).toBe(unsigned);
    expect(write(ben, 'renew', renewal(ben, next, next, 'other'))).toBe(unsigned);
    // Mo repeats what Ben's new key has signed for Ben.
    expect(write(mo, 'renew', renewal(ben, next))).toBe(unsigned);
    expect(write(ben, 'renew', { of: { key: next.key }, content: {} })).toBe('It cannot be read.');
    const small = { ...renewal(ben, next), content: { sealingKey: 'A'.repeat(43) } };
    expect(write(ben, 'renew', small)).toBe('It cannot be read.');
    expect(write(next, 'renew', renewal(next, newDesk()))).toBe('Its author is no member.');
    expect(people.member(next.key)).toBeNull();
    expect(people.mayWrite(ben.key)).toBe(true);
  });
});

describe('a repaired record', () => {
  const awaited = (people: Membership) => people.awaited.map(({ name }) => name);

  test('waits for each other desk that may write, until it confirms, is set aside or revoked', () => {
    const { write, revoke, people, ada, ben, mo } = teamOfThree();
    write(ada, 'repair');
    expect(awaited(people)).toEqual(['Ben', 'Mo']);
    expect(write(newDesk(), 'repaired')).toBe('Its author is no member.');
    write(ben, 'repaired');
    expect(awaited(people)).toEqual(['Mo']);
    expect(write(ben, 'set-aside', { content: { keys: [ben.key] } })).toBeNull();
    expect(awaited(people)).toEqual(['Mo']);
    write(ben, 'repair');
    expect(awaited(people)).toEqual(['Ada', 'Mo']);
    write(ada, 'set-aside', { content: { keys: [mo.key] } });
    expect(awaited(people)).toEqual(['Ada']);
    revoke(ben, ada);
    expect(awaited(people)).toEqual([]);
  });

  test('does not wait for a desk that was revoked before', () => {
    const { write, revoke, people, ada, ben } = teamOfThree();
    revoke(ada, ben);
    write(ada, 'repair');
    expect(awaited(people)).toEqual(['Mo']);
  });
});

describe('an act of a kind that this Nostro does not know', () => {
  test('closes sending only where it says so, and only by a member', () => {
    const { write, people, ada } = teamOfThree();
    expect(write(ada, 'note')).toBeNull();
    write(newDesk(), 'later-kind', { must: true });
    expect(people.isOutdated()).toBe(false);
    write(ada, 'claim', { must: true });
    expect(people.isOutdated()).toBe(false);
    write(ada, 'later-kind', { must: true });
    expect(people.isOutdated()).toBe(true);
  });
});
