import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';

import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import { awkwardEntries, copyWith, fileOf, movedOf } from '../../support/files/handed-over.ts';
import { otherPrograms } from '../../support/programs/other-programs.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

/** Whole programs that people open these files with. The suite does not need them: it reports those that are missing. */
const office = otherPrograms(['soffice'], 'LibreOffice on XLSX and CSV');
const poppler = otherPrograms(['pdftotext'], 'pdftotext on PDF');

const entries = awkwardEntries(10_000);

/** Every cell in quotes, by what it holds and not by how it is shown; `from` is where quoted cells are texts. */
const asText = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,false,false,false';
const fromText = 'CSV:44,34,76,1,,0,true,false,false';

/** What LibreOffice reads in a file, as text of its own. */
function readByOffice(bytes: Buffer, name: string, made: string, options: readonly string[]) {
  const folder = tempFolder();
  writeFileSync(join(folder, name), bytes);
  const out = join(folder, 'out');
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const words = [profile, '--headless', ...options, '--outdir', out, join(folder, name)];
  execFileSync('soffice', words, { stdio: 'pipe', env: { ...process.env, HOME: folder } });
  return parse<Record<string, string>>(readFileSync(join(out, made)), { columns: true, bom: true });
}

/** A line end within a cell is one sign to a spreadsheet. */
const cell = (text: string): string => text.replaceAll('\r\n', '\n');

const isSameFigure = (read: string | undefined, was: string): boolean =>
  read !== undefined && Number(read).toFixed(2) === was;

const balanceOf = ({ balanceE4 }: IncomingEntry): string =>
  `${String(balanceE4 / 10_000n)}.${String((balanceE4 / 100n) % 100n).padStart(2, '0')}`;

describe.skipIf(office.skipped !== '')(`LibreOffice${office.skipped}`, () => {
  test(
    'reads 10,000 entries out of XLSX, one by one as they were',
    { timeout: 120_000 },
    async () => {
      const { bytes } = await fileOf(copyWith(entries), { format: 'xlsx' });
      const options = ['--convert-to', `${asText},-1`];
      const records = readByOffice(bytes, 'out.xlsx', 'out-0690000031.csv', options);
      const legal = (text: string): string => cell(text).replaceAll(/[\0\u0007]/g, '\uFFFD');
      const wrong = entries.filter((was, index) => {
        const read = records[index] ?? {};
        return !(
          isSameFigure(read['Amount'], movedOf(was)) &&
          isSameFigure(read['Balance'], balanceOf(was)) &&
          read['Booked'] === was.at.slice(0, 10) &&
          read['Booked at (UTC)'] === was.at &&
          read['Bank reference'] === was.id &&
          read['Type'] === was.transactionType &&
          cell(read['Narration'] ?? '') === legal(was.narration) &&
          cell(read['Our reference'] ?? '') === legal(was.customReference)
        );
      });
      expect(wrong.slice(0, 3)).toEqual([]);
      expect(records).toHaveLength(entries.length);
    },
  );

  test(
    'reads 10,000 entries out of CSV, one by one as they were',
    { timeout: 120_000 },
    async () => {
      const { bytes } = await fileOf(copyWith(entries), { format: 'csv' });
      const options = [`--infilter=${fromText}`, '--convert-to', asText];
      const records = readByOffice(bytes, 'out.csv', 'out.csv', options);
      // LibreOffice takes no NUL out of a text file; the file has it. What it would run has an apostrophe before it.
      const shown = (text: string): string =>
        cell(/^\s*[=+\-@]/.test(text) ? `'${text}` : text).replaceAll('\0', '');
      const wrong = entries.filter((was, index) => {
        const read = records[index] ?? {};
        return !(
          read['amount'] === movedOf(was).replace('-', '') &&
          read['direction'] === was.direction &&
          read['balance'] === balanceOf(was) &&
          read['transactionDate'] === was.at &&
          read['id'] === was.id &&
          read['transactionType'] === was.transactionType &&
          cell(read['narration'] ?? '') === shown(was.narration) &&
          cell(read['customReference'] ?? '') === shown(was.customReference)
        );
      });
      expect(wrong.slice(0, 3)).toEqual([]);
      expect(records).toHaveLength(entries.length);
    },
  );
});

describe.skipIf(poppler.skipped !== '')(`pdftotext${poppler.skipped}`, () => {
  test(
    'reads 10,000 entries out of PDF, one by one as they were',
    { timeout: 120_000 },
    async () => {
      const { bytes } = await fileOf(copyWith(entries), { format: 'pdf' });
      const maxBuffer = 100_000_000;
      const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input: bytes, maxBuffer });
      const bare = (words: string): string => words.replaceAll(/\s/g, '');
      // What stands at the head and the foot of every page.
      const content = bare(
        text
          .toString('utf8')
          .replaceAll(/^\f?0690000031 USD · written .* Page \d+ of \d+$/gm, '')
          .replaceAll(/^\f?Booked Value date Entry Debit Credit Balance$/gm, ''),
      );
      const named = (sign: string): string =>
        `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
      const shown = (words: string): string =>
        bare(words.replaceAll(/[\r\n\t]/g, ' ').replaceAll(/[\0\u0007給与振込😀]/gu, named));
      const grouped = (figure: string): string =>
        figure.replace('-', '').replaceAll(/\B(?=(?:\d{3})+\.)/g, ',');
      let at = 0;
      const missing = entries.filter((was) => {
        const day = `${String(Number(was.at.slice(8, 10)))}Oct2024`;
        const reference = was.customReference === '' ? '' : `our reference ${was.customReference}`;
        const about = [was.transactionType, reference].filter((text) => text !== '').join(' · ');
        const expected = shown(
          `${day}${day}${grouped(movedOf(was))}${grouped(balanceOf(was))}${was.id}${was.narration}${about}`,
        );
        const found = content.indexOf(expected, at);
        if (found >= 0) at = found + expected.length;
        return found < 0;
      });
      expect(missing.slice(0, 3)).toEqual([]);
    },
  );
});
