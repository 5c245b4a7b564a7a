import { expect, test } from 'vitest';

import { statementColumns } from '../../../renderer/features/statements/rows/statement-columns.ts';

const widths = { reference: 12, amount: 9, balance: 12 };

test('with less room the reference goes first, then debit and credit are one, then the balance goes', () => {
  const folds = [0, 1_200, 820, 760, 640, 560, 480, 320].map(
    (px) => statementColumns(px, widths).fold,
  );
  expect(folds).toEqual([
    ...['none', 'none', 'none', 'none', 'reference', 'apart', 'balance', 'balance'],
  ]);
});

test('a reference of 32 letters has its whole column or none, and no amount pays for it', () => {
  const long = { ...widths, reference: 32, amount: 14, balance: 17 };
  for (let px = 320; px <= 1_600; px += 20) {
    const { fold, tracks } = statementColumns(px, long);
    expect(tracks.includes('32.0ch')).toBe(fold === 'none');
    expect(tracks.includes('17.0ch')).toBe(fold !== 'balance');
  }
  expect(statementColumns(1_200, long).fold).toBe('none');
  expect(statementColumns(820, long).fold).not.toBe('none');
});
