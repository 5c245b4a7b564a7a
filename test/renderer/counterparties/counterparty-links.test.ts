import { expect, test } from 'vitest';
import { render } from 'vitest-browser-svelte';
import { page } from 'vitest/browser';

import BeneficiariesView from '../../../renderer/features/beneficiaries/BeneficiariesView.svelte';
import { counterpartiesIn } from '../../../renderer/features/find/found.ts';
import PaymentsView from '../../../renderer/features/payments/PaymentsView.svelte';
import ReceivablesView from '../../../renderer/features/receivables/ReceivablesView.svelte';
import RemittancesView from '../../../renderer/features/remittances/RemittancesView.svelte';
import '../../../renderer/ui/base.css';
import type { FoundEntry, Hit } from '../../../shared/ipc/accounts/find.ts';
import { workingDesk } from '../support/desk-records.ts';
import { everything } from '../support/everything.ts';
import { button, openDesk, press, sees, wideWindow } from '../support/view.ts';
import WithShared from '../support/WithShared.svelte';

const views = [
  ['payees', BeneficiariesView, { by: 'payeeId', keys: 'j' }],
  ['payments', PaymentsView, { by: 'payeeId', keys: 'j' }],
  // The first one has no answer yet, and no record.
  ['remittances', RemittancesView, { by: 'name', keys: 'jj' }],
  ['receivables', ReceivablesView, { by: 'name', keys: 'j' }],
] as const;

test.each(views)('G on one of the %s opens its counterparty', async (_name, view, { by, keys }) => {
  await wideWindow();
  const shared = openDesk({ ...workingDesk(), ...everything });
  await render(WithShared, { shared, view, params: {} });
  await sees(
    page.getByRole('listbox').or(page.getByRole('grid')).or(page.getByRole('list')).first(),
  );
  await press(keys);
  await sees(button('Counterparty'));
  await press('g');
  expect(shared.router.place.view).toBe('counterparty');
  expect(Object.keys(shared.router.place.params)).toEqual([by]);
});

const hit = (id: string, text: string, aside: string): Hit => ({
  ...{ id, text, aside, within: null, day: null, lead: '', amount: null, direction: null },
});
const entry = (counterparty: string | null) => ({ counterparty }) as FoundEntry;

test('Find offers each counterparty once: payees by their identifier, with the account where a name is shared, then names', () => {
  const hits = [
    hit('P-1', 'Tern AB', 'SE45'),
    hit('P-2', 'TERN AB', 'SE99'),
    hit('P-3', 'Tern Island', 'GB12'),
  ];
  const groups = [
    { noun: 'payees', hits, hasMore: false } as const,
    { noun: 'payments', hits: [hit('PAY-1', 'PAY-1 to Tern', '')], hasMore: false } as const,
  ];
  const entries = [entry('Tern ab'), entry(null), entry('Ternary'), entry('TERNARY')];
  expect(counterpartiesIn(groups, entries)).toEqual([
    { name: 'Tern AB', payeeId: 'P-1', aside: 'SE45' },
    { name: 'TERN AB', payeeId: 'P-2', aside: 'SE99' },
    { name: 'Tern Island', payeeId: 'P-3', aside: '' },
    { name: 'Ternary', payeeId: null, aside: '' },
  ]);
});
