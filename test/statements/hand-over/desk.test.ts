import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { smallDisk } from '../../support/stores/small-disk.ts';
import { openTestDesk, openSyncedSandbox } from '../../support/desks/test-desk.ts';

const one = {
  ...{ filePerAccount: false, filePerDay: false, withMarks: false },
  ...({ profile: '', place: 'ask', print: false } as const),
};

const openDesk = () => openSyncedSandbox();

describe('statements handed over by the window', () => {
  test('of all accounts stand in one file, with the note that somebody made', async () => {
    const desk = await openDesk();
    const { formats, accounts } = await desk.get('handOver.choices', {});
    expect(formats.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['camt053', 'mt940', 'bai2', 'xlsx', 'pdf', 'csv', 'json']),
    );
    const [first] = accounts;
    const view = { accountNumber: first?.accountNumber ?? '', filter: {}, index: 0, limit: 1 };
    const { rows } = await desk.get('statements.page', view);
    const entryIds = rows.map(({ id }) => id);
    await desk.get('statements.mark', {
      accountNumber: view.accountNumber,
      entryIds,
      note: 'Ask Ada',
    });
    desk.saveTo = join(desk.dataDir, 'all.xml');
    const asked = { accountNumbers: null, format: 'camt053', ...one, withMarks: true };
    const written = await desk.get('handOver.write', asked);
    expect(written).toMatchObject({ saved: true, name: 'all.xml', files: 1, leftOut: [] });
    const text = readFileSync(desk.saveTo, 'utf8');
    expect(text.match(/<Stmt>/g)).toHaveLength(accounts.length);
    expect(text).toContain('note: Ask Ada');
    expect(desk.facts.some(({ event }) => event === 'handOver.progressed')).toBe(true);
  });

  test('a file per account stands in a folder; without a place nothing is written', async () => {
    const desk = await openDesk();
    const { accounts } = await desk.get('handOver.choices', {});
    const asked = { accountNumbers: null, format: 'mt940', ...one, filePerAccount: true };
    desk.saveTo = undefined;
    expect(await desk.get('handOver.write', asked)).toEqual({ saved: false });
    desk.saveTo = join(desk.dataDir, 'statements');
    await desk.get('handOver.write', asked);
    expect(readdirSync(desk.saveTo)).toHaveLength(accounts.length);
  });

  test('several beside files of an earlier time replace none of them', async () => {
    const desk = await openDesk();
    const asked = { accountNumbers: null, format: 'csv', ...one, filePerAccount: true };
    desk.saveTo = join(desk.dataDir, 'statements');
    await desk.get('handOver.write', asked);
    const [first = ''] = readdirSync(desk.saveTo);
    writeFileSync(join(desk.saveTo, first), 'signed by the auditor');
    expect(await desk.get('handOver.write', asked)).toMatchObject({ name: 'statements_2' });
    expect(readFileSync(join(desk.saveTo, first), 'utf8')).toBe('signed by the auditor');
    expect(readdirSync(`${desk.saveTo}_2`)).toEqual(readdirSync(desk.saveTo));
    writeFileSync(join(desk.dataDir, 'taken'), 'a file');
    desk.saveTo = join(desk.dataDir, 'taken');
    expect(await desk.get('handOver.write', asked)).toMatchObject({ name: 'taken_2' });
    expect(readFileSync(desk.saveTo, 'utf8')).toBe('a file');
  });

  test('what is stopped leaves no file, and says so', async () => {
    const desk = await openDesk();
    desk.saveTo = join(desk.dataDir, 'all.pdf');
    const writing = desk.request('handOver.write', { accountNumbers: null, format: 'pdf', ...one });
    await expect
      .poll(() => desk.facts.some(({ event }) => event === 'handOver.progressed'))
      .toBe(true);
    expect(await desk.get('handOver.cancel', {})).toEqual({ stopped: true });
    expect(await writing).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(readdirSync(desk.dataDir).filter((name) => name.startsWith('all.pdf'))).toEqual([]);
    expect(await desk.get('handOver.cancel', {})).toEqual({ stopped: false });
  });
});

test('a disk that fills up in the middle is reported, what was written before is whole, and no partial file is left', async ({
  skip,
}) => {
  const { folder, fill, empty } = smallDisk(skip);
  const desk = await openDesk();
  const asked = { accountNumbers: null, format: 'json', ...one, filePerAccount: true };
  desk.saveTo = join(folder, 'out');
  fill();
  const error = await desk.refused('handOver.write', asked);
  expect(error).toMatchObject({ code: 'file.unwritable' });
  expect(error.message).toMatch(/the disk is full/);
  const names = existsSync(desk.saveTo) ? readdirSync(desk.saveTo) : [];
  expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  for (const name of names) JSON.parse(readFileSync(join(desk.saveTo, name), 'utf8'));
  empty();
  expect(await desk.get('handOver.write', asked)).toMatchObject({ saved: true });
});

