import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readPaymentFile } from '../../../electron/nouns/payments/file/reading/payment-file.ts';
import { addDays, todayAt } from '../../../shared/calendar/calendar.ts';
import { ciiInvoice, pdfInvoice, plainInvoice, ublInvoice } from '../../support/files/invoices.ts';
import { runCommand } from '../../support/programs/cli.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

type Line = {
  readonly file: string;
  readonly number?: string;
  readonly amount?: string;
  readonly from: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
};

function filesOf(files: Readonly<Record<string, string | Uint8Array>>): string[] {
  const folder = tempFolder();
  return Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  });
}

const linesOf = (out: string): Line[] =>
  out
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

describe('the command invoice', () => {
  test('prints what an invoice states, and where each of it was read', async () => {
    const run = await runCommand(['invoice', ...filesOf({ 'a.xml': ciiInvoice(plainInvoice) })]);
    expect(run.code).toBe(0);
    expect(linesOf(run.out)).toEqual([
      {
        file: 'a.xml',
        number: 'RE-2026-117',
        name: 'Clearwell Audit',
        amount: '1190.00',
        currency: 'EUR',
        account: 'DE75512108001245126199',
        bic: 'SOGEDEFF',
        reference: 'RE-2026-117 / K 4711',
        issued: '2026-11-02',
        due: '2026-12-02',
        buyer: 'Nordhaven Trading Ltd',
        from: {
          name: 'XML BT-85',
          number: 'XML BT-1',
          amount: 'XML BT-115',
          currency: 'XML BT-5',
          account: 'XML BT-84',
          bic: 'XML BT-86',
          reference: 'XML BT-83',
          issued: 'XML BT-2',
          due: 'XML BT-9',
          buyer: 'XML BT-44',
        },
        proposed: [],
        problems: [],
      },
    ]);
  });

  test('marks what comes from the words of a page as a proposal', async () => {
    const pdf = await pdfInvoice({
      lines: ['Amount due: EUR 12.50', 'IBAN DE75 5121 0800 1245 1261 99'],
    });
    const run = await runCommand(['invoice', ...filesOf({ 'a.pdf': pdf })]);
    expect(linesOf(run.out)).toMatchObject([
      {
        amount: '12.50',
        proposed: ['amount', 'currency', 'account'],
        from: { amount: 'text of page 1' },
      },
    ]);
  });

  test('writes a payment file that pay --file reads, without what is held back', async () => {
    const out = join(tempFolder(), 'payments.csv');
    const today = todayAt(Date.now());
    const [later, past] = [addDays(today, 30), addDays(today, -1)];
    const files = filesOf({
      'good.xml': ciiInvoice({ ...plainInvoice, dueDay: later }),
      'credit.xml': ublInvoice({ ...plainInvoice, type: '381', number: 'G-1' }, 'CreditNote'),
      'twin.xml': ublInvoice(plainInvoice),
      'other.xml': ublInvoice({ ...plainInvoice, number: 'RE-2026-118', dueDay: past }),
    });
    const run = await runCommand(['invoice', ...files, '--out', out]);
    expect(run.code).toBe(0);
    const lines = linesOf(run.out);
    expect(lines.map(({ problems }) => problems.length)).toEqual([0, 1, 1, 0]);
    expect(lines[2]?.problems[0]).toContain('It is the same invoice as');
    const table = await readPaymentFile(readFileSync(out));
    if (!table.ok) throw new Error(table.error.message);
    expect(table.value.unknown).toBeUndefined();
    expect(table.value.rows.map(({ cells }) => cells.map(({ text }) => text))).toMatchObject([
      [
        'DE75512108001245126199',
        '1190.00',
        'EUR',
        expect.stringMatching(/^RE-2026-117-[0-9a-f]{8}$/),
        'RE-2026-117 / K 4711',
        later,
      ],
      [
        'DE75512108001245126199',
        '1190.00',
        'EUR',
        expect.stringMatching(/^RE-2026-118-[0-9a-f]{8}$/),
        'RE-2026-117 / K 4711',
        past,
      ],
    ]);
  });

  test('gives the same invoice the same reference every time', async () => {
    const references = await Promise.all(
      [ciiInvoice(plainInvoice), ublInvoice(plainInvoice)].map(async (xml) => {
        const out = join(tempFolder(), 'payments.csv');
        await runCommand(['invoice', ...filesOf({ 'a.xml': xml }), '--out', out]);
        return readFileSync(out, 'utf8').split('\n')[1]?.split(',')[3];
      }),
    );
    expect(references[0]).toBe(references[1]);
  });

  test('names each file that cannot be read, and reads the others', async () => {
    const [good = '', bad = ''] = filesOf({
      'good.xml': ciiInvoice(plainInvoice),
      'bad.xml': '<a/>',
    });
    const link = join(tempFolder(), 'link.xml');
    symlinkSync(good, link);
    const run = await runCommand(['invoice', bad, link, '/nowhere.pdf', good]);
    expect(run.code).toBe(1);
    expect(linesOf(run.out).map(({ file }) => file)).toEqual(['good.xml']);
    expect(run.err.trim().split('\n')).toHaveLength(3);
  });

  test('without a file is wrong use', async () => {
    expect((await runCommand(['invoice'])).code).toBe(2);
  });
});
