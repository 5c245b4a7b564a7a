import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { readerMethods } from '../../../electron/desk/open-bank/reader-methods.ts';
import { writerMethods } from '../../../electron/desk/open-bank/writer-methods.ts';
import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import {
  handOver,
  type HandOverResult,
} from '../../../electron/nouns/statements/hand-over/hand-over.ts';
import type { HandOverProgress } from '../../../shared/ipc/accounts/hand-over.ts';
import type { HandOver } from '../../../electron/nouns/statements/hand-over/plan.ts';
import { answeredHere } from '../../../electron/engines/store/threads/reader-thread.ts';
import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import { accountNumber, asOf, entry, firstDay, openCopy, type Copy } from '../stores/store.ts';
import { tempFolder } from '../setup/temp-folder.ts';
import { wallClock } from '../setup/time.ts';

/** Texts that other formats take badly: signs that they use themselves, letters that they do not have, and what no screen shows. */
const awkwardTexts = [
  'Invoice 88213',
  '<b>&amp; "quoted", it\'s',
  'a\r\nb\tc',
  ':61:2401010101C1,00NTRF//',
  '-}',
  '=SUM(A1:A9)',
  '+1 -2 @x',
  '/88,16,100/',
  'Ödön Müller-Lüdenscheidt',
  'Łódź, Κέρκυρα, Київ',
  '₦ 1,000 – “fee”',
  '給与 振込',
  'null\0bell\u0007',
  '😀 paid',
  ' leading and trailing ',
  '?20 and ?32 stand for fields',
  'x'.repeat(400),
  '',
] as const;

/** Entries over some days, whose balances follow, of every awkward text and of amounts down to the last digit. */
export function awkwardEntries(count: number, perDay = 1_000): IncomingEntry[] {
  let balanceE4 = 1_000_000_0000n;
  return Array.from({ length: count }, (_, index) => {
    const day = firstDay + Math.floor(index / perDay);
    const amountE4 = (BigInt(index * 7_919) % 99_999_999n) * 100n + 100n;
    const direction = index % 3 === 0 ? 'debit' : 'credit';
    balanceE4 += direction === 'debit' ? -amountE4 : amountE4;
    const text = (offset: number): string =>
      awkwardTexts[(index + offset) % awkwardTexts.length] ?? '';
    return entry(`e-${String(index)}`, {
      day,
      at: `${dateOfDayNumber(day)}T10:00:00.000Z`,
      ordinal: index,
      amountE4,
      balanceE4,
      direction,
      narration: text(0),
      customReference: text(5).slice(0, 60),
      transactionType: index % 7 === 0 ? 'Überweisung – Gehalt & Lohn, monatlich' : 'TRANSFER',
    });
  });
}

/** A local copy with these entries of one account, fetched as a sync does, and proven. */
export function copyWith(entries: readonly IncomingEntry[], copy: Copy = openCopy()): Copy {
  const { writer } = copy;
  const days = [...new Set(entries.map(({ day }) => day))];
  const from = days[0] ?? firstDay;
  const to = days.at(-1) ?? from;
  const { rangeId } = writer.beginRange({ accountNumber, from, to });
  writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [], seenAt: asOf });
  writer.finishRange({
    rangeId,
    asOf,
    withdraw: true,
    days: daysFrom(from, to).map((day) => {
      const own = entries.filter((one) => one.day === day);
      const [first, last] = [own[0], own.at(-1)];
      const effect = first?.direction === 'debit' ? -first.amountE4 : (first?.amountE4 ?? 0n);
      return {
        day,
        state: 'proven' as const,
        entries: own.length,
        openingE4: first === undefined ? null : first.balanceE4 - effect,
        closingE4: last?.balanceE4 ?? null,
        broken: null,
      };
    }),
  });
  return copy;
}

const daysFrom = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

const whole: Omit<HandOver, 'format'> = {
  accountNumbers: [accountNumber],
  filePerAccount: false,
  filePerDay: false,
  withMarks: false,
};

/** What the routes and the command line hand over with, over a copy in this thread. */
const partsOf = ({ reader, writer }: Copy) => ({
  copy: {
    reader,
    questions: answeredHere(readerMethods(reader).reads),
    writer: {
      cacheDays: (...given: Parameters<Writes['cacheDays']>) =>
        Promise.resolve(writer.cacheDays(...given)),
      proveCached: (...given: Parameters<Writes['proveCached']>) =>
        Promise.resolve(writer.proveCached(...given)),
    },
  },
  journal: null,
  places: {},
  bankName: 'Sandbox Bank',
  clock: wallClock(() => Date.parse('2026-11-20T12:00:00Z')),
});

type Writes = ReturnType<typeof writerMethods>;

/** Hands over to one file, and reports its progress whenever that changes. */
export const handedOverWhile = (
  copy: Copy,
  asked: Partial<HandOver> & { format: string },
  onProgress: (progress: HandOverProgress) => void,
): Promise<HandOverResult> =>
  handOver({ ...partsOf(copy), onProgress }, { ...whole, ...asked }, join(tempFolder(), 'out'));

/** Writes one file, and returns its bytes and its progress. */
export async function fileOf(
  copy: Copy,
  asked: Partial<HandOver> & { format: string },
): Promise<{ bytes: Buffer; text: string; report: HandOverResult['files'][number] }> {
  const path = join(tempFolder(), 'out');
  const { files } = await handOver(partsOf(copy), { ...whole, ...asked }, path);
  const [report] = files;
  if (report === undefined) throw new Error('no file was written');
  const bytes = readFileSync(path);
  return { bytes, text: bytes.toString('utf8'), report };
}

/** Writes a folder of files, and answers each one's text by its name. */
export async function folderOf(
  copy: Copy,
  asked: Partial<HandOver> & { format: string },
): Promise<{ name: string; text: string }[]> {
  const { files } = await handOver(partsOf(copy), { ...whole, ...asked }, tempFolder());
  return files.map(({ name, path }) => ({ name, text: readFileSync(path, 'utf8') }));
}

/** The amount as a person calculates it: what went in or out, with its sign, and the currency's digits. */
export function movedOf({ direction, amountE4 }: IncomingEntry): string {
  const cents = amountE4 / 100n;
  const text = `${String(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`;
  return direction === 'debit' ? `-${text}` : text;
}
