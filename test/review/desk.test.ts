import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { addDays, todayAt } from '../../shared/calendar/calendar.ts';
import type { ReviewRow } from '../../shared/ipc/review/review.ts';
import { pdfText } from '../support/files/pdf-text.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { type TestDesk, openSyncedSandbox } from '../support/desks/test-desk.ts';

/** A desk at the sandbox on which these are unread, in every account. */
async function unreadDesk(each: number): Promise<TestDesk & { readonly unread: number }> {
  const desk = await openSyncedSandbox();
  const { rows } = await desk.get('accounts.list', {});
  let unread = 0;
  for (const { accountNumber } of rows) {
    const page = await desk.get('statements.page', {
      accountNumber,
      filter: {},
      index: 0,
      limit: each,
    });
    const entryIds = page.rows.map(({ id }) => id);
    if (entryIds.length === 0) continue;
    await desk.get('statements.mark', { accountNumber, entryIds, read: false });
    unread += entryIds.length;
  }
  return Object.assign(desk, { unread });
}

async function queue(desk: TestDesk, limit = 7): Promise<ReviewRow[]> {
  const all: ReviewRow[] = [];
  for (let after: string | undefined; ;) {
    const page = await desk.get('review.page', {
      filter: 'unread',
      limit,
      ...(after !== undefined && { after }),
    });
    all.push(...page.rows);
    if (page.next === null) return all;
    after = page.next;
  }
}

const named = (rows: readonly ReviewRow[]) =>
  rows.map(({ accountNumber, id }) => `${accountNumber} ${id}`);

test('the unread entries of all accounts are one queue, newest day first, whose bands agree with the day’s statement', async () => {
  const desk = await unreadDesk(9);
  const rows = await queue(desk);
  expect(rows).toHaveLength(desk.unread);
  expect(new Set(named(rows)).size).toBe(desk.unread);
  expect(new Set(rows.map(({ accountNumber }) => accountNumber)).size).toBeGreaterThan(1);
  const days = rows.map(({ day }) => day);
  expect(days).toEqual(days.toSorted().reverse());
  const groups = rows.map(({ day, accountNumber }) => `${day} ${accountNumber}`);
  expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual([...new Set(groups)]);

  const { bands } = await desk.get('review.page', { filter: 'unread', limit: 200 });
  for (const { accountNumber, day, entries, unread, credits, debits } of bands) {
    const filter = { from: day, to: day };
    const summary = await desk.get('statements.summary', { accountNumber, filter });
    expect({ entries, credits, debits }).toEqual({
      entries: summary.total,
      credits: summary.credits,
      debits: summary.debits,
    });
    expect(unread).toBe(
      rows.filter((row) => row.accountNumber === accountNumber && row.day === day).length,
    );
  }
  expect((await desk.get('review.counts', {})).unread).toBe(desk.unread);
});

test('one act reads all and names what it does, and undo restores exactly those that were unread', async () => {
  // More than one batch, and entries beside them that were read before.
  const desk = await unreadDesk(200);
  const before = named(await queue(desk, 200));
  const { until, accounts } = await desk.get('review.unread', {});
  expect(accounts.reduce((sum, { entries }) => sum + entries, 0)).toBe(desk.unread);
  const done = await desk.get('review.readAll', { until });
  expect(done.read).toBe(desk.unread);
  expect(await queue(desk)).toEqual([]);
  expect(await desk.get('review.takeBack', { act: done.act })).toEqual({ unread: desk.unread });
  expect(named(await queue(desk, 200))).toEqual(before);
  const again = await desk.refused('review.takeBack', { act: done.act });
  expect([again.code, again.message]).toEqual([
    'undo.overtaken',
    expect.stringContaining('no longer be undone'),
  ]);
});

test('what the bank reported after the question was put stays unread', async () => {
  const desk = await unreadDesk(3);
  const done = await desk.get('review.readAll', { until: '2020-01-01T00:00:00.000Z' });
  expect(done.read).toBe(0);
  expect(await queue(desk)).toHaveLength(desk.unread);
});

test('a note that is worded anew keeps how it was, by whom and when; the same words are no new wording', async () => {
  const desk = await unreadDesk(1);
  const [row] = await queue(desk);
  const { accountNumber = '', id: entryId = '' } = row ?? {};
  const note = (words: string) =>
    desk.get('statements.mark', { accountNumber, entryIds: [entryId], note: words });
  await note('Invoice asked for');
  await note('Invoice asked for');
  await desk.get('statements.mark', { accountNumber, entryIds: [entryId], flagged: true });
  await note('Invoice came');
  await note('');
  const detail = await desk.get('statements.entry', { accountNumber, entryId });
  expect(detail.note).toBe('');
  expect(detail.wordings.map(({ words }) => words)).toEqual([
    '',
    'Invoice came',
    'Invoice asked for',
  ]);
  for (const { at, by } of detail.wordings) {
    expect(by).not.toBe('');
    expect(Date.parse(at)).toBeGreaterThan(0);
  }
});

test('a recorded review that does not exist is refused by name, not as one to be fetched', async () => {
  const desk = await unreadDesk(1);
  for (const refused of [
    await desk.refused('review.openRecorded', { id: 'gone' }),
    await desk.refused('review.save', { id: 'gone', format: 'json', print: false }),
  ]) {
    expect(refused).toMatchObject({ code: 'input.invalid', retryable: false });
    expect(refused.message).toContain('There is no recorded review gone.');
    expect(refused.message).not.toContain('Sync');
  }
});

