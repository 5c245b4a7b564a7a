import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import StatementsView from '../../../renderer/features/statements/StatementsView.svelte';
import { createShared } from '../../../renderer/state/context.ts';
import { fail } from '../../../shared/errors.ts';
import type { DeskState } from '../../../shared/ipc/desk.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxDesk, workingDesk } from '../support/desk-records.ts';
import { installBridge, type Answers, type FakeBridge } from '../support/fake-bridge.ts';
import WithShared from '../support/WithShared.svelte';
import { sourceAnswers } from './source-records.ts';

const accountNumber = '30027781';
const period = { from: '2026-11-01', to: '2026-11-20' };
let bridge: FakeBridge;
let stopKeys = (): void => undefined;

function open(answers: Answers = {}, desk: DeskState = sandboxDesk) {
  bridge = installBridge({
    ...workingDesk(),
    ...sourceAnswers(),
    'desk.state': () => ok(desk),
    ...answers,
  });
  const shared = createShared();
  shared.live.start();
  shared.session.start();
  shared.accounts.start();
  stopKeys();
  window.addEventListener('keydown', shared.keys.onkeydown);
  stopKeys = () => {
    window.removeEventListener('keydown', shared.keys.onkeydown);
  };
  void render(WithShared, { shared, view: StatementsView, params: { accountNumber, ...period } });
  return shared;
}

const pane = () => page.getByRole('complementary', { name: 'Second source' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const asked = (route: string) =>
  bridge.asked.filter((question) => question.route === route).map(({ input }) => input);

async function openPane(): Promise<void> {
  await expect.element(page.getByRole('grid', { name: /entries/i })).toBeVisible();
  await userEvent.keyboard('d');
  await expect.element(pane()).toBeVisible();
}

beforeEach(async () => {
  await page.viewport(1440, 900);
});

describe('a second source', () => {
  test('is fetched for the days in sight by two keys, and its differences are named', async () => {
    open();
    await openPane();
    await expect.element(button('Fetch and compare')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(pane().getByText('1,240.01 EUR')).toBeVisible();
    await expect.element(pane().getByText('2,640,118.08 EUR')).toBeVisible();
    await expect
      .element(
        pane()
          .getByText(/only there/)
          .first(),
      )
      .toBeVisible();
    expect(asked('secondSources.fetch')).toEqual([
      { accountNumber, kind: 'downloadStatement', ...period, format: 'csv' },
    ]);
  });

  test('of another kind is asked for by its kind', async () => {
    open();
    await openPane();
    await page.getByLabelText('Ask for').selectOptions('v2-pages');
    await button('Fetch and compare').click();
    await expect
      .poll(() => asked('secondSources.fetch'))
      .toEqual([{ accountNumber, kind: 'getStatementV2', ...period }]);
  });

  test('that is kept tells its verdict; each entry that differs is opened by a click', async () => {
    open();
    await openPane();
    for (const verdict of ['differs', 'agrees', 'partial', 'unreadable'])
      await expect.element(pane().getByText(verdict, { exact: true })).toBeVisible();
    await pane()
      .getByRole('button', { name: /^Second generation, file, CSV/ })
      .click();
    await pane().getByRole('button', { name: 'e-30027781-1200' }).click();
    await expect
      .poll(() => asked('statements.locate'))
      .toContainEqual(expect.objectContaining({ entryId: 'e-30027781-1200' }));
    await expect.element(pane()).toBeVisible();
    await expect.element(pane().getByRole('button', { name: 'e-99' })).not.toBeInTheDocument();
  });

  test('is saved as it came, compared again, and forgotten after a question', async () => {
    open();
    await openPane();
    await pane()
      .getByRole('button', { name: /^Statement file, CSV/ })
      .click();
    await button('Save file').click();
    await expect.poll(() => asked('secondSources.save')).toEqual([{ sourceId: 'q-1' }]);
    await button('Recompare').click();
    await expect.poll(() => asked('secondSources.get').length).toBeGreaterThan(1);
    await button('Forget').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Forget it' }).click();
    await expect.poll(() => asked('secondSources.forget')).toEqual([{ sourceId: 'q-1' }]);
  });

  test('that the bank refuses is told in its words', async () => {
    open({
      'secondSources.fetch': () =>
        fail('bank.refused', 'c-4', {
          bank: { status: 400, message: 'pdf is not offered here: ask for csv or json' },
        }),
    });
    await openPane();
    await page.getByLabelText('Ask for').selectOptions('v1-pdf');
    await button('Fetch and compare').click();
    await expect.element(pane().getByText(/ask for csv or json/)).toBeVisible();
  });

  test('of a kind that this bank has not confirmed is told with the way to its place', async () => {
    const shared = open({}, { ...sandboxDesk, closedOperations: ['downloadStatementV2'] });
    await openPane();
    await expect.element(button('Fetch and compare')).toBeEnabled();
    await page.getByLabelText('Ask for').selectOptions('v2-csv');
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
    await expect.element(page.getByLabelText('Ask for')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(pane()).not.toBeInTheDocument();
  });

  test('that is kept reads and compares offline', async () => {
    open({}, { ...sandboxDesk, online: false });
    await openPane();
    await expect.element(pane().getByText(/What is kept can be compared/)).toBeVisible();
    await expect.element(button('Fetch and compare')).toBeDisabled();
    await pane()
      .getByRole('button', { name: /^Statement file, CSV/ })
      .click();
    await expect.element(button('Recompare')).toBeEnabled();
  });
});
