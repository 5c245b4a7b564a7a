import { encode as encodePng } from 'fast-png';
import { encode as encodeJpeg } from 'jpeg-js';
import encodeQR from 'qr';
import { describe, expect, test } from 'vitest';

import { readInvoice } from '../../electron/engines/invoice-files/read-invoice.ts';
import { ciiInvoice, pdfInvoice, plainInvoice, ublInvoice } from '../support/files/invoices.ts';
import { damaged, randomFrom } from './damage.ts';

/** Files that are damaged; a seed is one history of damages. */
const count = Number(process.env['DAMAGED_INVOICES'] ?? '300');
const seed = Number(process.env['DAMAGED_SEED'] ?? '20261128');

/** Milliseconds: a whole PDF takes up to 0.7 s on a busy machine. */
const timeout = 60_000 + count * 100;

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

describe('damaged invoices', () => {
  test(`${String(count)} in XML: no crash, and no amount that their bytes do not state`, async () => {
    const random = randomFrom(seed);
    const originals = [ciiInvoice(plainInvoice), ublInvoice(plainInvoice)];
    let readable = 0;
    for (let at = 0; at < count; at += 1) {
      const original = originals[at % originals.length] ?? '';
      const bytes = damaged(Buffer.from(original), random);
      const reading = await readInvoice(bytes);
      if (!reading.ok) continue;
      readable += 1;
      const amount = reading.value.fields.amount?.value;
      if (amount !== undefined && amount !== '1190.00')
        expect(
          statesAmount(bytes.toString(), amount),
          `damage ${String(at)} of seed ${String(seed)}: ${amount}`,
        ).toBe(true);
    }
    expect(readable).toBeGreaterThan(count / 20);
  });

  test(
    `${String(Math.ceil(count / 10))} PDFs: no crash, and no amount of nowhere`,
    { timeout },
    async () => {
      const random = randomFrom(seed + 1);
      const pdf = Buffer.from(
        await pdfInvoice({
          files: { 'factur-x.xml': ciiInvoice(plainInvoice) },
          lines: words,
          code: code.join('\n'),
        }),
      );
      for (let at = 0; at < count / 10; at += 1) {
        const reading = await readInvoice(damaged(pdf, random));
        const amount = reading.ok ? reading.value.fields.amount?.value : undefined;
        expect([undefined, '1190.00'], `damage ${String(at)} of seed ${String(seed)}`).toContain(
          amount,
        );
      }
    },
  );

  test(
    `${String(Math.ceil(count / 5))} pictures: no crash, and no amount of nowhere`,
    { timeout },
    async () => {
      const random = randomFrom(seed + 2);
      const pictures = codePictures(code.join('\n'));
      for (const whole of pictures) {
        const reading = await readInvoice(whole);
        expect(reading.ok ? reading.value.fields.amount?.value : reading.error).toBe('1190.00');
      }
      for (let at = 0; at < count / 5; at += 1) {
        const original = pictures[at % pictures.length] ?? Buffer.alloc(0);
        const reading = await readInvoice(damaged(original, random));
        const amount = reading.ok ? reading.value.fields.amount?.value : undefined;
        expect([undefined, '1190.00'], `damage ${String(at)} of seed ${String(seed)}`).toContain(
          amount,
        );
      }
    },
  );
});

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
