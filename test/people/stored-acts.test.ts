import { expect, test } from 'vitest';

import { sharedKindNames } from '../../electron/desk/open-bank/shared-kind-names.ts';
import { sharedKinds } from '../../electron/desk/open-bank/shared-records.ts';
import { wrapFor } from '../../electron/engines/acts/member-keys.ts';
import { packTeamKeys } from '../../electron/engines/acts/team-keys.ts';
import { readStored } from '../../electron/engines/acts/read-act.ts';
import { openTeamCopy } from '../../electron/engines/store/opening/team-copy.ts';
import { addAct, kindsIn } from '../../electron/engines/team-record/record-copy.ts';
import { readActs } from '../../electron/nouns/people/open-team.ts';
import { ada, Reader, teamKeysOf } from '../acts/records.ts';
import { closing, key, temporaryFolder } from '../support/stores/store.ts';

/** A copy in which a desk has stored acts of these kinds, and what it makes of them when it is opened again. */
function openedWith(
  written: readonly { readonly kind: string; readonly must?: true; readonly isVoid?: true }[],
) {
  const copy = closing(openTeamCopy(`${temporaryFolder()}/team.db`, key));
  const keys = teamKeysOf(50);
  const record = new Reader(keys);
  const wrapped = { [ada.key]: wrapFor(ada.sealingKey, packTeamKeys(keys)) };
  const content = { name: 'Ada', login: 'nostro_founder', sealingKey: ada.sealingKey };
  record.write(ada, { kind: 'found', content, of: { wrapped } });
  for (const { isVoid: _, ...draft } of written) record.write(ada, draft);
  for (const [at, row] of record.rows.entries())
    addAct(
      copy,
      {
        row,
        act: readStored(row, record.keys),
        void: written[at - 1]?.isVoid ? 'Its author was revoked.' : null,
      },
      () => null,
    );
  const reader = { kinds: ['approve'], behind: null, whyVoid: () => null, apply: () => undefined };
  const opened = readActs(
    { copy, member: ada, sharedKinds: sharedKindNames },
    () => ({ ...reader, judge: () => null }) as const,
  );
  return { isOutdated: opened.people.isOutdated(), kinds: kindsIn(copy) };
}

test('an act of a kind that this Nostro must know, and does not, closes sending behind a restart too', () => {
  expect(openedWith([{ kind: 'note' }, { kind: 'later-kind', must: true }])).toEqual({
    isOutdated: true,
    kinds: ['found', 'later-kind', 'note'],
  });
});

test.each([
  ['a later kind that need not be known', { kind: 'later-kind' }],
  ['an act that does not count', { kind: 'later-kind', must: true, isVoid: true }],
  ['a kind of the members', { kind: 'claim', must: true }],
  ['a kind of approvals', { kind: 'approve', must: true }],
  ['a kind of a shared record', { kind: 'known-order', must: true }],
] as const)('%s does not', (_name, act) => {
  expect(openedWith([act]).isOutdated).toBe(false);
});

test('every kind of a shared record is named', () => {
  expect(sharedKindNames).toEqual(sharedKinds.map(({ kind }) => kind));
});
