import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';

import EntryCells from '../../../renderer/features/statements/rows/EntryCells.svelte';
import '../../../renderer/ui/base.css';
import type { EntryRow } from '../../../shared/ipc/accounts/statements.ts';
import { asOf, fakeEntry } from '../support/statement-records.ts';
import { fakePosition } from '../support/desk-records.ts';

const account = fakePosition().currencies[0]!.accounts[0]!;
const narration = 'Refund · Sable Trading, duplicate of 14 Nov';

/** What the cell of the narration says, and the tags behind it, in a column that is so wide. */
async function shown(narrationPx: number, given: Partial<EntryRow> = {}) {
  const labels = { tags: ['licence', 'supplier'], counterparty: null };
  const entry = { ...fakeEntry({ ...account, entries: 10 }, 1), narration, ...given, labels };
  const props = { entry, currency: entry.amount.currency, narrationPx };
  const { container, unmount } = await render(EntryCells, props);
  const cell = container.querySelector('.narration')!;
  const said = cell.querySelector('.two-lines')?.textContent;
  const tags = labels.tags.filter((tag) => cell.textContent.includes(tag));
  await unmount();
  return { said, tags };
}

test('tags stand beside a narration as long as it is whole, and go before a letter of it does', async () => {
  await document.fonts.ready;
  expect(await shown(460)).toEqual({ said: narration, tags: ['licence', 'supplier'] });
  expect(await shown(340, { flagged: true })).toEqual({ said: narration, tags: ['licence'] });
  const both = { flagged: true, withdrawnAt: asOf };
  expect(await shown(320, both)).toEqual({ said: narration, tags: [] });
});
