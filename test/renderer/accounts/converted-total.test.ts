import '../../../renderer/ui/tokens.css';
import '../../../renderer/ui/base.css';
import '../../../renderer/ui/controls.css';

import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import PositionView from '../../../renderer/features/accounts/position/PositionView.svelte';
import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import WithShared from '../support/WithShared.svelte';
import { fakeTotal, workingDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import {
  requested,
  bridge,
  button,
  field,
  lacks,
  openDesk,
  sees,
  wideWindow,
} from '../support/view.ts';

beforeEach(wideWindow);

function open(answers: Answers = {}) {
  const shared = openDesk({ ...workingDesk(), ...answers });
  void render(WithShared, { shared, view: PositionView });
  return shared;
}

const banner = page.getByRole('banner');

test('the total shows its change, whose rates it has and of when, in amber what is by hand, and who is left out', async () => {
  open();
  await expect.element(banner).toMatchTextContent(/\+21,158\.97 since 19 Nov\s+16,074,030\.30.USD/);
  await sees(banner.getByText('ECB rates of 19 Nov'));
  await expect.element(banner.getByText(/^NGN by hand, 16 Nov/)).toHaveClass('warn');
  await sees(banner.getByText('Left out: no rate for Gulf (KWD).'));
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa'] });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('a currency is chosen once; a rate that is refused says why, and what was typed stays', async () => {
  open({
    'rates.total': () =>
      ok({ ...fakeTotal, reporting: null, total: null, change: null, rates: [], leftOut: [] }),
    'rates.save': () => fail('input.invalid', 'rates', { message: 'The rate of NGN: digits.' }),
  });
  await button('Show total…').click();
  await field('1 NGN in USD, by hand').fill('1/1640');
  await button('Save').click();
  await sees(page.getByText(/The rate of NGN: digits/));
  await expect.element(field('1 NGN in USD, by hand')).toHaveValue('1/1640');
  bridge.answer('rates.save', () => ok({ saved: true }));
  bridge.answer('rates.total', () => ok(fakeTotal));
  await field('1 NGN in USD, by hand').fill('0.00061');
  await button('Save').click();
  await lacks(page.getByRole('dialog'));
  expect(requested('rates.save').at(-1)).toEqual({
    reporting: 'USD',
    byHand: [{ currency: 'NGN', rate: '0.00061' }],
  });
  await expect.element(banner).toMatchTextContent(/16,074,030\.30/);
});

test('a file of rates is read by its name, and a rate by hand that was not touched keeps its time', async () => {
  open({
    'rates.save': () => ok({ saved: true }),
    'rates.give': () => ok({ count: 30, at: '2026-11-20' }),
  });
  await button('Change').click();
  await expect.element(field('1 NGN in USD, by hand')).toHaveValue('0.00061');
  const input = document.querySelector<HTMLInputElement>('dialog input[type=file]');
  const transfer = new DataTransfer();
  transfer.items.add(new File(['Date,USD'], 'eurofxref.csv'));
  if (!input) expect.fail('there is no place for a file');
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await sees('30 rates of 20 Nov read from eurofxref.csv.');
  expect(requested('rates.save')).toEqual([{ reporting: 'USD', byHand: [] }]);
  expect(requested('rates.give')).toMatchObject([{ fileName: 'eurofxref.csv' }]);
});

test('a total that could not be read is reported, and is no nought', async () => {
  open({ 'rates.total': () => fail('store.locked', 'rates') });
  await sees(/^The total could not be read/);
  expect(banner.getByText(/0\.00/).elements()).toHaveLength(0);
});

test.each([
  [1440, 900],
  [1024, 700],
  [720, 450],
])(
  'what stands under the total stays where it is when the total comes, %i wide',
  async (width, height) => {
    await page.viewport(width, height);
    let answer = (): void => undefined;
    open({
      'rates.total': () =>
        new Promise((resolve) => {
          answer = () => resolve(ok(fakeTotal));
        }),
    });
    const doors = page.getByRole('region', { name: 'What needs you' });
    await sees(doors, button('Hand over…'));
    await expect.poll(() => requested('rates.total').length).toBe(1);
    const before = doors.element().getBoundingClientRect().top;
    answer();
    await sees(banner.getByText('ECB rates of 19 Nov'));
    expect(doors.element().getBoundingClientRect().top).toBe(before);
  },
);
