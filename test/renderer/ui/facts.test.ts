import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';

import Facts from '../../../renderer/ui/facts/Facts.svelte';
import '../../../renderer/ui/base.css';
import { lacks, sees } from '../support/view.ts';

const identifier = 'b7c1d2e3-0000-4000-8000-000000000001';

test('an identifier stands folded under Details, and each is copied alone', async () => {
  await render(Facts, {
    facts: [
      { label: 'Payee ID', value: identifier, isIdentifier: true },
      { label: 'Country', value: 'KEN' },
    ],
  });
  await sees('KEN');
  await expect.element(page.getByText(identifier)).not.toBeVisible();
  await page.getByText('Details', { exact: true }).click();
  await expect.element(page.getByText(identifier)).toBeVisible();
  await sees(page.getByRole('button', { name: 'Copy payee id' }));
});

test('without an identifier there are no Details', async () => {
  await render(Facts, {
    facts: [
      { label: 'Country', value: 'KEN' },
      { label: 'Payee ID', value: '', isIdentifier: true },
    ],
  });
  await sees('KEN');
  await lacks('Details');
});
