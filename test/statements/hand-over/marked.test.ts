import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';

import { readerMethods } from '../../../electron/desk/open-bank/reader-methods.ts';
import type { RowMark } from '../../../electron/engines/formats/format.ts';
import type { FileQuestion } from '../../../electron/nouns/statements/hand-over/writing.ts';
import { answeredHere } from '../../../electron/engines/store/threads/reader-thread.ts';
import { copyWith } from '../../support/files/handed-over.ts';
import { accountNumber, entry, fetchRange, firstDay, range } from '../../support/stores/store.ts';
import { openSyncedSandbox } from '../../support/desks/test-desk.ts';

/** A desk with one entry that has every mark people can set: read and flagged, a note, a tag, a counterparty and a file. */
async function markedDesk() {
  const desk = await openSyncedSandbox();
  const { rows: accounts } = await desk.get('accounts.list', {});
  const account = accounts[0]?.accountNumber ?? '';
  const view = { accountNumber: account, filter: {}, index: 0, limit: 1 };
  const [first] = (await desk.get('statements.page', view)).rows;
  const place = { accountNumber: account, entryId: first?.id ?? '' };
  const { entryId } = place;
  const marks = { accountNumber: account, entryIds: [entryId], read: true, flagged: true };
  await desk.get('statements.mark', { ...marks, note: 'Ask Ada' });
  await desk.get('rules.tagEntry', { ...place, tag: 'licence', is: true });
  await desk.get('rules.tagEntry', { ...place, tag: 'audit', is: true });
  await desk.get('rules.nameCounterparty', { ...place, name: 'Tern Software AB' });
  const bytes = new TextEncoder().encode('an invoice');
  await desk.get('attachments.add', { ...place, fileName: 'INV-45646.txt', bytes });
  const write = async (format: string): Promise<Buffer> => {
    desk.saveTo = join(desk.dataDir, `out.${format}`);
    const asked = { filePerAccount: false, filePerDay: false, withMarks: true } as const;
    const profile = { profile: '', place: 'ask', print: false } as const;
    await desk.get('handOver.write', {
      ...{ accountNumbers: [account], format },
      ...asked,
      ...profile,
    });
    return readFileSync(desk.saveTo);
  };
  return { write, entryId };
}

test('marks that are handed over are all of them: note, tags, counterparty and the names of files, in every format with room', async () => {
  const { write, entryId } = await markedDesk();
  const [line, other] = parse<Record<string, string>>(await write('csv'), {
    columns: true,
    bom: true,
  }).sort((a, b) => Number(b['id'] === entryId) - Number(a['id'] === entryId));
  const marked = { read: 'yes', flagged: 'yes', note: 'Ask Ada' };
  const named = { namedCounterparty: 'Tern Software AB' };
  expect(line).toMatchObject({
    ...{ id: entryId, ...marked, ...named },
    ...{ tags: 'audit, licence', files: 'INV-45646.txt' },
  });
  expect(other).toMatchObject({ namedCounterparty: '', tags: '', files: '' });

  const objects = JSON.parse((await write('json')).toString('utf8')) as { id: string }[];
  expect(objects.find(({ id }) => id === entryId)).toMatchObject({
    ...{ read: true, flagged: true, note: 'Ask Ada', ...named },
    ...{ tags: ['audit', 'licence'], files: ['INV-45646.txt'] },
  });
  expect(objects.find(({ id }) => id !== entryId)).toMatchObject({ tags: [], files: [] });

  const book = await readXlsx(await write('xlsx'));
  const rows = book.sheets.at(-1)?.rows.map((row) => row.map(String)) ?? [];
  const [heads = []] = rows;
  const row = rows.find((cells) => cells.includes(entryId)) ?? [];
  const cellOf = (head: string): string => row[heads.indexOf(head)] ?? '';
  expect(['Note', 'Named counterparty', 'Tags', 'Files'].map(cellOf)).toEqual([
    ...['Ask Ada', 'Tern Software AB', 'audit, licence', 'INV-45646.txt'],
  ]);

  const { text } = await extractText(new Uint8Array(await write('pdf')), { mergePages: true });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'Read, flagged, note: Ask Ada; counterparty: Tern Software AB; tags: audit, licence; files: INV-45646.txt',
  );

  const marksLine = 'counterparty: Tern Software AB; tags: audit, licence';
  expect((await write('camt053')).toString('utf8')).toContain(marksLine);
  // Field 86 has 390 signs, and those are the bank's.
  expect((await write('mt940')).toString('utf8')).not.toContain('licence');
});

test.each(['csv', 'json'])(
  'entries that are marked are read once: what comes between them and their marks is in no %s',
  async (format) => {
    const days = [0, 1].map((more) => firstDay + more * 2);
    const copy = copyWith(days.map((day, at) => entry(`e-${String(at)}`, { day, ordinal: at })));
    const questions = answeredHere(readerMethods(copy.reader).reads);
    const question: FileQuestion = {
      id: 'f',
      format,
      parts: [{ accountNumber, proof: { isProven: false, words: '' } }],
      head: { id: 'f', createdAt: '2026-11-20T12:00:00.000Z', bankName: '', withMarks: true },
      places: {},
    };
    await questions.ask('beginFile', [question]);
    let text = '';
    let marks: Map<string, RowMark> | undefined;
    for (;;) {
      const piece = await questions.ask('nextPiece', ['f', marks]);
      marks = undefined;
      text += new TextDecoder().decode(piece.bytes);
      if (piece.report !== null) break;
      if (piece.marksOf === null) continue;
      const one = { read: false, flagged: true, note: '', files: [] };
      marks = new Map(piece.marksOf.ids.map((id) => [id, one]));
      const between = entry('between', { day: firstDay + 1, ordinal: 9 });
      fetchRange(copy.writer, [[between]], { start: range(firstDay + 1, firstDay + 1) });
    }
    const written =
      format === 'json'
        ? (JSON.parse(text) as { id: string; flagged: boolean }[])
        : parse<{ id: string; flagged: string }>(text, { columns: true, bom: true });
    expect(written.map(({ id, flagged }) => [id, flagged])).toEqual(
      ['e-0', 'e-1'].map((id) => [id, format === 'json' ? true : 'yes']),
    );
  },
);
