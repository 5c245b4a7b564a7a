import axe from 'axe-core';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import ReviewView from '../../../renderer/features/review/ReviewView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import '../../../renderer/ui/base.css';
import { workingDesk } from '../support/desk-records.ts';
import { requested, button, lacks, openDesk, sees, wideWindow } from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { labelledQueue } from './rule-records.ts';

async function openReview(): Promise<Shared> {
  await wideWindow();
  const shared = openDesk({ ...workingDesk(), ...labelledQueue() });
  shared.router.go('review');
  await render(WithShared, { shared, view: ReviewView, params: {} });
  await sees(page.getByRole('grid', { name: 'Entries to review' }));
  return shared;
}

const pane = () => page.getByRole('complementary', { name: 'Entry' });

test('an entry shows its counterparty and tags in its row and beside it, and which rule gives them', async () => {
  const shared = await openReview();
  await sees(pane().getByText('Kestrel Shipping Ltd'), button('Remove the tag payroll'));
  const row = document.querySelector('[role=row][aria-selected=true]');
  expect(row?.textContent).toContain('payroll');
  await button('Why').click();
  await button('by this rule').first().click();
  expect(shared.router.view).toBe('rules');
});

test('a tag is added by T and a word, removed by its cross, and both are undone', async () => {
  const shared = await openReview();
  await sees(button('Remove the tag payroll'));
  await userEvent.keyboard('t');
  await expect.element(page.getByRole('textbox', { name: 'Tag' })).toHaveFocus();
  await userEvent.keyboard('two words{Enter}');
  await sees('One word of letters, digits, - and _');
  expect(requested('rules.tagEntry')).toEqual([]);
  await page.getByRole('textbox', { name: 'Tag' }).fill('Audit');
  await userEvent.keyboard('{Enter}');
  await sees(button('Remove the tag audit'));
  await button('Remove the tag payroll').click();
  await lacks(button('Remove the tag payroll'));
  expect(requested('rules.tagEntry').map(({ tag, is }) => [tag, is])).toEqual([
    ['audit', true],
    ['payroll', false],
  ]);
  const { last } = shared.notices;
  expect(last?.text).toMatch(/^No longer tagged payroll: /);
  if (last) shared.notices.follow(last);
  await sees(button('Remove the tag payroll'), button('Remove the tag audit'));
  expect(requested('rules.tagEntry').at(-1)?.is).toBe(null);
});

test('a counterparty is corrected by hand, set to none, left to the rules again, and each is undone', async () => {
  const shared = await openReview();
  const name = page.getByRole('textbox', { name: 'Counterparty' });
  const names = (): unknown[] => requested('rules.nameCounterparty').map((one) => one.name);
  await button('Edit counterparty').click();
  await expect.element(name).toHaveFocus();
  await name.fill('Kestrel Holdings');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Edit counterparty')).toHaveFocus();
  expect(names()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await name.fill('Kestrel Holdings');
  await userEvent.keyboard('{Enter}');
  await sees(pane().getByText('Kestrel Holdings'));
  await expect.poll(() => shared.notices.last?.text).toMatch(/^Counterparty Kestrel Holdings: /);
  await button('Why').click();
  await button('Use tag rules').click();
  await sees(pane().getByText('Kestrel Shipping Ltd').first());
  await button('Edit counterparty').click();
  await name.fill('');
  await userEvent.keyboard('{Enter}');
  await sees(button('Add counterparty'));
  await expect.poll(() => shared.notices.last?.text).toMatch(/^No counterparty: /);
  expect(names()).toEqual(['Kestrel Holdings', null, '']);
  const { last } = shared.notices;
  if (last) shared.notices.follow(last);
  await sees(button('Edit counterparty'));
  expect(names()).toEqual(['Kestrel Holdings', null, '', null]);
});

test('what was booked with it before stands beneath, each a door, and all of it in the box', async () => {
  const shared = await openReview();
  const payee = pane().getByRole('region', { name: /^This pay/ });
  await sees(
    payee.getByText(/^6 entries in the year up to this one: 36,184\.86/),
    payee.getByText(/^Usually 6,030\.81 [A-Z]{3}, about every 30 days\.$/),
  );
  await button('Find all of Kestrel Shipping Ltd').click();
  expect(shared.find.requested).toBe('payee:"Kestrel Shipping Ltd"');
  await payee.getByRole('button', { name: /INV-2026-44810/ }).click();
  expect(shared.router.place).toMatchObject({
    view: 'statements',
    params: { entryId: 'before-0' },
  });
});

test('nothing of an entry’s tags is out of reach of a screen reader', async () => {
  await openReview();
  await sees(pane().getByText('INV-2026-44810'));
  await button('Why').click();
  await button('Edit counterparty').click();
  await sees(page.getByRole('textbox', { name: 'Counterparty' }));
  await userEvent.keyboard('{Escape}t');
  await sees(page.getByRole('textbox', { name: 'Tag' }));
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
