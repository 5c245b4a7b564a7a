import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';

import '../../../../renderer/ui/tokens.css';
import '../../../../renderer/ui/base.css';
import PaymentFilesView from '../../../../renderer/features/payments/file/PaymentFilesView.svelte';
import { frameLists } from '../../support/list-frame.ts';
import WithShared from '../../support/WithShared.svelte';
import { workingDesk } from '../../support/desk-records.ts';
import { batchAnswers, lineRecord } from './batch-records.ts';
import { openDesk, sees } from '../../support/view.ts';

frameLists();

const long = { amount: '123456789.25', currency: 'NGN' };

test('what a file sends and what it leaves is whole in every window, however long', async () => {
  const lines = [lineRecord(0), lineRecord(1, { amount: long })];
  const total = {
    currency: 'NGN',
    lines: 2,
    amount: { amount: '123457989.75', currency: 'NGN' },
    accountNumber: '30024411',
    inFlight: { ...long, amount: '98765432.10' },
    balance: {
      before: { ...long, amount: '1271385.71' },
      after: { ...long, amount: '-122186604.04' },
    },
    coversIt: false,
  };
  const shared = openDesk({
    ...workingDesk(),
    ...batchAnswers(lines, { totals: [total] }),
  });
  await page.viewport(1440, 900);
  await render(WithShared, { shared, view: PaymentFilesView, params: {} });
  await sees('Balance too low', '−98,765,432.10 NGN');
  const view = page.getByRole('table').element().closest('.page')!;
  // What the sidebar leaves of windows from 1024 to 1440 pixels.
  for (const width of [1228, 1108, 1068, 988, 856]) {
    await page.viewport(width, 700);
    await expect
      .poll(() => view.scrollWidth - view.clientWidth, { message: `at ${width}` })
      .toBe(0);
    const cells = [...document.querySelectorAll<HTMLElement>('[role="gridcell"].num')];
    for (const cell of cells) expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
  }
});
