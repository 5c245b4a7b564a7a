import { test } from 'vitest';
import { page } from 'vitest/browser';

import { ok } from '../../../shared/result.ts';
import { button, lacks, sees } from '../support/view.ts';
import { openSettings } from './open-settings.ts';

const none = { folder: null, problem: null, file: null };
const good = { name: 'eurofxref.csv', at: '2026-11-23', problem: null };
const watched = { folder: 'Rates', problem: null, file: good };

test('a folder of rates is chosen in the system’s dialog, shown by its name alone, and let go again', async () => {
  const { bridge } = await openSettings({ section: 'general' });
  await sees(/^No folder watched\./);
  await lacks(button('Stop watching'));
  bridge.answer('rates.chooseFolder', () => ok(watched));
  await button('Choose folder…').click();
  await sees(page.getByText('Rates', { exact: true }), /^eurofxref\.csv: rates of 23 Nov/);
  bridge.answer('rates.forgetFolder', () => ok(none));
  await button('Stop watching').click();
  await sees(/^No folder watched\./);
});

test('a file that is left alone is named with its reason, and so is a folder that is gone', async () => {
  const { bridge } = await openSettings({ section: 'general' });
  const problem = 'its rates are of 2026-11-27, a future day. Nothing of it is used.';
  const file = { name: 'eurofxref.csv', at: null, problem };
  bridge.answer('rates.folder', () => ok({ ...watched, file }));
  bridge.announce('store.changed', { topic: 'accounts' });
  await sees(`eurofxref.csv not used: ${problem}`);
  bridge.answer('rates.folder', () => ok({ ...watched, problem: 'The folder is not there.' }));
  bridge.announce('store.changed', { topic: 'accounts' });
  await sees('The folder is not there.');
});
