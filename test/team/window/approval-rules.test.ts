import { expect } from 'vitest';

import type { RulesDraft } from '../../../shared/team/approval-rules.ts';
import { openTestDesk, type TestDesk } from '../../support/desks/test-desk.ts';
import { test, useCluster } from '../../support/postgres/cluster.ts';
import {
  foundArguments,
  join,
  teamScene,
  twoDesks,
  type TeamPerson,
} from '../../support/team/team-scene.ts';
import { payFrom, windowScene } from '../../support/team/team-window.ts';

const cluster = useCluster();
const eur = (amount: string) => ({ amount, currency: 'EUR' });
const day = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const draftOf = (rules: RulesDraft['rules'], more: Partial<RulesDraft> = {}): RulesDraft => ({
  ...{ admins: 1, zone: 'UTC', rules, limits: [], rates: [], ...more },
});
const checked: RulesDraft['rules'][number] = {
  when: { over: eur('100') },
  need: { role: 'checker', count: 1 },
};

/** Ada and Ben administer, Cy checks. */
async function rulesScene() {
  const scene = await teamScene(cluster);
  const { ada, ben } = await twoDesks(cluster, scene);
  const cy = scene.person('cy');
  await join(ada, cy, 'Cy', scene.at('cy.json'), 'checker');
  const window = async (person: TeamPerson): Promise<TestDesk> => {
    const { bankFile, credentials } = scene.bank;
    const desk = await openTestDesk({ dataDir: person.data });
    await desk.get('desk.connectBank', { bankFile });
    await desk.get('session.signIn', { credentials, remember: true });
    await desk.sync();
    return desk;
  };
  return { ...scene, ada, ben, cy, window };
}

const fresh = { isFresh: true } as const;

test('rules are rehearsed over what was paid, proposed with a yes outside the window, and in force', async () => {
  const { ada, ben, cy, window } = await rulesScene();
  expect((await ada.pay('EARLY-1', '50.00')).code).toBe(0);
  expect((await ben.pay('EARLY-2', '500.00')).code).toBe(0);
  const [admin, checker] = [await window(ada), await window(cy)];
  expect(await admin.get('approvalRules.view', fresh)).toMatchObject({
    ...{ problem: null, isAdmin: true, own: 'Ada', inForce: null, proposals: [] },
    people: [{ name: 'Ada', isOwn: true }, { name: 'Ben' }, { name: 'Cy', roles: ['checker'] }],
  });
  const draft = draftOf([
    checked,
    { when: { over: eur('100') }, need: { role: 'checker', count: 2 } },
  ]);
  const rehearsal = await admin.get('approvalRules.rehearse', { draft });
  expect(rehearsal).toMatchObject({
    ...{ payments: 1, free: 1, unread: 1 },
  });
  const stale = await admin.get('approvalRules.rehearse', { draft: draftOf([checked]) });
  const old = await admin.refused('approvalRules.propose', { rehearsal: rehearsal.rehearsal });
  expect(old.code).toBe('confirmation.required');
  admin.saysYes = false;
  const proposal = { rehearsal: stale.rehearsal };
  expect((await admin.refused('approvalRules.propose', proposal)).code).toBe('declined');
  expect(admin.questions.at(-1)).toMatchObject({
    message: 'Propose approval rules 1?',
    detail: expect.stringContaining('A payment over 100.00 EUR needs 1 checker.') as string,
  });
  admin.saysYes = true;
  expect(await admin.get('approvalRules.propose', proposal)).toMatchObject({
    inForce: { version: 1, rules: [{ ...checked, canBeMet: true }] },
  });
  expect(await checker.get('approvalRules.view', fresh)).toMatchObject({
    ...{ isAdmin: false, inForce: { version: 1 } },
  });
  // Whoever administers nothing proposes nothing, and what was rehearsed before other rules came is rehearsed again.
  const others = await checker.get('approvalRules.rehearse', { draft });
  const refused = await checker.refused('approvalRules.propose', { rehearsal: others.rehearsal });
  expect(refused.code).toBe('team.not-admin');
  expect((await admin.refused('approvalRules.propose', proposal)).code).toBe(
    'confirmation.required',
  );
  expect((await ben.pay('LATE-1', '700.00')).error().code).toBe('team.not-approved');
}, 400_000);

