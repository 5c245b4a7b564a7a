import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { fail } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { sees } from '../support/view.ts';
import { calendarOf } from './bank-records.ts';
import { button, openSettings } from './open-settings.ts';

const code = page.getByLabelText('Country or currency');

test('the days of a currency say where they are from, with the edition and the years', async () => {
  await openSettings({ section: 'calendars' });
  await sees(
    page.getByRole('row', { name: 'Fri 25 Dec 2026 Christmas Day holidays' }),
    page.getByRole('row', { name: 'Fri 1 Jan 2027 New Year’s Day Bank file: open' }),
    page.getByRole('row', { name: 'Wed 30 Jun 2027 Half-year closing of the bank Bank file' }),
    /from 2024 to 2035, from date-holidays 3\.37\.0/,
  );
  await expect.element(code).toHaveDisplayValue('EUR, Euro');
});

test('cut-offs stand by currency with their zone and the days until arrival, and so does the rule of due days', async () => {
  const { shared } = await openSettings({ section: 'calendars' });
  await sees(
    page.getByRole('row', { name: 'Payment EUR 15:30, Europe/Berlin 1 day later' }),
    page.getByRole('row', {
      name: 'Payment All others 12:00, America/Argentina/Buenos_Aires not stated',
    }),
    /The bank file adds 2 days/,
    /where that is in another month, on the working day before/,
  );
  await button('Open the bank file').click();
  expect(shared.router.place).toMatchObject({ view: 'settings', params: { section: 'bank-file' } });
});

test('another calendar is chosen by key, and one that is not known says what counts then', async () => {
  const { requested } = await openSettings({ section: 'general' });
  await userEvent.keyboard('h');
  await sees('Christmas Day');
  await userEvent.selectOptions(code, 'NGN, Nigerian Naira');
  await sees(/The holidays of NGN, Nigerian Naira are not known/, 'Half-year closing of the bank');
  await expect.element(page.getByText('Christmas Day')).not.toBeInTheDocument();
  expect(requested('calendars.view')).toEqual([{}, { code: 'NGN' }]);
});

test('a desk without accounts, cut-offs and own days says so, and still shows the days of a country', async () => {
  const bare = { codesInUse: [], cutOffs: [], ownDayCount: 0 };
  await openSettings(
    { section: 'calendars' },
    {
      'calendars.view': ({ code: wanted = '' }) =>
        ok({ ...calendarOf(wanted), ...bare, days: wanted === '' ? [] : calendarOf('GB').days }),
    },
  );
  await sees(
    'The bank file has none. Nostro does not say when a payment arrives.',
    /The bank file adds no day/,
  );
  await expect.element(code).toHaveDisplayValue('Choose one');
  await userEvent.selectOptions(code, 'GB, United Kingdom');
  await sees('Christmas Day');
});

test('a failure can be tried again', async () => {
  const { bridge } = await openSettings(
    { section: 'calendars' },
    { 'calendars.view': () => fail('store.locked', 'c-1') },
  );
  await sees(button('Try again'));
  bridge.answer('calendars.view', () => ok(calendarOf()));
  await button('Try again').click();
  await sees('Christmas Day');
});
