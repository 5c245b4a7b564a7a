import axe from 'axe-core';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page, userEvent } from 'vitest/browser';

import ScreeningViewPage from '../../../renderer/features/screening/ScreeningView.svelte';
import type { Shared } from '../../../renderer/state/context.ts';
import '../../../renderer/ui/base.css';
import type { ScreeningView } from '../../../shared/ipc/review/screening.ts';
import { workingDesk } from '../support/desk-records.ts';
import {
  button,
  field,
  lacks,
  openDesk,
  press,
  requested,
  sees,
  wideWindow,
} from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { noLists, screeningAnswers, screeningView } from './screening-records.ts';

async function openScreening(view: ScreeningView = screeningView()): Promise<Shared> {
  await wideWindow();
  const shared = openDesk({ ...workingDesk(), ...screeningAnswers(view) });
  await render(WithShared, { shared, view: ScreeningViewPage, params: {} });
  await sees(page.getByRole('heading', { name: 'Screening', level: 1 }));
  return shared;
}

function drop(...files: readonly (readonly [name: string, text: string])[]): void {
  const transfer = new DataTransfer();
  for (const [name, text] of files) transfer.items.add(new File([text], name));
  page
    .getByRole('group', { name: 'Screening' })
    .element()
    .dispatchEvent(
      new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
    );
}

test('a match is chosen by keys, and decided with both names in sight and a reason', async () => {
  await openScreening();
  await sees(/1 to decide\./);
  await press('j');
  await sees(/97 of 100/, 'Payments to this name are held back until a person decides.');
  await press('e');
  const dialog = page.getByRole('dialog', { name: /Mark as somebody else/ });
  await sees(dialog.getByText('HARUN SELDANI QORVAN'));
  const decide = dialog.getByRole('button', { name: 'Mark as somebody else' });
  await expect.element(decide).not.toHaveAttribute('aria-disabled', 'true');
  await decide.click();
  await sees('Enter why.');
  expect(requested('screening.decide')).toEqual([]);
  await field('Reason').fill('Born 1988, passport seen');
  const name = page.getByRole('textbox', { name: 'Your name' });
  if (name.elements().length > 0) await name.fill('Ines Frei');
  await decide.click();
  await expect
    .poll(() => requested('screening.decide'))
    .toEqual([
      expect.objectContaining({
        matchId: 'm-1',
        decision: 'other',
        reason: 'Born 1988, passport seen',
      }),
    ]);
  await sees(/Nothing to decide\./);
});

test('what is the same is held back, and can be let go', async () => {
  await openScreening();
  await press('j');
  await press('h');
  await sees(page.getByRole('dialog', { name: /Hold payments back/ }));
  await press('{Escape}');
  await press('l');
  await lacks(page.getByRole('dialog'));
});

test('lists are dropped on the page; one that is refused is named with its reason', async () => {
  const shared = await openScreening(noLists);
  await sees('No lists yet', /It is no legal advice and no proof of compliance/);
  drop(['consolidated.xml', '<CONSOLIDATED_LIST/>'], ['notes.txt', 'x']);
  await sees('notes.txt was not stored: it is no list that is known.', 'OFAC SDN list');
  expect(shared.notices.last?.text).toContain('UN Security Council consolidated list');
});

test('an old list says so, what a list lacks stands with it, and it is removed after a question', async () => {
  await openScreening();
  await sees('41 days', 'Without alt.csv: only weak aliases are known.');
  await button('Remove OFAC SDN list').click();
  await sees(page.getByRole('dialog', { name: 'Remove OFAC SDN list' }));
  await press('{Tab}{Tab}');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => requested('screening.remove')).toEqual([{ listId: 'l-ofac' }]);
});

test('a typed name is compared, and nothing is stored', async () => {
  await openScreening();
  await press('/');
  await userEvent.keyboard('Harun Seldani{Enter}');
  await sees(/TLi\.001/);
  await field('Name to check').fill('Nobody');
  await userEvent.keyboard('{Enter}');
  await sees('“Nobody” agrees with no entry of these lists.');
});

test('the page has no barrier that a checker finds', async () => {
  await openScreening();
  await press('j');
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