test('a rule that no team of these roles could meet is not proposed', async () => {
  const { ada, window } = await rulesScene();
  const admin = await window(ada);
  const draft = draftOf([{ when: {}, need: { role: 'checker', count: 4 } }]);
  const { rehearsal, rules } = await admin.get('approvalRules.rehearse', { draft });
  expect(rules).toMatchObject([{ canBeMet: false }]);
  const refused = await admin.refused('approvalRules.propose', { rehearsal });
  expect(refused.message).toContain('Nothing was proposed');
  expect(admin.questions.filter(({ yes }) => yes === 'Propose')).toEqual([]);
  const unknown = { draft: { ...draft, surprise: 1 } } as { draft: RulesDraft };
  expect((await admin.refused('approvalRules.rehearse', unknown)).code).toBe('input.invalid');
}, 400_000);

test('what two administrators must sign waits; one takes it back, the other signs the next', async () => {
  const { ada, ben, window } = await rulesScene();
  const [one, other] = [await window(ada), await window(ben)];
  const propose = async (desk: TestDesk, draft: RulesDraft) => {
    const { rehearsal } = await desk.get('approvalRules.rehearse', { draft });
    return desk.get('approvalRules.propose', { rehearsal });
  };
  await one.get('approvalRules.view', fresh);
  await propose(one, draftOf([checked], { admins: 2 }));
  const waiting = await propose(one, draftOf([]));
  expect(waiting).toMatchObject({
    inForce: { version: 1, admins: 2 },
    proposals: [{ isOwn: true, signed: ['Ada'], needed: 2, rules: { rules: [] } }],
  });
  const [first] = waiting.proposals;
  const proposal = first?.proposal ?? '';
  await other.get('approvalRules.view', fresh);
  expect((await other.refused('approvalRules.withdraw', { proposal })).code).toBe('team.refused');
  expect(await one.get('approvalRules.withdraw', { proposal })).toMatchObject({ proposals: [] });
  expect(one.questions.at(-1)).toMatchObject({ message: 'Take back the approval rules 2?' });

  const strict = await propose(one, draftOf([checked]));
  const refused = strict.proposals[0]?.proposal ?? '';
  await other.get('approvalRules.view', fresh);
  other.saysYes = false;
  const words = 'too strict for salaries';
  const no = await other.refused('approvalRules.refuse', { proposal: refused, words });
  expect(no.code).toBe('declined');
  other.saysYes = true;
  expect(await other.get('approvalRules.refuse', { proposal: refused, words })).toMatchObject({
    ...{ proposals: [], inForce: { version: 1 } },
  });
  expect(other.questions.at(-1)).toMatchObject({
    message: 'Refuse the approval rules 2 of Ada?',
    detail: expect.stringContaining(words) as string,
  });
  const late = await one.refused('approvalRules.refuse', { proposal: refused, words });
  expect(late.code).toBe('input.invalid');

  const again = await propose(
    one,
    draftOf([checked], { limits: [{ person: 'Ben', ...eur('5') }] }),
  );
  const next = again.proposals[0]?.proposal ?? '';
  await other.get('approvalRules.view', fresh);
  other.saysYes = false;
  expect((await other.refused('approvalRules.sign', { proposal: next })).code).toBe('declined');
  other.saysYes = true;
  expect(await other.get('approvalRules.sign', { proposal: next })).toMatchObject({
    ...{ inForce: { version: 2, limits: [{ person: 'Ben' }] }, proposals: [] },
  });
  expect(other.questions.at(-1)?.detail).toContain('Ben approves up to 5.00 EUR.');
  const gone = await other.refused('approvalRules.sign', { proposal: next });
  expect(gone.code).toBe('input.invalid');
}, 400_000);

test('what administrators decide is not signed with the rules, and can be refused', async () => {
  const { ada, ben, window } = await rulesScene();
  const [one, other] = [await window(ada), await window(ben)];
  const { rehearsal } = await one.get('approvalRules.rehearse', {
    draft: draftOf([checked], { admins: 2 }),
  });
  await one.get('approvalRules.propose', { rehearsal });
  expect((await one.refused('team.end', {})).code).toBe('team.signatures');
  expect(await one.get('team.view', { isFresh: false })).toMatchObject({
    deciding: { needed: 2, ends: ['Ada'] },
  });
  const { proposals } = await other.get('approvalRules.view', fresh);
  const [{ proposal, decision } = { proposal: '', decision: '' }] = proposals;
  expect(decision).toContain('to end the team');
  const signed = await other.refused('approvalRules.sign', { proposal });
  expect(signed).toMatchObject({
    ...{ code: 'input.invalid', message: expect.stringContaining('Nothing was signed') as string },
  });
  const words = 'we still pay';
  expect(await other.get('approvalRules.refuse', { proposal, words })).toMatchObject({
    proposals: [],
  });
  expect(other.questions.at(-1)?.message).toContain('Refuse the decision to end the team');
  expect((await other.refused('team.end', {})).code).toBe('team.signatures');
}, 400_000);