test('a recorded review keeps what was open then, is listed, and is exported as JSON, CSV and a page to print', async () => {
  const desk = await unreadDesk(4);
  const [first] = await queue(desk);
  const { accountNumber = '', id: entryId = '' } = first ?? {};
  await desk.get('statements.mark', {
    accountNumber,
    entryIds: [entryId],
    flagged: true,
    note: '=HYPERLINK("x") <b>asked</b>',
  });
  const to = todayAt(Date.now());
  const period = { from: addDays(to, -3_000), to };
  const recorded = await desk.get('review.record', { ...period, words: 'Month end' });
  const { report } = recorded;
  expect(report.openTotal).toBe(desk.unread);
  expect(report.open.find((entry) => entry.entryId === entryId)).toMatchObject({
    isUnread: true,
    isFlagged: true,
  });

  // What is read later changes nothing of it.
  const { until } = await desk.get('review.unread', {});
  await desk.get('review.readAll', { until });
  expect(await desk.get('review.openRecorded', { id: recorded.id })).toEqual(recorded);
  expect((await desk.get('review.recorded', {})).reviews).toEqual([
    expect.objectContaining({ id: recorded.id, openTotal: desk.unread, ...period }),
  ]);
  expect((await desk.get('review.report', period)).openTotal).toBe(1);

  const saved = async (format: 'json' | 'csv' | 'pdf'): Promise<string> => {
    desk.saveTo = join(tempFolder(), `review.${format}`);
    expect(await desk.get('review.save', { id: recorded.id, format, print: false })).toMatchObject({
      saved: true,
    });
    return readFileSync(desk.saveTo, 'utf8');
  };
  expect(JSON.parse(await saved('json'))).toEqual(recorded);
  const csv = await saved('csv');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + report.accounts.length + report.open.length);
  expect(csv).toContain(`"'=HYPERLINK(""x"") <b>asked</b>"`);
  await saved('pdf');
  const page = await pdfText(readFileSync(desk.saveTo ?? ''));
  expect(page).toContain('Month end');
  expect(page).toContain('=HYPERLINK("x") <b>asked</b>');
});

test('the window is notified whether more than who read an entry changed', async () => {
  const desk = await unreadDesk(1);
  const [row] = await queue(desk);
  const entry = { accountNumber: row!.accountNumber, entryIds: [row!.id] };
  const factOf = async (act: () => Promise<unknown>): Promise<unknown> => {
    const before = desk.facts.length;
    await act();
    // What else goes on meanwhile, such as a call that is noted in the activity, is announced too.
    return desk.facts
      .slice(before)
      .flatMap(({ event, fact }) => (event === 'store.changed' ? [fact as { topic: string }] : []))
      .find((fact) => fact.topic === 'statements');
  };
  const topic = { topic: 'statements', accountNumber: row!.accountNumber };
  expect(await factOf(() => desk.get('statements.mark', { ...entry, read: true }))).toEqual({
    ...topic,
    only: 'read',
  });
  for (const change of [{ flagged: true }, { note: 'Asked' }, { read: false, flagged: false }])
    expect(await factOf(() => desk.get('statements.mark', { ...entry, ...change }))).toEqual(topic);
});

test('a note is undone only where no one has reworded it since', async () => {
  const desk = await unreadDesk(1);
  const [row] = await queue(desk);
  const entry = { accountNumber: row!.accountNumber, entryIds: [row!.id] };
  const noted = async () =>
    (await desk.get('statements.entry', { accountNumber: entry.accountNumber, entryId: row!.id }))
      .note;
  await desk.get('statements.mark', { ...entry, note: 'ask the bank' });
  await desk.get('statements.mark', { ...entry, note: 'asked the bank', noteWas: 'ask the bank' });
  const refused = await desk.refused('statements.mark', {
    ...entry,
    note: '',
    noteWas: 'ask the bank',
  });
  expect(refused.code).toBe('undo.overtaken');
  expect(await noted()).toBe('asked the bank');
});

test('a tag and a counterparty by hand are undone only where no one has changed them since', async () => {
  const desk = await unreadDesk(1);
  const [row] = await queue(desk);
  const entry = { accountNumber: row!.accountNumber, entryId: row!.id };
  await desk.get('rules.tagEntry', { ...entry, tag: 'port', is: true });
  await desk.get('rules.tagEntry', { ...entry, tag: 'port', is: false });
  await desk.refused('rules.tagEntry', { ...entry, tag: 'port', is: null, was: true });
  await desk.get('rules.nameCounterparty', { ...entry, name: 'Kenya Ports' });
  await desk.get('rules.nameCounterparty', { ...entry, name: 'Ports of Kenya' });
  await desk.refused('rules.nameCounterparty', { ...entry, name: null, was: 'Kenya Ports' });
  await desk.get('rules.nameCounterparty', { ...entry, name: null, was: ' Ports of  Kenya ' });
  expect(await desk.get('rules.tagEntry', { ...entry, tag: 'port', is: null, was: false })).toEqual(
    { before: false },
  );
});
