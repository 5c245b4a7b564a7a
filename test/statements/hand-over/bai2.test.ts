import anyAscii from 'any-ascii';
import { expect, test } from 'vitest';

import { readBai2 } from '../../support/files/bai2-reader.ts';
import { awkwardEntries, copyWith, fileOf } from '../../support/files/handed-over.ts';
import { entry } from '../../support/stores/store.ts';

/** What a person who has ASCII only would type; the bare text of an entry may have a comma, a reference none. */
const typed = (text: string, comma: string): string =>
  Array.from(text.normalize('NFC'))
    .map((sign) => (/[\r\n\t]/.test(sign) ? ' ' : sign < '\u007f' ? sign : anyAscii(sign) || '.'))
    .join('')
    .replaceAll('/', '-')
    .replaceAll(',', comma)
    .replaceAll(/[^ -~]/g, '.');

test('10,000 entries with awkward texts read back entry by entry, and every sum and count agrees [E4]', async () => {
  const entries = awkwardEntries(10_000);
  const { text, report } = await fileOf(copyWith(entries), { format: 'bai2' });
  expect(text).toMatch(/^[ -~\r\n]*$/);
  const [account, ...others] = readBai2(text);
  expect([others, account?.currency, account?.number]).toEqual([[], 'USD', '0690000031']);
  const wrong = (account?.entries ?? []).flatMap((one, index) => {
    const was = entries[index];
    const isSame =
      was !== undefined &&
      one.code === (was.direction === 'credit' ? '399' : '699') &&
      one.minor === was.amountE4 / 100n &&
      one.valueDay === was.at.slice(2, 10).replaceAll('-', '') &&
      one.bank === was.id &&
      one.customer === typed(was.customReference, ';') &&
      one.text === typed(was.narration, ',') &&
      one.more.includes(`AT: ${was.at}`);
    return isSame ? [] : [{ one, was }];
  });
  expect(wrong).toEqual([]);
  expect(account?.entries).toHaveLength(10_000);
  const [reported] = report.accounts;
  const minor = (text = '') => BigInt(text.replace('.', ''));
  expect(account?.summary.get('010')?.minor).toBe(minor(reported?.opening ?? ''));
  expect(account?.summary.get('015')?.minor).toBe(minor(reported?.closing ?? ''));
  const credits = entries.filter(({ direction }) => direction === 'credit').length;
  expect(account?.summary.get('100')?.count).toBe(String(credits));
  expect(report.notes.map(({ what }) => what)).toEqual([
    'Characters replaced that BAI2 does not have',
  ]);
});

test('decimals that the currency does not have are refused by name', async () => {
  const fine = [entry('e-1', { amountE4: 12_345n, balanceE4: 12_345n })];
  await expect(fileOf(copyWith(fine), { format: 'bai2' })).rejects.toMatchObject({
    code: 'input.invalid',
    message: expect.stringContaining('BAI2 has no room for the decimals') as string,
  });
});

test('the reader refuses a file in which a sum or a count is off', async () => {
  const { text } = await fileOf(copyWith(awkwardEntries(5)), { format: 'bai2' });
  expect(() => readBai2(text.replace(/^49,(\d+),/m, '49,1$1,'))).toThrow('49 states');
  expect(() => readBai2(text.replace(/^99,(\d+),1,\d+/m, '99,$1,1,4'))).toThrow('99 states');
});
