import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import TeamView from '../../../renderer/features/team/TeamView.svelte';
import { footText } from '../../../renderer/features/team/team-labels.ts';
import type { Shared } from '../../../renderer/state/context.ts';
import { fail } from '../../../shared/errors.ts';
import type { TeamView as View } from '../../../shared/ipc/team.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import type { Answers } from '../support/fake-bridge.ts';
import {
  bridge,
  button,
  field,
  lacks,
  openDesk,
  press,
  requested,
  sees,
  wideWindow,
} from '../support/view.ts';
import {
  ben,
  claimsOfOthers,
  currentStatus,
  deciding,
  differing,
  inState,
  inviting,
  joining,
  noTeam,
  signedClaims,
  sixWords,
  teamAnswers,
  teamOfThree,
} from './team-records.ts';

beforeEach(wideWindow);

let shared: Shared;

function open(view: View, more: Answers = {}): void {
  shared = openDesk(teamAnswers(view, more));
  void render(WithShared, { shared, view: TeamView });
}

test('each state of the record says what is safe and what to do, and only the right one offers a repair', async () => {
  open(inState('server-behind'));
  await sees('behind', /No desk sends\. An administrator repairs/, button('Repair the record…'));
  bridge.answer('team.view', () => ok(inState('damaged')));
  bridge.announce('store.changed', { topic: 'team' });
  await sees('damaged', /Call your colleagues on numbers that you had before/);
  await lacks(button('Repair the record…'));
});

test('the line at the foot has number and words, or why not', () => {
  expect(footText(currentStatus)).toBe('Team 4,072 · amber kite');
  expect(footText({ ...currentStatus, state: 'damaged' })).toBe('Team 4,072 · damaged');
  expect(footText({ ...currentStatus, state: 'unreachable' })).toMatch(/^Team unreachable since /);
});

test('machines of one person stand together, and the revoked last', async () => {
  open(teamOfThree);
  await sees(/^3 people, 4 desks/);
  const rows = page
    .getByRole('row')
    .elements()
    .map((row) => row.textContent);
  expect(rows.map((row) => /BBBBBBBB|DDDDDDDD|CCCCCCCC|EEEEEEEE/.exec(row)?.[0])).toEqual([
    ...[undefined, undefined, 'BBBBBBBB', 'DDDDDDDD', 'CCCCCCCC', 'EEEEEEEE'],
  ]);
  await sees(/laptop lost in Kraków/);
});

test('a founder chooses the password as a file: no field of the page takes one', async () => {
  let founded: unknown = null;
  open(noTeam, {
    'team.found': (input) => {
      founded = input;
      return ok(teamOfThree);
    },
  });
  await sees(button('Found a team'));
  await press('f');
  await field('Your name').fill('Ada Merlin');
  await field('Address of the database').fill('postgres://nostro_founder@db.example/team');
  expect(document.querySelectorAll('input[type="password"]')).toHaveLength(0);
  await expect.element(button('Found the team')).toBeDisabled();
  await button('Choose file…').first().click();
  await sees('password.txt');
  await button('Found the team').click();
  await sees(/^3 people, 4 desks/);
  expect(founded).toEqual({
    name: 'Ada Merlin',
    database: 'postgres://nostro_founder@db.example/team',
    rules: 'none',
  });
});

test('a refused step stays on its page with its reason', async () => {
  open(noTeam, { 'team.join': () => fail('team.login-refused', 'c-9') });
  await sees(button('Found a team'));
  await press('j');
  await button('Choose file…').click();
  await sees('Tomasz Zieliński');
  await button('Ask to join').click();
  await sees('The server refused the login', button('Ask to join'));
});