test('a colleague stands in for some days, who can give it says so, and either takes it back', async () => {
  const { ada, ben, cy, write, window } = await rulesScene();
  const lead = { rules: [{ when: {}, need: { role: 'checker', count: 2 } }] };
  const file = write('rules.json', JSON.stringify(lead));
  expect((await ada.typing('RULES 1', 'approval-rules', 'set', '--file', file)).code).toBe(0);
  const desk = await window(cy);
  const wanted = { to: 'Ben', from: day(0), until: day(2), limit: eur('50.00') };
  expect((await desk.refused('approvalRules.delegate', { ...wanted, to: 'Cy' })).fields).toEqual({
    to: 'choose a colleague',
  });
  const past = { ...wanted, from: day(-3), until: day(-2) };
  expect((await desk.refused('approvalRules.delegate', past)).fields).toHaveProperty('until');
  desk.saysYes = false;
  expect((await desk.refused('approvalRules.delegate', wanted)).code).toBe('declined');
  desk.saysYes = true;
  const made = await desk.get('approvalRules.delegate', wanted);
  expect(made).toMatchObject({
    delegations: [{ from: 'Cy', to: 'Ben', state: 'active', isOwn: true, limit: eur('50.00') }],
    inForce: { rules: [{ givers: ['Ada', 'Ben', 'Cy'] }] },
  });
  expect(made.people.find(({ name }) => name === 'Ben')).toMatchObject({ standsInFor: ['Cy'] });
  const delegation = made.delegations[0]?.delegation ?? '';
  const stranger = await window(ada);
  await stranger.get('approvalRules.view', fresh);
  const refused = await stranger.refused('approvalRules.endDelegation', { delegation });
  expect(refused.code).toBe('team.refused');
  const standIn = await window(ben);
  await standIn.get('approvalRules.view', fresh);
  expect(await standIn.get('approvalRules.endDelegation', { delegation })).toMatchObject({
    delegations: [{ state: 'ended' }],
  });
}, 400_000);

test('a founder begins without rules, or with two other persons for everything, confirmed outside the window', async () => {
  const scene = await windowScene(cluster);
  const ada = await scene.open();
  ada.saysYes = false;
  const wanted = { name: 'Ada', database: 'postgres://nostro_a@127.0.0.1:1/team' };
  ada.openFrom = scene.write('other.txt', 'first');
  await ada.get('team.chooseFile', { kind: 'password' });
  const declined = await ada.refused('team.found', { ...wanted, rules: 'two' });
  expect(declined.code).toBe('declined');
  expect((await ada.get('team.view', { isFresh: false })).membership).toBe('none');
  ada.saysYes = true;
  await scene.found(ada, 'Ada', undefined, 'two');
  expect(await ada.get('approvalRules.view', { isFresh: true })).toMatchObject({
    inForce: {
      ...{ version: 1, admins: 1 },
      rules: [{ when: {}, need: { role: 'any', count: 2 }, canBeMet: false }],
    },
  });
  expect(await payFrom(ada, 'ALONE-1')).toMatchObject({
    value: { state: 'not-sent', error: { code: 'team.not-approved' } },
  });
  expect(scene.bank.orders).toEqual([]);
}, 400_000);

test('a founding on the command line asks a person for rules, and has none otherwise', async () => {
  const scene = await teamScene(cluster);
  const found = await foundArguments(cluster, scene.database, scene.write);
  const ada = scene.person('ada');
  const script = await ada.run('team', ...found, '--rules', 'two');
  expect([script.code, script.error().code]).toEqual([1, 'confirmation.required']);
  expect((await ada.run('team', ...found, '--rules', 'three')).code).toBe(2);
  expect((await ada.atTerminal('RULES 1', ...found, '--rules', 'two')).code).toBe(0);
  const shown = await ada.run('approval-rules', 'show');
  expect(shown.json()).toMatchObject({
    inForce: { version: 1, rules: [{ when: {}, need: { role: 'any', count: 2 } }] },
  });
}, 400_000);
