import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import ActivityView from '../../../renderer/features/activity/ActivityView.svelte';
import {
  operationWords,
  outcomeWords,
} from '../../../renderer/features/activity/activity-labels.ts';
import WithShared from '../support/WithShared.svelte';
import { activityAnswers } from './activity-records.ts';
import { bridge, lacks, openDesk, sees, wideWindow } from '../support/view.ts';

let newest = 250;

function open(calls: number) {
  newest = calls;
  const shared = openDesk(activityAnswers(() => newest));
  void render(WithShared, { shared, view: ActivityView });
}

function arrive(count: number) {
  newest += count;
  bridge.announce('store.changed', { topic: 'activity' });
}

const grid = () => page.getByRole('grid');
const status = page.getByRole('button', { name: /new calls?$/ });

beforeEach(wideWindow);

test('an outcome is shown in the words of the error catalogue, an unknown one as it came', () => {
  expect(outcomeWords('ok')).toEqual({ words: 'Answered', tone: 'good' });
  expect(outcomeWords('outcome.unknown').tone).toBe('bad');
  expect(outcomeWords('teapot')).toEqual({ words: 'teapot', tone: 'plain' });
  expect(operationWords('getAccountsBy')).toBe('Get Accounts By');
});

test('a call shows what was asked, how it ended, and how long it took', async () => {
  open(3);
  const row = page.getByRole('row', { name: /Upload Subclient Documents/ });
  await expect.element(row).toMatchTextContent(/The bank refused the request.*400.*ms.*1/s);
});

test('new calls are announced and wait; the list does not move until they are asked for', async () => {
  open(3);
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '4');
  arrive(2);
  await expect.element(status).toMatchTextContent('2 new calls');
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '4');
  arrive(1);
  await expect.element(status).toMatchTextContent('3 new calls');
  await status.click();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '7');
  await lacks(status);
});

test('older calls are read when the end comes into view', async () => {
  open(250);
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '101');
  grid().element().scrollTop = 100 * 34;
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '201');
});

test('more new calls than a page start the list anew, without a hole', async () => {
  open(3);
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '4');
  arrive(400);
  await expect.element(status).toMatchTextContent('100+ new calls');
  await status.click();
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '101');
});

test('with no calls the view says what will be here', async () => {
  open(0);
  await sees(page.getByRole('heading', { name: 'No calls yet' }));
  arrive(1);
  await expect.element(grid()).toHaveAttribute('aria-rowcount', '2');
});
