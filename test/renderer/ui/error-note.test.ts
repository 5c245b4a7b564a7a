import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';

import { appError, errorCatalogue, type ErrorCode } from '../../../shared/errors.ts';
import ErrorNote from '../../../renderer/ui/controls/ErrorNote.svelte';
import { sees } from '../support/view.ts';

test.each(Object.keys(errorCatalogue) as ErrorCode[])(
  '%s is told by its title, its advice and its reference, each once',
  async (code) => {
    await render(ErrorNote, { error: appError(code, 'c-7f3a') });
    const text = document.body.textContent.replace(/\s+/g, ' ');
    const { title, advice } = errorCatalogue[code];
    expect(text.split(title).length - 1).toBe(1);
    expect(text).toContain(advice);
    await sees('c-7f3a');
  },
);

test('a mistake that the sentence names is told once, and those that it only counts are listed', async () => {
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

test('the bank’s own words are in a fold, whole', async () => {
  const bank = { status: 403, message: 'Scope statement:read is missing' };
  await render(ErrorNote, { error: appError('bank.refused', 'c-1', { bank }) });
  const words = page.getByText('Scope statement:read is missing');
  await expect.element(words).not.toBeVisible();
  await page.getByText('Bank’s message', { exact: true }).click();
  await sees(words, 'HTTP status 403');
});

test('where they are the answer, the bank’s own words are unfolded', async () => {
  const bank = { status: 400, message: 'We do not pay to Abuja' };
  await render(ErrorNote, { error: appError('bank.refused', 'c-1', { bank }), unfolded: true });
  await sees('We do not pay to Abuja');
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
