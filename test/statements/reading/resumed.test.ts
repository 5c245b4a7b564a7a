import { expect, onTestFinished, test, vi } from 'vitest';

import { rows } from '../../../electron/engines/store/database.ts';
import { trueEntries } from '../../support/simple-banks/foreign-bank.ts';
import { startPaymentBank } from '../../support/simple-banks/foreign-payments.ts';
import { openPayingDesk } from '../../support/desks/paying-desk.ts';

const october = { from: '2026-10-01', to: '2026-10-31' };

test('a program that ended behind the last page reads anew: what was booked since is not missing', async () => {
  const entries = trueEntries(61, october.from);
  const later = entries.pop()!;
  const bank = await startPaymentBank('none', {
    entries,
    openingBalance: '1000.0000',
    pageSizeMax: 25,
    newestFirst: false,
  });
  onTestFinished(() => bank.close());
  const { parts, readStatement } = await openPayingDesk(bank.paymentFile());
  const killed = new Error('killed');
  vi.spyOn(parts.cache, 'finishReading').mockImplementationOnce(() => {
    throw killed;
  });
  await expect(readStatement(october)).rejects.toBe(killed);
  bank.options.entries.push(later);
  await readStatement(october);
  const stored = rows<{ id: string }>(parts.reader, 'SELECT id FROM entry ORDER BY key');
  expect(stored.map(({ id }) => id)).toEqual(bank.options.entries.map(({ id }) => id));
});
