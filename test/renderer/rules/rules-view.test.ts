import axe from 'axe-core';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import RulesView from '../../../renderer/features/rules/RulesView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import '../../../renderer/ui/base.css';
import { ok } from '../../../shared/result.ts';
import { workingDesk } from '../support/desk-records.ts';
import {
  requested,
  bridge,
  button,
  field,
  lacks,
  openDesk,
  press,
  sees,
  wideWindow,
} from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { ruleAnswers, someCount, someRules } from './rule-records.ts';

async function openRules(rules = someRules): Promise<Shared> {
  await wideWindow();
  const shared = openDesk({ ...workingDesk(), ...ruleAnswers(rules) });
  await render(WithShared, { shared, view: RulesView, params: {} });
  await sees(page.getByRole('heading', { name: 'Proposed' }));
  return shared;
}

const shown = (): string[] =>
  [...document.querySelectorAll('[role=option]')].map((one) =>
    one.textContent.trim().replaceAll(/\s+/g, ' '),
  );
const undo = (shared: Shared): void => {
  const { last } = shared.notices;
  if (last) shared.notices.follow(last);
};

test('a rule is saved by keyboard, and only once what is typed was counted', async () => {
  const shared = await openRules([]);
  await sees('No rules yet');
  let release = (): void => undefined;
  bridge.answer(
    'rules.count',
    () => new Promise((resolve) => (release = () => resolve(ok(someCount)))),
  );
  await press('n');
  await expect.element(field('Narration or reference has all these words')).toHaveFocus();
  await userEvent.keyboard('salary');
  await field('Tag').fill('payroll');
  await expect
    .poll(() => requested('rules.count').at(-1)?.rule)
    .toMatchObject({ words: 'salary', tag: 'payroll' });
  await userEvent.keyboard('{Enter}');
  expect(requested('rules.save')).toEqual([]);
  release();
  await sees('34 entries', page.getByText('1,204,500.10'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => requested('rules.save')).toHaveLength(1);
  await expect.poll(shown).toEqual(['1 “salary” payroll']);
  expect(shared.notices.last?.text).toBe('Rule saved: tag payroll, for 34 entries so far.');
  undo(shared);
  await sees('No rules yet');
});

test('what can mean nothing says so, and cannot be saved', async () => {
  await openRules();
  await press('n');
  await sees(/Enter a condition first/);
  await field('Narration or reference has all these words').fill('rent');
  await field('Tag').fill('two words');
  await sees('A tag is one word of letters, digits, - and _.');
  await field('Tag').fill('rent');
  await field('Amount, from').fill('12.345');
  await field('Currency').fill('eur');
  await sees(/^Amount: /);
  await expect.element(button(/Save rule/)).toBeDisabled();
});

test('rules change places, are edited and removed by keyboard; a removal shows what it touches and is undone', async () => {
  const shared = await openRules();
  await expect.poll(shown).toHaveLength(3);
  await userEvent.keyboard('{ArrowDown}{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => shown()[0]).toContain('kestrel shipping');
  expect(requested('rules.move')).toEqual([{ id: 'r-2', by: -1 }]);
  await userEvent.keyboard('{Delete}');
  await sees(page.getByRole('dialog'), page.getByRole('dialog').getByText('34 entries'));
  await expect.poll(() => document.querySelector('dialog [aria-disabled]')).toBeNull();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(shown).toHaveLength(2);
  undo(shared);
  await expect.poll(shown).toHaveLength(3);
});

test('a proposal is looked at as a filled rule, or refused with an undo; nothing is saved by itself', async () => {
  const shared = await openRules();
  await button('Reject Northwind Traders').click();
  await lacks(page.getByRole('heading', { name: 'Proposed' }));
  undo(shared);
  await sees(page.getByRole('heading', { name: 'Proposed' }));
  await button('Open rule for Northwind Traders').click();
  await expect.element(field('Counterparty')).toHaveValue('Northwind Traders');
  expect(requested('rules.save')).toEqual([]);
});

test('nothing in it is out of reach of a screen reader', async () => {
  await openRules();
  await press('n');
  await field('Narration or reference has all these words').fill('salary');
  await sees('34 entries');
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
