import { afterAll, beforeAll, expect, test } from 'vitest';

import { fundingPage } from '../../electron/nouns/accounts/funding-page.ts';
import type { Launched } from '../../tools/host/launch.ts';
import { pdfText } from '../support/pdf-text.ts';
import { makeBench, type Bench } from './stand-in/open.ts';

type AnyDesk = { request(route: string, input: unknown): Promise<unknown> };
declare const desk: AnyDesk;

let bench: Bench;
let desktop: Launched;
beforeAll(async () => {
  bench = await makeBench();
  desktop = await bench.launch();
}, 60_000);
afterAll(async () => {
  await desktop.close();
  bench.remove();
});

async function printed(html: string): Promise<Buffer> {
  const answer = await desktop.page.evaluate((page) => desk.request('print', page), html);
  const { value } = answer as { value: string };
  return Buffer.from(value, 'base64');
}

const page = fundingPage({
  accountName: 'Ọmọ & <b>Söhne</b>',
  accountNumber: '2010044871',
  currency: 'USD',
  fundingDetails: [
    {
      accountName: 'شركة النور',
      bankOrSortCode: '021000021',
      bic: 'FMERUS33XXX',
      accountNumber: '2010044871',
      bankCountry: 'USA',
      bankName: 'Łódź "Bank" \u202ePLC',
      bankAddress: '200 Park Row, New York',
      countryIso3Code: 'USA',
    },
  ],
  bank: { name: 'Acme UAT', environment: 'uat' },
  asOf: '2026-11-20T15:30:00.000Z',
  writtenAt: '2026-11-20T16:00:00.000Z',
});

test('a page becomes a PDF with its text, every font in it, and its window is gone', async () => {
  const pdf = await printed(page);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const text = pdfText(pdf);
  for (const words of ['2010044871', 'FMERUS33XXX', '021000021', '200 Park Row, New York'])
    expect(text).toContain(words);
  expect(text).toContain('Ọmọ & <b>Söhne</b>');
  expect(text).toContain('UAT: not for real money.');
  expect(text).toContain('As the bank reported it 2026-11-20 15:30 UTC');
  const source = pdf.toString('latin1');
  const fonts = source.match(/\/Type\s*\/FontDescriptor/g) ?? [];
  expect(fonts.length).toBeGreaterThan(0);
  expect(source.match(/\/FontFile\d?/g)).toHaveLength(fonts.length);
  expect(source).toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/);
  expect(await desktop.page.title()).toBe('Stand-in');
  await expect.poll(() => desktop.page.context().pages().length).toBe(1);
}, 60_000);

test('no script runs in it and nothing is fetched for it', async () => {
  const pdf = await printed(
    `<!doctype html><p>before</p><script>document.body.textContent = 'taken over';</script>
     <img src="https://example.com/a.png" onerror="document.body.textContent = 'taken over'">
     <iframe src="https://example.com/frame"></iframe>`,
  );
  expect(pdfText(pdf)).toContain('before');
  expect(pdfText(pdf)).not.toContain('taken over');
}, 60_000);

test('several at once are several files', async () => {
  const pdfs = await Promise.all(['one', 'two', 'three'].map((word) => printed(`<p>${word}</p>`)));
  expect(pdfs.map((pdf) => pdfText(pdf).trim())).toEqual(['one', 'two', 'three']);
}, 60_000);
