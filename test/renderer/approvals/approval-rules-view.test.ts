import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import ApprovalRulesView from '../../../renderer/features/approvals/rules/ApprovalRulesView.svelte';
import { appError, fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { draftStore } from '../support/draft-store.ts';
import type { Answers } from '../support/fake-bridge.ts';
import {
  bridge,
  button,
  countKeys,
  field,
  lacks,
  openDesk,
  press,
  requested,
  sees,
  wideWindow,
} from '../support/view.ts';
import { noRulesView, rulesAnswers, rulesInForce, rulesView } from './approval-rules-records.ts';

beforeEach(wideWindow);

const store = draftStore();

beforeEach(() => store.texts.clear());

function open(answers: Answers = rulesAnswers()) {
  const shared = openDesk({ ...store.answers, ...answers });
  const show = () => render(WithShared, { shared, view: ApprovalRulesView });
  return { shared, show, shown: show() };
}

const choice = (name: string) => page.getByRole('combobox', { name });
const draftRules = () => requested('approvalRules.rehearse').at(-1)?.draft.rules;
const inForce = rulesInForce.map(({ when, need }) => ({ when, need }));

test('rules stand as sentences with who can give them, and what waits while one person is away', async () => {
  open();
  await sees('4 rules in force, number 3', 'Waiting for administrators');
  const rows = page.getByRole('region', { name: 'Rules' }).getByRole('row').elements();
  expect(rows[2]?.textContent).toContain('A payment over 10,000.00 EUR needs 2 checkers.');
  expect(rows[3]?.textContent).toContain('Cannot be met while Nadia Petrova is away.');
  expect(requested('approvalRules.rehearse')).toEqual([]);
});

test('a rule that the form cannot show stays as it is through every change, and is proposed with the others', async () => {
  open();
  await sees('4 rules in force, number 3');
  await press('n');
  await field('More than').fill('500');
  await button('Add rule').last().click();
  await sees('Set on the command line. It stays as it is, or is removed.');
  const added = {
    when: { over: { amount: '500.00', currency: 'EUR' } },
    need: { role: 'any', count: 1 },
  };
  expect(draftRules()).toEqual([...inForce, added]);
  await expect.element(button('Propose rules…')).toBeEnabled();
  await press('p');
  expect(requested('approvalRules.propose')).toEqual([
    { rehearsal: '0d8b7a52-61c2-4c6a-9a53-d8a1c6f0b7e2' },
  ]);
  const drafts = requested('approvalRules.rehearse').map(({ draft }) => draft);
  expect(drafts.at(-1)).toMatchObject({
    admins: 2,
    zone: 'Europe/Berlin',
    rates: [{ rate: '1.0825' }],
  });
});

test('a rule that cannot be met is red, and nothing is proposed until it is changed', async () => {
  open();
  await sees('4 rules in force, number 3');
  await press('e');
  await sees('Nothing is changed yet.');
  await press('p');
  await button(/^Change rule 3/).click();
  await choice('Needs').selectOptions('3');
  await button(/^Change rule$/).click();
  await expect
    .poll(() => document.body.innerText, { timeout: 4000 })
    .toMatch(/It needs 3 leads; the team has 1/);
  await sees('Rule 3 cannot be met.');
  await press('p');
  expect(requested('approvalRules.propose')).toEqual([]);
  await button('Fix rule 3').click();
  await choice('Needs').selectOptions('1');
  await button(/^Change rule$/).click();
  await sees('Nothing is changed yet.');
});

test('a small team begins with a template, and sees what it would have asked before it is proposed', async () => {
  open(rulesAnswers(noRulesView));
  await sees('No approval rules');
  await press('t');
  await sees('A payment over 10,000.00 EUR needs 2 other persons.');
  await field('Over').fill('2500');
  await expect.element(button('Add to the draft')).toBeEnabled();
  await button('Add to the draft').click();
  await sees('draft, not in force');
  await expect
    .poll(() => document.body.innerText, { timeout: 4000 })
    .toMatch(/1,284 payments since/);
  expect(draftRules()).toEqual([
    { when: { over: { amount: '2500.00', currency: 'EUR' } }, need: { role: 'any', count: 2 } },
  ]);
  await sees('163 payments wait');
});

test('an administrator signs a proposal by one key and a yes outside the window', async () => {
  open();
  await sees('Waiting for administrators', 'Ben Osei approves up to 75,000.00 EUR.');
  await press('s');
  expect(requested('approvalRules.sign')).toEqual([{ proposal: 'e'.repeat(64) }]);
  await lacks('Waiting for administrators');
});

test('proposed rules are refused by a key and words; without words nothing is asked', async () => {
  open();
  await sees('Waiting for administrators');
  const keys = countKeys();
  await press('r');
  await sees('Refuse the proposal of Ben Osei?', /^2 rules\. It ends for all administrators/);
  await press('{Enter}');
  await sees('Enter why you refuse it.');
  expect(requested('approvalRules.refuse')).toEqual([]);
  await field('Your words to Ben Osei').fill('too strict for salaries');
  await press('{Enter}');
  await lacks('Waiting for administrators', field('Your words to Ben Osei'));
  // One of them was pressed without words.
  expect(keys()).toBe(3);
  expect(requested('approvalRules.refuse')).toEqual([
    { proposal: 'e'.repeat(64), words: 'too strict for salaries' },
  ]);
});

test('a refusal that fails says why, and the proposal still waits', async () => {
  open(
    rulesAnswers(rulesView(), { 'approvalRules.refuse': () => fail('team.unreachable', 'c-1') }),
  );
  await sees('Waiting for administrators');
  await button('Refuse…').click();
  await field('Your words to Ben Osei').fill('too strict');
  await press('{Enter}');
  await sees('The team’s record cannot be reached', 'Waiting for administrators');
});

test('an own proposal is taken back and not refused; a decision is signed by the same step, on the page of the team', async () => {
  const [proposal] = rulesView().proposals;
  if (!proposal) throw new Error('no proposal');
  const ends = {
    ...{ ...proposal, proposal: 'f'.repeat(64), rules: null },
    decision: 'to end the team: each desk sends alone afterwards',
  };
  const own = { ...proposal, isOwn: true, signed: ['Ada Merlin'] };
  const { shared } = open(rulesAnswers(rulesView({ proposals: [ends, own] })));
  await sees('Decision to end the team: each desk sends alone afterwards');
  await lacks(button(/^Sign/));
  await press('s');
  await press('r');
  await lacks(field('Your words to Ben Osei'));
  await sees(button(/^Take back 2 rules/), button(/^Refuse Decision to end the team/));
  await button('Open the team').click();
  expect(shared.router.view).toBe('team');
  expect(requested('approvalRules.sign')).toEqual([]);
});

test('a stand-in is named for whole days, and own delegations are taken back', async () => {
  open(
    rulesAnswers(rulesView(), {
      'approvalRules.delegate': () =>
        fail('input.invalid', 'c-1', { fields: { until: 'is a day that is over' } }),
    }),
  );
  await sees('Stand-ins');
  await press('d');
  await button('Name stand-in…').click();
  await sees('Enter the first and the last day.');
  expect(requested('approvalRules.delegate')).toEqual([]);
  await field('First day').fill('21 Nov 2026');
  await field('Last day').fill('20 Nov 2026');
  await sees('The last day is before the first.');
  await field('Last day').fill('27 Nov 2026');
  await field('Up to (optional)').fill('100');
  await button('Name stand-in…').click();
  await sees('is a day that is over');
  const limit = { amount: '100.00', currency: 'EUR' };
  expect(requested('approvalRules.delegate')).toEqual([
    { to: 'Ben Osei', from: '2026-11-21', until: '2026-11-27', limit },
  ]);
  await button('Cancel').click();
  await button(/^Take back: Ben Osei for Ada Merlin/).click();
  expect(requested('approvalRules.endDelegation')).toEqual([{ delegation: 'c'.repeat(64) }]);
});

test('who administers nothing changes nothing; without the record the last state stays with the reason', async () => {
  open(rulesAnswers(rulesView({ isAdmin: false, problem: appError('team.unreachable', 'c-4') })));
  await sees('4 rules in force, number 3', 'The team’s record cannot be reached');
  await lacks(button('Change rules'), button(/^Sign/));
  await press('e');
  await press('n');
  await press('s');
  expect(requested('approvalRules.sign')).toEqual([]);
  await lacks('draft, not in force');
});

test('a draft stays when its page is left, with the form that is open; and after a restart', async () => {
  const { shared, show, shown } = open();
  await shared.drafts.belongTo('sandbox');
  await sees('4 rules in force, number 3');
  await press('e');
  await (await shown).unmount();
  await shared.drafts.writeNow();
  expect([...store.texts]).toEqual([]);

  const again = await show();
  await sees('4 rules in force, number 3');
  await button('Change rules').click();
  await choice('Signatures for the next change').selectOptions('3');
  await press('n');
  await field('More than').fill('750');
  await again.unmount();
  await shared.drafts.writeNow();
  expect([...store.texts.keys()]).toEqual(['begun sandbox approval-rules new']);

  // The program was ended.
  const later = openDesk({ ...store.answers, ...rulesAnswers() });
  await later.drafts.belongTo('sandbox');
  await render(WithShared, { shared: later, view: ApprovalRulesView });
  await sees('draft, not in force');
  await expect.element(field('More than')).toHaveValue('750');
  await button('Add rule').last().click();
  await expect.element(button('Propose rules…')).toBeEnabled();
  expect(requested('approvalRules.rehearse').at(-1)?.draft).toMatchObject({
    admins: 3,
    rules: [...inForce, { when: { over: { amount: '750.00' } } }],
  });
  await button('Discard').click();
  await lacks('draft, not in force');
  await later.drafts.writeNow();
  expect([...store.texts]).toEqual([]);
});

test('a proposed draft is one no longer; one that was declined outside the window is', async () => {
  let isDeclined = true;
  const { shared } = open(
    rulesAnswers(noRulesView, {
      'approvalRules.propose': () => (isDeclined ? fail('declined', 'c-1') : ok(rulesView())),
    }),
  );
  await shared.drafts.belongTo('sandbox');
  await sees('No approval rules');
  await press('n');
  await field('More than').fill('500');
  await button('Add rule').last().click();
  await expect.element(button('Propose rules…')).toBeEnabled();
  await press('p');
  await shared.drafts.writeNow();
  expect(store.texts.size).toBe(1);
  await sees('draft, not in force');
  isDeclined = false;
  await press('p');
  await lacks('draft, not in force');
  await shared.drafts.writeNow();
  expect(store.texts.size).toBe(0);
});

test('a draft from rules that others replaced meanwhile says so, and begins again from those in force', async () => {
  const { inForce: before } = rulesView();
  let version = 3;
  open(
    rulesAnswers(rulesView(), {
      'approvalRules.view': () => ok(rulesView({ inForce: before && { ...before, version } })),
    }),
  );
  await sees('4 rules in force, number 3');
  await press('n');
  await field('More than').fill('500');
  await button('Add rule').last().click();
  await lacks(/^Other rules came in force/);
  version = 4;
  bridge.announce('store.changed', { topic: 'team' });
  await sees(/^Other rules came in force since this draft was begun/);
  await button('Discard it and begin from the rules in force').click();
  await lacks(/^Other rules came in force/);
  await sees('draft, not in force', 'Nothing is changed yet.');
  expect(draftRules()).toEqual(inForce);
});

test('sending desks and the release of payees stay through every change, and are changed by their boxes', async () => {
  const { inForce: before } = rulesView();
  const settings = { sendingDesks: 'only', payeeRelease: 'second-person' } as const;
  open(rulesAnswers(rulesView({ inForce: before && { ...before, ...settings } })));
  await sees(/Only sending desks that two persons opened send payments\./);
  await press('e');
  const draft = () => requested('approvalRules.rehearse').at(-1)?.draft;
  await sees('Nothing is changed yet.', /^The team has no sending desk/);
  expect(draft()).toMatchObject(settings);
  await page.getByRole('checkbox', { name: /^A second person releases/ }).click();
  await expect.poll(() => draft()?.payeeRelease).toBeUndefined();
  await page.getByRole('checkbox', { name: /^Only sending desks/ }).click();
  await expect.poll(() => draft()?.sendingDesks).toBeUndefined();
  await lacks(/^The team has no sending desk/);
  await page.getByRole('checkbox', { name: /^Only sending desks/ }).click();
  await page.getByRole('checkbox', { name: /^A second person releases/ }).click();
  await sees('Nothing is changed yet.');
});

test('a proposal that no longer asks for sending desks says so', async () => {
  const { inForce: before } = rulesView();
  const settings = { sendingDesks: 'only' } as const;
  open(rulesAnswers(rulesView({ inForce: before && { ...before, ...settings } })));
  await sees('Every desk sends payments, no longer only sending desks.');
});