describe('the folder that a profile remembers', () => {
  const asked = { accountNumbers: null, format: 'csv', ...one, profile: 'Month for the ERP' };
  const again = { ...asked, place: 'kept' } as const;

  async function openWithFolder() {
    const desk = await openDesk();
    const folder = join(desk.dataDir, 'inbox of the ERP');
    mkdirSync(folder);
    desk.saveTo = join(folder, 'first.csv');
    expect(await desk.get('handOver.write', asked)).toMatchObject({ folder: 'inbox of the ERP' });
    // A second question would be answered with no.
    desk.saveTo = undefined;
    return { desk, folder };
  }

  test('takes what is handed over again without a question, and replaces nothing', async () => {
    const { desk, folder } = await openWithFolder();
    const first = await desk.get('handOver.write', again);
    const second = await desk.get('handOver.write', again);
    const names = [first, second].map((outcome) => (outcome.saved ? outcome.name : ''));
    expect(readdirSync(folder).toSorted()).toEqual(['first.csv', ...names].toSorted());
    expect(names[1]).toBe(names[0]?.replace('.csv', '_2.csv'));
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(new Set(texts).size).toBe(1);
    expect(
      await desk.get('handOver.write', { ...again, profile: 'Auditor', place: 'ask' }),
    ).toEqual({
      saved: false,
    });
  });

  test('reaches the window by its name alone, one for each profile, and outlives the desk', async () => {
    const { desk } = await openWithFolder();
    desk.saveTo = join(desk.dataDir, 'all.csv');
    await desk.get('handOver.write', { ...asked, profile: '' });
    const choices = await desk.get('handOver.choices', {});
    const own = desk.dataDir.split('/').at(-1) ?? '';
    const remembered = [
      { profile: '', name: own },
      { profile: 'Month for the ERP', name: 'inbox of the ERP' },
    ];
    expect(choices.folders).toEqual(remembered);
    const facts = desk.facts.filter(({ event }) => event.startsWith('handOver'));
    expect(JSON.stringify([choices, facts])).not.toContain(join(desk.dataDir, '..'));
    const { dataDir, keychain } = desk;
    await desk.close();
    const next = await openTestDesk({ dataDir, keychain });
    expect((await next.get('handOver.choices', {})).folders).toEqual(remembered);
    await next.get('handOver.forgetFolder', { profile: 'Month for the ERP' });
    expect((await next.get('handOver.choices', {})).folders).toEqual(remembered.slice(0, 1));
    expect((await next.refused('handOver.write', again)).message).toMatch(
      /^No folder is kept for it yet\./,
    );
  });

  test('that is gone, or is a file now, is reported in one sentence without its path', async () => {
    const { desk, folder } = await openWithFolder();
    rmSync(folder, { recursive: true });
    const gone =
      'The folder inbox of the ERP is not there any more. No partial file was left. Choose another place and try again.';
    expect(await desk.refused('handOver.write', again)).toMatchObject({
      code: 'file.unwritable',
      message: gone,
    });
    writeFileSync(folder, 'a file now');
    expect((await desk.refused('handOver.write', again)).message).toBe(gone);
    expect(readFileSync(folder, 'utf8')).toBe('a file now');
  });

  test('is not remembered where nothing was written', async () => {
    const desk = await openDesk();
    desk.saveTo = join(desk.dataDir, 'gone', 'all.csv');
    expect((await desk.refused('handOver.write', asked)).message).toMatch(
      /^all\.csv could not be written: the folder does not exist\./,
    );
    expect((await desk.get('handOver.choices', {})).folders).toEqual([]);
  });
});

describe('printing', () => {
  const asked = { accountNumbers: null, format: 'pdf', ...one, print: true };

  test("saves the PDF where a person says, and opens it there in the system's viewer", async () => {
    const desk = await openDesk();
    desk.saveTo = join(desk.dataDir, 'to print.pdf');
    expect(await desk.get('handOver.write', asked)).toMatchObject({ isOpened: true });
    expect(desk.viewed).toEqual([desk.saveTo]);
    expect(readFileSync(desk.saveTo).subarray(0, 5).toString()).toBe('%PDF-');
    desk.hasViewer = false;
    expect(await desk.get('handOver.write', asked)).toMatchObject({ saved: true, isOpened: false });
  });

  test('is of one PDF: nothing else is opened, and what was not asked to be is not', async () => {
    const desk = await openDesk();
    desk.saveTo = join(desk.dataDir, 'all');
    const perAccount = { ...asked, filePerAccount: true };
    for (const wrong of [{ ...asked, format: 'csv' }, perAccount])
      expect((await desk.refused('handOver.write', wrong)).message).toMatch(
        /^What is printed is one file of PDF\./,
      );
    expect(await desk.get('handOver.write', { ...asked, print: false })).toMatchObject({
      isOpened: null,
    });
    expect(desk.viewed).toEqual([]);
  });

  test('of a recorded review opens its PDF too', async () => {
    const desk = await openDesk();
    const period = { from: '2026-11-01', to: '2026-11-20' };
    const { id } = await desk.get('review.record', { ...period, words: '' });
    desk.saveTo = join(desk.dataDir, 'review.pdf');
    const printed = await desk.get('review.save', { id, format: 'pdf', print: true });
    expect(printed).toMatchObject({ isOpened: true });
    await desk.get('review.save', { id, format: 'csv', print: true });
    await desk.get('review.save', { id, format: 'pdf', print: false });
    expect(desk.viewed).toEqual([desk.saveTo]);
  });
});
