import { readXlsx } from 'hucre/xlsx';
import { unzipSync, strFromU8 } from 'fflate';
import { expect, test } from 'vitest';

import { awkwardEntries, copyWith, fileOf, movedOf } from '../../support/files/handed-over.ts';
import { entry } from '../../support/stores/store.ts';

/** The cells of a sheet by their headings, as a library that is not ours reads them. */
async function sheets(bytes: Buffer) {
  const { sheets: found } = await readXlsx(bytes);
  return found.map(({ name, rows }) => {
    const [head = [], ...below] = rows;
    return {
      name,
      rows: below.map((row) =>
        Object.fromEntries(head.map((cell, index) => [String(cell), row[index] ?? ''])),
      ),
    };
  });
}

const legal = (text: string): string => text.replaceAll(/[\0\u0007]/g, '\uFFFD');

test('10,000 entries with awkward texts read back entry by entry, amounts and days as numbers [E4]', async () => {
  const entries = awkwardEntries(10_000);
  const { bytes, report } = await fileOf(copyWith(entries), { format: 'xlsx' });
  const [accounts, listed, ...others] = await sheets(bytes);
  expect(others).toEqual([]);
  expect([accounts?.name, listed?.name]).toEqual(['Accounts', '0690000031']);
  const wrong = listed!.rows.flatMap((one, index) => {
    const was = entries[index];
    const isSame =
      was !== undefined &&
      typeof one['Amount'] === 'number' &&
      one['Amount'].toFixed(2) === movedOf(was) &&
      one['Booked'] instanceof Date &&
      one['Booked'].toISOString().slice(0, 10) === was.at.slice(0, 10) &&
      one['Bank reference'] === was.id &&
      one['Narration'] === legal(was.narration) &&
      one['Our reference'] === legal(was.customReference) &&
      one['Type'] === was.transactionType &&
      one['Booked at (UTC)'] === was.at;
    return isSame ? [] : [{ one, was }];
  });
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(listed?.rows).toHaveLength(10_000);
  const { opening, closing } = report.accounts[0]!;
  expect(accounts?.rows).toMatchObject([
    {
      Account: '0690000031',
      'Opening balance': Number(opening),
      'Closing balance': Number(closing),
    },
  ]);
  expect(String(accounts?.rows[0]?.['Proof'])).toMatch(/^Checked: opening balance, 10000 entries/);
  expect(report.notes.map(({ what }) => what)).toEqual([
    'Control characters removed, which a workbook cannot hold',
  ]);
});

test('every figure stands in its cell digit by digit, and one that no number holds stands there as text', async () => {
  const figures = [999_999_999_999_999n, 1_234_567_890_123_400n, 123_456_789_012_345_600n];
  const entries = figures.map((amountE4, ordinal) => {
    const balanceE4 = figures.slice(0, ordinal + 1).reduce((sum, one) => sum + one, 0n);
    return entry(`e-${String(ordinal)}`, { amountE4, balanceE4, ordinal });
  });
  const { bytes, report } = await fileOf(copyWith(entries), { format: 'xlsx' });
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);
  expect(sheet).toContain('<v>99999999999.9999</v>');
  expect(sheet).toContain('<v>123456789012.34</v>');
  expect(sheet).toContain('<t xml:space="preserve">12345678901234.56</t>');
  expect(report.notes).toMatchObject([
    { what: expect.stringContaining('written as text') as string },
  ]);
});

test('no text is a formula, and what a workbook would read as a letter stays as it was', async () => {
  const texts = ['=1+1', '+1', '@x', '_x0041_', ' =2'];
  const entries = texts.map((narration, ordinal) =>
    entry(`e-${String(ordinal)}`, { narration, ordinal }),
  );
  const { bytes } = await fileOf(copyWith(entries), { format: 'xlsx' });
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain('_x005F_x0041_');
  const [, listed] = await sheets(bytes);
  expect(listed?.rows.map((row) => row['Narration'])).toEqual(texts.with(3, '_x0041_'));
});

test('what was found stands in one sheet of its own, exact and harmless, with the effect that each entry had where it stood', async () => {
  const texts = ['=1+1', 'found +1', '@x', 'found -2', 'found =SUM(A1)', 'found big'];
  const amounts = [100_0000n, -5_0000n, 7_0000n, 3_0000n, 2_0000n, 1_234_567_890_123_4567n];
  let balanceE4 = 10_0000n;
  const entries = texts.map((narration, ordinal) => {
    const amountE4 = amounts[ordinal]!;
    const direction = ordinal % 2 === 0 ? ('credit' as const) : ('debit' as const);
    // This bank writes what goes out with a minus, and marks it as a debit as well.
    balanceE4 += direction === 'debit' && amountE4 > 0n ? -amountE4 : amountE4;
    return entry(`e-${String(ordinal)}`, { narration, ordinal, amountE4, direction, balanceE4 });
  });
  const { bytes, report } = await fileOf(copyWith(entries), { format: 'xlsx', search: 'found' });
  const [accounts, listed, ...others] = await sheets(bytes);
  expect([others, accounts?.name, listed?.name]).toEqual([[], 'Accounts', 'Entries']);
  expect(listed?.rows.map((row) => [row['Account'], row['Narration'], row['Amount']])).toEqual([
    ['0690000031', 'found +1', -5],
    ['0690000031', 'found -2', -3],
    ['0690000031', 'found =SUM(A1)', 2],
    ['0690000031', 'found big', '-1234567890123.4567'],
  ]);
  expect(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)).not.toContain('<f>');
  expect(accounts?.rows).toMatchObject([{ 'Number of credits': 1, 'Number of debits': 3 }]);
  expect(report).toMatchObject({ accounts: [{ entries: 4 }], leftOut: [] });
  const none = await fileOf(copyWith(entries), { format: 'xlsx', search: 'nothinglikeit' });
  expect((await sheets(none.bytes)).map(({ rows }) => rows)).toEqual([[], []]);
});
