import { expect, test } from 'vitest';

import { bankStateOf } from '../../../renderer/features/payments/payment-labels.ts';
import { paymentRow } from './payment-records.ts';

test.each([
  ['R7', 'failed', 'bad'],
  ['BACK', 'returned', 'bad'],
  ['PAST', 'expired', 'bad'],
  ['awaiting funds', 'awaiting-funds', 'warn'],
  ['completed', null, 'good'],
  ['FAILED', null, 'plain'],
] as const)(
  'the bank’s %s that ended as %s is shown word for word, in tone %s',
  (status, ending, tone) => {
    expect(bankStateOf(paymentRow('R-1', 'accepted', { status, ending }))).toMatchObject({
      label: status,
      tone,
    });
  },
);
