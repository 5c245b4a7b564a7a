import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { expect, test as plainTest } from 'vitest';

import { emptyHead, noAct, noDigest } from '../../../electron/engines/acts/act.ts';
import { makeAct } from '../../../electron/engines/acts/make-act.ts';
import {
  memberKeys,
  wrapFor,
  type MemberKeys,
} from '../../../electron/engines/acts/member-keys.ts';
import { newTeamKeys, packTeamKeys } from '../../../electron/engines/acts/team-keys.ts';
import { systemClock } from '../../../electron/engines/machine/context.ts';
import { openJournal } from '../../../electron/engines/store/opening/journal.ts';
import { openTeamCopy } from '../../../electron/engines/store/opening/team-copy.ts';
import {
  forgottenThrough,
  noteOwnAct,
} from '../../../electron/engines/team-record/membership-row.ts';
import { openServer } from '../../../electron/engines/team-record/postgres/connection.ts';
import { digestAt } from '../../../electron/engines/team-record/record-copy.ts';
import { TeamRecord } from '../../../electron/engines/team-record/team-record.ts';
import { Membership } from '../../../electron/nouns/people/membership.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import { context, openedServer, optionsFor } from '../../support/postgres/opened-server.ts';
import { closing, key, temporaryFolder } from '../../support/stores/store.ts';

const cluster = useCluster();

const newJournal = () =>
  closing(openJournal(join(temporaryFolder(), 'journal.db'), key, { program: 'a test' }));

plainTest('a journal from before a renewal knows none of the new key’s acts', () => {
  const journal = newJournal();
  const [first, third, fourth] = [1, 3, 4].map((seq) => ({ seq, digest: `act ${String(seq)}` }));
  noteOwnAct(journal, 'old', { ...first!, before: noAct });
  expect(forgottenThrough(journal, 'old', first!)).toBe(0);
  expect(forgottenThrough(journal, 'new', third!)).toBe(3);
  noteOwnAct(journal, 'new', { ...fourth!, before: third! });
  expect(forgottenThrough(journal, 'new', fourth!)).toBe(3);
});

plainTest(
  'a journal does not know an act that has the count of one that the record refused',
  () => {
    const journal = newJournal();
    noteOwnAct(journal, 'ben', { seq: 1, digest: 'refused', before: noAct });
    // Another copy of the desk used the count since.
    expect(forgottenThrough(journal, 'ben', { seq: 1, digest: 'sent' })).toBe(1);
    noteOwnAct(journal, 'ben', { seq: 2, digest: 'next', before: { seq: 1, digest: 'sent' } });
    expect(forgottenThrough(journal, 'ben', { seq: 2, digest: 'next' })).toBe(1);
  },
);

/** One copy of a desk: its own journal and its own copy of the record. */
function copyOf(member: MemberKeys, open: ReturnType<typeof optionsFor>) {
  const journal = newJournal();
  let team: string | null = null;
  const copy = closing(openTeamCopy(join(temporaryFolder(), 'team.db'), key));
  const record = new TeamRecord({
    ...{ copy, clock: systemClock, member, members: new Membership(member) },
    team: () => team,
    open: (opening) => openServer(open, opening),
    rememberHead: () => undefined,
    rememberedHead: () => emptyHead,
    noteOwnAct: (noted) => {
      noteOwnAct(journal, member.key, noted);
    },
  });
  const write = () =>
    record.writeWhole(
      { kind: 'note', content: {} },
      (server, act) => server.append(act, context),
      context,
    );
  const read = async () => {
    expect(await record.catchUp(context)).toMatchObject({ ok: true });
    team = digestAt(copy, 1);
  };
  return { read, write, forgotten: () => forgottenThrough(journal, member.key, noAct) };
}

test('what another copy of this desk wrote under a number that this one noted counts as forgotten', async () => {
  const database = await cluster.database();
  const login = await database.makeLogin('ben');
  const options = optionsFor(cluster.address().port, database.name, login);
  const member = memberKeys(randomBytes(32));
  const keys = newTeamKeys();
  const server = await openedServer(options);
  const wrapped = { [member.key]: wrapFor(member.sealingKey, packTeamKeys(keys)) };
  const content = { name: 'Ben', sealingKey: member.sealingKey, login };
  const found = makeAct(
    { member, keys, team: noDigest },
    { seq: 1, prev: noDigest, seen: emptyHead },
    { kind: 'found', of: { wrapped }, content },
  );
  expect(await server.found(found, context)).toMatchObject({ ok: true });

  const [one, other] = [copyOf(member, options), copyOf(member, options)];
  for (const copy of [one, other]) await copy.read();
  for (const copy of [one, other]) expect(await copy.write()).toMatchObject({ ok: true });
  // The first notes number 3 before the server says that it is not free.
  expect(await one.write()).toMatchObject({ ok: true });
  expect(one.forgotten()).toBe(3);
});