test('a newcomer sees six words, and becomes a member without a key', async () => {
  let view = joining;
  open(joining, { 'team.view': () => ok(view), 'team.continue': () => ok(view) });
  await sees(...sixWords);
  view = differing;
  await sees('INV-2026-45790', /Ben Osei sent it/);
  await expect.element(button('Finish joining')).toBeDisabled();
  await page.getByRole('checkbox').click();
  view = teamOfThree;
  await button('Finish joining').click();
  await sees(/^3 people, 4 desks/);
  expect(requested('team.continue').at(-1)).toEqual({ areDifferencesSeen: true });
}, 30_000);

test('six words are sent together after the sixth, never one', async () => {
  let admits: 'no' | 'yes' = 'no';
  open(inviting, {
    'team.admit': () =>
      admits === 'yes'
        ? ok({ name: 'Tomasz Zieliński', roles: ['maker'] })
        : fail('team.words', 'c-2'),
  });
  await sees(button('Compare words'));
  await press('c');
  await sees('Compare words with Tomasz Zieliński');
  for (const word of sixWords.slice(0, 5)) await userEvent.keyboard(`${word} `);
  await userEvent.keyboard('{Enter}');
  expect(requested('team.admit')).toEqual([]);
  await field('Word 2').fill('');
  await field('Word 6').fill('robot');
  await userEvent.keyboard('{Enter}');
  expect(requested('team.admit')).toEqual([]);
  await field('Word 2').fill('velvet');
  await field('Word 6').click();
  await userEvent.keyboard('{Enter}');
  await sees('No desk that waits has these six words');
  expect(requested('team.admit')).toEqual([{ words: [...sixWords.slice(0, 5), 'robot'] }]);
  admits = 'yes';
  await field('Word 6').fill('cobalt');
  await userEvent.keyboard('{Enter}');
  await lacks('Compare words with Tomasz Zieliński');
  expect(requested('team.admit').at(-1)).toEqual({ words: sixWords });
});

test('a person is invited with the roles that are chosen, a sending desk with that one alone', async () => {
  const until = '2026-11-26T09:20:00.000Z';
  open(teamOfThree, {
    'team.invite': ({ name }) => ok({ saved: true, fileName: `${name}.json`, until }),
  });
  await sees(button('Invite…'));
  await press('i');
  await field('Name').fill('Office');
  const box = (name: RegExp) => page.getByRole('checkbox', { name });
  await expect.element(box(/^Maker/)).toBeChecked();
  await box(/^Maker/).click();
  await expect.element(button('Save the invitation…')).toBeDisabled();
  await box(/^Sending desk/).click();
  await sees(/^A sending desk signs in to the bank with the right to pay/);
  await press('{Enter}');
  await expect
    .poll(() => requested('team.invite'))
    .toEqual([{ name: 'Office', roles: ['sender'] }]);
  await lacks(field('Name'));
});

test('an invitation of a maker is a key, a name and Enter', async () => {
  open(teamOfThree, { 'team.invite': () => ok({ saved: false }) });
  await sees(button('Invite…'));
  await press('i');
  await field('Name').fill('Tomasz');
  await press('{Enter}');
  await expect.poll(() => requested('team.invite')).toEqual([{ name: 'Tomasz', roles: ['maker'] }]);
});

test('whoever admits a desk reads the roles that it gets, before and after', async () => {
  const [invited] = inviting.invitations;
  if (!invited) throw new Error('nobody is invited');
  const sender = { ...inviting, invitations: [{ ...invited, roles: ['sender'] }] };
  open(sender, {
    'team.admit': () => ok({ name: 'Tomasz Zieliński', roles: ['sender'] }),
  });
  await sees(button('Compare words'));
  await press('c');
  await sees(/^The desk joins as sender\./);
  await userEvent.keyboard(sixWords.join(' '));
  await userEvent.keyboard('{Enter}');
  await lacks('Compare words with Tomasz Zieliński');
  expect(shared.notices.last?.text).toBe('Admitted: Tomasz Zieliński, as sender.');
});

