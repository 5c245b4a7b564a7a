import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { Rule, RuleContent } from '../../shared/ipc/review/rules.ts';
import { runCommand } from '../support/programs/cli.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';
import { openTestDesk, type TestDesk, openSyncedSandbox } from '../support/desks/test-desk.ts';

const rule = (given: Partial<RuleContent>): RuleContent => ({
  ...{ words: '', direction: null, accountNumber: null, amount: null, tag: '', counterparty: '' },
  ...given,
});

async function syncedDesk(): Promise<TestDesk & { readonly accountNumber: string }> {
  const desk = await openSyncedSandbox();
  const { rows } = await desk.get('accounts.list', {});
  return Object.assign(desk, { accountNumber: rows[0]?.accountNumber ?? '' });
}

/** The desk closes, its local copy is gone, and it opens again. */
async function withoutCache(desk: TestDesk): Promise<TestDesk> {
  await desk.close();
  const { dataDir, keychain } = desk;
  for (const file of globSync(join(dataDir, 'banks', '*', 'cache.db*'))) rmSync(file);
  return openTestDesk({ dataDir, keychain });
}

const page = async (desk: TestDesk & { accountNumber: string }) =>
  (
    await desk.get('statements.page', {
      accountNumber: desk.accountNumber,
      filter: {},
      index: 0,
      limit: 200,
    })
  ).rows;

/** Waits until the rules are applied: as long as the desk says that they are not. */
async function applied(desk: TestDesk): Promise<void> {
  while ((await desk.get('rules.list', {})).applying !== null);
}

const wordOf = (narration: string): string =>
  narration.split(/[^\p{L}]+/u).find((word) => word.length > 4) ?? '';

test('a rule is counted before it is saved, applied to old entries, shown in rows and panes, and removed with an undo', async () => {
  const desk = await syncedDesk();
  const [first] = await page(desk);
  const content = rule({
    words: wordOf(first?.narration ?? ''),
    tag: 'Checked',
    counterparty: 'Named Ltd',
  });
  const counted = await desk.get('rules.count', { rule: content });
  expect(counted.entries).toBeGreaterThan(0);
  expect(counted.sums.reduce((sum, { entries }) => sum + entries, 0)).toBe(counted.entries);
  expect((await desk.get('rules.list', {})).rules).toEqual([]);

  const saved = await desk.get('rules.save', { rule: content });
  await expect
    .poll(async () => (await page(desk))[0]?.labels)
    .toEqual({ tags: ['checked'], counterparty: 'Named Ltd' });
  const { accountNumber } = desk;
  const searched = async (search: string) =>
    (
      await desk.get('statements.page', { accountNumber, filter: { search }, index: 0, limit: 200 })
    ).rows.map(({ id }) => id);
  const labelled = (await page(desk)).filter(({ labels }) => labels).map(({ id }) => id);
  expect(await searched('tag:checked')).toEqual(labelled);
  expect(await searched('payee:named')).toEqual(labelled);
  expect(await searched('tag:interrupted')).toEqual([]);
  const entry = { accountNumber, entryId: first?.id ?? '' };
  expect((await desk.get('rules.labels', entry)).labels).toEqual([
    { kind: 'counterparty', name: 'Named Ltd', ruleId: saved.id },
    { kind: 'tag', name: 'checked', ruleId: saved.id },
  ]);

  await desk.get('rules.remove', { id: saved.id });
  await expect.poll(async () => (await desk.get('rules.labels', entry)).labels).toEqual([]);
  expect((await desk.get('rules.restore', { id: saved.id })).words).toBe(content.words);
  await expect.poll(async () => (await desk.get('rules.labels', entry)).labels).toHaveLength(2);
  expect((await desk.refused('rules.remove', { id: 'gone' })).message).toContain('no rule gone');
});

