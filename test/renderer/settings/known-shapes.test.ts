import { expect, test } from 'vitest';

import { ok } from '../../../shared/result.ts';
import { lacks, sees } from '../support/view.ts';
import { button, openSettings } from './open-settings.ts';

test('what the columns of payment files were matched to is shown, and forgotten by one button', async () => {
  const shape = {
    shapeId: 's-1',
    fileName: 'lauf.csv',
    savedAt: '2026-11-20T09:00:00.000Z',
    columns: ['Betrag: amount', 'Empfänger: beneficiary'],
    decimals: 'comma' as const,
  };
  const { requested } = await openSettings(
    { section: 'general' },
    {
      'paymentFiles.shapes': () => ok({ rows: [shape] }),
      'paymentFiles.forgetShape': () => ok({ forgotten: true }),
    },
  );
  await sees(/Betrag: amount, Empfänger: beneficiary, a comma before decimals/);
  await button('Forget files like lauf.csv').click();
  await sees(/No columns matched yet/);
  await lacks('lauf.csv');
  expect(requested('paymentFiles.forgetShape')).toEqual([{ shapeId: 's-1' }]);
});
