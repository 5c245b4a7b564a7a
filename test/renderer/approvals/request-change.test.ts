import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import { changeText } from '../../../renderer/shell/approvals/request-change-labels.ts';
import App from '../../../renderer/shell/App.svelte';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { workingDesk } from '../support/desk-records.ts';
import { installBridge } from '../support/fake-bridge.ts';
import { approvalScenes } from '../support/look/approval-scenes.ts';
import { sees } from '../support/view.ts';
import '../support/views-loaded.ts';

/** Opens the window in which rules ask for approvals, and types keys in it. */
async function request(keys: string): Promise<void> {
  await page.viewport(1440, 900);
  installBridge({ ...workingDesk(), ...approvalScenes['changeNeeds'] });
  await render(App);
  await sees('Treasury EUR');
  await userEvent.keyboard(keys);
}

const dialog = (title: RegExp) => page.getByRole('dialog', { name: title });

test('a conversion is requested with its amount and currency', () => {
  const needs = { needs: [], mayApprove: [] };
  const limit = {
    ...{ reference: 'FX-1', sellAccountNumber: '30027781', buyAccountNumber: '30026712' },
    ...{ side: 'sell' as const, amount: '1000' as Decimal, worstRate: '1.0850' },
  };
  const change = { route: 'conversions.lock' as const, input: limit };
  const pending = { change, currency: 'EUR', needs, error: null, busy: false };
  expect(changeText(pending)).toBe('a conversion of 1,000.00 EUR');
});

test('a receivable is requested with its amount, currency and payer', async () => {
  await request('9');
  await sees(page.getByRole('heading', { name: 'Receivables', level: 1 }));
  await userEvent.keyboard('n');
  await sees(page.getByRole('heading', { name: 'New receivable' }));
  await userEvent.keyboard('{ArrowDown}{Tab}1200.00');
  await userEvent.fill(page.getByLabelText('Payer', { exact: true }), 'Kestrel Ltd');
  await userEvent.keyboard('{Enter}');
  await sees(page.getByText('Check before sending. No money moves.'));
  await userEvent.keyboard('{Enter}');
  await sees(dialog(/^Request approval of a receivable of 1,200\.00 [A-Z]{3} from Kestrel Ltd\?$/));
}, 60_000);