test('a tag by hand holds beside the rules, says what it was before, and is left to the rules again', async () => {
  const desk = await syncedDesk();
  const [first] = await page(desk);
  const entry = { accountNumber: desk.accountNumber, entryId: first?.id ?? '' };
  const labels = async () =>
    (await desk.get('rules.labels', entry)).labels.map(({ name, ruleId }) => [name, ruleId]);
  expect(await desk.get('rules.tagEntry', { ...entry, tag: 'Audit', is: true })).toEqual({
    before: null,
  });
  expect(await labels()).toEqual([['audit', null]]);
  const { id } = await desk.get('rules.save', {
    rule: rule({ words: wordOf(first?.narration ?? ''), tag: 'audit' }),
  });
  expect(await desk.get('rules.tagEntry', { ...entry, tag: 'audit', is: false })).toEqual({
    before: true,
  });
  expect(await labels()).toEqual([]);
  await desk.get('rules.tagEntry', { ...entry, tag: 'audit', is: null });
  await expect.poll(labels).toEqual([['audit', id]]);
});

test('rules and tags by hand survive a local copy that is gone and fetched again', async () => {
  const before = await syncedDesk();
  const { accountNumber } = before;
  const [first] = await page(before);
  const content = rule({ words: wordOf(first?.narration ?? ''), tag: 'kept' });
  await before.get('rules.save', { rule: content });
  const entry = { accountNumber, entryId: first?.id ?? '' };
  await before.get('rules.tagEntry', { ...entry, tag: 'by-hand', is: true });
  const again = Object.assign(await withoutCache(before), { accountNumber });
  expect(await page(again)).toEqual([]);
  await expect.poll(async () => (await again.get('desk.state', {})).signedIn).toBe(true);
  await again.sync();
  const tagsOf = async () =>
    (await page(again)).find(({ id }) => id === entry.entryId)?.labels?.tags;
  await expect.poll(tagsOf).toEqual(['by-hand', 'kept']);
});

test('the order of rules decides, and is changed a place at a time', async () => {
  const desk = await syncedDesk();
  const ids: string[] = [];
  for (const tag of ['a', 'b', 'c'])
    ids.push((await desk.get('rules.save', { rule: rule({ words: 'acme', tag }) })).id);
  const order = async () => (await desk.get('rules.list', {})).rules.map(({ tag }) => tag);
  await desk.get('rules.move', { id: ids[2] ?? '', by: -1 });
  expect(await order()).toEqual(['a', 'c', 'b']);
  await desk.get('rules.move', { id: ids[0] ?? '', by: -1 });
  expect(await order()).toEqual(['a', 'c', 'b']);
  await desk.get('rules.move', { id: ids[0] ?? '', by: 1 });
  expect(await order()).toEqual(['c', 'a', 'b']);
  await applied(desk);
});

test('proposals are readable rules of words that repeat; a refused one comes back only when that is taken back', async () => {
  const desk = await syncedDesk();
  const proposals = async () => (await desk.get('rules.proposals', {})).proposals;
  const [first] = await proposals();
  expect(first?.rule.counterparty).not.toBe('');
  const words = first?.rule.words ?? '';
  const counted = await desk.get('rules.count', { rule: first!.rule });
  expect(counted.entries).toBeGreaterThan(0);
  await desk.get('rules.refuse', { words, refused: true });
  expect((await proposals()).map(({ rule: one }) => one.words)).not.toContain(words);
  await desk.get('rules.refuse', { words, refused: false });
  expect((await proposals()).map(({ rule: one }) => one.words)).toContain(words);
  await desk.get('rules.save', { rule: first!.rule });
  expect((await proposals()).map(({ rule: one }) => one.words)).not.toContain(words);
  // Nothing was said of any entry but by the rule that was saved.
  expect((await desk.get('rules.list', {})).rules).toHaveLength(1);
});

