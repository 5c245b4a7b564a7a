import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import NoteHistory from '../../../renderer/kit/entry/NoteHistory.svelte';

const at = '2026-11-20T09:41:00.000Z';
const own = { words: 'paid twice', at, by: 'Ada' };

test('what a colleague wrote at the same time stands under the note, with the name', async () => {
  await render(NoteHistory, {
    wordings: [own],
    otherNotes: [{ words: 'ask the payer', at, by: 'Ben' }],
  });
  await expect
    .element(page.getByText('Written at the same time. Save one note that says both.'))
    .toBeVisible();
  await expect.element(page.getByText('ask the payer')).toBeVisible();
  await expect.element(page.getByText('Ben, 20 Nov, 09:41')).toBeVisible();
});

test('without another note there is no word of it', async () => {
  await render(NoteHistory, { wordings: [own] });
  await expect
    .element(page.getByText('Written at the same time. Save one note that says both.'))
    .not.toBeInTheDocument();
});
