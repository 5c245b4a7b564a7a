import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import type { Shared } from '../../../renderer/state/context.ts';
import ClosedNote from '../../../renderer/ui/controls/ClosedNote.svelte';
import ErrorNote from '../../../renderer/ui/controls/ErrorNote.svelte';
import { closedWords } from '../../../renderer/ui/controls/closed-words.ts';
import { appError } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { foreignDesk } from '../settings/bank-records.ts';
import WithShared from '../support/WithShared.svelte';
import { openDesk } from '../support/view.ts';

let shared: Shared;

beforeEach(async () => {
  shared = openDesk({ 'desk.state': () => ok(foreignDesk) });
  await expect.poll(() => shared.session.state).not.toBeNull();
});

const link = page.getByRole('button', { name: 'Open its place in the bank file' });

test('what the bank file does not confirm is stated in one sentence, with a link to its place', async () => {
  void render(WithShared, {
    shared,
    view: ClosedNote,
    params: { needs: ['getQuote', 'createSingleTransfer'] },
  });
  await expect
    .element(page.getByRole('status'))
    .toMatchTextContent(
      /^This bank’s path for Create Single Transfer is not known yet: nothing is sent\./,
    );
  await link.click();
  expect(shared.router.place).toMatchObject({
    view: 'settings',
    params: { section: 'bank-file', operation: 'createSingleTransfer' },
  });
});

test('where everything needed is open, nothing is shown', () => {
  void render(WithShared, { shared, view: ClosedNote, params: { needs: ['getQuote'] } });
  expect(page.getByRole('status').elements()).toHaveLength(0);
});

test('several are named together, and reads are not called sent', () => {
  expect(closedWords(['getQuote', 'lockRate'])).toBe(
    'This bank’s paths for Get Quote and Lock Rate are not known yet: nothing is sent.',
  );
  expect(closedWords(['getAllAccounts'])).toBe(
    'This bank’s path for Get All Accounts is not known yet: nothing is requested.',
  );
});

test('a refusal because an operation is closed leads to its place too', async () => {
  const error = appError('operation.closed', 'c-1', { operation: 'createSubclient' });
  void render(WithShared, { shared, view: ErrorNote, params: { error } });
  await link.click();
  expect(shared.router.place.params).toEqual({
    section: 'bank-file',
    operation: 'createSubclient',
  });
});