test('the command line lists, counts, adds and removes rules, and refuses what can mean nothing', async () => {
  const folder = tempFolder();
  const nostro = (...args: string[]) => runCommand(['--data-dir', folder, ...args]);
  const { accounts } = (await nostro('call', 'getAllAccounts')).json<{
    accounts: { accountId: string }[];
  }>();
  const accountNumber = accounts[0]?.accountId ?? '';
  const body = { accountNumber, amount: '1234.56', currency: 'USD', narration: 'Canáry wages' };
  await nostro('call', 'simulateInflow', '--input', JSON.stringify({ body }));
  await nostro('sync', '--account', accountNumber);

  const asked = ['--words', 'canary', '--amount', '1234.56', '--currency', 'USD'];
  const counted = (await nostro('rules', 'count', ...asked)).json<{
    entries: number;
    sums: unknown[];
  }>();
  expect(counted).toMatchObject({
    entries: 1,
    sums: [{ currency: 'USD', credits: { amount: '1234.56', currency: 'USD' } }],
  });
  const added = await nostro('rules', 'add', ...asked, '--tag', 'Payroll');
  expect([added.err, added.code]).toEqual(['', 0]);
  const { id, tag } = added.json<Rule>();
  expect(tag).toBe('payroll');
  expect((await nostro('rules', 'list')).json<Rule>().id).toBe(id);
  expect((await nostro('rules', 'count', '--id', id.slice(0, 18))).json()).toEqual(counted);
  expect((await nostro('rules', 'remove', '--id', id)).code).toBe(0);
  expect((await nostro('rules', 'list')).out).toBe('');
  for (const [args, problem] of [
    [['rules'], 'one of list, add, count, remove'],
    [['rules', 'add', '--tag', 'x'], 'it would hold for every entry'],
    [['rules', 'add', '--words', '...', '--tag', 'x'], 'neither letter nor digit'],
    [['rules', 'add', '--words', 'acme'], 'A rule gives a tag'],
    [['rules', 'add', '--words', 'acme', '--tag', 'two words'], 'one word of letters'],
    [['rules', 'count', '--amount', '1e3', '--currency', 'USD'], 'plain digits'],
    [['rules', 'count', '--amount', '1'], 'go together'],
    [['rules', 'remove'], '--id is missing'],
    [['rules', 'list', '--id', '1'], 'takes no option'],
  ] as const) {
    const refused = await nostro(...args);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(problem)]);
  }
});

test('a counterparty by hand beats the rules, may be none, says what it was before, and outlives the local copy', async () => {
  const before = await syncedDesk();
  const { accountNumber } = before;
  const [first] = await page(before);
  const content = rule({ words: wordOf(first?.narration ?? ''), counterparty: 'Named by a rule' });
  const { id } = await before.get('rules.save', { rule: content });
  const entry = { accountNumber, entryId: first?.id ?? '' };
  const labels = async (desk: TestDesk) =>
    (await desk.get('rules.labels', entry)).labels.map(({ name, ruleId }) => [name, ruleId]);
  await expect.poll(() => labels(before)).toEqual([['Named by a rule', id]]);
  const name = async (chosen: string | null) =>
    (await before.get('rules.nameCounterparty', { ...entry, name: chosen })).before;
  expect(await name('')).toBeNull();
  expect(await labels(before)).toEqual([]);
  expect(await name(null)).toBe('');
  expect(await labels(before)).toEqual([['Named by a rule', id]]);
  expect(await name('  Quillfeather  AB ')).toBeNull();
  expect(await labels(before)).toEqual([['Quillfeather AB', null]]);
  const found = { accountNumber, filter: { search: 'payee:quillfeather' }, index: 0, limit: 5 };
  expect((await before.get('statements.page', found)).rows.map((row) => row.id)).toEqual([
    entry.entryId,
  ]);
  const again = await withoutCache(before);
  await expect.poll(async () => (await again.get('desk.state', {})).signedIn).toBe(true);
  await again.sync();
  await expect.poll(() => labels(again)).toEqual([['Quillfeather AB', null]]);
});
