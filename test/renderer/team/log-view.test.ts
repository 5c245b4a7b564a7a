import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import TeamLogView from '../../../renderer/features/team/log/TeamLogView.svelte';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { bridge, button, lacks, openDesk, requested, sees, wideWindow } from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';
import { logAnswers } from './log-records.ts';
import { teamAnswers, teamOfThree } from './team-records.ts';

let newest = 250;

beforeEach(wideWindow);

function open(count: number, more: Answers = {}, params: { search?: string } = {}): void {
  newest = count;
  const answers = { ...logAnswers(() => newest), ...more };
  void render(WithShared, {
    ...{ shared: openDesk(teamAnswers(teamOfThree, answers)), params },
    view: TeamLogView,
  });
}

const grid = () => page.getByRole('grid');

test('a row has number, person, what was done, about what, and the amount; one that does not count says why', async () => {
  open(5);
  const claim = page.getByRole('row', { name: /INV-2026-45801/ });
  await expect.element(claim).toMatchTextContent(/5.*Ada Merlin.*claimed payments.*184,250\.00/s);
  await sees(/Does not count: It claims what an earlier act holds/);
});

test('an act that is selected is shown in full, and Escape closes it', async () => {
  open(5);
  await expect.element(grid()).toBeInTheDocument();
  await userEvent.keyboard('j');
  await sees('this desk’s journal, not signed', 'Number in the record');
  await userEvent.keyboard('{Escape}');
  await lacks('Number in the record');
});

test('person, kind and search are asked for together, and everything is shown again', async () => {
  open(50);
  await page.getByLabelText('Person').selectOptions('Marek Dvořák');
  await page.getByLabelText('Kind').selectOptions('claimed payments');
  await page.getByLabelText('Search the log').fill('>1000');
  await expect
    .poll(() => requested('teamLog.list').at(-1))
    .toMatchObject({ person: 'Marek Dvořák', kind: 'claim', search: '>1000' });
  await sees('No act is like that');
  await button('Show all').click();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '51');
});

test('a log that is led to for a reference shows what names it, and everything once it is asked for', async () => {
  open(50, {}, { search: '"INV-2026-45790"' });
  await sees(page.getByRole('row', { name: /INV-2026-45790/ }).first());
  expect(requested('teamLog.list')).toMatchObject([{ search: '"INV-2026-45790"' }]);
  await expect.element(page.getByLabelText('Search the log')).toHaveValue('"INV-2026-45790"');
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '11');
});

test('older acts are read page by page, and new ones wait until they are asked for', async () => {
  open(250);
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '101');
  newest = 252;
  bridge.announce('store.changed', { topic: 'team' });
  await button(/^2 new/).click();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '103');
});

test('what the filter chooses is exported, and the file is named', async () => {
  open(50);
  await page.getByLabelText('Person').selectOptions('Ben Osei');
  await button('More: export the log').click();
  await button(/Export as CSV/).click();
  await expect
    .poll(() => requested('teamLog.export'))
    .toEqual([{ person: 'Ben Osei', kind: null, search: '', format: 'csv' }]);
});

test('an export that fails, and a log that cannot be read, say why', async () => {
  open(5, {
    'teamLog.export': () => fail('file.unwritable', 'c-1'),
    'teamLog.list': () => fail('team.unreachable', 'c-2'),
  });
  bridge.answer('teamLog.list', () => ok({ rows: [], hasMore: false, chips: [] }));
  await button('Try again').click();
  await sees('No acts yet');
  await userEvent.keyboard('x');
  await sees(/could not be written/);
});
