import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';

import { appError, errorCatalogue, type ErrorCode } from '../../../shared/errors.ts';
import ErrorNote from '../../../renderer/ui/controls/ErrorNote.svelte';
import { sees } from '../support/view.ts';

test.each(Object.keys(errorCatalogue) as ErrorCode[])(
  '%s shows its title and its advice once; its reference is behind Details',
  async (code) => {
    await render(ErrorNote, { error: appError(code, 'c-7f3a') });
    const text = document.body.textContent.replace(/\s+/g, ' ');
    const { title, advice } = errorCatalogue[code];
    expect(text.split(title).length - 1).toBe(1);
    expect(text).toContain(advice);
    await expect.element(page.getByText('c-7f3a')).not.toBeVisible();
    await page.getByText('Details', { exact: true }).click();
    await sees('c-7f3a');
  },
);

test('a mistake that the sentence names is shown once, and those that it only counts are listed', async () => {
  const first = 'must be one of "sandbox", "uat", "production"';
  const error = appError('bank-file.invalid', 'c-1', {
    message: `The bank file’s environment: ${first} (and 1 more).`,
    fields: { environment: first, baseUrl: 'is missing' },
  });
  await render(ErrorNote, { error });
  expect(document.body.textContent.split(first)).toHaveLength(2);
  await sees(/is missing/);
  expect(page.getByRole('listitem').elements()).toHaveLength(1);
});

test('an address and a system code are behind Details, never in the sentence', async () => {
  const error = appError('network.unreachable', 'c-1', {
    message: 'No connection to the bank.',
    technical: 'No connection to 127.0.0.1:37245 (ECONNREFUSED).',
  });
  await render(ErrorNote, { error });
  await sees(/^No connection to the bank\. The request was not sent/);
  const technical = page.getByText('No connection to 127.0.0.1:37245 (ECONNREFUSED).');
  await expect.element(technical).not.toBeVisible();
  await page.getByText('Details', { exact: true }).click();
  await sees(technical);
});

test('the bank’s message is in a fold, whole', async () => {
  const bank = { status: 403, message: 'Scope statement:read is missing' };
  await render(ErrorNote, { error: appError('bank.refused', 'c-1', { bank }) });
  const words = page.getByText('Bank’s message: Scope statement:read is missing');
  await expect.element(words).not.toBeVisible();
  await page.getByText('Details', { exact: true }).click();
  await sees(words, 'HTTP status 403');
});

test('where it is the answer, the bank’s message is shown at once, the reference is not', async () => {
  const bank = { status: 400, message: 'We do not pay to Abuja' };
  await render(ErrorNote, { error: appError('bank.refused', 'c-1', { bank }), unfolded: true });
  await sees('Bank’s message', 'We do not pay to Abuja');
  await expect.element(page.getByText('HTTP status 400')).not.toBeVisible();
  await expect.element(page.getByText('c-1')).not.toBeVisible();
});

test('only what may be tried again offers it', async () => {
  const onretry = vi.fn();
  const again = page.getByRole('button', { name: 'Try again' });
  const { rerender } = await render(ErrorNote, {
    error: appError('outcome.unknown', 'c-1'),
    onretry,
  });
  expect(again.elements()).toHaveLength(0);
  await rerender({ error: appError('network.unreachable', 'c-2'), onretry });
  await again.click();
  expect(onretry).toHaveBeenCalledOnce();
});

test('a mistake names its field', async () => {
  const fields = { 'auth.token': 'must be a JSON Pointer' };
  await render(ErrorNote, { error: appError('bank-file.invalid', 'c-1', { fields }) });
  await sees('auth.token', /must be a JSON Pointer/);
});
