import { expect, test } from 'vitest';
import { extractText } from 'unpdf';

import { fundingPage } from '../../electron/nouns/accounts/funding-page.ts';
import { recordPage } from '../../electron/nouns/review/record-page.ts';
import { pdfText } from '../support/files/pdf-text.ts';

const detail = {
  ...{ accountName: 'شركة النور', bankOrSortCode: '021000021', bic: 'FMERUS33XXX' },
  ...{ accountNumber: '2010044871', bankCountry: 'USA', bankName: 'Łódź "Bank" \u202ePLC' },
  ...{ bankAddress: '200 Park Row, New York', countryIso3Code: 'USA' },
};
const page = {
  ...{ accountName: 'Ọmọ & <b>Söhne</b>', accountNumber: '2010044871', currency: 'USD' },
  ...{ fundingDetails: [detail], bank: { name: 'Acme UAT', environment: 'uat' as const } },
  ...{ asOf: '2026-11-20T15:30:00.000Z', writtenAt: '2026-11-20T16:00:00.000Z' },
};

test('how to pay into an account is an upright page with every field, its fonts within the file', async () => {
  const pdf = fundingPage(page);
  const text = await pdfText(pdf);
  for (const shown of ['2010044871', 'FMERUS33XXX', '021000021', '200 Park Row, New York'])
    expect(text).toContain(shown);
  expect(text).toContain('Ọmọ & <b>Söhne</b>');
  expect(text).toContain('UAT: not for real money.');
  expect(text).toContain('As the bank reported it 2026-11-20 15:30 UTC');
  expect(text).toContain('Łódź "Bank" [U+202E]PLC');
  expect(text).toContain('[U+0634]');
  expect(text).toContain('Characters missing from the font are shown by number');
  expect(text.match(/USA/g)).toHaveLength(1);
  const source = Buffer.from(pdf).toString('latin1');
  expect(source.match(/\/FontFile2/g)).toHaveLength(2);
  expect(source).toContain('/MediaBox [0 0 595.28 841.89]');
});

test('a page of an account whose letters are all drawn, at a bank with real money, warns of nothing', async () => {
  const fundingDetails = [detail, detail].map((one) => ({
    ...one,
    accountName: 'A',
    bankName: '',
  }));
  const bank = { name: 'Acme', environment: 'production' as const };
  const text = await pdfText(fundingPage({ ...page, fundingDetails, bank }));
  expect(text).toContain('Way 2 of 2');
  expect(text).not.toMatch(/real money|missing from|\[U\+|Bank\n/);
});

test('a review of many open entries goes over pages, each under its headings and counted', async () => {
  const entries = Array.from({ length: 200 }, (_, index) => ({
    ...{ accountNumber: '2010044871', entryId: `entry-${String(index)}`, day: '2026-11-20' },
    ...{ amount: { amount: '1234.50', currency: 'USD' }, direction: 'debit' as const },
    ...{ narration: index === 7 ? 'x'.repeat(9_000) : 'Invoice', customReference: '', note: '' },
    ...{ isUnread: true, isFlagged: true },
  }));
  const report = { from: '2026-11-01', to: '2026-11-20', accounts: [], words: 'Month\nend' };
  const pdf = recordPage(
    {
      ...{ id: 'r', recordedAt: '2026-11-21T08:00:00.000Z', recordedBy: 'Ada' },
      report: { ...report, open: entries, openTotal: 300 },
    },
    { name: 'Acme', environment: 'sandbox' },
  );
  const { text, totalPages } = await extractText(new Uint8Array(pdf), { mergePages: false });
  expect(totalPages).toBeGreaterThan(5);
  for (const [index, one] of text.entries()) {
    expect(one).toContain('Narration, reference, entry');
    expect(one).toContain(`Page ${String(index + 1)} of${String(totalPages)}`);
  }
  const whole = text.join(' ');
  for (const { entryId } of entries) expect(whole).toContain(entryId);
  expect(whole.match(/x{5,}/g)?.join('')).toHaveLength(9_000);
  expect(whole).toContain('unread, flagged');
  expect(whole).toContain('−1,234.50 USD');
  expect(whole).toContain('The newest 200 are listed.');
});
