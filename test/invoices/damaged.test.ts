import { encode as encodePng } from 'fast-png';
import { encode as encodeJpeg } from 'jpeg-js';
import encodeQR from 'qr';
import { afterAll, describe, expect, test } from 'vitest';

import { readInvoice } from '../../electron/engines/invoice-files/read-invoice.ts';
import { ciiInvoice, pdfInvoice, plainInvoice, ublInvoice } from '../support/files/invoices.ts';
import { damaged, randomFrom } from './damage.ts';

/** Files that are damaged, half of them XML, a quarter PDF, a quarter pictures; a seed is one history of damages. */
const count = Number(process.env['DAMAGED_INVOICES'] ?? '400');
const seed = Number(process.env['DAMAGED_SEED'] ?? '20261128');
const xmlCount = Math.ceil(count / 2);
const pdfCount = Math.ceil(count / 4);
const pictureCount = Math.ceil(count / 4);

/** Milliseconds: a whole PDF takes up to 0.7 s on a busy machine. */
const timeout = 60_000 + count * 200;

const code = [
  'BCD',
  '002',
  '1',
  'SCT',
  '',
  'Clearwell Audit',
  'DE75512108001245126199',
  'EUR1190.00',
  '',
  '',
  'RE-2026-117',
];
const words = [
  'Invoice no. RE-2026-117',
  'Amount due: EUR 1,190.00',
  'IBAN DE75 5121 0800 1245 1261 99',
];

/** Do the damaged bytes themselves state this amount as the one that is due? A tiny reader of its own. */
const statesAmount = (text: string, amount: string): boolean =>
  [...text.matchAll(/<(?:\w+:)?(?:DuePayableAmount|PayableAmount)\b[^>]*>\s*([^<]*)</g)].some(
    ([, stated = '']) => isSame(stated.trim(), amount),
  );
const isSame = (stated: string, amount: string): boolean =>
  stated
    .replace(/^\+?0*(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '') === amount.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

/** What came of the files of each kind. */
const results: Record<string, { damaged: number; read: number; withAmount: number }> = {};

afterAll(() => {
  console.log(`damaged invoices of seed ${String(seed)}: ${JSON.stringify(results)}`);
});

/** Reads a damaged file, and counts it. Answers the amount that is read; undefined where none is. */
async function readDamaged(kind: string, bytes: Buffer): Promise<string | undefined> {
  const result = (results[kind] ??= { damaged: 0, read: 0, withAmount: 0 });
  const reading = await readInvoice(bytes);
  const amount = reading.ok ? reading.value.fields.amount?.value : undefined;
  result.damaged += 1;
  if (reading.ok) result.read += 1;
  if (amount !== undefined) result.withAmount += 1;
  return amount;
}

describe('damaged invoices', () => {
  test(`${String(xmlCount)} in XML: no crash, and no amount that their bytes do not state`, async () => {
    const random = randomFrom(seed);
    const originals = [ciiInvoice(plainInvoice), ublInvoice(plainInvoice)];
    for (let at = 0; at < xmlCount; at += 1) {
      const original = originals[at % originals.length] ?? '';
      const bytes = damaged(Buffer.from(original), random);
      const amount = await readDamaged('XML', bytes);
      if (amount !== undefined && amount !== '1190.00')
        expect(
          statesAmount(bytes.toString(), amount),
          `damage ${String(at)} of seed ${String(seed)}: ${amount}`,
        ).toBe(true);
    }
    expect(results['XML']?.read).toBeGreaterThan(xmlCount / 20);
  });

  test(`${String(pdfCount)} PDFs: no crash, and no amount of nowhere`, { timeout }, async () => {
    const random = randomFrom(seed + 1);
    const pdfs = await writtenPdfs();
    for (const whole of pdfs) {
      const reading = await readInvoice(whole);
      expect(reading.ok ? reading.value.fields.amount?.value : reading.error).toBe('1190.00');
    }
    for (let at = 0; at < pdfCount; at += 1) {
      const original = pdfs[at % pdfs.length] ?? Buffer.alloc(0);
      const amount = await readDamaged('PDF', damaged(original, random));
      expect([undefined, '1190.00'], `damage ${String(at)} of seed ${String(seed)}`).toContain(
        amount,
      );
    }
  });

  test(
    `${String(pictureCount)} pictures: no crash, and no amount of nowhere`,
    { timeout },
    async () => {
      const random = randomFrom(seed + 2);
      const pictures = codePictures(code.join('\n'));
      for (const whole of pictures) {
        const reading = await readInvoice(whole);
        expect(reading.ok ? reading.value.fields.amount?.value : reading.error).toBe('1190.00');
      }
      for (let at = 0; at < pictureCount; at += 1) {
        const original = pictures[at % pictures.length] ?? Buffer.alloc(0);
        const amount = await readDamaged('picture', damaged(original, random));
        expect([undefined, '1190.00'], `damage ${String(at)} of seed ${String(seed)}`).toContain(
          amount,
        );
      }
    },
  );
});

/** PDFs of one invoice: data, code and words, and each of the three alone. */
async function writtenPdfs(): Promise<Buffer[]> {
  const files = { 'factur-x.xml': ciiInvoice(plainInvoice) };
  const whole = { files, lines: words, code: code.join('\n') };
  const written = [
    whole,
    { files },
    { lines: words },
    { files, lines: words },
    { code: whole.code },
  ];
  return Promise.all(written.map(async (one) => Buffer.from(await pdfInvoice(one))));
}

/** A payment code as PNG and as JPEG, four pixels a module, whole. */
function codePictures(text: string): Buffer[] {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 4, scale: 4 });
  const size = modules.length;
  const data = Uint8Array.from(
    modules.flatMap((row) => row.flatMap((isDark) => [...grey(isDark ? 0 : 255)])),
  );
  return [
    Buffer.from(encodePng({ width: size, height: size, data, channels: 4, depth: 8 })),
    Buffer.from(encodeJpeg({ width: size, height: size, data }, 80).data),
  ];
}

const grey = (level: number) => [level, level, level, 255] as const;
