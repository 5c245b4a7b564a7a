import { expect, test } from 'vitest';

import { refreshTransfers } from '../../electron/nouns/payments/refresh.ts';
import { listPayments } from '../../electron/nouns/payments/list.ts';
import { openReconcilingDesk } from '../support/desks/reconciling-desk.ts';

test.each([
  ['R7', 'failed'],
  ['FAILED', 'failed'],
  ['Returned by bank', 'returned'],
  ['BOOKED', null],
  ['ERROR_FREE', null],
])(
  'a transfer that the bank lists as %s ended as %s, by the words of its file',
  async (status, ending) => {
    const words = { failed: ['R7'], done: ['error free'] };
    const desk = await openReconcilingDesk({
      bankFile: (text) => JSON.stringify({ ...(JSON.parse(text) as object), statusWords: words }),
    });
    await desk.pay({ reference: 'W-1' });
    desk.bank.manners.status = () => status;
    const { changes } = desk.parts;
    expect((await refreshTransfers(changes, { correlationId: 'a look' })).ok).toBe(true);
    const [row] = listPayments(changes, { search: '', limit: 10 });
    expect(row).toMatchObject({ reference: 'W-1', transfer: { status, ending } });
  },
);
