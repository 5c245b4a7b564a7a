import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import StatementsView from '../../../renderer/features/statements/StatementsView.svelte';
import { fail } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk, workingDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import WithShared from '../support/WithShared.svelte';
import { sourceAnswers } from './source-records.ts';
import { requested, button, lacks, openDesk, sees, wideWindow } from '../support/view.ts';

const accountNumber = '30027781';
const period = { from: '2026-11-01', to: '2026-11-20' };

function open(answers: Answers = {}, desk: DeskState = sandboxDesk) {
  const shared = openDesk({
    ...workingDesk(),
    ...sourceAnswers(),
    'desk.state': () => ok(desk),
    ...answers,
  });
  void render(WithShared, { shared, view: StatementsView, params: { accountNumber, ...period } });
  return shared;
}

const pane = () => page.getByRole('complementary', { name: 'Second source' });

async function openPane(): Promise<void> {
  await sees(page.getByRole('grid', { name: /entries/i }));
  await userEvent.keyboard('d');
  await sees(pane());
}

beforeEach(wideWindow);

describe('a second source', () => {
  test('is fetched for the days in sight by two keys, and its differences are named', async () => {
    open();
    await openPane();
    await expect.element(button('Fetch and compare')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await sees(pane().getByText('1,240.01 EUR'), pane().getByText('2,640,118.08 EUR'));
    await sees(
      pane()
        .getByText(/only there/)
        .first(),
    );
    expect(requested('secondSources.fetch')).toEqual([
      { accountNumber, kind: 'downloadStatement', ...period, format: 'csv' },
    ]);
  });

  test('of another kind is asked for by its kind', async () => {
    open();
    await openPane();
    await page.getByLabelText('Source').selectOptions('v2-pages');
    await button('Fetch and compare').click();
    await expect
      .poll(() => requested('secondSources.fetch'))
      .toEqual([{ accountNumber, kind: 'getStatementV2', ...period }]);
  });

  test('that is stored shows its verdict; each entry that differs is opened by a click', async () => {
    open();
    await openPane();
    for (const verdict of ['differs', 'agrees', 'partial', 'unreadable'])
      await sees(pane().getByText(verdict, { exact: true }));
    await pane()
      .getByRole('button', { name: /^Second generation, file, CSV/ })
      .click();
    await pane().getByRole('button', { name: 'e-30027781-1200' }).click();
    await expect
      .poll(() => requested('statements.locate'))
      .toContainEqual(expect.objectContaining({ entryId: 'e-30027781-1200' }));
    await sees(pane());
    await lacks(pane().getByRole('button', { name: 'e-99' }));
  });

  test('is saved as it came, compared again, and forgotten after a question', async () => {
    open();
    await openPane();
    await pane()
      .getByRole('button', { name: /^Statement file, CSV/ })
      .click();
    await button('Save file').click();
    await expect.poll(() => requested('secondSources.save')).toEqual([{ sourceId: 'q-1' }]);
    await button('Recompare').click();
    await expect.poll(() => requested('secondSources.get').length).toBeGreaterThan(1);
    await button('Forget…').click();
    await sees(page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Forget it' }).click();
    await expect.poll(() => requested('secondSources.forget')).toEqual([{ sourceId: 'q-1' }]);
  });

  test('that the bank refuses is reported in the bank’s words', async () => {
    open({
      'secondSources.fetch': () =>
        fail('bank.refused', 'c-4', {
          bank: { status: 400, message: 'pdf is not offered here: ask for csv or json' },
        }),
    });
    await openPane();
    await page.getByLabelText('Source').selectOptions('v1-pdf');
    await button('Fetch and compare').click();
    await sees(pane().getByText(/ask for csv or json/));
  });

  test('of a kind that this bank has not confirmed is closed, with a link to its place', async () => {
    const shared = open({}, { ...sandboxDesk, closedOperations: ['downloadStatementV2'] });
    await openPane();
    await expect.element(button('Fetch and compare')).toBeEnabled();
    await page.getByLabelText('Source').selectOptions('v2-csv');
    await expect.element(button('Fetch and compare')).toBeDisabled();
    await pane()
      .getByRole('button', { name: /its place in the bank file/ })
      .click();
    expect(shared.router.place).toMatchObject({
      view: 'settings',
      params: { operation: 'downloadStatementV2' },
    });
  });

  test.each([1440, 1024])(
    'shows both figures beside each other at %i, however long a narration is',
    async (width) => {
      await page.viewport(width, 700);
      open();
      await openPane();
      await button('Fetch and compare').click();
      await expect.element(pane().getByText(/MERCHANT ADVENTURERS/)).toBeInTheDocument();
      const cells = [...document.querySelectorAll('aside table td')];
      const right = document.querySelector('aside')?.getBoundingClientRect().right ?? 0;
      expect(cells.length).toBeGreaterThan(0);
      for (const cell of cells)
        expect(cell.getBoundingClientRect().right).toBeLessThanOrEqual(right);
      for (const cell of cells) expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
    },
  );

  test('that cannot be asked for is left by Escape all the same', async () => {
    open({}, { ...sandboxDesk, closedOperations: ['downloadStatement'] });
    await openPane();
    await expect.element(page.getByLabelText('Source')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await lacks(pane());
  });

  test('that is stored reads and compares offline', async () => {
    open({}, { ...sandboxDesk, online: false });
    await openPane();
    await sees(pane().getByText(/What is stored can be compared/));
    await expect.element(button('Fetch and compare')).toBeDisabled();
    await pane()
      .getByRole('button', { name: /^Statement file, CSV/ })
      .click();
    await expect.element(button('Recompare')).toBeEnabled();
  });
});