test('who was invited twice with other roles reads both', async () => {
  const [invited] = inviting.invitations;
  if (!invited) throw new Error('nobody is invited');
  const twice = [invited, { ...invited, roles: ['checker', 'admin'] }];
  open({ ...inviting, invitations: twice });
  await sees(button('Compare words').first());
  await press('c');
  await sees(/was invited several times: as maker; as checker, admin\./);
});

test('a revocation asks for its reason, and shows nothing where the person outside said no', async () => {
  open(teamOfThree, { 'team.revoke': () => fail('declined', 'c-3') });
  await button(/^Revoke Ben Osei, key BBBBBBBB/).click();
  await field('Reason').fill('laptop lost');
  await press('{Enter}');
  await expect.poll(() => requested('team.revoke')).toEqual([{ key: ben.key, why: 'laptop lost' }]);
  await sees('Revoke a desk of Ben Osei?');
  await lacks('Not confirmed');
});

test('a claim is taken over only after the bank was looked at and a person said what is there', async () => {
  open(teamOfThree, {
    ...claimsOfOthers,
    'team.takeOver': () => ok({ outcome: 'not-found' }),
  });
  await button('Take over INV-2026-45790…').click();
  await sees('Take over INV-2026-45790?');
  await sees(/silent for fifteen minutes,\s+also where it was revoked/);
  await expect.poll(() => document.querySelector('dialog [aria-disabled]')).toBeNull();
  await button('Look at the bank').click();
  await sees(/list does not have it/);
  await button('Take over…').last().click();
  expect(requested('team.takeOver')).toEqual([]);
  await page.getByRole('radio', { name: /does not have/ }).click();
  await button('Take over…').last().click();
  await expect
    .poll(() => requested('team.takeOver'))
    .toEqual([{ reference: 'INV-2026-45790', isFoundAtBank: false }]);
});

const more = 'Ada Merlin signed it. It needs 2 administrators.';

test('what other administrators must do too is recorded and no error: it says who signed', async () => {
  open(
    { ...teamOfThree, deciding: { needed: 2, ends: [] } },
    { 'team.end': () => fail('team.signatures', 'c-4', { message: more }) },
  );
  await button(/^More/).click();
  await button('End the team…').click();
  await sees('It ends once 2 administrators have done the same. None has yet.');
  bridge.answer('team.view', () =>
    ok({ ...teamOfThree, deciding: { needed: 2, ends: ['Ada Merlin'] } }),
  );
  await press('{Tab}');
  await button('End the team…').last().click();
  await lacks('End the team for everybody?', 'More administrators must sign this');
  await sees(/^The end of the team is proposed\./);
  expect(shared.notices.last?.text).toMatch(
    /^Ada Merlin signed it\. It needs 2 administrators\. Your signature is recorded,/,
  );
});

test('the second administrator reads what the first found, and says anew what the bank has', async () => {
  open(deciding, {
    ...signedClaims,
    'team.takeOver': () => fail('team.signatures', 'c-4', { message: more }),
  });
  await sees(
    'Chidi Adeyemi signed that the bank does not have it, 1 of 2.',
    /It ends once 2 administrators have done the same\. Chidi Adeyemi signed it\./,
  );
  await button('Take over INV-2026-45790…').click();
  await sees(/^2 administrators take it over together/);
  await press('{Tab}');
  await button('Look at the bank').click();
  await page.getByRole('radio', { name: /does not have/ }).click();
  await button('Take over…').last().click();
  await expect.poll(() => requested('team.takeOver')).toHaveLength(1);
  await lacks(/^2 administrators take it over together/);
  expect(requested('team.claims').length).toBeGreaterThan(1);
  expect(shared.notices.last?.text).toContain('Your signature is recorded');
});

test('who is no administrator is offered nothing that only an administrator may', async () => {
  open({ ...inviting, isAdmin: false });
  await sees(/^3 people, 4 desks/);
  for (const name of [/^Revoke/, 'Invite…', 'Compare words']) await lacks(button(name));
});
