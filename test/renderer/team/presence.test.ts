import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import EntryPresence from '../../../renderer/kit/entry/EntryPresence.svelte';
import { ok } from '../../../shared/result.ts';
import { openDesk, requested } from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';

const person = { at: '2026-11-20T09:41:00.000Z', n: 4_019 };

test('who looks at the entry is named, and that this desk looks is published until it is left', async () => {
  const people = [
    { ...person, name: 'Ben Osei', isHere: true },
    { ...person, name: 'Nadia Petrova', isHere: false },
  ];
  const shared = openDesk({ 'team.lookAt': () => ok({ people }) });
  const view = await render(WithShared, {
    ...{ shared, view: EntryPresence },
    params: { accountNumber: '700000', entryId: 'e1' },
  });
  await expect.element(page.getByText('Ben Osei looks at this now.')).toBeVisible();
  await view.unmount();
  expect(requested('team.lookAt')).toEqual([
    { entry: { accountNumber: '700000', entryId: 'e1' } },
    { entry: null },
  ]);
});
