import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import SubClientsView from '../../../renderer/features/sub-clients/SubClientsView.svelte';
import { appError } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { frameLists } from '../support/list-frame.ts';
import { misplacedInSight, windows } from '../support/look/looked.ts';
import { requested, bridge, openDesk, press, sees, wideWindow } from '../support/view.ts';
import { fileOfSubClients as file } from './from-file-records.ts';
import { fakeOnboarding } from './onboarding-desk.ts';

frameLists();

const rowOf = (name: string) =>
  page.getByRole('grid', { name: 'Rows' }).getByRole('row', { name: new RegExp(name) });

/** The view with the file chosen. */
async function open() {
  const onboarding = fakeOnboarding();
  const shared = openDesk(onboarding.answers);
  bridge.answer('subClients.readFile', () => ok(file));
  shared.router.go('sub-clients', {});
  await render(WithShared, { shared, view: SubClientsView, params: {} });
  await sees(page.getByRole('button', { name: /^From a file/ }));
  const chooser = document.querySelector<HTMLInputElement>(
    'input[aria-label="A file of sub-clients or owners"]',
  );
  await userEvent.upload(chooser!, new File(['Mandant'], 'new.csv'));
  await sees(rowOf('Kora Mining'));
  return { shared, onboarding };
}

async function send(): Promise<void> {
  await page.getByRole('button', { name: /^Send 3 sub-clients/ }).click();
  await sees(page.getByRole('dialog'));
  await press('{Tab}');
  await page.getByRole('dialog').getByRole('button', { name: 'Send 3' }).click();
}

beforeEach(wideWindow);

test('each row says what is wrong with it or why it is not sent; those that are ready go one by one, after a question', async () => {
  const { shared } = await open();
  await sees(/3 ready · 1 with errors · 1 existing/);
  await expect.element(rowOf('Lagos Salt')).toMatchTextContent(/Name: is on line 2 too/);
  await expect.element(rowOf('Marula GmbH')).toMatchTextContent(/is here already as KT003/);
  expect(requested('subClients.create')).toEqual([]);
  expect(await misplacedInSight(windows)).toEqual([]);
  expect(
    (
      await axe.run(document.body, {
        rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } },
      })
    ).violations,
  ).toEqual([]);
  await send();
  await sees(/0 ready · .* · 3 at the bank/);
  const created = requested('subClients.create');
  expect(created.map(({ details }) => details.name)).toEqual([
    'Kora Mining',
    'Volta Solar',
    'Tern Software',
  ]);
  expect(new Set(created.map(({ reference }) => reference)).size).toBe(3);
  await expect.poll(() => shared.notices.last?.text).toMatch(/^new.csv: 0 ready .* 3 at the bank/);
});

test('a row without an answer stays unknown, nothing behind it is sent, and it says which are there', async () => {
  const { onboarding } = await open();
  const { create } = { create: onboarding.answers['subClients.create']! };
  bridge.answer('subClients.create', (input) => {
    if (input.details.name === 'Volta Solar')
      onboarding.next('unknown', appError('outcome.unknown', 'c-1'));
    return create(input);
  });
  await send();
  await sees(/1 ready · .* · 1 at the bank · 1 unanswered/);
  await expect.element(rowOf('Volta Solar')).toMatchTextContent(/No answer/);
  await expect.element(rowOf('Tern Software')).toMatchTextContent(/ready/);
  expect(requested('subClients.create')).toHaveLength(2);
});

test('what a column means is said by hand, and the rows are read anew by it', async () => {
  await open();
  await page.getByText('What the columns mean').click();
  await page.getByLabelText('Sitz').selectOptions('Country of registration');
  await expect
    .poll(() => requested('subClients.readFile').at(-1)?.columns)
    .toEqual({ name: 0, countryOfRegistration: 1 });
  expect(requested('subClients.create')).toEqual([]);
});
